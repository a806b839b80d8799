"""What the surface knows about users, servers and tables without asking the database again."""
