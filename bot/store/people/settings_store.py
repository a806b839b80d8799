"""Settings of people and servers, as plain values by column name."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from bot.ids import GuildId, UserId
from bot.processes.process import PERSON
from bot.store.connection.repository import Repository
from bot.store.connection.upsert import get_table, upsert
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.schema.base import GuildSettingsRow, PreferencesRow


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
