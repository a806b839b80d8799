"""Stores people with their names, which no other rows hold. Also adds the rows of servers."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute

from bot.ids import UserId
from bot.processes.process import PERSON
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import in_batches, insert_missing, upsert
from bot.store.schema.base import GuildRow, PersonRow

T = TypeVar("T")


async def ensure_people(connection: AsyncConnection, users: Iterable[int | None]) -> None:
    """Insert rows for users who have none yet, so that other rows can refer to them. None in `users` is skipped."""
    known = {user for user in users if user is not None}
    await insert_missing(connection, PersonRow, [{"id": user} for user in sorted(known)])


async def ensure_guild(connection: AsyncConnection, guild: int) -> None:
    """Insert a row for the server if it has none yet, so that other rows can refer to it."""
    await insert_missing(connection, GuildRow, [{"id": guild}])


async def get_next_anonymous_id(connection: AsyncConnection) -> int:
    """Return a new id for an anonymous person, which is negative and below all ids in use."""
    return min(0, (await connection.execute(select(func.min(PersonRow.id)))).scalar() or 0) - 1


async def load_names(connection: AsyncConnection, key: InstrumentedAttribute[T], ids: Sequence[T]) -> dict[T, str]:
    """Return the known names of people or teams, by id. `key` is the model's column of ids."""
    found: dict[T, str] = {}
    for some in in_batches(ids):
        query = select(key, key.class_.name).where(key.in_(some))
        found |= {id_: name for id_, name in await connection.execute(query) if name is not None}
    return found


class SqlPeople(Repository):
    """Implements `bot.ui.core.ports.NameStore`. Every method is one transaction."""

    async def save_name(self, user: UserId, name: str) -> None:
        await self._save(user, name=name)

    async def save_locale(self, user: UserId, locale: str) -> None:
        await self._save(user, locale=locale)

    async def _save(self, user: UserId, **values: str) -> None:
        async def save(connection: AsyncConnection) -> None:
            await upsert(connection, PersonRow, {"id": user, **values})
            await self._connections.tell(connection, f"{PERSON} {user}")

        await self._connections.run_small_write(save)

    async def find_locale(self, user: UserId) -> str | None:
        return await self._connections.fetch_value(select(PersonRow.locale).where(PersonRow.id == user))

    async def find_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        return await self._connections.run_reading(lambda connection: load_names(connection, PersonRow.id, users))


def member_key(members: Iterable[int]) -> str:
    """Return a team's members as a text that the database can compare."""
    return " ".join(map(str, sorted(members)))


def parse_members(key: str) -> tuple[UserId, ...]:
    """Return the members from a text that `member_key` has made, ids ascending."""
    return tuple(UserId(int(word)) for word in key.split())
