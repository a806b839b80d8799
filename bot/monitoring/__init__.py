"""What the bot reports about itself: its log, its health and its metrics."""
