"""Takes the steps of events that need no user: opens tables, collects results, reveals boards and pairs rounds."""
