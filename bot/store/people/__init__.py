"""People, settings of people and servers, house rules, and what is exported and deleted with a person."""
