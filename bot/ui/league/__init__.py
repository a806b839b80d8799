"""Leagues on Discord: what their screens show and offer, and who answers the controls on them."""
