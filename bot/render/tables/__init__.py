"""Pictures of a table, before, during and after a deal."""
