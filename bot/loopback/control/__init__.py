"""The stand-in's own interface beside Discord's: act as a person, read the state, get live events for the page."""
