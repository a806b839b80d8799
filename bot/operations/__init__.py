"""What people who run the bot do with its database, and what it does by itself to keep it."""
