"""The rules and the points of a league, as they are typed."""

from collections.abc import Mapping
from typing import Any, Final

from bot.league.leagues.league_settings import MAX_PLACES, MAX_POINTS_EACH, LeagueSettings
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.play.table_rules.table_changes import build_rules
from bot.text.catalogue import Texts
from bot.ui.core.formatting import format_preset
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.setting_panel import FIELD
from bot.ui.core.interactions.settings_pages import LookedUp
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.rule_sets import RuleSet, get_rule_set, rule_set_options
from bot.ui.typed.parse_changes import MAX_TEXT_LENGTH, parse_changes
from bot.ui.typed.rule_changes import find_changes, format_changes
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.rules import Rules

RULES, CHANGES = "preset", "changes"
"""The settings of events and leagues that are looked up or parsed."""
_DIGITS: Final = 9


def create_league_settings(rule_set: RuleSet, changes: str, texts: Texts) -> LeagueSettings:
    """Return the settings of a new league with a preset or house rules; typed changes come on top.

    Raises:
        TableRefused: the rules cannot be played.
    """
    rules = build_rules(rule_set.preset, {**rule_set.changes, **parse_changes(changes, texts)})
    return LeagueSettings("", rule_set.preset, format_rules(rules))


async def read_rules(press: ControlPress[Any], preset: str) -> tuple[str, Rules]:
    """Return the rules with their preset after a press on the settings: those chosen, or `preset` with typed changes.

    Raises:
        TableRefused: the rules cannot be played.
    """
    changes: Mapping[str, str] = parse_changes(press.form_values.get(FIELD, ""), press.texts)
    if press.id.name == RULES:
        wanted = await get_rule_set(press.ctx.services, press.ctx.guild, press.chosen, press.texts)
        preset, changes = wanted.preset, wanted.changes
    return preset, build_rules(preset, changes)


def list_rule_changes(preset: str, rules: str) -> dict[str, str]:
    """Return the options in which rules, in the engine's text form, differ from a preset."""
    try:
        return find_changes(preset, parse_rules(rules))
    except (InvalidRules, ValueError):  # a preset or an option of an earlier version
        return {}


async def look_up_rules(ctx: Context, preset: str, rules: str) -> tuple[LookedUp, LookedUp]:
    """Return the settings for the preset of an event or a league, and for typed changes to it."""
    houses = await ctx.services.house_rules.list_all(ctx.guild)
    offered = rule_set_options(houses, preset, ctx.texts)[:MAX_OPTIONS]
    typed, hint = format_changes(list_rule_changes(preset, rules)), ctx.texts.say("leagues.form.changes_hint")
    value = typed or ctx.texts.say("setting.none")
    return (
        LookedUp(RULES, format_preset(preset, ctx.texts), offered),
        LookedUp(CHANGES, value, (), typed, hint, MAX_TEXT_LENGTH, multiline=True),
    )


def parse_whole_number(text: str, field: str, most: int) -> int:
    """Parse a typed whole number. Raises LeagueRefused: it is not a number from 0 to `most` (`BAD_NUMBER`)."""
    plain = text.strip()
    if plain.isdecimal() and len(plain) <= _DIGITS and int(plain) <= most:
        return int(plain)
    raise _refuse_number(plain, field, most)


def _refuse_number(text: str, field: str, most: int) -> LeagueRefused:
    return LeagueRefused(LeagueRefusal.BAD_NUMBER, field=field, least=0, most=most, given=text.strip()[:20])


def read_places(text: str, texts: Texts) -> dict[str, object]:
    """Return the setting of points for places, typed as "10-7-5" or "10 7 5"."""
    words = text.translate(str.maketrans("-–,，/", "     ")).split()
    field = texts.say("leagues.places_field")
    if not 1 <= len(words) <= MAX_PLACES:
        raise _refuse_number(text, field, MAX_POINTS_EACH)
    return {"places": tuple(parse_whole_number(word, field, MAX_POINTS_EACH) for word in words)}
