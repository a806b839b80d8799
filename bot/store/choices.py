"""What people have chosen for themselves, and what has been chosen for servers, as plain facts by name."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from bot.play.occupants import GuildId, UserId
from bot.store.connections import Connections
from bot.store.models import GuildSettingRow, PreferenceRow
from bot.store.people import know_guild, know_people
from bot.store.upsert import put, table_of


class SqlChoices:
    """Preferences and server settings; the Discord surface says what they mean. Every method is one unit of work."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def preferences(self, user: UserId) -> Mapping[str, Any] | None:
        """Return what a person has chosen; None if he never has."""
        query = select(table_of(PreferenceRow)).where(PreferenceRow.user_id == user)
        async with self._connections.read() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else {name: value for name, value in row.items() if name != "user_id"}

    async def save_preferences(self, user: UserId, chosen: Mapping[str, Any]) -> None:
        """Keep what a person has chosen: every column by its name."""
        async with self._connections.write() as connection:
            await know_people(connection, [user])
            await put(connection, PreferenceRow, {"user_id": user, **chosen})
            await connection.commit()

    async def guild_settings(self) -> dict[GuildId, Mapping[str, Any]]:
        """Return what has been chosen for each server that has chosen anything."""
        async with self._connections.read() as connection:
            rows = (await connection.execute(select(table_of(GuildSettingRow)))).mappings().all()
        return {GuildId(r["guild_id"]): {name: v for name, v in r.items() if name != "guild_id"} for r in rows}

    async def save_guild_settings(self, guild: GuildId, chosen: Mapping[str, Any]) -> None:
        """Keep what has been chosen for a server: every column by its name."""
        async with self._connections.write() as connection:
            await know_guild(connection, guild)
            await put(connection, GuildSettingRow, {"guild_id": guild, **chosen})
            await connection.commit()
