"""Who may change what about leagues and teams."""
