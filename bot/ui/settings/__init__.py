"""Personal and server settings, and personal data."""
