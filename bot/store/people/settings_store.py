"""Stores house rules, the settings of people and servers, and facts about the program.

Settings are mappings from column names to plain values.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Update, delete, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, HouseRulesId, UserId
from bot.names import name_key
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.processes.process import FACT, PERSON
from bot.store.connection.connections import Connections, Repository, translate_duplicate
from bot.store.connection.upsert import count_rows, get_table, insert_one, upsert
from bot.store.people.person_store import ensure_guild, ensure_people
from bot.store.schema.base import GuildRow, GuildSettingsRow, HouseRulesRow, KeyValueRow, PreferencesRow


class SqlHouseRules(Repository):
    """Implements `bot.play.house_rules.HouseRulesStore`. Every method is one transaction."""

    async def list_house_rules(self, guild: GuildId) -> Sequence[HouseRules]:
        query = select(get_table(HouseRulesRow)).where(HouseRulesRow.guild_id == guild)
        rows = await self._connections.fetch_all(query.order_by(HouseRulesRow.name_key))
        return [_to_house_rules(row) for row in rows]

    async def add_house_rules(
        self, guild: GuildId, name: str, preset: str, changes: Mapping[str, str], limit: int
    ) -> HouseRules:
        async with self._connections.transaction() as connection:
            await _lock_guild(connection, guild)
            if await count_rows(connection, HouseRulesRow, HouseRulesRow.guild_id == guild) >= limit:
                raise TableRefused(TableRefusal.TOO_MANY_HOUSE_RULES, limit=limit)
            values = {"guild_id": guild, **_name_values(name), **_rules_values(preset, changes), "is_default": False}
            with translate_duplicate(TableRefused(TableRefusal.HOUSE_RULES_TAKEN, name=name)):
                id_ = await insert_one(connection, HouseRulesRow, values)
        return HouseRules(id_, guild, name, preset, dict(changes))

    async def replace_house_rules(
        self, guild: GuildId, id_: HouseRulesId, preset: str, changes: Mapping[str, str]
    ) -> None:
        await self._connections.execute(_updating(guild, id_, **_rules_values(preset, changes)))

    async def rename_house_rules(self, guild: GuildId, id_: HouseRulesId, name: str) -> None:
        with translate_duplicate(TableRefused(TableRefusal.HOUSE_RULES_TAKEN, name=name)):
            await self._connections.execute(_updating(guild, id_, **_name_values(name)))

    async def delete_house_rules(self, guild: GuildId, id_: HouseRulesId) -> None:
        wanted = HouseRulesRow.guild_id == guild, HouseRulesRow.id == id_
        await self._connections.execute(delete(HouseRulesRow).where(*wanted))

    async def set_default_house_rules(self, guild: GuildId, id_: HouseRulesId | None) -> None:
        async with self._connections.transaction() as connection:
            await _lock_guild(connection, guild)
            every = update(HouseRulesRow).where(HouseRulesRow.guild_id == guild)
            await connection.execute(every.values(is_default=False))
            if id_ is not None:
                await connection.execute(_updating(guild, id_, is_default=True))


async def _lock_guild(connection: AsyncConnection, guild: GuildId) -> None:
    """Make other writers of a server's house rules wait. PostgreSQL would let several write at once."""
    await ensure_guild(connection, guild)
    await connection.execute(select(GuildRow.id).where(GuildRow.id == guild).with_for_update())


def _updating(guild: GuildId, id_: HouseRulesId, **values: Any) -> Update:
    return update(HouseRulesRow).where(HouseRulesRow.guild_id == guild, HouseRulesRow.id == id_).values(**values)


def _name_values(name: str) -> dict[str, str]:
    return {"name": name, "name_key": name_key(name)}


def _rules_values(preset: str, changes: Mapping[str, str]) -> dict[str, str]:
    return {"preset": preset, "changes": " ".join(f"{option}={value}" for option, value in changes.items())}


def _to_house_rules(row: Any) -> HouseRules:
    pairs = (word.partition("=") for word in row.changes.split())
    changes = {option: value for option, _, value in pairs}
    return HouseRules(row.id, row.guild_id, row.name, row.preset, changes, row.is_default)


class SqlSettings(Repository):
    """Implements `bot.ui.core.ports.SettingsStore`, one column per setting. Every method is one transaction."""

    async def load_preferences(self, user: UserId) -> Mapping[str, Any] | None:
        query = select(get_table(PreferencesRow)).where(PreferencesRow.user_id == user)
        row = await self._connections.fetch_one(query)
        return None if row is None else {name: v for name, v in row._asdict().items() if name != "user_id"}

    async def save_preferences(self, user: UserId, chosen: Mapping[str, Any]) -> None:
        async with self._connections.transaction() as connection:
            await ensure_people(connection, [user])
            await upsert(connection, PreferencesRow, {"user_id": user, **chosen})
            await self._connections.tell(connection, f"{PERSON} {user}")

    async def load_guild_settings(self) -> dict[GuildId, Mapping[str, Any]]:
        own = select(get_table(GuildSettingsRow)).where(self._connections.is_own(GuildSettingsRow.guild_id))
        rows = [row._asdict() for row in await self._connections.fetch_all(own)]
        return {GuildId(row.pop("guild_id")): row for row in rows}

    async def save_guild_settings(self, guild: GuildId, chosen: Mapping[str, Any]) -> None:
        async with self._connections.transaction() as connection:
            await ensure_guild(connection, guild)
            await upsert(connection, GuildSettingsRow, {"guild_id": guild, **chosen})


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
    """Return the fact `name` from the database at `url`; None if it is not stored or the query fails.

    Raises what `Connections.open` raises.
    """
    connections = await Connections.open(url)
    try:
        return await SqlKeyValueStore(connections).get(name)
    except (SQLAlchemyError, OSError):
        return None
    finally:
        await connections.close()
