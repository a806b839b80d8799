"""Pictures of events."""
