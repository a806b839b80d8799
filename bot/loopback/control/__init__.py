"""The control interface, which Discord lacks. With it, pages and tests act as people, read the state and get events."""
