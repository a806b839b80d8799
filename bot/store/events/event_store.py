"""Loads whole events, and saves what a change has altered in them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.events.matches import EventMatch, EventRound
from bot.events.model import Event, EventMessage
from bot.events.ports import EventChange
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.standings.book_places import book_places
from bot.ids import UNSAVED, EventId, GuildId, UserId
from bot.names import find_alike
from bot.store.connection.connections import Repository, translate_duplicate
from bot.store.connection.upsert import get_table, insert_one, replace_rows, upsert
from bot.store.events import event_rows
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.results.deal_booking import SqlBookingStore
from bot.store.schema.event_models import (
    ACTIVE_EVENTS,
    SEALED_BOARDS,
    UNSHOWN_EVENTS,
    EventBoardRow,
    EventEntrantRow,
    EventInvitationRow,
    EventManagerRow,
    EventMatchRow,
    EventMemberRow,
    EventRoundRow,
    EventRow,
    EventSeatRow,
    EventSubstituteRow,
)
from bot.store.schema.league_models import RatingPoolRow, RatingRow

MAX_LISTED: Final = 25
"""The most events in a list of a server's events. The list has the newest ones."""
_PeoplePart = EventSubstituteRow | EventManagerRow | EventInvitationRow
_EventPart = _PeoplePart | EventEntrantRow | EventMemberRow | EventRoundRow | EventMatchRow | EventBoardRow
_ROUND_COLUMNS: Final = (
    (EventMatchRow, EventMatchRow.round),
    (EventBoardRow, EventBoardRow.round),
    (EventRoundRow, EventRoundRow.number),
)
"""The models whose rows belong to a round, each with the column that holds the round's number.

Seats are not listed, because the database deletes them together with their match.
"""


class SqlEvents(Repository):
    """Implements `bot.events.ports.EventStore`. Every method is one transaction."""

    async def add_event(self, new: Event, limit: int) -> Event:
        async with self._connections.transaction() as connection:
            await ensure_guild(connection, new.guild)
            await ensure_people(connection, [new.creator])
            names = await _list_active_names(connection, new.guild)
            if len(names) >= limit:
                raise EventRefused(EventRefusal.TOO_MANY_EVENTS, limit=limit)
            _require_free_name(new.settings.name, names)
            with translate_duplicate(EventRefused(EventRefusal.NAME_TAKEN, name=new.settings.name)):
                return replace(new, id=await insert_one(connection, EventRow, event_rows.new_event_values(new)))

    async def find_event(self, id_: EventId) -> Event | None:
        return await self._connections.run_reading(lambda connection: _load(connection, id_))

    async def list_events(self, guild: GuildId) -> Sequence[Event]:
        query = select(EventRow.id).where(EventRow.guild_id == guild).order_by(EventRow.id.desc()).limit(MAX_LISTED)
        async with self._connections.read() as connection:
            ids = (await connection.execute(query)).scalars().all()
            found = [await _load(connection, id_) for id_ in ids]
        return [event for event in found if event is not None]

    async def list_due(self) -> Sequence[EventId]:
        own = self._connections.is_own(EventRow.guild_id)
        sealed = select(EventBoardRow.event_id).join(EventRow, EventRow.id == EventBoardRow.event_id)
        others = [select(EventRow.id).where(condition, own) for condition in (ACTIVE_EVENTS, UNSHOWN_EVENTS)]
        due = union(*others, sealed.where(SEALED_BOARDS, own)).subquery()
        return await self._connections.fetch_values(select(due.c.id).order_by(due.c.id))

    async def update_and_book(self, id_: EventId, change: EventChange) -> Event | None:
        return await self._connections.run_writing(lambda connection: _update_and_book(connection, id_, change))

    async def load_rank_values(self, guild: GuildId, preset: str, users: Collection[UserId]) -> dict[UserId, float]:
        query = (
            select(RatingRow.user_id, RatingRow.rank_value)
            .join(RatingPoolRow, RatingPoolRow.id == RatingRow.pool_id)
            .where(RatingPoolRow.guild_id == guild, RatingPoolRow.preset == preset)
            .where(RatingRow.user_id.in_(sorted(users)))
        )
        return dict(await self._connections.fetch_all(query))

    async def save_shown(self, id_: EventId, message: EventMessage | None, revision: int) -> None:
        channel, number = (None, None) if message is None else (message.channel, message.message)
        values = {"message_channel_id": channel, "message_id": number, "shown_revision": revision}
        await self._connections.execute(update(EventRow).where(EventRow.id == id_).values(**values))


