"""Leagues, their entrants and seasons as the league keeps them. Each method is one transaction.

A write that its service refuses raises `LeagueRefused`, for the reasons that the service's method names.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ids import GuildId, LeagueId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditRecord, AuditStamp
from bot.league.leagues.leagues import Entrant, League, LeagueInfo, Season


@dataclass(frozen=True, slots=True)
class LeagueChanged:
    """A league after a change, and what the audit log records of it."""

    league: League
    records: tuple[AuditRecord, ...] = ()
    """Empty: there was nothing to change."""


LeagueChange = Callable[[League, Collection[str]], LeagueChanged]
"""A pure change of a league, given the names of its server's other open leagues."""


@dataclass(frozen=True, slots=True)
class EntrantChanged:
    """An entrant after a change, and what the audit log records of it."""

    entrant: Entrant
    record: AuditRecord


EntrantChange = Callable[[League, Entrant | None], EntrantChanged]
"""A pure change of an entrant, given the league and the entrant as it is; None: it never joined."""


class LeagueReader(Protocol):
    """Leagues, their entrants and seasons, read only."""

    async def find_league(self, league: LeagueId) -> League | None:
        """Return a league, archived or not."""

    async def find_league_by_name(self, guild: GuildId, name: str) -> LeagueInfo | None:
        """Return the league of a server with this name: the open one, else the one archived last."""

    async def list_leagues(self, guild: GuildId, *, archived: bool = False) -> Sequence[LeagueInfo]:
        """Return a server's open leagues, or its archived ones, oldest first."""

    async def list_entrants(self, league: LeagueId) -> Sequence[Entrant]:
        """Return the present entrants of a league, in the order of their joining."""

    async def list_seasons(self, league: LeagueId) -> Sequence[Season]:
        """Return a league's seasons, newest first."""

    async def find_season(self, season: SeasonId) -> Season | None:
        """Return a season."""

    async def list_due_seasons(self, at: float) -> Sequence[Season]:
        """Return the open seasons whose time is up, oldest first."""


class LeagueStore(LeagueReader, Protocol):
    """Leagues with their managers and seasons, and their entrants.

    A change is applied in one transaction, which what it raises undoes. It may run in another thread, so it only
    computes.
    """

    async def add_league(
        self, guild: GuildId, stamp: AuditStamp, create: Callable[[Collection[str]], LeagueChanged]
    ) -> League:
        """Save the league that `create` makes, given the names of the server's open leagues."""

    async def update_league(self, league: LeagueId, stamp: AuditStamp, change: LeagueChange) -> LeagueChanged | None:
        """Apply a change and save the difference; None: there is no such league."""

    async def update_entrants(
        self,
        steps: Sequence[tuple[LeagueId, EntrantChange]],
        user: UserId | None,
        team: TeamId | None,
        stamp: AuditStamp,
    ) -> Entrant | None:
        """Apply changes to a user or a team in each of these leagues; return the last entrant.

        None, and nothing is changed: one of the leagues does not exist.
        """
