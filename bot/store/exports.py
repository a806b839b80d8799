"""All that is kept of a person, to be handed to him: every row that refers to him, and what he did at his tables."""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.occupants import Person, UserId, who_text
from bot.store.connections import Connections
from bot.store.models import ActionRow, Base, NoteRow, PersonRow
from bot.store.people import PERSONAL
from bot.store.upsert import table_of

_NEVER: Final = 2**31 - 1
_EXACT: Final = 2**53
"""Larger whole numbers (Discord's ids) are written as text: many readers of JSON would round them."""
SECRET: Final = {"panels": {"token"}}
"""Columns that are keys to something: that they are kept is told, not what they are."""
TIMES: Final = ("at", "_at")
"""How the names of columns end that hold a time in seconds since the epoch."""
Row = Mapping[Any, Any]


class SqlExports:
    """Reads what is kept of a person; changes nothing."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def kept_of(self, user: UserId) -> dict[str, list[dict[str, Any]]]:
        """Return all rows that refer to a person, by table, and his own actions at tables; times in UTC."""
        async with self._connections.read() as connection:
            found = {name: rows async for name, rows in _referring(connection, user) if rows}
            if notes := await _notes(connection, user):
                found["notes"] = notes
            if actions := await _own_actions(connection, user):
                found["own_actions"] = actions
        return found


def person_tables() -> dict[Table, tuple[str, ...]]:
    """Return every table that refers to people, with the columns that do."""
    people = table_of(PersonRow)
    found: dict[Table, tuple[str, ...]] = {people: ("id",)}
    for table in Base.metadata.sorted_tables:
        columns = tuple(c.name for c in table.columns if any(k.column.table is people for k in c.foreign_keys))
        if columns:
            found[table] = columns
    return found


async def _referring(connection: AsyncConnection, user: UserId) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    for table, columns in person_tables().items():
        query = select(table).where(or_(*(table.c[name] == user for name in columns)))
        rows = (await connection.execute(query)).mappings()
        hidden = SECRET.get(table.name, set())
        yield table.name, [_plain(row, hidden) for row in rows]


async def _notes(connection: AsyncConnection, user: UserId) -> list[dict[str, Any]]:
    names = PERSONAL.format(user=user).split()
    rows = (await connection.execute(select(table_of(NoteRow)).where(NoteRow.name.in_(names)))).mappings()
    return [_plain(row, set()) for row in rows]


async def _own_actions(connection: AsyncConnection, user: UserId) -> list[dict[str, Any]]:
    """Return what was done in a person's seats while they were his: he saw all of it himself."""
    names_him = select(ActionRow.table_id).where(ActionRow.user_id == user)
    sits = (
        select(ActionRow.table_id, ActionRow.revision, ActionRow.text)
        .where(ActionRow.text.like("table sit %"), ActionRow.table_id.in_(names_him))
        .order_by(ActionRow.table_id, ActionRow.revision)
    )
    found = []
    for table, seat, first, end in _stays((await connection.execute(sits)).all(), user):
        query = (
            select(ActionRow.table_id, ActionRow.revision, ActionRow.at, ActionRow.text)
            .where(ActionRow.table_id == table, ActionRow.revision > first, ActionRow.revision < end)
            .where(ActionRow.text.like(f"{seat} %"))
            .order_by(ActionRow.revision)
        )
        found += [_plain(row, set()) for row in (await connection.execute(query)).mappings()]
    return found


def _stays(sits: Iterable[Sequence[Any]], user: UserId) -> Iterator[tuple[int, str, int, int]]:
    """Yield table, seat, first and end of each time that a person had a seat, as revisions, from who sat down when."""
    holding: dict[tuple[int, str], int] = {}
    for table, revision, text in sits:
        _, _, seat, who = text.split(" ", 3)
        first = holding.pop((table, seat), None)
        if first is not None:
            yield table, seat, first, revision
        if who == who_text(Person(user)):
            holding[table, seat] = revision
    yield from ((table, seat, first, _NEVER) for (table, seat), first in holding.items())


def _plain(row: Row, hidden: set[str]) -> dict[str, Any]:
    """Return a row as JSON can hold it."""
    return {name: "(a key, kept for 15 minutes)" if name in hidden else _value(name, v) for name, v in row.items()}


def _value(name: str, value: Any) -> Any:
    if name.endswith(TIMES) and isinstance(value, float):
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if isinstance(value, int) and abs(value) > _EXACT else value
