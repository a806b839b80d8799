"""A contest: who plays whom, by which rules, over how many deals."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.model.rules import Rules


class ArenaError(Exception):
    """A contest that cannot be played; the text says why."""


class Contestant(StrEnum):
    """The two players of a contest."""

    A = "a"
    B = "b"


@dataclass(frozen=True, slots=True)
class PlayerMix:
    """A player by name, with other players for some of its phases; see `player_names`."""

    base: str
    declare: str | None = None
    bury: str | None = None
    lead: str | None = None
    follow: str | None = None

    @property
    def phases(self) -> dict[str, str]:
        """The phases that others play, each with its player."""
        phases = {"declare": self.declare, "bury": self.bury, "lead": self.lead, "follow": self.follow}
        return {phase: name for phase, name in phases.items() if name is not None}

    @property
    def title(self) -> str:
        """The name with the phases that others play."""
        changed = ", ".join(map(" ".join, self.phases.items()))
        return f"{self.base} ({changed})" if changed else self.base


DEFAULT_TIMEOUT: Final = 10.0
"""Seconds that a program has for a decision."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players and the deals that they play; the same contest gives the same results."""

    a: PlayerMix
    b: PlayerMix
    rules: Rules
    pairs: int
    seed: int
    timeout: float = DEFAULT_TIMEOUT
    rules_title: str = "own rules"
    """What the report calls the rules."""

    def mix_of(self, entrant: Contestant) -> PlayerMix:
        """Return the player of an entrant."""
        return self.a if entrant is Contestant.A else self.b
