"""Caches what the Discord side knows about users, servers and tables."""
