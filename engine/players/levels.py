"""The levels of computer players. All choose by a seat's view and random numbers, but the oracle sees all hands."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Protocol

from engine.model.actions import Action
from engine.model.view import View
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import CASUAL, EXPERT, MASTER, SKILLED
from engine.players.search.effort import MASTER_FOLLOWS, MASTER_LEADS
from engine.players.search.oracle import ORACLE
from engine.players.search.search_player import SearchPlayer

__all__ = ["ALL_LEVELS", "ORACLE", "PLAYERS", "RULES_LEVEL", "Player", "choose", "needs_search"]


class Player(Protocol):
    """Chooses the actions of a seat. Without a clock, the same view and state of `rng` give the same action."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the action, or None to wait while players may declare. Raises ValueError if the seat is not asked."""


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {
        "casual": RulePlayer(CASUAL),
        "skilled": RulePlayer(SKILLED),
        "expert": RulePlayer(EXPERT),
        "master": SearchPlayer(RulePlayer(MASTER), MASTER_LEADS, follow_effort=MASTER_FOLLOWS),
    }
)
"""The players by level, from weak to strong. Each player knows only what its seat may know."""
RULES_LEVEL: Final = "expert"
"""The strongest level that does not search and so answers at once. It also plays for people who are absent."""
ALL_LEVELS: Final = (*PLAYERS, ORACLE)


def needs_search(level: str, view: View) -> bool:
    """Whether a computer player of `level` would search before it answers. A search takes long."""
    player = PLAYERS[level]
    return isinstance(player, SearchPlayer) and player.would_search(view)


def choose(level: str, view: View, rng: random.Random, in_time: Callable[[], bool] | None = None) -> Action | None:
    """Return the action of a computer player of `level`. A search ends once `in_time` returns False.

    Raises KeyError if the level is not in `PLAYERS`, and ValueError if the seat is not asked anything.
    """
    player = PLAYERS[level]
    if isinstance(player, SearchPlayer) and in_time is not None:
        player = replace(player, in_time=in_time)
    return player.choose(view, rng)
