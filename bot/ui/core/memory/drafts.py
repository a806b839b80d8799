"""Keeps picked cards and refused forms in memory. After a restart, users have to pick or type them again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cachetools import FIFOCache, LRUCache

from bot.ids import TableId, UserId
from bot.ui.core.messages.form import Form
from engine.model.seats import Seat

MOST_DRAFTS: Final = 2048
MAX_FORMS: Final = 200
Place = tuple[object, ...]
"""Identifies a question of a puzzle, for which a user picks cards."""


@dataclass(frozen=True, slots=True)
class PickedCards:
    """The cards or calls that a user has picked for one task, in order and as text."""

    task: int
    picked: tuple[str, ...] = ()
    press_count: int = 0  # selects have this number in their ids, so that Discord clears them after each press


class PickedCardsStore:
    """The picked cards of each seat for its current task. Also knows which panels offer to confirm plays."""

    def __init__(self) -> None:
        self._picked: dict[tuple[TableId, Seat], PickedCards] = {}
        self._offers: set[tuple[TableId, Seat]] = set()

    def get(self, table: TableId, seat: Seat, task: int) -> PickedCards:
        """Return the cards picked for this task."""
        current = self._picked.get((table, seat))
        return current if current is not None and current.task == task else PickedCards(task)

    def put(self, table: TableId, seat: Seat, task: int, picked: tuple[str, ...]) -> None:
        """Replace the picked cards."""
        current = self.get(table, seat, task)
        self._picked[table, seat] = replace(current, picked=picked, press_count=current.press_count + 1)

    def offer_confirmation(self, table: TableId, seat: Seat, *, on: bool) -> None:
        """Set whether the seat's panel offers to ask for a second press at every play."""
        (self._offers.add if on else self._offers.discard)((table, seat))

    def is_confirmation_offered(self, table: TableId, seat: Seat) -> bool:
        """Return whether the seat's panel offers to ask for a second press at every play."""
        return (table, seat) in self._offers

    def forget(self, table: TableId) -> None:
        """Forget all picked cards and offers of a table."""
        self._offers = {key for key in self._offers if key[0] != table}
        for key in [key for key in self._picked if key[0] == table]:
            del self._picked[key]


class PuzzleDrafts:
    """The cards that each user has picked for each question of a puzzle."""

    def __init__(self) -> None:
        self._drafts: LRUCache[tuple[UserId, Place], PickedCards] = LRUCache(MOST_DRAFTS)

    def get(self, user: UserId, place: Place) -> PickedCards:
        """Return what a user has picked."""
        return self._drafts.get((user, place), PickedCards(0))

    def put(self, user: UserId, place: Place, picked: tuple[str, ...]) -> None:
        """Replace what a user has picked."""
        known = self.get(user, place)
        self._drafts[user, place] = replace(known, picked=picked, press_count=known.press_count + 1)


class RefusedForms:
    """The values typed into refused forms, by user and form id."""

    def __init__(self) -> None:
        self._values: FIFOCache[tuple[UserId, str], Mapping[str, str]] = FIFOCache(MAX_FORMS)

    def keep(self, user: UserId, form: str, values: Mapping[str, str]) -> None:
        """Keep what a user typed into a form. If there are too many, the oldest form is forgotten."""
        self._values[user, form] = values

    def forget(self, user: UserId) -> None:
        """Forget the user's typed values."""
        for key in [key for key in self._values if key[0] == user]:
            del self._values[key]

    def refill(self, user: UserId, form: str, blank: Form) -> Form:
        """Return the form filled with the user's last values, as far as they are kept."""
        values = self._values.get((user, form), {})
        return replace(blank, fields=tuple(replace(f, default=values.get(f.key, f.default)) for f in blank.fields))
