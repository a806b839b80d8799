"""The store of people, of settings and of house rules. It also exports and deletes a person's data."""
