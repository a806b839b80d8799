"""Finds and offers the rules that users name, which are presets or a server's house rules."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from discord import app_commands

from bot.ids import GuildId, HouseRulesId
from bot.names import name_key
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Catalogue, Texts
from bot.text.describe.option_values import format_option_line
from bot.text.describe.seat_names import escape_name
from bot.text.languages import LANGUAGES
from bot.text.messages import shorten
from bot.ui.core.interactions.command_builder import Choices, CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import SelectOption
from bot.ui.core.services import Services
from bot.ui.typed.change_offers import list_change_offers
from bot.ui.typed.rule_changes import find_changes
from engine.model.errors import InvalidRules
from engine.model.presets import OFFERED_PRESETS, PRESETS, SAME_AS
from engine.model.rules import Rules

HOUSE_PREFIX: Final = "h"
"""Begins the `RuleSet.source` of house rules, before their id. No preset has an id of this form."""
_MAX_NAME_REPEATED: Final = 50
DEFAULT_PRESET: Final = "standard"
_HOUSE_SOURCE: Final = re.compile(rf"{HOUSE_PREFIX}(\d{{1,18}})", re.ASCII)


def house_source(house: HouseRules) -> str:
    """Return `h` and the id of house rules. This text stands for them in control ids and options."""
    return f"{HOUSE_PREFIX}{house.id}"


def find_source(wanted: str, houses: Sequence[HouseRules], catalogue: Catalogue, texts: Texts) -> str:
    """Return the source of the rules that `wanted` names, in any language.

    It may also be an id, or a part of one name only. Raises TableRefused: no name fits (`UNKNOWN_RULE_SET`), or several
    do (`AMBIGUOUS_RULE_SET`).
    """
    own = [house_source(one) for one in houses if name_key(one.name) == name_key(" ".join(wanted.split()))]
    if own:
        return own[0]
    key = _fold(wanted)
    whole = [source for source, names in _list_names(houses, catalogue).items() if key and key in names]
    fits = whole or list_fitting_sources(wanted, houses, catalogue)
    is_letter = len(key) == 1 and key.isascii()  # a single letter is too short to stand for a name
    if len(fits) == 1 and (whole or not is_letter):
        return fits[0]
    reason = TableRefusal.AMBIGUOUS_RULE_SET if fits else TableRefusal.UNKNOWN_RULE_SET
    offered = fits or _list_sources(houses)
    names = {house_source(one): one.name for one in houses}
    shown = tuple(names.get(source) or texts.format_preset(source) for source in offered)
    raise TableRefused(reason, name=shorten(wanted, _MAX_NAME_REPEATED), names=shown)


def list_fitting_sources(wanted: str, houses: Sequence[HouseRules], catalogue: Catalogue) -> list[str]:
    """Return the sources of offered rules whose names contain this text; of all offered rules if it is empty."""
    if not wanted.strip():
        return _list_sources(houses)
    key, names = _fold(wanted), _list_names(houses, catalogue)
    return [source for source in _list_sources(houses) if key and any(key in name for name in names[source])]


def _list_sources(houses: Iterable[HouseRules]) -> list[str]:
    return [*map(house_source, houses), *OFFERED_PRESETS]


def _list_names(houses: Iterable[HouseRules], catalogue: Catalogue) -> Mapping[str, frozenset[str]]:
    own = {house_source(one): frozenset({_fold(one.name)}) for one in houses}
    return own | {preset: _list_preset_names(preset, catalogue) for preset in PRESETS}


def _list_preset_names(preset: str, catalogue: Catalogue) -> frozenset[str]:
    printed = (texts.format_preset(preset) for texts in catalogue.list_texts())
    typed = (name for language in LANGUAGES for name in language.typed.presets.get(preset, ()))
    return frozenset(map(_fold, (preset, *printed, *typed)))


def _fold(name: str) -> str:
    """Return a form of a name that does not depend on case, full-width letters, spaces, hyphens or punctuation."""
    return "".join(sign for sign in name_key(name) if sign.isalnum())


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A preset, or house rules, which have a name. `source` is the preset's id, or `h` and the house rules' id."""

    source: str
    preset: str
    changes: Mapping[str, str]
    name: str = ""


def parse_house_source(source: str) -> HouseRulesId | None:
    """Read what `house_source` wrote; None for any other text."""
    found = _HOUSE_SOURCE.fullmatch(source)
    return None if found is None else HouseRulesId(int(found[1]))


