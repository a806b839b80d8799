"""Where everybody stands in an event: standings, bracket, crosstable, and seeds that come from them."""
