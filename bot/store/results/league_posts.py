"""Stores what leagues post (public messages, ends of seasons, match results) and the champion roles they give."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import AnnouncementId, GuildId, LeagueId, ReportId, RoleId, SeasonId, TableId, UserId
from bot.league.audit_log import AuditRecord, AuditStamp
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.pending_posts import LeagueCard, MatchReport, SeasonAnnouncement, SeasonAward
from bot.league.results.read_models import LeagueResult
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import insert_missing, upsert
from bot.store.leagues.league_rows import LEAGUE_COLUMNS, SEASON_COLUMNS, add_audit_entries, to_league, to_season
from bot.store.results.booked_deals import load_deals
from bot.store.results.save_rulings import attach_rulings
from bot.store.schema.league_models import CountedDealRow, LeagueCardRow, LeagueRow, SeasonAnnouncementRow, SeasonRow
from bot.store.schema.result_models import DealResultRow
from bot.store.schema.team_models import ChampionRow, MatchReportRow, SeasonAwardRow


class SqlLeaguePosts(Repository):
    """Implements `bot.league.pending_posts.LeaguePostStore`. Every method is one transaction."""

    async def list_cards(self, guilds: Collection[GuildId] | None) -> Sequence[tuple[LeagueInfo, LeagueCard | None]]:
        card = LeagueCardRow
        query = (
            select(*LEAGUE_COLUMNS, card.channel_id, card.message_id, card.shown)
            .outerjoin(card, card.league_id == LeagueRow.id)
            .where(LeagueRow.archived_at.is_(None) | card.league_id.is_not(None))
        )
        guild = LeagueRow.guild_id
        wanted = self._connections.is_own(guild) if guilds is None else guild.in_(sorted(guilds))
        return [
            (to_league(row), None if row.message_id is None else LeagueCard(row.channel_id, row.message_id, row.shown))
            for row in await self._connections.fetch_all(query.where(wanted).order_by(LeagueRow.id))
        ]

    async def save_card(self, league: LeagueId, card: LeagueCard | None) -> None:
        if card is None:
            await self._connections.execute(delete(LeagueCardRow).where(LeagueCardRow.league_id == league))
            return
        values = {"league_id": league, "channel_id": card.channel, "message_id": card.message, "shown": card.shown}
        await self._connections.run_small_write(lambda connection: upsert(connection, LeagueCardRow, values))

    async def list_announcements(self, league: LeagueId | None) -> Sequence[SeasonAnnouncement]:
        waiting = SeasonAnnouncementRow
        query = select(waiting.id, waiting.season_id, waiting.at).order_by(waiting.id)
        if league is not None:
            query = query.where(waiting.season_id.in_(select(SeasonRow.id).where(SeasonRow.league_id == league)))
        async with self._connections.read() as connection:
            rows = (await connection.execute(query)).all()
            seasons = await _load_seasons_and_leagues(connection, {row.season_id for row in rows}) if rows else {}
        found = [SeasonAnnouncement(row.id, *seasons[row.season_id], row.at) for row in rows]
        return [one for one in found if self._connections.shards.has_guild(one.league.guild)]

    async def delete_announcement(self, announcement: AnnouncementId) -> None:
        await self._connections.execute(delete(SeasonAnnouncementRow).where(SeasonAnnouncementRow.id == announcement))

    async def list_match_reports(self) -> Sequence[MatchReport]:
        query = select(MatchReportRow.id, MatchReportRow.league_id, MatchReportRow.table_id, MatchReportRow.at)
        async with self._connections.read() as connection:
            unsent = query.where(MatchReportRow.sent_at.is_(None)).order_by(MatchReportRow.id)
            rows = (await connection.execute(unsent)).all()
            wanted = LeagueRow.id.in_(sorted({row.league_id for row in rows}))
            found = (await connection.execute(select(*LEAGUE_COLUMNS).where(wanted))).all() if rows else []
        leagues = {row.id: to_league(row) for row in found}
        reports = [MatchReport(row.id, leagues[row.league_id], row.table_id, row.at) for row in rows]
        return [one for one in reports if self._connections.shards.has_guild(one.league.guild)]

    async def mark_reported(self, report: ReportId, at: float) -> None:
        await self._connections.execute(update(MatchReportRow).where(MatchReportRow.id == report).values(sent_at=at))

    async def list_match_results(self, report: MatchReport) -> Sequence[LeagueResult]:
        query = _select_counted(report.table, CountedDealRow.result_id).where(SeasonRow.league_id == report.league.id)
        async with self._connections.read() as connection:
            ids = (await connection.execute(query.distinct().order_by(CountedDealRow.result_id))).scalars().all()
            deals = await load_deals(connection, ids)
            return await attach_rulings(connection, [deals[id_] for id_ in ids])

    async def list_awards(self) -> Sequence[SeasonAward]:
        query = select(SeasonAwardRow.season_id, SeasonAwardRow.role_id, SeasonAwardRow.at)
        async with self._connections.read() as connection:
            rows = (await connection.execute(query.order_by(SeasonAwardRow.season_id))).all()
            seasons = await _load_seasons_and_leagues(connection, {row.season_id for row in rows}) if rows else {}
        awards = [SeasonAward(*seasons[row.season_id], row.role_id, row.at) for row in rows]
        return [one for one in awards if self._connections.shards.has_guild(one.league.guild)]

    async def delete_award(self, season: SeasonId) -> None:
        await self._connections.execute(delete(SeasonAwardRow).where(SeasonAwardRow.season_id == season))

    async def list_crowned(self, league: LeagueId) -> Mapping[UserId, RoleId]:
        query = select(ChampionRow.user_id, ChampionRow.role_id).where(ChampionRow.league_id == league)
        rows = await self._connections.fetch_all(query.order_by(ChampionRow.user_id))
        return dict(rows)

    async def set_crowned(
        self, league: LeagueInfo, user: UserId, role: RoleId | None, stamp: AuditStamp, record: AuditRecord
    ) -> None:
        async with self._connections.transaction() as connection:
            if role is not None:
                await upsert(connection, ChampionRow, {"league_id": league.id, "user_id": user, "role_id": role})
            else:
                gone = ChampionRow.league_id == league.id, ChampionRow.user_id == user
                await connection.execute(delete(ChampionRow).where(*gone))
            await add_audit_entries(connection, league.guild, stamp, [record], league.id)


async def _load_seasons_and_leagues(connection: AsyncConnection, ids: set[int]) -> dict[int, tuple[LeagueInfo, Season]]:
    query = select(*SEASON_COLUMNS).where(SeasonRow.id.in_(sorted(ids)))
    found = [to_season(row) for row in await connection.execute(query)]
    wanted = LeagueRow.id.in_(sorted({season.league for season in found}))
    leagues = {row.id: to_league(row) for row in await connection.execute(select(*LEAGUE_COLUMNS).where(wanted))}
    return {season.id: (leagues[season.league], season) for season in found}


async def add_match_reports(connection: AsyncConnection, table: TableId) -> None:
    """Add one report of a table's match for each league that counts it and has a channel for results."""
    query = _select_counted(table, SeasonRow.league_id, func.max(DealResultRow.at).label("at"))
    counted = query.where(LeagueRow.results_channel_id.is_not(None)).group_by(SeasonRow.league_id)
    rows = [{"league_id": row.league_id, "table_id": table, "at": row.at} for row in await connection.execute(counted)]
    await insert_missing(connection, MatchReportRow, rows)


def _select_counted(table: TableId, *columns: Any) -> Select[*tuple[Any, ...]]:
    return (
        select(*columns)
        .select_from(DealResultRow)
        .join(CountedDealRow, CountedDealRow.result_id == DealResultRow.id)
        .join(SeasonRow, SeasonRow.id == CountedDealRow.season_id)
        .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
        .where(DealResultRow.table_id == table)
    )
