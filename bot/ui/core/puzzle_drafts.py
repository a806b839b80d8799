"""The cards that users have picked for a puzzle, in memory only: losing them costs a few taps, never an answer."""

from dataclasses import replace
from typing import Final

from cachetools import LRUCache

from bot.ids import UserId
from bot.puzzles.model import Puzzle
from bot.ui.core.picked_cards import PickedCards

MOST_DRAFTS: Final = 2048


class PuzzleDrafts:
    """The picked cards of each user for each puzzle."""

    def __init__(self) -> None:
        self._drafts: LRUCache[tuple[UserId, int, int], PickedCards] = LRUCache(MOST_DRAFTS)

    def get(self, user: UserId, puzzle: Puzzle) -> PickedCards:
        """Return what a user has picked."""
        return self._drafts.get((user, puzzle.guild, puzzle.day), PickedCards(puzzle.day))

    def put(self, user: UserId, puzzle: Puzzle, picked: tuple[str, ...]) -> None:
        """Replace what a user has picked."""
        known = self.get(user, puzzle)
        draft = replace(known, picked=picked, press_count=known.press_count + 1)
        self._drafts[user, puzzle.guild, puzzle.day] = draft
