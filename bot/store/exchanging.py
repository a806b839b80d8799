"""Past results in SQL: those of a season one after another, and those that a manager brings in."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.callers import Act, Deed
from bot.league.deals import DealFact, people
from bot.league.ids import GuildId, LeagueId, ResultId, SeasonId, UserId
from bot.league.looks import Result
from bot.league.past import fingerprint
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.store.connections import Connections
from bot.store.counting import Setting, count_deal, setting_of
from bot.store.facts import facts_of, facts_where
from bot.store.league_models import CountedRow
from bot.store.managing import alive, note, running
from bot.store.models import PersonRow, ResultRow, SeatResultRow
from bot.store.people import know_people, next_nameless
from bot.store.rulings import with_rulings

_AT_ONCE = 100
_NEAR = 0.001
"""Seconds: a file tells moments less precisely than a row."""


class SqlExchanging:
    """Results that go out and come in."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[Result]:
        """Return the next deals that a season counted after a result, in the order of their booking, as ruled."""
        query = (
            select(CountedRow.result_id)
            .distinct()
            .where(CountedRow.season_id == season, CountedRow.result_id > after)
            .order_by(CountedRow.result_id)
            .limit(limit)
        )
        async with self._connections.read() as connection:
            ids = (await connection.execute(query)).scalars().all()
            return await with_rulings(connection, list((await facts_of(connection, ids)).values()))

    async def fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[tuple[Any, ...]]:
        """Return the fingerprints of a server's deals at these moments."""
        found: set[tuple[Any, ...]] = set()
        async with self._connections.read() as connection:
            for first in range(0, len(moments), _AT_ONCE):
                near = [ResultRow.at.between(m - _NEAR, m + _NEAR) for m in moments[first : first + _AT_ONCE]]
                alike = await facts_where(connection, ResultRow.guild_id == guild, or_(*near))
                found |= {fingerprint(deal) for deal in alike}
        return found

    async def person_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return what these people are called, as far as known."""
        found: dict[UserId, str] = {}
        async with self._connections.read() as connection:
            for first in range(0, len(users), _AT_ONCE):
                query = select(PersonRow.id, PersonRow.name).where(PersonRow.id.in_(users[first : first + _AT_ONCE]))
                found |= {UserId(id_): name for id_, name in await connection.execute(query) if name is not None}
        return found

    async def add_past(self, league: LeagueId, deals: Sequence[DealFact], act: Act) -> None:
        """Book deals that were played elsewhere, all or none; they count in this league alone.

        A person below zero was forgotten where they come from, and comes in as a new nameless one.

        Raises:
            LeagueRefused: no such league, archived, or no season runs.
        """
        async with self._connections.write() as connection:
            known = await alive(connection, league)
            if await running(connection, league) is None:
                raise LeagueRefused(LeagueWhy.NO_SEASON, name=known.name)
            setting = await setting_of(connection, known.guild, known.draft.preset, known.draft.rules)
            deals = await _nameless(connection, deals)
            await know_people(connection, {user for deal in deals for user in people(deal.seats)})
            await know_people(connection, [] if act.by is None else [act.by])
            for deal in deals:
                await _add(connection, known.guild, deal, Setting(setting.pool, (known,)))
            await note(connection, known, act, Deed.IMPORTED, {"results": len(deals)})
            await connection.commit()


async def _nameless(connection: AsyncConnection, deals: Sequence[DealFact]) -> list[DealFact]:
    """Return deals with an id that is free here for each person below zero: here it could be somebody else's."""
    gone = sorted({user for deal in deals for user in people(deal.seats) if user < 0}, reverse=True)
    first = await next_nameless(connection)
    here = {user: UserId(first - n) for n, user in enumerate(gone)}
    return [
        replace(deal, seats=tuple(replace(s, user=here.get(s.user, s.user)) if s.user else s for s in deal.seats))
        for deal in deals
    ]


async def _add(connection: AsyncConnection, guild: GuildId, deal: DealFact, setting: Setting) -> None:
    adding = insert(ResultRow).values(**_values(guild, deal, setting)).returning(ResultRow.id)
    result = ResultId((await connection.execute(adding)).scalar_one())
    await connection.execute(insert(SeatResultRow), [_seat(result, deal, n) for n in range(len(deal.seats))])
    booked = (await facts_of(connection, [result]))[result]
    await count_deal(connection, booked, setting, {})


def _values(guild: GuildId, deal: DealFact, setting: Setting) -> dict[str, Any]:
    return {
        "guild_id": guild,
        "at": deal.at,
        "declarer": deal.declarer,
        "declarers_hold": deal.declarers_hold,
        "opponents_points": deal.points,
        "trick_points": deal.points,
        "kitty_points": 0,
        "multiplier": 0,
        "penalty_points": 0,
        "rise": deal.rise,
        "match_over": deal.match_over,
        "pool_id": setting.pool,
        "decay": setting.decay,
    }


def _seat(result: ResultId, deal: DealFact, number: int) -> dict[str, Any]:
    seat = deal.seats[number]
    return {
        "result_id": result,
        "seat": number,
        "user_id": seat.user,
        "computer_level": seat.computer,
        "declaring": seat.declaring,
        "role": seat.role.value,
        "won": seat.won,
        "match_won": seat.match_won,
        "level_before": seat.level_before,
        "level_after": seat.level_after,
    }
