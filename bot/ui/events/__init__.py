"""Events: entries and check-in, rounds of tables, results, standings, and the clock that advances them."""
