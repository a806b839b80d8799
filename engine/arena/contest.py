"""Describes a contest of two players, the faults in their decisions, and what is counted for each player."""

from collections import Counter
from collections.abc import Mapping
from ctypes import Array
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from engine.arena.console import tell
from engine.model.rules import Rules
from engine.model.view import Ask

DEFAULT_TIMEOUT: Final = 10.0
"""Seconds that a program has for a decision."""


class ArenaError(Exception):
    """A contest that cannot be played; the text says why."""


class Contestant(StrEnum):
    """The two players of a contest."""

    A = "a"
    B = "b"


PHASES: Final[Mapping[str, frozenset[Ask]]] = {
    "declare": frozenset({Ask.DECLARE, Ask.STEAL, Ask.CLAIM}),
    "bury": frozenset({Ask.BURY, Ask.CALL}),
    "lead": frozenset({Ask.LEAD}),
    "follow": frozenset({Ask.FOLLOW}),
}
"""The phases of a deal in which another player may take over, each with the questions of the phase."""


@dataclass(frozen=True, slots=True)
class PlayerMix:
    """The name of a player, and the names of those that replace it in some `PHASES`. See `player_names`."""

    base: str
    phases: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name of the player `base`. In brackets follow the phases in which others replace it, with their names."""
        changed = ", ".join(map(" ".join, self.phases.items()))
        return f"{self.base} ({changed})" if changed else self.base


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest of two players. It has `pairs` deals, which follow from `seed`. Each deal is played twice."""

    a: PlayerMix
    b: PlayerMix
    rules: Rules
    pairs: int
    seed: int
    timeout: float = DEFAULT_TIMEOUT
    rules_title: str = "own rules"


class DecisionFault(StrEnum):
    """The reason why a legal action replaced a player's decision."""

    ILLEGAL = "illegal"  # the rules refuse the action
    ERROR = "error"  # a program did not start, ended, or sent an answer that is no action
    TIMEOUT = "timeout"  # a program did not answer in time


class PlayerFaultError(Exception):
    """A player's answer that is missing or cannot be used; the text says what is wrong."""

    def __init__(self, fault: DecisionFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


@dataclass(slots=True)
class DecisionTally:
    """What is counted for one player. A play without a choice is not counted as a decision, but it can be a fault."""

    milliseconds: list[float] = field(default_factory=list)
    """The time of each decision, in milliseconds."""
    plays: int = 0
    searches: Counter[Ask] = field(default_factory=Counter)
    faults: Counter[DecisionFault] = field(default_factory=Counter)
    first_faults: dict[DecisionFault, str] = field(default_factory=dict)
    """The text of the first fault of each kind, for the program's developer."""

    def count_fault(self, error: PlayerFaultError) -> None:
        """Count a decision that was replaced by a legal action."""
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
"""The number of flags. Each says whether one kind of fault has been printed for one player."""
Flags = bytearray | Array[Any]
"""One byte for each flag. Processes can share an `Array`, but not a `bytearray`."""
FAULT_NAMES: Final = {
    DecisionFault.ILLEGAL: "illegal play",
    DecisionFault.ERROR: "error",
    DecisionFault.TIMEOUT: "time-out",
}


@dataclass(frozen=True, slots=True)
class FaultNotices:
    """Prints the first fault of each kind for each player."""

    told: Flags = field(default_factory=lambda: bytearray(KINDS))  # 1 for each fault that was printed

    def add(self, entrant: Contestant, error: PlayerFaultError) -> None:
        """Print a fault, unless one of its kind was printed for this player."""
        place = list(Contestant).index(entrant) * len(DecisionFault) + list(DecisionFault).index(error.fault)
        if not self.told[place]:
            self.told[place] = 1
            tell(format_first_fault(entrant, error.fault, str(error)))


def format_first_fault(entrant: Contestant, fault: DecisionFault, words: str) -> str:
    """Return the line about a player's first fault of a kind, for the report and for standard error."""
    return f"{entrant}: the first {FAULT_NAMES[fault]}: {words}"
