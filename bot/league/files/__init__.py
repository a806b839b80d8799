"""Exports results, standings and ratings as files, and imports past results."""
