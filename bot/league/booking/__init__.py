"""What runs inside a table's transaction."""
