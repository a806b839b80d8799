"""People, their settings, house rules, and what is exported and deleted with a person."""
