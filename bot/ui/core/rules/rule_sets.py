"""Rule sets to choose from: presets, and house rules of the server."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ids import GuildId, HouseRulesId
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.text.describe.option_values import format_option_line
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_preset
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import SelectOption
from bot.ui.core.rules.rule_set_names import HOUSE_PREFIX, find_source, house_source
from bot.ui.core.services import Services
from bot.ui.typed.rule_changes import find_changes
from engine.model.errors import InvalidRules
from engine.model.presets import OFFERED_PRESETS, PRESETS, SAME_AS
from engine.model.rules import Rules

DEFAULT_PRESET: Final = "standard"
_HOUSE_SOURCE: Final = re.compile(rf"{HOUSE_PREFIX}(\d{{1,18}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A preset with changes. `source` is its name; or `h` and the number of the house rules called `name`."""

    source: str
    preset: str
    changes: Mapping[str, str]
    name: str = ""


def parse_house_source(source: str) -> HouseRulesId | None:
    """Read what `house_source` wrote; None for any other text."""
    found = _HOUSE_SOURCE.fullmatch(source)
    return None if found is None else HouseRulesId(int(found[1]))


async def get_rule_set(services: Services, guild: GuildId | None, wanted: str, texts: Texts) -> RuleSet:
    """Return the preset or house rules that a user named by source, name or part of a name.

    Raises:
        TableRefused: there are no such rules, several fit, or they can no longer be played.
    """
    if wanted in PRESETS:
        return RuleSet(wanted, wanted, {})
    houses = () if guild is None else await services.house_rules.list_all(guild)
    known = {house_source(one): one for one in houses}
    if wanted not in known and parse_house_source(wanted) is not None:
        raise TableRefused(TableRefusal.NO_HOUSE_RULES)
    source = wanted if wanted in known else find_source(wanted, houses, services.catalogue, texts)
    return _to_rule_set(known[source]) if source in known else RuleSet(source, source, {})


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
    """Return a server's house rules and all presets as options of a select, with `chosen` selected."""
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
    """Return a text that says that these are house rules, and of which preset."""
    return texts.say("house.based_on", preset=format_preset(house.preset, texts))


def list_change_lines(preset: str, rules: Rules, texts: Texts, most: int) -> list[str]:
    """Return the differences from the preset, one line each, and how many more there are."""
    try:
        names = [name for name in find_changes(preset, rules) if name != "thresholds" or rules.thresholds]
    except InvalidRules:  # a preset of an earlier version
        return []
    lines = [texts.say("changing.sentence", said=format_option_line(texts, name, rules)) for name in names[:most]]
    more = len(names) - len(lines)
    return [*lines, texts.say("changing.more", count=more)] if more else lines


def _to_rule_set(house: HouseRules) -> RuleSet:
    house.build()
    return RuleSet(house_source(house), house.preset, house.changes, house.name)
