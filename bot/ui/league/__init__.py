"""Leagues on Discord: their pages, the controls on them, and the handlers of those controls."""
