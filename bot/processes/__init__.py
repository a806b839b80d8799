"""The bot's processes: which servers each one serves, its leases, and the changes that it reports to the others."""
