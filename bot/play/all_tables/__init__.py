"""All tables together: they are opened, found, loaded and counted here."""
