"""`python -m bot check --live SERVER CHANNEL` tries out on Discord what the bot needs. Then it deletes its messages."""