async def _list_active_names(connection: AsyncConnection, guild: GuildId, but: EventId | None = None) -> list[str]:
    active = select(EventRow.name).where(EventRow.guild_id == guild, ACTIVE_EVENTS, EventRow.id != (but or 0))
    return list((await connection.execute(active)).scalars())


def _require_free_name(name: str, others: Iterable[str]) -> None:
    if (taken := find_alike(name, others)) is not None:
        raise EventRefused(EventRefusal.NAME_TAKEN, name=taken)


async def _update_and_book(connection: AsyncConnection, id_: EventId, change: EventChange) -> Event | None:
    # On PostgreSQL, this makes other writers of the event wait. SQLite has one writer at a time anyway.
    await connection.execute(select(EventRow.id).where(EventRow.id == id_).with_for_update())
    old = await _load(connection, id_)
    new = None if old is None else change(old)
    if old is None or new is None or new is old:
        return old
    new = await book_places(SqlBookingStore(connection), new)
    return await _save(connection, old, replace(new, revision=old.revision + 1))


async def _load(connection: AsyncConnection, id_: EventId) -> Event | None:
    row = (await connection.execute(select(get_table(EventRow)).where(EventRow.id == id_))).one_or_none()
    if row is None:
        return None
    load = partial(_load_rows, connection, id_)
    members = _group(await load(EventMemberRow, EventMemberRow.entrant, EventMemberRow.place), "entrant")
    entrants = [
        event_rows.to_entrant(one, [member.user_id for member in members[one.entrant]])
        for one in await load(EventEntrantRow, EventEntrantRow.entrant)
    ]
    substitutes = [one.user_id for one in await load(EventSubstituteRow, EventSubstituteRow.place)]
    managers = [one.user_id for one in await load(EventManagerRow, EventManagerRow.user_id)]
    invited = await load(EventInvitationRow, EventInvitationRow.invitation, EventInvitationRow.place)
    invitations = [event_rows.to_invitation(number, rows) for number, rows in _group(invited, "invitation").items()]
    rounds = await _load_rounds(connection, id_)
    return event_rows.to_event(row, entrants, rounds, substitutes, managers, invitations)


async def _load_rounds(connection: AsyncConnection, id_: EventId) -> list[EventRound]:
    load = partial(_load_rows, connection, id_)
    places = (
        select(get_table(EventSeatRow))
        .join(EventMatchRow, EventMatchRow.id == EventSeatRow.match_id)
        .where(EventMatchRow.event_id == id_)
        .order_by(EventSeatRow.match_id, EventSeatRow.seat)
    )
    seats = _group(await connection.execute(places), "match_id")
    played = _group(await load(EventMatchRow, EventMatchRow.round, EventMatchRow.number), "round")
    matches = {number: [event_rows.to_match(row, seats[row.id]) for row in rows] for number, rows in played.items()}
    dealt = _group(await load(EventBoardRow, EventBoardRow.number), "round")
    boards = {number: list(map(event_rows.to_board, rows)) for number, rows in dealt.items()}
    return [event_rows.to_round(row, matches, boards) for row in await load(EventRoundRow, EventRoundRow.number)]


