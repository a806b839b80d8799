"""What a computer player is: it is given what its seat may see and some chance, and answers what is asked of it."""

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.actions import Action
from engine.players.weights import WEIGHTS, Weights
from engine.view import View


class Player(Protocol):
    """Answers for a seat. The same view and the same state of `rng` give the same answer."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return what the seat does; None: nothing yet, it waits for more cards (only while some are to be drawn).

        Raises:
            ValueError: nothing is asked of the seat.
        """


class Recall(StrEnum):
    """Which of the cards played before a player still has in mind."""

    ALL = "all"
    HONOURS = "honours"  # who is void, and kings, aces and trumps; of the rest the last tricks
    RECENT = "recent"  # the last tricks only


@dataclass(frozen=True, slots=True)
class Style:
    """How a player plays: what it remembers, how sure its hand is, what it values."""

    recall: Recall = Recall.ALL
    noise: float = 0.0
    """In card points: the scale of the error made in weighing a play."""
    reach: float = 0.0
    """In card points: by how much a play may fall short of the best one, in its own eyes, and still be chosen."""
    throws: bool = True
    weights: Weights = WEIGHTS
