"""`python -m bot check --live SERVER CHANNEL`: tries on Discord itself what the bot relies on, and removes it again."""
