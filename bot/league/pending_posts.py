"""Keeps what the bot must still post for leagues, such as results, and the champion roles that it must still give."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.ids import AnnouncementId, ChannelId, GuildId, LeagueId, MessageId, ReportId, RoleId, SeasonId, TableId, UserId
from bot.league.audit_log import AuditAction, AuditRecord, AuditStamp, record
from bot.league.leagues.access import LeagueAccess
from bot.league.leagues.leagues import DAY_SECONDS, LeagueInfo, Season
from bot.league.management.team_ports import TeamStore
from bot.league.queries.season_queries import LeagueQueries
from bot.league.results.read_models import LeagueResult
from bot.league.teams.teams import list_members_at

MAX_POST_AGE: Final = DAY_SECONDS
"""Announcements and results older than this many seconds are not posted."""
MAX_AWARD_AGE: Final = 7 * DAY_SECONDS
"""The bot tries for this many seconds to give champions their role."""


@dataclass(frozen=True, slots=True)
class SeasonAnnouncement:
    """The end of a season, to be announced in the league's channel."""

    id: AnnouncementId
    league: LeagueInfo
    season: Season
    at: float


@dataclass(frozen=True, slots=True)
class LeagueCard:
    """The public message that shows the state of a league, and is kept up to date."""

    channel: ChannelId
    message: MessageId
    shown: str
    """A digest of what the message shows."""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match that has ended and counted in a league with a channel for results."""

    id: ReportId
    league: LeagueInfo
    table: TableId
    at: float


@dataclass(frozen=True, slots=True)
class SeasonAward:
    """The role that the bot has yet to give to the champions of a closed season."""

    league: LeagueInfo
    season: Season
    role: RoleId
    at: float


class LeaguePostStore(Protocol):
    """Stores what leagues have yet to post or give. The transaction that closes a season adds its announcement."""

    async def list_cards(self, guilds: Collection[GuildId] | None) -> Sequence[tuple[LeagueInfo, LeagueCard | None]]:
        """Return the leagues of these servers, or of all, with their cards. Omit archived leagues without a card."""

    async def save_card(self, league: LeagueId, card: LeagueCard | None) -> None:
        """Save a league's card (its public message), or that it has none."""

    async def list_announcements(self, league: LeagueId | None) -> Sequence[SeasonAnnouncement]:
        """Return the announcements of a league, oldest first. If `league` is None, return those of all leagues."""

    async def delete_announcement(self, announcement: AnnouncementId) -> None:
        """Delete an announcement."""

    async def list_match_reports(self) -> Sequence[MatchReport]:
        """Return the matches whose results are still to be posted, oldest first."""

    async def mark_reported(self, report: ReportId, at: float) -> None:
        """Save that a match's result was posted, or never will be."""

    async def list_match_results(self, report: MatchReport) -> Sequence[LeagueResult]:
        """Return the deals of a match that its league counted, in the order of booking."""

    async def list_awards(self) -> Sequence[SeasonAward]:
        """Return the closed seasons whose champions are still to be given a role, oldest first."""

    async def delete_award(self, season: SeasonId) -> None:
        """Save that a season's champions have got their role, or will never get it."""

    async def list_crowned(self, league: LeagueId) -> Mapping[UserId, RoleId]:
        """Return the users to whom the bot has given a champion role of a league, each with this role."""

    async def set_crowned(
        self, league: LeagueInfo, user: UserId, role: RoleId | None, stamp: AuditStamp, record: AuditRecord
    ) -> None:
        """Save that the bot gave or, if `role` is None, took a champion role, and add `record` to the audit log."""


class LeaguePosts:
    """The part of the league service for posts and roles. For simple queries and changes, callers use its `store`.

    So that nothing is sent twice, a sender holds the lock `announcing` for announcements. For everything else, a sender
    holds the lock `sending`.
    """

    def __init__(self, store: LeaguePostStore, teams: TeamStore, queries: LeagueQueries, access: LeagueAccess) -> None:
        self.store = store
        self._teams = teams
        self._queries = queries
        self._access = access
        self.announcing = asyncio.Lock()
        self.sending = asyncio.Lock()
        self.unconfirmed: dict[tuple[TableId, ChannelId], str] = {}
        """The nonces of posts that look for players and may have reached Discord, although sending them failed."""
        self.stale_cards: set[GuildId] = set()
        """Servers in which the public messages of leagues may be out of date."""
        self.card_wakeup = asyncio.Event()

    def note_change(self, guild: GuildId) -> None:
        """Request that the public messages of a server's leagues are updated soon."""
        self.stale_cards.add(guild)
        self.card_wakeup.set()

    async def list_announcements(self, league: LeagueId | None = None) -> Sequence[SeasonAnnouncement]:
        """Return the announcements of a league, or of all, that are still to be sent, oldest first."""
        return [one for one in await self.store.list_announcements(league) if not self._is_obsolete(one)]

    async def list_match_reports(self) -> Sequence[MatchReport]:
        """Return the matches whose results are still to be posted, oldest first."""
        return [one for one in await self.store.list_match_reports() if not self._is_obsolete(one)]

    async def mark_reported(self, report: MatchReport) -> None:
        """Save that a match's result was posted, or never will be."""
        await self.store.mark_reported(report.id, self._access.now())

    async def list_match_results(self, report: MatchReport) -> Sequence[LeagueResult]:
        """Return the deals of a match as they count now, in the order of booking, without void ones."""
        return [one for one in await self.store.list_match_results(report) if not one.deal.void]

    async def list_awards(self) -> Sequence[SeasonAward]:
        """Return the seasons whose champions wait for their role, oldest first."""
        return [one for one in await self.store.list_awards() if not self._is_obsolete(one)]

    async def drop_obsolete(self) -> None:
        """Drop posts that have no channel or are too old, and roles that should have been given long ago."""
        for announcement in await self.store.list_announcements(None):
            if self._is_obsolete(announcement):
                await self.store.delete_announcement(announcement.id)
        for report in await self.store.list_match_reports():
            if self._is_obsolete(report):
                await self.mark_reported(report)
        for award in await self.store.list_awards():
            if self._is_obsolete(award):
                await self.store.delete_award(award.season.id)

    async def list_winners(self, award: SeasonAward) -> set[UserId]:
        """Return the users who are a season's champions. For a team, these are its members when the season closed."""
        champions = [line.entrant for line in await self._queries.list_champions(award.season.id)]
        teams = [one.team for one in champions if one.team is not None]
        at = award.season.closed_at or award.at
        squads = [list_members_at(history, at) for history in (await self._teams.list_memberships(teams)).values()]
        people = {one.user for one in champions if one.user is not None}
        return {user for user in people.union(*squads) if user > 0}

    async def set_crowned(self, league: LeagueInfo, user: UserId, role: RoleId, *, crowned: bool) -> None:
        """Save that the bot gave a user a champion role or took it away."""
        stamp = AuditStamp(None, self._access.now())
        done = record(AuditAction.CROWNED if crowned else AuditAction.UNCROWNED, user=user, role=role)
        await self.store.set_crowned(league, user, role if crowned else None, stamp, done)

    def _is_obsolete(self, one: SeasonAnnouncement | MatchReport | SeasonAward) -> bool:
        age = self._access.now() - one.at
        if isinstance(one, SeasonAward):
            return age > MAX_AWARD_AGE
        settings = one.league.settings
        channel = settings.results_channel if isinstance(one, MatchReport) else settings.news_channel
        return channel is None or age > MAX_POST_AGE