async def get_rule_set(services: Services, guild: GuildId | None, wanted: str, texts: Texts) -> RuleSet:
    """Return the rules that a user named. Raises TableRefused: no rules or several fit, or they are outdated."""
    if wanted in PRESETS:
        return RuleSet(wanted, wanted, {})
    houses = () if guild is None else await services.house_rules.list_all(guild)
    known = {house_source(one): one for one in houses}
    if wanted not in known and parse_house_source(wanted) is not None:
        raise TableRefused(TableRefusal.NO_HOUSE_RULES)
    source = wanted if wanted in known else find_source(wanted, houses, services.catalogue, texts)
    return _to_rule_set(known[source]) if source in known else RuleSet(source, source, {})


async def get_default_rule_set(services: Services, guild: GuildId) -> RuleSet:
    """Return the rules of new tables in a server. Raises TableRefused: they are house rules that are outdated."""
    house = await services.house_rules.find_default(guild)
    if house is not None:
        return _to_rule_set(house)
    preset = (await services.guild_settings.load_settings(guild)).preset or DEFAULT_PRESET
    return RuleSet(preset, preset, {})


def find_house_rules(houses: Iterable[HouseRules], facts: TableInfo) -> HouseRules | None:
    """Return which of the house rules a table plays by; None if it plays by other rules."""
    try:
        changes = find_changes(facts.preset, facts.rules)
    except InvalidRules:  # the table has a preset of an earlier version
        return None
    return next((one for one in houses if one.preset == facts.preset and dict(one.changes) == changes), None)


async def format_table_rules(services: Services, facts: TableInfo, texts: Texts) -> str:
    """Return the name of the house rules that a table plays by, or else of its preset."""
    house = find_house_rules(await services.house_rules.list_all(facts.guild), facts)
    return texts.format_preset(facts.preset) if house is None else escape_name(house.name)


def rule_set_options(houses: Sequence[HouseRules], chosen: str, texts: Texts) -> tuple[SelectOption, ...]:
    """Return a server's house rules and the offered presets as options of a select, with `chosen` selected."""
    own = ((house_source(one), one.name, format_base(one, texts)) for one in houses)
    presets = ((one, texts.format_preset(one), texts.format_preset_summary(one)) for one in OFFERED_PRESETS)
    selected = SAME_AS.get(chosen, chosen)
    return tuple(select_option(*one, chosen=one[0] == selected) for one in (*own, *presets))


def format_base(house: HouseRules, texts: Texts) -> str:
    """Return a text that says on which preset house rules are based."""
    return texts.say("house.based_on", preset=texts.format_preset(house.preset))


def list_change_lines(preset: str, rules: Rules, texts: Texts, most: int) -> list[str]:
    """Return up to `most` lines on differences from the preset. A further line says how many others there are."""
    try:
        names = [name for name in find_changes(preset, rules) if name != "thresholds" or rules.thresholds]
    except InvalidRules:  # the rules have a preset of an earlier version
        return []
    lines = [texts.say("changing.sentence", said=format_option_line(texts, name, rules)) for name in names[:most]]
    more = len(names) - len(lines)
    return [*lines, texts.say("changing.more", count=more)] if more else lines


def _to_rule_set(house: HouseRules) -> RuleSet:
    house.build()
    return RuleSet(house_source(house), house.preset, house.changes, house.name)


def offer_rules(builder: CommandBuilder, *commands: Any) -> None:
    """Offer choices while users type the options `preset` and `changes` of commands."""
    builder.complete("preset", offered_rule_sets, *commands)
    builder.complete("changes", _offered_changes, *commands)


async def _offered_changes(ctx: Context, typed: str) -> Choices:
    preset = (await _find_rules_beside(ctx)).preset
    players = getattr(ctx.interaction.namespace, "players", None)
    found = list_change_offers(preset, typed, ctx.texts, players if isinstance(players, int) else None)
    return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found]


async def offered_rule_sets(ctx: Context, typed: str) -> Choices:
    """Return the server's house rules, and the presets whose name in some language contains the typed text."""
    houses = await ctx.services.house_rules.list_all(ctx.guild)
    fits = list_fitting_sources(typed, houses, ctx.services.catalogue)
    options = (one for one in rule_set_options(houses, "", ctx.texts) if one.value in fits)
    return [app_commands.Choice(name=_format_rule_set(one, ctx.texts), value=one.value) for one in options]


def _format_rule_set(option: SelectOption, texts: Texts) -> str:
    name = texts.say("house.choice", name=option.label, about=option.hint) if option.hint else option.label
    return format_label(name, MAX_OPTION_LENGTH)


async def _find_rules_beside(ctx: Context) -> RuleSet:
    beside = getattr(ctx.interaction.namespace, "preset", None)
    with suppress(TableRefused):  # the typed rules are unfinished or outdated
        if isinstance(beside, str) and beside:
            return await get_rule_set(ctx.services, ctx.guild, beside, ctx.texts)
        return await get_default_rule_set(ctx.services, ctx.guild)
    return RuleSet(DEFAULT_PRESET, DEFAULT_PRESET, {})
