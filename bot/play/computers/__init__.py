"""Computer players choose and act."""
