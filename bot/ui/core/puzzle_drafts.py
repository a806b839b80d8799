"""The cards that users have picked for a puzzle or in the deal of the day, in memory only.

Losing them costs a few taps, never an answer.
"""

from dataclasses import replace
from typing import Final

from cachetools import LRUCache

from bot.ids import UserId
from bot.ui.core.picked_cards import PickedCards

MOST_DRAFTS: Final = 2048
Place = tuple[object, ...]
"""The question that cards are picked for."""


class PuzzleDrafts:
    """The picked cards of each user for each question."""

    def __init__(self) -> None:
        self._drafts: LRUCache[tuple[UserId, Place], PickedCards] = LRUCache(MOST_DRAFTS)

    def get(self, user: UserId, place: Place) -> PickedCards:
        """Return what a user has picked."""
        return self._drafts.get((user, place), PickedCards(0))

    def put(self, user: UserId, place: Place, picked: tuple[str, ...]) -> None:
        """Replace what a user has picked."""
        known = self.get(user, place)
        self._drafts[user, place] = replace(known, picked=picked, press_count=known.press_count + 1)
