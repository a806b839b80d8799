"""Commands for the people who run the bot."""
