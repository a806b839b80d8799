"""Cards in play: units and shapes, leads and throws, follows and tricks."""
