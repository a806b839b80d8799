"""Keeps picked cards and refused forms in memory only; after a restart users pick or type them again."""

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
"""Identifies the question of a puzzle for which cards are picked."""


@dataclass(frozen=True, slots=True)
class PickedCards:
    """The cards or calls picked for one task, in order, as text."""

    task: int
    picked: tuple[str, ...] = ()
    press_count: int = 0  # goes into the ids of selects, because a select with a new id appears without a choice


class PickedCardsStore:
    """The picked cards of each seat for its current task, and the seats with an offer to confirm every play."""

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
        """Show the seat's user the offer to confirm every play, or stop showing it."""
        (self._offers.add if on else self._offers.discard)((table, seat))

    def is_confirmation_offered(self, table: TableId, seat: Seat) -> bool:
        """Return whether the seat's panel shows the offer to confirm every play."""
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
        """Keep what a user typed into a form; the oldest form is forgotten first."""
        self._values[user, form] = values

    def forget(self, user: UserId) -> None:
        """Forget the user's typed values."""
        for key in [key for key in self._values if key[0] == user]:
            del self._values[key]

    def refill(self, user: UserId, form: str, blank: Form) -> Form:
        """Return the form filled with the user's last values, as far as they are kept."""
        values = self._values.get((user, form), {})
        return replace(blank, fields=tuple(replace(f, default=values.get(f.key, f.default)) for f in blank.fields))
