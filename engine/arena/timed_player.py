"""A search that ends every decision in time; the same deals may then be played differently again."""

import random
import time
from dataclasses import dataclass, replace

from engine.model.actions import Action
from engine.model.view import View
from engine.players.search.playout_clock import PlayoutClock
from engine.players.search.search_player import SearchPlayer


@dataclass(frozen=True, slots=True)
class TimedPlayer:
    """Searches as another player does, and takes what it has found when the time is over."""

    player: SearchPlayer
    seconds: float
    """For a decision."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        return replace(self.player, in_time=PlayoutClock.of(time.monotonic, self.seconds)).choose(view, rng)
