"""The ranking of an event: standings, bracket, crosstable, and seeds that come from them."""
