"""What the bot says about itself: its log, its health and its figures."""
