"""`python -m bot check --live SERVER CHANNEL`: tries what the bot needs on Discord itself, and deletes its messages."""
