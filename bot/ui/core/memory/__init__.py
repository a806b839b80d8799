"""Caches what the surface knows about users, servers and tables."""
