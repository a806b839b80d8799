"""Leagues, their managers, who plays in them, and their seasons, in SQL. Every method is one unit of work.

Whoever changes something is written into the trail by the same transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.callers import Act, Deed
from bot.league.ids import EntrantId, GuildId, LeagueId, SeasonId, TeamId, UserId
from bot.league.leagues import LEAGUES_EACH, By, Draft, Entrant, LeagueFacts, Season, closes
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.scores import Score
from bot.league.teams import name_key
from bot.store.connections import Connections, is_clash
from bot.store.league_models import AuditRow, EntrantRow, LeagueRow, ManagerRow, ScoreRow, SeasonRow
from bot.store.league_rows import (
    ENTRANT,
    LEAGUE,
    SEASON,
    draft_values,
    entrant_of,
    league_of,
    scheme_values,
    score_values,
    season_of,
    trail_values,
)
from bot.store.news import queue_news
from bot.store.people import know_guild, know_people
from bot.store.resets import reset_levels
from bot.store.upsert import ensure

_OPEN = LeagueRow.archived_at.is_(None)
_COUNTING = {"rules", "ranks", "format", "replaced"}
"""What decides which deals count, and for whom: it holds for a whole season."""
_RUNS = SeasonRow.closed_at.is_(None)


class SqlManaging:
    """Where leagues, entrants and seasons are kept."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def add_league(self, guild: GuildId, draft: Draft, act: Act) -> LeagueFacts:
        """Keep a new league, managed by whoever made it.

        Raises:
            LeagueRefused: the name is taken, or there are too many.
        """
        async with self._connections.write() as connection:
            await know_guild(connection, guild)
            await _know(connection, act)
            await _refuse_taken(connection, guild, draft.name)
            count = select(func.count()).where(LeagueRow.guild_id == guild, _OPEN)
            if (await connection.execute(count)).scalar_one() >= LEAGUES_EACH:
                raise LeagueRefused(LeagueWhy.TOO_MANY_LEAGUES, limit=LEAGUES_EACH)
            values = {"guild_id": guild, "created_at": act.at, **draft_values(draft)}
            id_ = await _insert(connection, LeagueRow, values, draft.name)
            if act.by is not None:
                await ensure(connection, ManagerRow, [{"league_id": id_, "user_id": act.by}])
            league = LeagueFacts(LeagueId(id_), guild, draft, act.at)
            await note(connection, league, act, Deed.CREATED, {"name": draft.name})
            await connection.commit()
        return league

    async def save_league(self, league: LeagueId, draft: Draft, act: Act) -> LeagueFacts:
        """Change what was decided about a league.

        Raises:
            LeagueRefused: no such league, archived, the name is taken, or what counts would change while a season runs.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            before, after = draft_values(known.draft), draft_values(draft)
            changed = [name for name in after if before[name] != after[name]]
            if _COUNTING & set(changed) and (season := await running(connection, league)):
                raise LeagueRefused(LeagueWhy.SEASON_RUNS, given=season.number)
            if before["name_key"] != after["name_key"]:
                await _refuse_taken(connection, known.guild, draft.name)
            try:
                await connection.execute(update(LeagueRow).where(LeagueRow.id == league).values(**after))
            except IntegrityError as error:
                raise _lost_race(error, draft.name) from error
            facts = {"options": " ".join(n for n in changed if n != "name_key")}
            await _know(connection, act)
            await note(connection, known, act, Deed.EDITED, facts)
            await connection.commit()
        return LeagueFacts(known.id, known.guild, draft, known.created_at)

    async def archive_league(self, league: LeagueId, act: Act) -> LeagueFacts:
        """Let a league be looked at only: its season is closed, its name is free.

        Raises:
            LeagueRefused: no such league, or archived before.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            await _know(connection, act)
            if season := await running(connection, league):
                await _close(connection, known, season, act)
            await connection.execute(update(LeagueRow).where(LeagueRow.id == league).values(archived_at=act.at))
            await note(connection, known, act, Deed.ARCHIVED, {})
            await connection.commit()
        return LeagueFacts(known.id, known.guild, known.draft, known.created_at, act.at)

    async def league(self, league: LeagueId) -> LeagueFacts | None:
        """Return a league, archived or not."""
        async with self._connections.read() as connection:
            return await _one(connection, select(*LEAGUE).where(LeagueRow.id == league))

    async def league_named(self, guild: GuildId, name: str) -> LeagueFacts | None:
        """Return the league of a server that goes by this name: the open one, else the one archived last."""
        key = name_key(" ".join(name.split()))
        query = (
            select(*LEAGUE)
            .where(LeagueRow.guild_id == guild, LeagueRow.name_key == key)
            .order_by(LeagueRow.archived_at.is_not(None), LeagueRow.archived_at.desc())
            .limit(1)
        )
        async with self._connections.read() as connection:
            return await _one(connection, query)

    async def leagues(self, guild: GuildId, *, archived: bool = False) -> Sequence[LeagueFacts]:
        """Return a server's leagues, oldest first; `archived`: those that are over instead."""
        wanted = LeagueRow.archived_at.is_not(None) if archived else _OPEN
        query = select(*LEAGUE).where(LeagueRow.guild_id == guild, wanted).order_by(LeagueRow.id)
        async with self._connections.read() as connection:
            return [league_of(row) for row in await connection.execute(query)]

    async def managers(self, league: LeagueId) -> Sequence[UserId]:
        """Return who manages a league, besides those who may manage its server."""
        query = select(ManagerRow.user_id).where(ManagerRow.league_id == league).order_by(ManagerRow.user_id)
        async with self._connections.read() as connection:
            return [UserId(user) for user in (await connection.execute(query)).scalars()]

    async def set_manager(self, league: LeagueId, user: UserId, act: Act, *, manages: bool) -> bool:
        """Make somebody a manager of a league or no longer; return whether that changed anything.

        Raises:
            LeagueRefused: no such league, or archived.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            there = ManagerRow.league_id == league, ManagerRow.user_id == user
            is_one = (await connection.execute(select(ManagerRow.user_id).where(*there))).first() is not None
            if is_one == manages:
                return False
            await know_people(connection, [user])
            await _know(connection, act)
            changing = insert(ManagerRow).values(league_id=league, user_id=user)
            await connection.execute(changing if manages else delete(ManagerRow).where(*there))
            deed = Deed.MANAGER_ADDED if manages else Deed.MANAGER_REMOVED
            await note(connection, known, act, deed, {"user": user})
            await connection.commit()
        return True

    async def enter(self, league: LeagueId, user: UserId | None, team: TeamId | None, act: Act) -> Entrant:
        """Let a person or a team play in a league; whoever had left goes on where he was.

        Raises:
            LeagueRefused: no such league, archived, or in it already.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            entrant = await _entrant(connection, league, user, team)
            if entrant is not None and not entrant.left:
                raise LeagueRefused(LeagueWhy.ALREADY_IN, name=known.name)
            await know_people(connection, [] if user is None else [user])
            await _know(connection, act)
            if entrant is None:
                values = {"league_id": league, "user_id": user, "team_id": team, "joined_at": act.at}
                adding = insert(EntrantRow).values(**values).returning(EntrantRow.id)
                entrant = Entrant(EntrantId((await connection.execute(adding)).scalar_one()), user, team)
            else:
                back = update(EntrantRow).where(EntrantRow.id == entrant.id).values(left_at=None)
                await connection.execute(back)
            if season := await running(connection, league):
                await ensure(connection, ScoreRow, [score_values(season.id, entrant.id, Score())])
            await note(connection, known, act, Deed.JOINED, {"user": user, "team": team})
            await connection.commit()
        return Entrant(entrant.id, user, team)

    async def withdraw(self, league: LeagueId, user: UserId | None, team: TeamId | None, act: Act) -> Entrant:
        """Let somebody play in a league no more; what he played stays.

        Raises:
            LeagueRefused: no such league, archived, or not in it.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            entrant = await _entrant(connection, league, user, team)
            if entrant is None or entrant.left:
                raise LeagueRefused(LeagueWhy.NOT_IN, name=known.name)
            await _know(connection, act)
            await connection.execute(update(EntrantRow).where(EntrantRow.id == entrant.id).values(left_at=act.at))
            if season := await running(connection, league):
                idle = ScoreRow.season_id == season.id, ScoreRow.entrant_id == entrant.id, ScoreRow.deals == 0
                await connection.execute(delete(ScoreRow).where(*idle))
            await note(connection, known, act, Deed.LEFT, {"user": user, "team": team})
            await connection.commit()
        return Entrant(entrant.id, user, team, left=True)

    async def entrants(self, league: LeagueId) -> Sequence[Entrant]:
        """Return who plays in a league now, in the order of their joining."""
        query = select(*ENTRANT).where(EntrantRow.league_id == league, EntrantRow.left_at.is_(None))
        async with self._connections.read() as connection:
            rows = await connection.execute(query.order_by(EntrantRow.id))
            return [entrant_of(row, row.id) for row in rows]

    async def leagues_of(self, guild: GuildId, user: UserId) -> Sequence[LeagueFacts]:
        """Return the open leagues of a server that a person plays in himself, oldest first."""
        query = (
            select(*LEAGUE)
            .join(EntrantRow, EntrantRow.league_id == LeagueRow.id)
            .where(EntrantRow.user_id == user, EntrantRow.left_at.is_(None), LeagueRow.guild_id == guild, _OPEN)
            .order_by(LeagueRow.id)
        )
        async with self._connections.read() as connection:
            return [league_of(row) for row in await connection.execute(query)]

    async def open_season(self, league: LeagueId, act: Act) -> Season:
        """Open a league's next season: everybody who plays in it begins at nothing.

        Raises:
            LeagueRefused: no such league, archived, or a season runs.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            await _know(connection, act)
            season = await _open(connection, known, act)
            await connection.commit()
        return season

    async def close_season(self, league: LeagueId, act: Act) -> Season:
        """Close a league's season and return it.

        Raises:
            LeagueRefused: no such league, archived, or no season runs.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            season = await running(connection, league)
            if season is None:
                raise LeagueRefused(LeagueWhy.NO_SEASON, name=known.name)
            await _know(connection, act)
            closed = await _close(connection, known, season, act)
            await connection.commit()
        return closed

    async def seasons(self, league: LeagueId) -> Sequence[Season]:
        """Return a league's seasons, newest first."""
        query = select(*SEASON).where(SeasonRow.league_id == league).order_by(SeasonRow.number.desc())
        async with self._connections.read() as connection:
            return [season_of(row) for row in await connection.execute(query)]

    async def season(self, season: SeasonId) -> Season | None:
        """Return a season."""
        async with self._connections.read() as connection:
            row = (await connection.execute(select(*SEASON).where(SeasonRow.id == season))).one_or_none()
        return None if row is None else season_of(row)

    async def seasons_due(self, at: float) -> Sequence[Season]:
        """Return the running seasons whose time is up, the oldest first."""
        query = select(*SEASON).where(_RUNS, SeasonRow.closes_at <= at).order_by(SeasonRow.closes_at, SeasonRow.id)
        async with self._connections.read() as connection:
            return [season_of(row) for row in await connection.execute(query)]

    async def turn_season(self, season: SeasonId, at: float) -> tuple[Season, Season] | None:
        """Close a season whose time is up and open the next in one step; None when somebody else has done it."""
        act = Act(None, at)
        async with self._connections.write() as connection:
            row = (await connection.execute(select(*SEASON).where(SeasonRow.id == season, _RUNS))).one_or_none()
            if row is None or row.closes_at is None or row.closes_at > at:
                return None
            old = season_of(row)
            league = await alive(connection, old.league)
            closed = await _close(connection, league, old, act)
            opened = await _open(connection, league, act)
            await connection.commit()
        return closed, opened


