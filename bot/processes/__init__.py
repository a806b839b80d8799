"""Processes of the bot: the servers of each, its leases, and the changes that processes report to one another."""
