"""Cards picked but not yet played, in memory only: losing them costs a few taps, never a play."""

from dataclasses import dataclass, replace

from bot.ids import TableId
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class PickedCards:
    """The cards or calls picked for one task, in order, as text.

    `press_count` goes into the ids of selects: a new id clears what was marked in the old one.
    """

    task: int
    picked: tuple[str, ...] = ()
    press_count: int = 0


class PickedCardsStore:
    """The picked cards of each seat, for its current task."""

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
        """Show this seat's user the offer to confirm every play, or no longer."""
        (self._offers.add if on else self._offers.discard)((table, seat))

    def is_confirmation_offered(self, table: TableId, seat: Seat) -> bool:
        """Return whether the seat's panel shows the offer to confirm every play."""
        return (table, seat) in self._offers

    def forget(self, table: TableId) -> None:
        """Forget all picked cards and offers of a table."""
        self._offers = {key for key in self._offers if key[0] != table}
        for key in [key for key in self._picked if key[0] == table]:
            del self._picked[key]
