"""Creates, changes and deletes messages, checks their rules, and stores their files."""
