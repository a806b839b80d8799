"""Managers' changes to results, and the recomputation of ratings."""
