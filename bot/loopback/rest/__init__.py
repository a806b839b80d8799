"""The REST API: its routes with their handlers, and its rate limits."""
