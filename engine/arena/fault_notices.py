"""Tells the first fault of each kind when it happens: a contest with a stuck program would be silent for long."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.arena.contest import Contestant
from engine.arena.notices import tell
from engine.arena.tally import DecisionFault, PlayerFaultError

KINDS: Final = len(Contestant) * len(DecisionFault)
"""Kinds of faults, by player."""
_FAULT_NAMES: Final = {
    DecisionFault.ILLEGAL: "illegal play",
    DecisionFault.ERROR: "error",
    DecisionFault.TIMEOUT: "time-out",
}


class Flags(Protocol):
    """Bytes that several processes may share."""

    def __getitem__(self, place: int, /) -> int:
        """Return whether one is set."""

    def __setitem__(self, place: int, value: int, /) -> None:
        """Set one."""


@dataclass(frozen=True, slots=True)
class FaultNotices:
    """What has been told so far."""

    told: Flags = field(default_factory=lambda: bytearray(KINDS))

    def add(self, entrant: Contestant, error: PlayerFaultError) -> None:
        """Tell a fault, unless its kind has been told for this player."""
        place = list(Contestant).index(entrant) * len(DecisionFault) + list(DecisionFault).index(error.fault)
        if not self.told[place]:
            self.told[place] = 1
            tell(format_first_fault(entrant, error.fault, str(error)))


def format_first_fault(entrant: Contestant, fault: DecisionFault, words: str) -> str:
    """Return what the report and the notice say."""
    return f"{entrant}: the first {_FAULT_NAMES[fault]}: {words}"
