"""`python -m bot check --live SERVER CHANNEL` tries on Discord itself what the bot needs, and deletes its messages."""
