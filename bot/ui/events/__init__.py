"""Events: rounds of tables with check-in, results and standings."""
