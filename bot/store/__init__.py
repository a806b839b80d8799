"""The database: the only SQL. It implements what tables and leagues ask of a store; rows do not leave it."""
