"""Shows and changes the settings of a league. Parses typed rules and typed points for places."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.ids import ChannelId
from bot.league.leagues.league_settings import (
    FIXED_SETTINGS,
    MAX_PLACES,
    MAX_POINTS_EACH,
    LeagueSettings,
    PointScheme,
    does_matter,
)
from bot.league.leagues.leagues import League, LeagueInfo
from bot.play.table_rules.table_changes import build_rules
from bot.setting_fields import SettingField, list_settings, with_values
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.interactions.setting_panel import FIELD, TYPE, parse_whole_number, read_setting, refuse_number
from bot.ui.core.interactions.settings_pages import LookedUp, SettingsPages
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.message import Message
from bot.ui.core.rule_sets import RuleSet, get_rule_set, rule_set_options
from bot.ui.discord_io.post_alerts import league_subject, note_accepted_post
from bot.ui.league.control_ids import ChangeLeague, LeagueAction, LeagueControl
from bot.ui.league.lookup import get_caller, get_league_by_id, require_manager
from bot.ui.league.season_clock import format_champion_role
from bot.ui.typed.parse_changes import MAX_TEXT_LENGTH, parse_changes
from bot.ui.typed.rule_changes import find_changes, format_changes
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.rules import Rules

RULES, CHANGES = "preset", "changes"
"""The names of settings of events and leagues whose values are looked up or parsed."""
PLACES: Final = "places"
"""The setting that says how many points each place is worth. Users type its value."""
SEASON_SETTINGS: Final = {one.name for one in list_settings(PointScheme)} | {PLACES, "season_days", "min_people"}
"""The settings that a running season keeps as they were when the season opened."""
MAX_PLACES_LENGTH: Final = 80
FIELDS: Final[Mapping[str, SettingField]] = {one.name: one for one in list_settings(LeagueSettings)}


def create_league_settings(rule_set: RuleSet, changes: str, texts: Texts) -> LeagueSettings:
    """Return a new league's settings for rules with typed changes. Raises TableRefused: the rules cannot be played."""
    rules = build_rules(rule_set.preset, {**rule_set.changes, **parse_changes(changes, texts)})
    return LeagueSettings("", rule_set.preset, format_rules(rules))


async def read_rules(press: ControlPress[Any], preset: str) -> tuple[str, Rules]:
    """Return the chosen preset and its rules. Without a choice, return `preset` and its rules with typed changes.

    Raises TableRefused if the rules cannot be played.
    """
    changes: Mapping[str, str] = parse_changes(press.form_values.get(FIELD, ""), press.texts)
    if press.id.name == RULES:
        wanted = await get_rule_set(press.ctx.services, press.ctx.guild, press.chosen, press.texts)
        preset, changes = wanted.preset, wanted.changes
    return preset, build_rules(preset, changes)


def list_rule_changes(preset: str, rules: str) -> dict[str, str]:
    """Return the options in which rules differ from a preset. `rules` are in the engine's notation."""
    try:
        return find_changes(preset, parse_rules(rules))
    except (InvalidRules, ValueError):  # this version lacks the preset or an option
        return {}


async def look_up_rules(ctx: Context, preset: str, rules: str) -> tuple[LookedUp, LookedUp]:
    """Return both settings for the rules of an event or a league. They are the preset, and the changes to its rules."""
    houses = await ctx.services.house_rules.list_all(ctx.guild)
    offered = rule_set_options(houses, preset, ctx.texts)[:MAX_OPTIONS]
    typed, hint = format_changes(list_rule_changes(preset, rules)), ctx.texts.say("leagues.form.changes_hint")
    value = typed or ctx.texts.say("setting.none")
    return (
        LookedUp(RULES, ctx.texts.format_preset(preset), offered),
        LookedUp(CHANGES, value, (), typed, hint, MAX_TEXT_LENGTH, multiline=True),
    )


