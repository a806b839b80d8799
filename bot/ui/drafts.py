"""Cards picked so far for a bury, a discard or a lead, in memory only: losing them costs a few taps, never a play."""

from dataclasses import dataclass, replace

from bot.play.occupants import TableId
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Draft:
    """What is picked for one task: texts of cards or calls, in the order they were picked.

    `turn` counts the presses: it goes into the ids of selects, for a select whose id changes forgets what was
    marked in it.
    """

    task: int
    picked: tuple[str, ...] = ()
    turn: int = 0


class Drafts:
    """One draft for each seat of each table, for the task that it was begun for."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[TableId, Seat], Draft] = {}

    def get(self, table: TableId, seat: Seat, task: int) -> Draft:
        """Return what is picked for this task."""
        kept = self._drafts.get((table, seat))
        return kept if kept is not None and kept.task == task else Draft(task)

    def put(self, table: TableId, seat: Seat, task: int, picked: tuple[str, ...]) -> None:
        """Replace what is picked."""
        kept = self.get(table, seat, task)
        self._drafts[table, seat] = replace(kept, picked=picked, turn=kept.turn + 1)

    def forget(self, table: TableId) -> None:
        """Forget all drafts of a table."""
        for key in [key for key in self._drafts if key[0] == table]:
            del self._drafts[key]
