"""House rules are a preset with changes, saved under a name by a server. Tables and leagues copy them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.ids import GuildId, HouseRulesId
from bot.names import compose_name, find_alike, is_plain, name_key
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import build_rules
from engine.model.rules import Rules

MAX_HOUSE_RULES: Final = 10
"""The most sets of house rules in a server, because one select menu on Discord lists them and all presets."""
MAX_NAME_LENGTH: Final = 32
_MARKUP: Final = re.compile(r"[<>@#*_~|`\[\]\\]|://|\bwww\.|\bdiscord\.gg\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A named set of rules of one server. `changes` has the options that differ from the preset; values are text."""

    id: HouseRulesId
    guild: GuildId
    name: str
    preset: str
    changes: Mapping[str, str]
    is_default: bool = False
    """Whether new tables of the server use these rules."""

    def build(self) -> Rules:
        """Return the rules. Raises TableRefused if this version lacks an option that an earlier version saved."""
        try:
            return build_rules(self.preset, self.changes)
        except TableRefused as refused:
            raise TableRefused(TableRefusal.HOUSE_RULES_OUTDATED, name=self.name) from refused.__cause__


class HouseRulesStore(Protocol):
    """Stores house rules. No two names in a server have the same `bot.names.name_key`."""

    async def list_house_rules(self, guild: GuildId) -> Sequence[HouseRules]:
        """Return the house rules of a server, sorted by name."""

    async def add_house_rules(
        self, guild: GuildId, name: str, preset: str, changes: Mapping[str, str], limit: int
    ) -> HouseRules:
        """Save new house rules. Raises TableRefused: HOUSE_RULES_TAKEN or TOO_MANY_HOUSE_RULES."""

    async def replace_house_rules(
        self, guild: GuildId, id_: HouseRulesId, preset: str, changes: Mapping[str, str]
    ) -> None:
        """Replace the rules of a set, which keeps its name; do nothing if the set is gone."""

    async def rename_house_rules(self, guild: GuildId, id_: HouseRulesId, name: str) -> None:
        """Rename house rules; do nothing if the set is gone. Raises TableRefused: HOUSE_RULES_TAKEN."""

    async def delete_house_rules(self, guild: GuildId, id_: HouseRulesId) -> None:
        """Delete house rules."""

    async def set_default_house_rules(self, guild: GuildId, id_: HouseRulesId | None) -> None:
        """Make house rules the only default of their server; None removes the default."""


class HouseRulesBook:
    """The house rules of all servers. Callers check who may change them."""

    def __init__(self, store: HouseRulesStore) -> None:
        self._store = store

    async def list_all(self, guild: GuildId) -> Sequence[HouseRules]:
        """Return the house rules of a server, sorted by name."""
        return await self._store.list_house_rules(guild)

    async def get(self, guild: GuildId, id_: HouseRulesId) -> HouseRules:
        """Return a set of house rules. Raises TableRefused: it has been deleted, or belongs to another server."""
        found = next((one for one in await self.list_all(guild) if one.id == id_), None)
        return TableRefused.require_found(found, TableRefusal.NO_HOUSE_RULES)

    async def find_by_name(self, guild: GuildId, name: str) -> HouseRules | None:
        """Return the set with this name; None if there is none."""
        key = name_key(compose_name(name))
        return next((one for one in await self.list_all(guild) if name_key(one.name) == key), None)

    async def find_default(self, guild: GuildId) -> HouseRules | None:
        """Return the set that a server's new tables use; None if managers have chosen none."""
        return next((one for one in await self.list_all(guild) if one.is_default), None)

    async def save(self, guild: GuildId, name: str, preset: str, changes: Mapping[str, str]) -> HouseRules:
        """Save rules under a new name. Raises `TableRefused`, also if the server has `MAX_HOUSE_RULES` sets already."""
        build_rules(preset, changes)
        name = await self._require_free_name(guild, name)
        return await self._store.add_house_rules(guild, name, preset, changes, MAX_HOUSE_RULES)

    async def replace(self, guild: GuildId, id_: HouseRulesId, preset: str, changes: Mapping[str, str]) -> HouseRules:
        """Replace the rules of a set, which keeps its name. Raises `TableRefused`."""
        build_rules(preset, changes)
        await self.get(guild, id_)
        await self._store.replace_house_rules(guild, id_, preset, changes)
        return await self.get(guild, id_)

    async def rename(self, guild: GuildId, id_: HouseRulesId, name: str) -> HouseRules:
        """Rename a set. Raises `TableRefused`."""
        await self.get(guild, id_)
        await self._store.rename_house_rules(guild, id_, await self._require_free_name(guild, name, id_))
        return await self.get(guild, id_)

    async def _require_free_name(self, guild: GuildId, text: str, but: HouseRulesId | None = None) -> str:
        name, others = normalize_name(text), await self.list_all(guild)
        if (taken := find_alike(name, (one.name for one in others if one.id != but))) is not None:
            raise TableRefused(TableRefusal.HOUSE_RULES_TAKEN, name=taken)
        return name

    async def delete(self, guild: GuildId, id_: HouseRulesId) -> HouseRules:
        """Delete a set and return it; tables and leagues that use its rules keep them."""
        found = await self.get(guild, id_)
        await self._store.delete_house_rules(guild, id_)
        return found

    async def set_default(self, guild: GuildId, id_: HouseRulesId | None) -> None:
        """Make a set the default for new tables of its server. None removes the default. Raises `TableRefused`."""
        if id_ is not None:
            (await self.get(guild, id_)).build()
        await self._store.set_default_house_rules(guild, id_)


def normalize_name(text: str) -> str:
    """Return a name as it is stored. Refuse a name that is empty, too long, or that Discord would not show as typed."""
    name = compose_name(text)
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not is_plain(name) or _MARKUP.search(name):
        raise TableRefused(TableRefusal.HOUSE_RULES_NAME, longest=MAX_NAME_LENGTH)
    return name
