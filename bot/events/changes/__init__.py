"""All changes of an event, as pure functions from an event to an event."""
