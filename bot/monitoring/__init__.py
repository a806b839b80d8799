"""Reports how the bot is doing through its log, its health checks and its metrics."""
