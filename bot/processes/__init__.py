"""The processes of the bot. Each one serves some of the servers, and tells the others what has changed."""
