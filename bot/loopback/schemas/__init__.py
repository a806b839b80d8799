"""Pydantic models of request bodies. They define each field, its type, and the limits of its length or count."""
