"""Commands for those who run the bot."""
