"""Counts what a player of a contest did: its decisions, searches and faults."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from engine.arena.console import tell
from engine.arena.contest import Contestant
from engine.model.view import Ask


class DecisionFault(StrEnum):
    """What went wrong with a decision, so that a legal action replaced it."""

    ILLEGAL = "illegal"  # the rules refuse the action
    ERROR = "error"  # a program answered something else, or ended
    TIMEOUT = "timeout"  # a program did not answer in time


class PlayerFaultError(Exception):
    """A player that could not answer."""

    def __init__(self, fault: DecisionFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


@dataclass(slots=True)
class DecisionTally:
    """The counts of one player; decisions with only one legal play are left out."""

    milliseconds: list[float] = field(default_factory=list)
    """Time of each decision."""
    plays: int = 0
    searches: Counter[Ask] = field(default_factory=Counter)
    faults: Counter[DecisionFault] = field(default_factory=Counter)
    first_faults: dict[DecisionFault, str] = field(default_factory=dict)
    """What was wrong the first time, for those who write the program."""

    def count_fault(self, error: PlayerFaultError) -> None:
        """Count a decision that a legal action replaced."""
        self.faults[error.fault] += 1
        self.first_faults.setdefault(error.fault, str(error))

    def add(self, other: "DecisionTally") -> None:
        """Add the counts of another tally."""
        self.milliseconds += other.milliseconds
        self.plays += other.plays
        self.searches += other.searches
        self.faults += other.faults
        self.first_faults = other.first_faults | self.first_faults

    @property
    def share_searched(self) -> float:
        """Share of the plays that were searched."""
        return self.searches.total() / self.plays if self.plays else 0.0


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
