"""All texts that people read: catalogues of messages by key and language, and the engine's values in words."""
