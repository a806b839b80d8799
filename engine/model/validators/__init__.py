"""Checks of options by subject; `engine.model.validation` runs them all."""
