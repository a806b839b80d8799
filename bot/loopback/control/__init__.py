"""An interface of the stand-in that Discord lacks: act as a person, read the state, send live events to the page."""
