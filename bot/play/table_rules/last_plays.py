"""The rest of a deal that is as good as decided when its table ends: computer players play it, and it counts."""

import random
from typing import Final

from bot.play.table_rules.game_state import GameState
from engine.deal.game import apply, is_as_good_as_decided, to_act, view_for
from engine.deal.phases.states import Finished
from engine.model.actions import Action
from engine.model.seats import Seat
from engine.players import choose

LEVEL: Final = "expert"
"""The level of computer players that play the rest: the best that answers at once."""


def is_decided(game: GameState | None) -> bool:
    """Return whether a deal is being played that counts even if its table ends now."""
    return game is not None and is_as_good_as_decided(game.phase)


def list_last_plays(game: GameState | None, seed: str) -> tuple[tuple[Seat, Action], ...]:
    """Return the actions that end a deal that is as good as decided, each chosen from its seat's view; else none.

    They take about a millisecond each.
    """
    if game is None or not is_decided(game):
        return ()
    phase, rng, plays = game.phase, random.Random(seed), list[tuple[Seat, Action]]()  # noqa: S311 - a game's choices
    while not isinstance(phase, Finished):
        seat = to_act(phase)[0]
        action = choose(LEVEL, view_for(phase, seat), rng)
        assert action is not None  # only who may still declare waits
        phase = apply(phase, seat, action).phase
        plays.append((seat, action))
    return tuple(plays)
