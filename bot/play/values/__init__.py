"""The frozen values that describe a table, such as its seats, its proposals and its deadlines."""
