"""Connections to the database, transactions, and statements that all folders of the store use."""
