"""Advances events without a user's request. It opens tables, collects results, reveals boards and pairs rounds."""
