"""Computer players. They are given a seat's view, never the game, and some chance; they answer what is asked."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.actions import Action
from engine.players.base import Player, Recall, Style
from engine.players.rule_player import RulePlayer
from engine.view import View

__all__ = ["PLAYERS", "Player", "choose"]

PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {
        "novice": RulePlayer(Style(Recall.RECENT, noise=3.0, reach=8.0, throws=False)),
        "casual": RulePlayer(Style(Recall.HONOURS, noise=1.5, reach=4.0)),
        "club": RulePlayer(Style()),
    }
)
"""The levels by name, the weakest first."""


def choose(level: str, view: View, rng: random.Random) -> Action | None:
    """Return what a computer player of `level` does; None: nothing yet, it waits (only in a declaring window).

    The same view and the same state of `rng` give the same answer.

    Raises:
        KeyError: there is no such level.
        ValueError: nothing is asked of the seat.
    """
    return PLAYERS[level].choose(view, rng)
