"""Pydantic models of request bodies: their fields, with types, lengths and counts."""
