"""Starts matches and saves the results of deals, inside a table's transaction."""