async def alive(connection: AsyncConnection, league: LeagueId) -> LeagueFacts:
    """Return a league that goes on.

    Raises:
        LeagueRefused: there is none, or it is archived.
    """
    found = await _one(connection, select(*LEAGUE).where(LeagueRow.id == league).with_for_update())
    if found is None:
        raise LeagueRefused(LeagueWhy.NO_LEAGUE)
    if found.archived_at is not None:
        raise LeagueRefused(LeagueWhy.LEAGUE_ARCHIVED, name=found.name)
    return found


async def running(connection: AsyncConnection, league: LeagueId) -> Season | None:
    """Return the season of a league that runs."""
    row = (await connection.execute(select(*SEASON).where(SeasonRow.league_id == league, _RUNS))).one_or_none()
    return None if row is None else season_of(row)


async def note(
    connection: AsyncConnection, league: LeagueFacts, act: Act, deed: Deed, facts: Mapping[str, object]
) -> None:
    """Write into the trail of a league what is done to it."""
    await connection.execute(insert(AuditRow).values(**trail_values(league.guild, act, deed, facts, league.id)))


async def _one(connection: AsyncConnection, query: Select[Any]) -> LeagueFacts | None:
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else league_of(row)


async def _know(connection: AsyncConnection, act: Act) -> None:
    await know_people(connection, [] if act.by is None else [act.by])


