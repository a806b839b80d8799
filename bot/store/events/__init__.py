"""The store of events: their rows, and how whole events are loaded and saved."""
