"""What export and import need from the store. Each method is one transaction."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.files.import_csv import Fingerprint
from bot.league.files.import_deals import ImportReport
from bot.league.leagues.leagues import League
from bot.league.results.read_models import LeagueResult

ImportChange = Callable[[League, AbstractSet[Fingerprint]], ImportReport]
"""Decides what is imported into a league, given the fingerprints of deals that have been booked."""


class LeagueFileStore(Protocol):
    """Results that are exported and imported."""

    async def list_counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[LeagueResult]:
        """Return the next deals that a season counted after a result, in the order of booking."""

    async def find_fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[Fingerprint]:
        """Return the fingerprints of a server's deals at these moments."""

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return the names of those of these users who are known."""

    async def import_deals(
        self, league: LeagueId, moments: Sequence[float], stamp: AuditStamp, change: ImportChange
    ) -> ImportReport | None:
        """Book deals that were played elsewhere at these moments, all or none, for this league alone.

        A user id below zero, forgotten where the deals come from, becomes a new nameless user. None: no such league.
        """