async def _entrant(
    connection: AsyncConnection, league: LeagueId, user: UserId | None, team: TeamId | None
) -> Entrant | None:
    who = EntrantRow.user_id == user if team is None else EntrantRow.team_id == team
    row = (await connection.execute(select(*ENTRANT).where(EntrantRow.league_id == league, who))).one_or_none()
    return None if row is None else entrant_of(row, row.id)


async def _open(connection: AsyncConnection, league: LeagueFacts, act: Act) -> Season:
    if season := await running(connection, league.id):
        raise LeagueRefused(LeagueWhy.SEASON_RUNS, given=season.number)
    newest = select(func.max(SeasonRow.number)).where(SeasonRow.league_id == league.id)
    number = ((await connection.execute(newest)).scalar() or 0) + 1
    draft, until = league.draft, closes(league.draft, act.at)
    values = {"league_id": league.id, "number": number, "opened_at": act.at, "closes_at": until}
    rules = {"preset": draft.preset, "rules": draft.rules, **scheme_values(draft.scheme)}
    adding = insert(SeasonRow).values(**values, **rules).returning(SeasonRow.id)
    id_ = SeasonId((await connection.execute(adding)).scalar_one())
    await _begin_scores(connection, league.id, id_)
    if draft.by is By.TEAMS and number > 1:
        await reset_levels(connection, league)
    await note(connection, league, act, Deed.SEASON_OPENED, {"number": number})
    if number > 1:  # the first one begins with its league
        await queue_news(connection, league, id_, act.at, began=True)
    return Season(id_, league.id, number, act.at, until, None, draft.scheme, draft.preset, draft.rules)


