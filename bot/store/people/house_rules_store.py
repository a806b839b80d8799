"""House rules of servers, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, HouseRulesId
from bot.names import name_key
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.store.connection.connections import Repository, translate_duplicate
from bot.store.connection.upsert import get_table, insert_one
from bot.store.people.person_store import ensure_guild
from bot.store.schema.base import GuildRow, HouseRulesRow


class SqlHouseRules(Repository):
    """Implements `bot.play.house_rules.HouseRulesStore`. Every method is one transaction."""

    async def list_house_rules(self, guild: GuildId) -> Sequence[HouseRules]:
        query = select(get_table(HouseRulesRow)).where(HouseRulesRow.guild_id == guild)
        rows = await self._connections.fetch_all(query.order_by(HouseRulesRow.name_key))
        return [_to_house_rules(row) for row in rows]

    async def add_house_rules(
        self, guild: GuildId, name: str, preset: str, changes: Mapping[str, str], limit: int
    ) -> HouseRules:
        async with self._connections.write() as connection:
            await _lock_guild(connection, guild)
            count = select(func.count()).where(HouseRulesRow.guild_id == guild)
            if (await connection.execute(count)).scalar_one() >= limit:
                raise TableRefused(TableRefusal.TOO_MANY_HOUSE_RULES, limit=limit)
            values = {"guild_id": guild, **_name_values(name), **_rules_values(preset, changes), "is_default": False}
            with translate_duplicate(TableRefused(TableRefusal.HOUSE_RULES_TAKEN, name=name)):
                id_ = await insert_one(connection, HouseRulesRow, values)
            await connection.commit()
        return HouseRules(id_, guild, name, preset, dict(changes))

    async def replace_house_rules(
        self, guild: GuildId, id_: HouseRulesId, preset: str, changes: Mapping[str, str]
    ) -> None:
        async with self._connections.write() as connection:
            await _update(connection, guild, id_, **_rules_values(preset, changes))
            await connection.commit()

    async def rename_house_rules(self, guild: GuildId, id_: HouseRulesId, name: str) -> None:
        async with self._connections.write() as connection:
            with translate_duplicate(TableRefused(TableRefusal.HOUSE_RULES_TAKEN, name=name)):
                await _update(connection, guild, id_, **_name_values(name))
            await connection.commit()

    async def delete_house_rules(self, guild: GuildId, id_: HouseRulesId) -> None:
        wanted = HouseRulesRow.guild_id == guild, HouseRulesRow.id == id_
        await self._connections.execute(delete(HouseRulesRow).where(*wanted))

    async def set_default_house_rules(self, guild: GuildId, id_: HouseRulesId | None) -> None:
        async with self._connections.write() as connection:
            await _lock_guild(connection, guild)
            every = update(HouseRulesRow).where(HouseRulesRow.guild_id == guild)
            await connection.execute(every.values(is_default=False))
            if id_ is not None:
                await _update(connection, guild, id_, is_default=True)
            await connection.commit()


async def _lock_guild(connection: AsyncConnection, guild: GuildId) -> None:
    """Make other writers of a server's house rules wait: PostgreSQL lets several write at once."""
    await ensure_guild(connection, guild)
    await connection.execute(select(GuildRow.id).where(GuildRow.id == guild).with_for_update())


async def _update(connection: AsyncConnection, guild: GuildId, id_: HouseRulesId, **values: Any) -> None:
    wanted = HouseRulesRow.guild_id == guild, HouseRulesRow.id == id_
    await connection.execute(update(HouseRulesRow).where(*wanted).values(**values))


def _name_values(name: str) -> dict[str, str]:
    return {"name": name, "name_key": name_key(name)}


def _rules_values(preset: str, changes: Mapping[str, str]) -> dict[str, str]:
    return {"preset": preset, "changes": " ".join(f"{option}={value}" for option, value in changes.items())}


def _to_house_rules(row: Any) -> HouseRules:
    pairs = (word.partition("=") for word in row.changes.split())
    changes = {option: value for option, _, value in pairs}
    return HouseRules(row.id, row.guild_id, row.name, row.preset, changes, row.is_default)
