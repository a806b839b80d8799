"""Queries about leagues, ratings and results, and about what a table's deals would count for."""
