"""Opens, finds, loads and counts the tables of the program."""
