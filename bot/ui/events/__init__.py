"""Runs events on Discord, from entries and check-in to rounds of tables, results and standings."""
