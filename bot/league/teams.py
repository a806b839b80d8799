"""Teams: who they are and what they may be called."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.league.ids import GuildId, TeamId, UserId
from bot.league.refusals import LeagueRefused, LeagueWhy

SHORTEST_NAME: Final = 1
LONGEST_NAME: Final = 32
SMALLEST_TEAM: Final = 2
"""Seats of a side at a table of four."""
LARGEST_TEAM: Final = 6
"""Seats of a side at a table of twelve."""
TEAMS_EACH: Final = 20
"""In how many teams of one server a person may be."""
SUBSTITUTES_EACH: Final = 6
"""How many may sit in for members of one team."""

_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINERS: Final = {"\u200d", "\u200c"}  # emoji and several scripts are written with them
_SHOWING: Final = ("L", "N", "S", "P")
MENTION: Final = re.compile(r"<@[!&]?\d+>")
"""How Discord writes a person's id into what was typed: ids are kept in their own columns only."""


@dataclass(frozen=True, slots=True)
class Team:
    """A named team of one server. Computer players fill the seats of a side that `members` leave free."""

    id: TeamId
    guild: GuildId
    name: str
    members: tuple[UserId, ...]
    """Its people, each once, ids ascending."""
    size: int
    """Seats of a side it plays on: 2 at a table of four, 3 at a table of six."""


def clean_name(text: str) -> str:
    """Return a team's name as it is kept: composed characters, single blanks.

    Raises:
        LeagueRefused: too short, too long, or not to be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise LeagueRefused(LeagueWhy.NAME_LENGTH, shortest=SHORTEST_NAME, longest=LONGEST_NAME, given=len(name))
    if MENTION.search(name):
        raise LeagueRefused(LeagueWhy.NAME_CHARACTERS)
    kinds = {c: unicodedata.category(c) for c in name}
    if any(kind in _UNSEEN and c not in _JOINERS for c, kind in kinds.items()):
        raise LeagueRefused(LeagueWhy.NAME_CHARACTERS)
    if not any(kind.startswith(_SHOWING) for kind in kinds.values()):
        raise LeagueRefused(LeagueWhy.NAME_CHARACTERS)
    return name


def name_key(name: str) -> str:
    """Return what two names of one server may not share: letter case and width do not tell teams apart."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def line_up(members: Iterable[UserId], size: int) -> tuple[UserId, ...]:
    """Return a team's people in order, each once.

    Raises:
        LeagueRefused: nobody, more than `size`, or no table has sides of that size.
    """
    people = tuple(sorted(set(members)))
    if not SMALLEST_TEAM <= size <= LARGEST_TEAM:
        raise LeagueRefused(LeagueWhy.BAD_SIZE, smallest=SMALLEST_TEAM, largest=LARGEST_TEAM, given=size)
    if not people:
        raise LeagueRefused(LeagueWhy.NO_MEMBERS)
    if len(people) > size:
        raise LeagueRefused(LeagueWhy.TOO_MANY_MEMBERS, size=size, given=len(people))
    return people
