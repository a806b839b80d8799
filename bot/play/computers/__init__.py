"""Lets computer players choose and act."""