async def _load_rows(
    connection: AsyncConnection, event: EventId, model: type[_EventPart], *order: Any
) -> Sequence[Row[Any]]:
    query = select(get_table(model)).where(model.event_id == event).order_by(*order)
    return (await connection.execute(query)).all()


def _group(rows: Iterable[Any], column: str) -> dict[int, list[Any]]:
    found = defaultdict[int, list[Any]](list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


async def _save(connection: AsyncConnection, old: Event, new: Event) -> Event:
    """Write what has changed and return the event, with ids for new matches."""
    await _save_event(connection, old, new)
    known = {one.id: one for one in old.entrants}
    for entrant in new.entrants:
        if known.get(entrant.id) != entrant:
            await upsert(connection, EventEntrantRow, event_rows.entrant_values(new.id, entrant))
        if entrant.id not in known:
            await ensure_people(connection, entrant.members)
            await connection.execute(insert(EventMemberRow), event_rows.member_values(new.id, entrant))
    of = {"event_id": new.id}
    if new.substitutes != old.substitutes:
        rows = [{**of, "place": place, "user_id": user} for place, user in enumerate(new.substitutes)]
        await _replace_people(connection, EventSubstituteRow, new.id, rows)
    if set(new.managers) != set(old.managers):
        await _replace_people(connection, EventManagerRow, new.id, [{**of, "user_id": user} for user in new.managers])
    if new.invitations != old.invitations:
        rows = [row for one in new.invitations for row in event_rows.invitation_values(new.id, one)]
        await _replace_people(connection, EventInvitationRow, new.id, rows)
    rounds = {one.number: one for one in old.rounds}
    saved = [await _save_round(connection, new.id, rounds.get(one.number), one) for one in new.rounds]
    return replace(new, rounds=tuple(saved))


async def _save_event(connection: AsyncConnection, old: Event, new: Event) -> None:
    """Write the event's own row. If the change has removed rounds, delete their rows."""
    values = event_rows.progress_values(new)
    if new.settings != old.settings:
        values |= event_rows.settings_values(new.settings)
    if new.settings.name != old.settings.name:
        _require_free_name(new.settings.name, await _list_active_names(connection, new.guild, new.id))
    with translate_duplicate(EventRefused(EventRefusal.NAME_TAKEN, name=new.settings.name)):
        await connection.execute(update(EventRow).where(EventRow.id == new.id).values(**values))
    if len(new.rounds) < len(old.rounds):
        for kind, number in _ROUND_COLUMNS:
            await connection.execute(delete(kind).where(kind.event_id == new.id, number > len(new.rounds)))


async def _replace_people(
    connection: AsyncConnection, model: type[_PeoplePart], event: EventId, rows: Sequence[Mapping[str, Any]]
) -> None:
    await ensure_people(connection, [row["user_id"] for row in rows])
    await replace_rows(connection, model, rows, model.event_id == event)


async def _save_round(
    connection: AsyncConnection, event: EventId, old: EventRound | None, new: EventRound
) -> EventRound:
    if old == new:
        return new
    await upsert(connection, EventRoundRow, event_rows.round_values(event, new))
    for board in new.boards:
        if old is None or board not in old.boards:
            await upsert(connection, EventBoardRow, event_rows.board_values(event, new.number, board))
    known = {match.id: match for match in old.matches} if old else {}
    matches = [
        match if known.get(match.id) == match else await _save_match(connection, event, new.number, match)
        for match in new.matches
    ]
    return replace(new, matches=tuple(matches))


async def _save_match(connection: AsyncConnection, event: EventId, number: int, match: EventMatch) -> EventMatch:
    values = event_rows.match_values(event, number, match)
    if match.id == UNSAVED:
        match = replace(match, id=await insert_one(connection, EventMatchRow, values))
    else:
        await connection.execute(update(EventMatchRow).where(EventMatchRow.id == match.id).values(**values))
    await replace_rows(
        connection, EventSeatRow, event_rows.seat_values(match.id, match.seats), EventSeatRow.match_id == match.id
    )
    return match
