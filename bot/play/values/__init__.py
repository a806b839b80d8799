"""What a table is made of, as frozen values: who sits where, what is shown, proposed and stored."""
