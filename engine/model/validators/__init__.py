"""Checks of options by subject; `engine.model.validation` makes them all."""
