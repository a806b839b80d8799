"""Request bodies as pydantic models: which fields there are, of what type, how long and how many."""
