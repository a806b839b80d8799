"""Every word that people read: catalogues of messages by key and language, and the engine's values put into words."""