async def _begin_scores(connection: AsyncConnection, league: LeagueId, season: SeasonId) -> None:
    query = select(EntrantRow.id).where(EntrantRow.league_id == league, EntrantRow.left_at.is_(None))
    entrants = (await connection.execute(query.order_by(EntrantRow.id))).scalars().all()
    await ensure(connection, ScoreRow, [score_values(season, entrant, Score()) for entrant in entrants])


async def _close(connection: AsyncConnection, league: LeagueFacts, season: Season, act: Act) -> Season:
    await connection.execute(update(SeasonRow).where(SeasonRow.id == season.id).values(closed_at=act.at))
    await note(connection, league, act, Deed.SEASON_CLOSED, {"number": season.number})
    await queue_news(connection, league, season.id, act.at, began=False)
    return replace(season, closed_at=act.at)


async def _refuse_taken(connection: AsyncConnection, guild: GuildId, name: str) -> None:
    query = select(LeagueRow.name).where(LeagueRow.guild_id == guild, LeagueRow.name_key == name_key(name), _OPEN)
    other = (await connection.execute(query)).scalar()
    if other is not None:
        raise LeagueRefused(LeagueWhy.LEAGUE_TAKEN, name=other)


async def _insert(connection: AsyncConnection, model: type[LeagueRow], values: dict[str, Any], name: str) -> int:
    try:
        return int((await connection.execute(insert(model).values(**values).returning(model.id))).scalar_one())
    except IntegrityError as error:
        raise _lost_race(error, name) from error


def _lost_race(error: IntegrityError, name: str) -> Exception:
    return LeagueRefused(LeagueWhy.LEAGUE_TAKEN, name=name) if is_clash(error) else error
