"""The store of tables: their rows and records, and the transactions that save them."""
