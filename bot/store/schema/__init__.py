"""The tables of the database, as classes of rows."""
