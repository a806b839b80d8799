"""Tables, their records and the transaction of a table."""
