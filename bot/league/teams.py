"""Teams: members, sizes and names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.ids import GuildId, TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.names import compose_name, is_plain, is_readable

MIN_NAME_LENGTH: Final = 1
MAX_NAME_LENGTH: Final = 32
MIN_TEAM_SIZE: Final = 2
"""Seats of a side at a table of four."""
MAX_TEAM_SIZE: Final = 6
"""Seats of a side at a table of twelve."""
MAX_TEAMS_PER_USER: Final = 20
"""Teams of one server that a user may be in."""
MAX_SUBSTITUTES: Final = 6


@dataclass(frozen=True, slots=True)
class Team:
    """A named team of one server. Computer players fill the seats of a side that `members` leave free."""

    id: TeamId
    guild: GuildId
    name: str
    members: tuple[UserId, ...]
    """Ids ascending."""
    size: int
    """Seats of its side: 2 at a table of four, 3 at a table of six."""
    captain: UserId | None = None
    """None: each member may do what a captain may."""

    def is_led_by(self, user: UserId) -> bool:
        """Return whether a user may do what a captain may."""
        return user in self.members and self.captain in {user, None}


def normalize_name(text: str) -> str:
    """Return a name as it is kept: composed characters, single blanks.

    Raises:
        LeagueRefused: NAME_LENGTH, NAME_CHARACTERS, NAME_MARKUP.
    """
    name = compose_name(text)
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        raise LeagueRefused(
            LeagueRefusal.NAME_LENGTH, shortest=MIN_NAME_LENGTH, longest=MAX_NAME_LENGTH, given=len(name)
        )
    if not is_readable(name):
        raise LeagueRefused(LeagueRefusal.NAME_CHARACTERS)
    if not is_plain(name):
        raise LeagueRefused(LeagueRefusal.NAME_MARKUP)
    return name


def validate_members(members: Iterable[UserId], size: int) -> tuple[UserId, ...]:
    """Return a team's members, each once, ids ascending.

    Raises:
        LeagueRefused: NO_MEMBERS, TOO_MANY_MEMBERS, BAD_SIZE.
    """
    people = tuple(sorted(set(members)))
    if not MIN_TEAM_SIZE <= size <= MAX_TEAM_SIZE:
        raise LeagueRefused(LeagueRefusal.BAD_SIZE, smallest=MIN_TEAM_SIZE, largest=MAX_TEAM_SIZE, given=size)
    if not people:
        raise LeagueRefused(LeagueRefusal.NO_MEMBERS)
    if len(people) > size:
        raise LeagueRefused(LeagueRefusal.TOO_MANY_MEMBERS, size=size, given=len(people))
    return people
