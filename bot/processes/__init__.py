"""Processes of the bot: which servers each plays, its leases, and what processes tell one another."""
