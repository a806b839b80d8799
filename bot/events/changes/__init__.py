"""Changes of an event by users and by the passing of time, as pure functions from an event to an event."""
