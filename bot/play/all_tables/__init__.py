"""All tables of the program."""
