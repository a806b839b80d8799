"""Events, loaded whole and saved as far as a change has altered them."""
