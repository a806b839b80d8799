"""The stand-in's own interface beside Discord's: act as a person, arrange the world, get live events for the page."""
