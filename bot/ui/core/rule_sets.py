"""What people may choose as rules: a preset, or house rules of their server."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ids import GuildId, HouseRulesId
from bot.play.house_rules import HouseRules
from bot.play.ports import TableInfo
from bot.play.table_changes import build_rules
from bot.text.catalogue import Texts
from bot.text.describe.option_values import format_option_in_rules
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_preset
from bot.ui.core.labelled import select_option
from bot.ui.core.message import SelectOption
from bot.ui.core.services import Services
from bot.ui.typed.rule_changes import find_changes
from engine.model.errors import InvalidRules
from engine.model.presets import OFFERED_PRESETS, PRESETS, SAME_AS
from engine.model.rules import Rules

DEFAULT_PRESET: Final = "club"
HOUSE_PREFIX: Final = "h"
"""What the source of house rules begins with, before their number; no preset is called so."""
_HOUSE_SOURCE: Final = re.compile(rf"{HOUSE_PREFIX}(\d{{1,18}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A preset with changes. `source`: the preset's name, or `h` and the number of house rules, whose `name` it has."""

    source: str
    preset: str
    changes: Mapping[str, str]
    name: str = ""


def house_source(house: HouseRules) -> str:
    """Return the source of house rules, as it stands in ids and options."""
    return f"{HOUSE_PREFIX}{house.id}"


def parse_house_source(source: str) -> HouseRulesId | None:
    """Read what `house_source` wrote; None for any other text."""
    found = _HOUSE_SOURCE.fullmatch(source)
    return None if found is None else HouseRulesId(int(found[1]))


async def get_rule_set(services: Services, guild: GuildId, wanted: str, texts: Texts) -> RuleSet:
    """Return what a user has chosen or typed: a preset or house rules, by source or by name.

    Raises:
        TableRefused: there are no such rules, or they can no longer be played.
    """
    if wanted in PRESETS:
        return RuleSet(wanted, wanted, {})
    id_ = parse_house_source(wanted)
    if id_ is not None:
        return _to_rule_set(await services.house_rules.get(guild, id_))
    house = await services.house_rules.find_by_name(guild, wanted)
    if house is not None:
        return _to_rule_set(house)
    folded = wanted.strip().casefold()
    called = next((one for one in OFFERED_PRESETS if texts.format_preset(one).casefold() == folded), wanted)
    build_rules(called, {})
    return RuleSet(called, called, {})


async def get_default_rule_set(services: Services, guild: GuildId) -> RuleSet:
    """Return the rules of new tables in a server.

    Raises:
        TableRefused: they are house rules that can no longer be played.
    """
    house = await services.house_rules.find_default(guild)
    if house is not None:
        return _to_rule_set(house)
    preset = (await services.guild_settings.load_settings(guild)).preset or DEFAULT_PRESET
    return RuleSet(preset, preset, {})


def find_house_rules(houses: Iterable[HouseRules], facts: TableInfo) -> HouseRules | None:
    """Return the house rules that a table plays by."""
    try:
        changes = find_changes(facts.preset, facts.rules)
    except InvalidRules:  # a preset of an earlier version
        return None
    return next((one for one in houses if one.preset == facts.preset and dict(one.changes) == changes), None)


async def format_table_rules(services: Services, facts: TableInfo, texts: Texts) -> str:
    """Return the name of the house rules that a table plays by, else of its preset."""
    house = find_house_rules(await services.house_rules.list_all(facts.guild), facts)
    return format_preset(facts.preset, texts) if house is None else escape_name(house.name)


def rule_set_options(houses: Sequence[HouseRules], chosen: str, texts: Texts) -> tuple[SelectOption, ...]:
    """Return a server's house rules and all presets as options of a select. `chosen`: the source of one of them."""
    own = (
        select_option(house_source(one), one.name, format_base(one, texts), chosen=house_source(one) == chosen)
        for one in houses
    )
    presets = (
        select_option(
            name,
            texts.format_preset(name),
            texts.format_preset_summary(name),
            chosen=name == SAME_AS.get(chosen, chosen),
        )
        for name in OFFERED_PRESETS
    )
    return (*own, *presets)


def format_base(house: HouseRules, texts: Texts) -> str:
    """Return that these are house rules, and which preset they change."""
    return texts.say("house.based_on", preset=format_preset(house.preset, texts))


def list_change_lines(preset: str, rules: Rules, texts: Texts, most: int) -> list[str]:
    """Return the differences from the preset, one line each, and how many more there are."""
    try:
        names = [name for name in find_changes(preset, rules) if name != "thresholds"]
    except InvalidRules:  # a preset of an earlier version
        return []
    lines = [
        texts.say("changing.line", option=texts.format_option(name), value=format_option_in_rules(texts, name, rules))
        for name in names[:most]
    ]
    more = len(names) - len(lines)
    return [*lines, texts.say("changing.more", count=more)] if more else lines


def _to_rule_set(house: HouseRules) -> RuleSet:
    house.build()
    return RuleSet(house_source(house), house.preset, house.changes, house.name)
