"""Cards in play: units, leads, follows and tricks."""
