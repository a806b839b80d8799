"""Loads and saves leagues with their managers, entrants and seasons. `bot.league` decides how they change."""

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.league_ports import EntrantChange, LeagueChange, LeagueChanged
from bot.league.leagues.leagues import Entrant, League, LeagueInfo, Season
from bot.names import name_key
from bot.store.connection.connections import Connections, Repository
from bot.store.leagues import league_rows
from bot.store.leagues.save_league import (
    IS_OPEN,
    IS_RUNNING,
    insert_league,
    load_league,
    load_open_names,
    lock_guild_names,
    save_entrant_change,
    save_league,
)
from bot.store.people.person_store import ensure_guild
from bot.store.schema.league_models import EntrantRow, LeagueRow, SeasonRow
from engine.model.notation import format_rules, parse_rules


class SqlLeagueStore(Repository):
    """Implements `bot.league.leagues.league_ports.LeagueStore`. Every method is one transaction."""

    async def add_league(
        self, guild: GuildId, stamp: AuditStamp, create: Callable[[Collection[str]], LeagueChanged]
    ) -> League:
        async def write(connection: AsyncConnection) -> League:
            await ensure_guild(connection, guild)
            await lock_guild_names(connection, guild)
            return await insert_league(connection, create(await load_open_names(connection, guild)), stamp)

        return await self._connections.run_writing(write)

    async def update_league(self, league: LeagueId, stamp: AuditStamp, change: LeagueChange) -> LeagueChanged | None:
        async def write(connection: AsyncConnection) -> LeagueChanged | None:
            found = await load_league(connection, league)
            if found is None:
                return None
            await lock_guild_names(connection, found.guild)
            known = await load_league(connection, league, lock=True)
            assert known is not None
            changed = change(known, await load_open_names(connection, known.guild, known.id))
            return await save_league(connection, known, changed, stamp)

        return await self._connections.run_writing(write)

    async def update_entrants(
        self,
        steps: Sequence[tuple[LeagueId, EntrantChange]],
        user: UserId | None,
        team: TeamId | None,
        stamp: AuditStamp,
    ) -> Entrant | None:
        async def write(connection: AsyncConnection) -> Entrant | None:
            leagues = {id_: await load_league(connection, id_, lock=True) for id_ in sorted({one for one, _ in steps})}
            entrant: Entrant | None = None
            for id_, change in steps if all(leagues.values()) else ():
                league = leagues[id_]
                assert league is not None
                entrant = await save_entrant_change(connection, league, user, team, change, stamp)
            return entrant

        return await self._connections.run_writing(write)

    async def find_league(self, league: LeagueId) -> League | None:
        return await self._connections.run_reading(lambda connection: load_league(connection, league))

    async def list_leagues(
        self,
        guild: GuildId | None = None,
        *,
        team: TeamId | None = None,
        name: str | None = None,
        archived: bool | None = False,
    ) -> Sequence[LeagueInfo]:
        query = select(*league_rows.LEAGUE_COLUMNS).order_by(LeagueRow.id)
        if guild is not None:
            query = query.where(LeagueRow.guild_id == guild)
        if team is not None:
            query = query.join(EntrantRow, EntrantRow.league_id == LeagueRow.id)
            query = query.where(EntrantRow.team_id == team, EntrantRow.left_at.is_(None))
        if name is not None:
            query = query.where(LeagueRow.name_key == name_key(" ".join(name.split())))
        if archived is not None:
            query = query.where(LeagueRow.archived_at.is_not(None) if archived else IS_OPEN)
        return [league_rows.to_league(row) for row in await self._connections.fetch_all(query)]

    async def list_entrants(self, league: LeagueId) -> Sequence[Entrant]:
        query = select(*league_rows.ENTRANT_COLUMNS).where(EntrantRow.league_id == league, EntrantRow.left_at.is_(None))
        rows = await self._connections.fetch_all(query.order_by(EntrantRow.id))
        return [league_rows.to_entrant(row) for row in rows]

    async def list_seasons(
        self, league: LeagueId | None = None, *, season: SeasonId | None = None, due_at: float | None = None
    ) -> Sequence[Season]:
        query = select(*league_rows.SEASON_COLUMNS).order_by(SeasonRow.league_id, SeasonRow.number.desc())
        if league is not None:
            query = query.where(SeasonRow.league_id == league)
        if season is not None:
            query = query.where(SeasonRow.id == season)
        if due_at is not None:
            due = IS_RUNNING, SeasonRow.closes_at <= due_at, self._connections.is_own(LeagueRow.guild_id)
            query = query.join(LeagueRow, LeagueRow.id == SeasonRow.league_id).where(*due)
        return [league_rows.to_season(row) for row in await self._connections.fetch_all(query)]


async def refresh_rules_texts(connections: Connections) -> None:
    """Add options that are new in this version to the stored rules of leagues and seasons.

    A league counts a deal only if the deal's rules have the same text. Without the new options, no deal would count.
    """
    async with connections.transaction() as connection:
        for row in (LeagueRow, SeasonRow):
            texts = (await connection.execute(select(row.rules).distinct())).scalars().all()
            stale = {old: new for old in texts if (new := _rewrite(old)) != old}
            for old, new in stale.items():
                await connection.execute(update(row).where(row.rules == old).values(rules=new))


def _rewrite(text: str) -> str:
    try:
        return format_rules(parse_rules(text)) if text else text
    except ValueError:  # this version does not know the rules, so it counts none of the league's deals
        return text