def read_places(text: str, texts: Texts) -> dict[str, object]:
    """Return the setting of points for places, typed as "10-7-5" or "10 7 5". Raises LeagueRefused: BAD_NUMBER."""
    words = text.translate(str.maketrans("-–,，/", "     ")).split()
    field = texts.say("leagues.places_field")
    if not 1 <= len(words) <= MAX_PLACES:
        raise refuse_number(text.strip(), field, MAX_POINTS_EACH)
    return {"places": tuple(parse_whole_number(word, field, MAX_POINTS_EACH) for word in words)}


async def _load_settings(ctx: Context, league: LeagueInfo) -> SettingsPages:
    places = "-".join(map(str, league.settings.scheme.places))
    return SettingsPages(
        league.name,
        league.settings,
        tuple(FIELDS.values()),
        (
            *await look_up_rules(ctx, league.settings.preset, league.settings.rules),
            LookedUp(PLACES, places, typed=places, max_length=MAX_PLACES_LENGTH, required=True),
        ),
        {RULES, CHANGES, *(name for name in (PLACES, *FIELDS) if does_matter(league.settings, name))},
        lambda name, act: ChangeLeague(league.id, name, act),
        LeagueControl(LeagueAction.SETTING, league.id),
        LeagueControl(LeagueAction.SETTINGS, league.id),
        LeagueControl(LeagueAction.MANAGE, league.id),
    )


async def show_settings(press: ControlPress[LeagueControl], league: League) -> Message | Response:
    """Show a manager all settings or the page of one. A note says if the running season keeps the setting's value."""
    pages, name, note = await _load_settings(press.ctx, league), press.chosen, ""
    if press.id.action is LeagueAction.SETTINGS:
        return pages.show_all(press.texts)
    if league.running_season is not None and (name in FIXED_SETTINGS or name in {RULES, CHANGES}):
        note = press.texts.say("leagues.fixed_setting")
    elif league.running_season is not None and name in SEASON_SETTINGS:
        note = press.texts.say("leagues.next_season_setting")
    return pages.show_page(press, note)


async def handle_change(press: ControlPress[ChangeLeague]) -> Response:
    """Open the form of a setting, or change it and show all settings again."""
    league = await get_league_by_id(press.ctx, press.id.league)
    await require_manager(press.ctx, league)
    if press.id.act == TYPE and not press.form_values:
        return (await _load_settings(press.ctx, league)).open_form(press)
    changed, notice = await _edit(press.ctx, league, await _read_change(press, league.settings))
    if press.id.name == "champion_role":
        notice = f"{notice}\n{format_champion_role(press.ctx.interaction.client, changed, press.texts)}".rstrip()
    return EditMessage((await _load_settings(press.ctx, changed)).show_all(press.texts, notice))


async def _read_change(press: ControlPress[ChangeLeague], settings: LeagueSettings) -> LeagueSettings:
    name, typed = press.id.name, press.form_values.get(FIELD, "")
    if name in {RULES, CHANGES}:
        preset, rules = await read_rules(press, settings.preset)
        return replace(settings, preset=preset, rules=format_rules(rules))
    if name == PLACES:
        return with_values(settings, read_places(typed, press.texts))
    return with_values(settings, {name: read_setting(FIELDS[name], press.id.act, press)})


async def _edit(ctx: Context, league: LeagueInfo, settings: LeagueSettings) -> tuple[LeagueInfo, str]:
    if settings == league.settings:
        return league, ctx.texts.say("setting.unchanged")
    changed = await ctx.services.league.admin.edit_league(get_caller(ctx), league.guild, league.id, settings)
    for channel in _list_channels(league) - _list_channels(changed):  # ends alerts about channels no longer used
        note_accepted_post(ctx.services, league_subject(league), channel)
    ctx.services.registry.refresh_tables(league.guild, lobbies_only=True)
    ctx.services.league.posts.note_change(league.guild)
    later = _next_season_settings(changed) != _next_season_settings(league)
    return changed, ctx.texts.say("leagues.changed" if later else "setting.changed")


def _list_channels(league: LeagueInfo) -> set[ChannelId]:
    return {one for one in (league.settings.news_channel, league.settings.results_channel) if one is not None}


def _next_season_settings(league: LeagueInfo) -> tuple[object, ...]:
    return league.settings.scheme, league.settings.season_days, league.settings.min_people
