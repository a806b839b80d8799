"""Finds tables as people name them, and the places where they are shown."""
