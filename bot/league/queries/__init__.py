"""Queries about leagues, ratings, results, and what deals at a table would count for."""
