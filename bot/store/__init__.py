"""The database and the only SQL: implements the store ports of tables, leagues and the Discord surface."""
