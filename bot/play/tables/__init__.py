"""One table: its state, its lobby, its match, its votes."""
