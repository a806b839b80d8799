"""What every table of a program shares."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.play.chance import Chance
from bot.play.occupants import TableId
from bot.play.ports import Clock, Store
from bot.play.timing import Timing


@dataclass(frozen=True, slots=True)
class Desk:
    """What every table of a program shares."""

    store: Store
    clock: Clock
    timing: Timing
    chance: Chance
    drop: Callable[[TableId], None]
    """Forget a table whose state in memory may differ from its record."""
