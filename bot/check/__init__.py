"""`python -m bot check`: what could go wrong, each with its cure."""
