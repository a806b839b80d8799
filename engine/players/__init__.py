"""Computer players: they get a seat's view, never the game, and a random generator."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.model.actions import Action
from engine.model.view import View
from engine.players.player import Memory, Player, Style
from engine.players.rule_player import RulePlayer

__all__ = ["PLAYERS", "Player", "choose"]

PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {
        "novice": RulePlayer(Style(Memory.RECENT, noise=3.0, reach=8.0, throws=False)),
        "casual": RulePlayer(Style(Memory.HONOURS, noise=1.5, reach=4.0)),
        "club": RulePlayer(Style()),
    }
)
"""The levels by name, the weakest first."""


def choose(level: str, view: View, rng: random.Random) -> Action | None:
    """Return the action of a computer player of `level`, or None while it waits in a declaring window.

    The same view and state of `rng` give the same answer.

    Raises:
        KeyError: there is no such level.
        ValueError: the seat is not asked anything.
    """
    return PLAYERS[level].choose(view, rng)
