"""One table, with its lobby, its match and its votes."""
