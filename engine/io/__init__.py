"""Records and logs: text forms of whole games."""
