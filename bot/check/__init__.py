"""`python -m bot check` looks for what could go wrong, and names the cure of each problem."""
