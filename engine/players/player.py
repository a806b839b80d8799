"""The computer player interface: it gets a seat's view and a random generator, and answers what is asked."""

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.model.actions import Action
from engine.model.view import View
from engine.players.weights import WEIGHTS, Weights


class Player(Protocol):
    """Answers for a seat; the same view and state of `rng` give the same answer."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action, or None while it waits for more cards to be drawn.

        Raises:
            ValueError: the seat is not asked anything.
        """


class Memory(StrEnum):
    """Which played cards a player remembers."""

    ALL = "all"
    HONOURS = "honours"  # voids, and kings, aces and trumps; of the rest the last tricks
    RECENT = "recent"  # the last tricks only


@dataclass(frozen=True, slots=True)
class Style:
    """A player's style: what it remembers, how accurate it is, what it values."""

    memory: Memory = Memory.ALL
    noise: float = 0.0
    """Scale of the error in scoring a play, in card points."""
    reach: float = 0.0
    """Card points by which a chosen play may fall short of the best one."""
    throws: bool = True
    weights: Weights = WEIGHTS
