"""The stand-in's own interface, beside Discord's: acting as people, arranging the world, live events for the page."""
