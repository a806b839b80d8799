"""Tables as people name them, and where they are shown."""
