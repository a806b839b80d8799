"""The settings of a league: all of them on one page, and a page and a form for each, for its managers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.ids import ChannelId
from bot.league.leagues.league_settings import FIXED_SETTINGS, LeagueSettings, PointScheme, does_matter
from bot.league.leagues.leagues import LeagueInfo
from bot.setting_fields import SettingField, list_settings, with_values
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.interactions.setting_panel import FIELD, TYPE, read_setting
from bot.ui.core.interactions.settings_pages import LookedUp, SettingsPages
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.post_alerts import league_subject, note_accepted_post
from bot.ui.league.champion_roles import format_champion_role
from bot.ui.league.control_ids import ChangeLeague, LeagueAction, LeagueControl
from bot.ui.league.lookup import get_caller, get_league_by_id, require_manager
from bot.ui.league.settings_form import CHANGES, RULES, look_up_rules, read_places, read_rules
from engine.model.notation import format_rules

PLACES: Final = "places"
"""A setting that is parsed."""
SEASON_SETTINGS: Final = {one.name for one in list_settings(PointScheme)} | {PLACES, "season_days", "min_people"}
"""The settings that a running season keeps as they were when it opened."""
MAX_PLACES_LENGTH: Final = 80
FIELDS: Final[Mapping[str, SettingField]] = {one.name: one for one in list_settings(LeagueSettings)}


async def _load_settings(ctx: Context, league: LeagueInfo) -> SettingsPages:
    """Return the settings of a league, with what they offer."""
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


async def show_settings(press: ControlPress[LeagueControl], league: LeagueInfo) -> Message | Response:
    """Show a manager all settings, or the page of the chosen one, with what a running season keeps of it."""
    pages, name, note = await _load_settings(press.ctx, league), press.chosen, ""
    if press.id.action is LeagueAction.SETTINGS:
        return pages.show_all(press.texts)
    known = await press.ctx.services.league.access.get_league(league.guild, league.id)
    if known.running_season is not None and (name in FIXED_SETTINGS or name in {RULES, CHANGES}):
        note = press.texts.say("leagues.fixed_setting")
    elif known.running_season is not None and name in SEASON_SETTINGS:
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
    """Return the settings that a press on the controls of one of them asks for."""
    name, typed = press.id.name, press.form_values.get(FIELD, "")
    if name in {RULES, CHANGES}:
        preset, rules = await read_rules(press, settings.preset)
        return replace(settings, preset=preset, rules=format_rules(rules))
    if name == PLACES:
        return with_values(settings, read_places(typed, press.texts))
    return with_values(settings, {name: read_setting(FIELDS[name], press.id.act, press)})


async def _edit(ctx: Context, league: LeagueInfo, settings: LeagueSettings) -> tuple[LeagueInfo, str]:
    """Change a league's settings; return it with a notice."""
    if settings == league.settings:
        return league, ctx.texts.say("setting.unchanged")
    changed = await ctx.services.league.admin.edit_league(get_caller(ctx), league.guild, league.id, settings)
    for channel in _list_channels(league) - _list_channels(changed):  # why nothing is posted there no longer matters
        note_accepted_post(ctx.services, league_subject(league), channel)
    ctx.services.registry.refresh_lobbies(league.guild)
    ctx.services.league.posts.note_change(league.guild)
    later = _next_season_settings(changed) != _next_season_settings(league)
    return changed, ctx.texts.say("leagues.changed" if later else "setting.changed")


def _list_channels(league: LeagueInfo) -> set[ChannelId]:
    return {one for one in (league.settings.news_channel, league.settings.results_channel) if one is not None}


def _next_season_settings(league: LeagueInfo) -> tuple[object, ...]:
    """Return the settings that a running season does not take over."""
    return league.settings.scheme, league.settings.season_days, league.settings.min_people
