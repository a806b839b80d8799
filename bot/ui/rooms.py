"""All rooms: who answers the controls that belong to no table."""

from typing import Final

from bot.ui.routes import Room

ROOMS: Final[dict[str, Room]] = {}
"""By the word that their ids begin with; old ids live long, so a word is never given a second meaning."""
