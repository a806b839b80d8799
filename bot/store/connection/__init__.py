"""Connections, transactions and the statements that every folder shares."""
