"""What the league needs from the store about leagues, entrants and seasons. Each method is one transaction."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ids import GuildId, LeagueId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditRecord, AuditStamp
from bot.league.leagues.leagues import Entrant, League, LeagueInfo, Season


@dataclass(frozen=True, slots=True)
class LeagueChanged:
    """A league after a change, and the new entries of the audit log."""

    league: League
    records: tuple[AuditRecord, ...] = ()
    """Empty if there was nothing to change."""


LeagueChange = Callable[[League, Collection[str]], LeagueChanged]
"""A pure change of a league, given the names of its server's other open leagues."""


@dataclass(frozen=True, slots=True)
class EntrantChanged:
    """An entrant after a change, and what the audit log records of it."""

    entrant: Entrant
    record: AuditRecord


EntrantChange = Callable[[League, Entrant | None], EntrantChanged]
"""A pure change of an entrant. It gets the league, and the entrant or None if they never joined."""


class LeagueReader(Protocol):
    """Leagues, their entrants and seasons, read only."""

    async def find_league(self, league: LeagueId) -> League | None:
        """Return a league, archived or not."""

    async def list_leagues(
        self,
        guild: GuildId | None = None,
        *,
        team: TeamId | None = None,
        name: str | None = None,
        archived: bool | None = False,
    ) -> Sequence[LeagueInfo]:
        """Return leagues, oldest first. `archived` selects open ones (False), archived ones (True) or all (None).

        `guild` selects leagues of one server, `name` selects by name (`name_key`), and `team` by a team that has
        joined.
        """

    async def list_entrants(self, league: LeagueId) -> Sequence[Entrant]:
        """Return the entrants who have joined a league and not left, in the order in which they joined."""

    async def list_seasons(
        self, league: LeagueId | None = None, *, season: SeasonId | None = None, due_at: float | None = None
    ) -> Sequence[Season]:
        """Return the seasons that match all arguments, newest first. With `due_at`, they are open and end by then."""


class LeagueStore(LeagueReader, Protocol):
    """Leagues with their managers and seasons, and their entrants.

    A change may run in another thread, so it must only compute. If it raises, its transaction is rolled back.
    """

    async def add_league(
        self, guild: GuildId, stamp: AuditStamp, create: Callable[[Collection[str]], LeagueChanged]
    ) -> League:
        """Save the league that `create` makes, given the names of the server's open leagues."""

    async def update_league(self, league: LeagueId, stamp: AuditStamp, change: LeagueChange) -> LeagueChanged | None:
        """Apply a change and save the difference; return None if there is no such league."""

    async def update_entrants(
        self,
        steps: Sequence[tuple[LeagueId, EntrantChange]],
        user: UserId | None,
        team: TeamId | None,
        stamp: AuditStamp,
    ) -> Entrant | None:
        """Change one entrant, a user or a team, in each of these leagues. Return the entrant of the last league.

        If one of the leagues does not exist, change nothing and return None.
        """
