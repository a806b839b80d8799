"""Changes of leagues and teams, with checks of who may make them."""
