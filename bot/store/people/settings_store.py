"""Settings of people and servers, as plain values by column name, and the program's own facts."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, UserId
from bot.processes.process import FACT, PERSON
from bot.store.connection.connections import Connections, Repository
from bot.store.connection.upsert import get_table, upsert
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.schema.base import GuildSettingsRow, KeyValueRow, PreferencesRow


class SqlSettings(Repository):
    """Implements `bot.ui.core.ports.SettingsStore`, one column per setting. Every method is one transaction."""

    async def load_preferences(self, user: UserId) -> Mapping[str, Any] | None:
        query = select(get_table(PreferencesRow)).where(PreferencesRow.user_id == user)
        async with self._connections.read() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else {name: value for name, value in row.items() if name != "user_id"}

    async def save_preferences(self, user: UserId, chosen: Mapping[str, Any]) -> None:
        async with self._connections.write() as connection:
            await ensure_people(connection, [user])
            await upsert(connection, PreferencesRow, {"user_id": user, **chosen})
            await self._connections.tell(connection, f"{PERSON} {user}")
            await connection.commit()

    async def load_guild_settings(self) -> dict[GuildId, Mapping[str, Any]]:
        async with self._connections.read() as connection:
            own = select(get_table(GuildSettingsRow)).where(self._connections.is_own(GuildSettingsRow.guild_id))
            rows = (await connection.execute(own)).mappings().all()
        return {GuildId(row["guild_id"]): {name: v for name, v in row.items() if name != "guild_id"} for row in rows}

    async def save_guild_settings(self, guild: GuildId, chosen: Mapping[str, Any]) -> None:
        async with self._connections.write() as connection:
            await ensure_guild(connection, guild)
            await upsert(connection, GuildSettingsRow, {"guild_id": guild, **chosen})
            await connection.commit()


class SqlKeyValueStore(Repository):
    """Implements `bot.ui.core.ports.KeyValueStore`. Every method is one transaction."""

    async def get(self, name: str) -> str | None:
        return await self._connections.fetch_value(select(KeyValueRow.value).where(KeyValueRow.name == name))

    async def set(self, name: str, value: str) -> None:
        async def save(connection: AsyncConnection) -> None:
            await upsert(connection, KeyValueRow, {"name": name, "value": value})
            await self._connections.tell(connection, f"{FACT} {name}")

        await self._connections.run_writing(save)


async def read_value(url: str, name: str) -> str | None:
    """Return a value of a database that another process may be using; None if there is none, or no such table yet."""
    connections = await Connections.open(url)
    try:
        return await SqlKeyValueStore(connections).get(name)
    except (SQLAlchemyError, OSError):
        return None
    finally:
        await connections.close()
