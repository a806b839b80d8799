"""A league's settings on its panel: the values in force in groups, a page for each, and the change."""

from collections.abc import Mapping
from typing import Final

from bot.league.leagues.league_settings import FIXED_SETTINGS, LeagueSettings, PointScheme, does_matter
from bot.league.leagues.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.setting_fields import SettingField, get_values, list_settings, with_values
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_preset
from bot.ui.core.interactions import setting_panel
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm, Response, notice_message
from bot.ui.core.interactions.setting_panel import FIELD, TYPE, BadNumber
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, labelled_select
from bot.ui.core.messages.message import Block, ButtonStyle, Message, Text, button_rows
from bot.ui.core.messages.paging import join_lines
from bot.ui.core.rules.rule_sets import get_rule_set, rule_set_options
from bot.ui.league.actions import edit
from bot.ui.league.champion_roles import format_champion_role
from bot.ui.league.control_ids import ChangeLeague, LeagueAction, LeagueControl
from bot.ui.league.lookup import get_league_by_id, require_manager
from bot.ui.league.settings_form import list_rule_changes, read_places, with_rules
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH, format_changes

RULES, CHANGES, PLACES = "preset", "changes", "places"
"""Settings that are looked up or parsed; their texts are `option.<name>`."""
SEASON_SETTINGS: Final = {one.name for one in list_settings(PointScheme)} | {PLACES, "season_days", "min_people"}
"""The settings that a running season keeps as they were when it opened."""
MAX_PLACES_LENGTH: Final = 80
FIELDS: Final[Mapping[str, SettingField]] = {one.name: one for one in list_settings(LeagueSettings)}


def _list_looked_up(settings: LeagueSettings) -> tuple[str, ...]:
    return (RULES, CHANGES, *((PLACES,) if does_matter(settings, PLACES) else ()))


def settings_view(league: LeagueInfo, texts: Texts, notice: str = "") -> Message:
    """Return the settings in force, and a list to choose one from."""
    settings = league.settings
    lines = [notice, f"## {texts.say('setting.heading', name=escape_name(league.name))}"]
    for name in _list_looked_up(settings):
        value = _format_looked_up(settings, name, texts)
        lines.append(setting_panel.setting_line(setting_panel.name_setting(name, texts), value, texts))
    shown = [one for one in FIELDS.values() if does_matter(settings, one.name)]
    lines += setting_panel.setting_lines(shown, settings, texts)
    options = [setting_panel.setting_option(name, name, texts) for name in _list_looked_up(settings)]
    options += [setting_panel.setting_option(one.name, one.key, texts) for one in shown]
    select = labelled_select(LeagueControl(LeagueAction.SETTING, league.id), texts, "setting.which", options)
    back = labelled_button(LeagueControl(LeagueAction.MANAGE, league.id), texts, "events.button.back")
    return Message((join_lines(filter(None, lines)), select, *button_rows((back,))))


def _format_looked_up(settings: LeagueSettings, name: str, texts: Texts) -> str:
    if name == RULES:
        return format_preset(settings.preset, texts)
    if name == CHANGES:
        return format_changes(list_rule_changes(settings)) or texts.say("setting.none")
    return "-".join(map(str, settings.scheme.places))


async def show_settings(press: ControlPress[LeagueControl], league: LeagueInfo) -> Response:
    """Show all settings to a manager."""
    await require_manager(press.ctx, league)
    page = settings_view(league, press.texts)
    return EditMessage(page) if press.ctx.is_private else NewMessage(page)


async def show_setting(press: ControlPress[LeagueControl], league: LeagueInfo) -> Response:
    """Show the page of the chosen setting: what it means, the value in force, and the controls that change it."""
    await require_manager(press.ctx, league)
    name, texts, settings = press.chosen, press.texts, league.settings
    if name not in {*FIELDS, RULES, CHANGES, PLACES}:
        return notice_message(texts.say("ui.old_control"))

    def id_for(act: str) -> ControlId:
        return ChangeLeague(league.id, name, act)

    if name in FIELDS:
        field, value = FIELDS[name], get_values(settings)[name]
        heading = setting_panel.setting_heading(field.key, setting_panel.format_value(field, value, texts), texts)
        blocks = setting_panel.setting_controls(field, value, id_for, texts)
    else:
        heading = setting_panel.setting_heading(name, _format_looked_up(settings, name, texts), texts)
        blocks = await _looked_up_controls(press, league, name)
    known = await press.ctx.services.league.access.get_league(league.guild, league.id)
    if known.running_season is not None and (name in FIXED_SETTINGS or name in {RULES, CHANGES}):
        heading = f"{heading}\n{texts.say('leagues.fixed_setting')}"
    elif known.running_season is not None and name in SEASON_SETTINGS:
        heading = f"{heading}\n{texts.say('leagues.next_season_setting')}"
    back = labelled_button(LeagueControl(LeagueAction.SETTINGS, league.id), texts, "events.button.back")
    return EditMessage(Message((Text(heading), *blocks, *button_rows((back,)))))


async def _looked_up_controls(press: ControlPress[LeagueControl], league: LeagueInfo, name: str) -> tuple[Block, ...]:
    if name == RULES:
        houses = await press.ctx.services.house_rules.list_all(press.ctx.guild)
        offered = rule_set_options(houses, league.settings.preset, press.texts)[:MAX_OPTIONS]
        return (labelled_select(ChangeLeague(league.id, name, "pick"), press.texts, "setting.choose", offered),)
    type_ = ChangeLeague(league.id, name, TYPE)
    return button_rows((labelled_button(type_, press.texts, "setting.type", ButtonStyle.PRIMARY),))


async def handle_change(press: ControlPress[ChangeLeague]) -> Response:
    """Open the form of a setting, or change it and show all settings again."""
    league = await get_league_by_id(press.ctx, press.id.league)
    await require_manager(press.ctx, league)
    if press.id.act == TYPE and not press.form_values:
        return OpenForm(_build_form(press, league.settings))
    changed, notice = await edit(press.ctx, league, await _read_change(press, league.settings))
    if press.id.name == "champion_role":
        notice = f"{notice}\n{format_champion_role(press.ctx.interaction.client, changed, press.texts)}".rstrip()
    return EditMessage(settings_view(changed, press.texts, notice))


def _build_form(press: ControlPress[ChangeLeague], settings: LeagueSettings) -> Form:
    name, texts = press.id.name, press.texts
    if name in FIELDS:
        return setting_panel.setting_form(FIELDS[name], get_values(settings)[name], press.id, texts)
    title, is_list = setting_panel.name_setting(name, texts), name == PLACES
    value = _format_looked_up(settings, name, texts) if is_list else format_changes(list_rule_changes(settings))
    hint = "" if is_list else texts.say("leagues.form.changes_hint")
    longest = MAX_PLACES_LENGTH if is_list else MAX_TEXT_LENGTH
    entry = FormField(FIELD, title, hint, value, required=is_list, max_length=longest, multiline=not is_list)
    return Form(str(press.id), title, (entry,))


async def _read_change(press: ControlPress[ChangeLeague], settings: LeagueSettings) -> LeagueSettings:
    """Return the settings that a press on the controls of one of them asks for."""
    name, typed = press.id.name, press.form_values.get(FIELD, "")
    if name == RULES:
        rules = await get_rule_set(press.ctx.services, press.ctx.guild, press.chosen, press.texts)
        return with_rules(settings, rules, None, press.texts)
    if name == CHANGES:
        return with_rules(settings, None, typed, press.texts)
    if name == PLACES:
        return with_values(settings, read_places(typed, press.texts))
    try:
        value = setting_panel.read_setting(FIELDS[name], press.id.act, press)
    except BadNumber as bad:
        field = setting_panel.name_setting(FIELDS[name].key, press.texts)
        raise LeagueRefused(
            LeagueRefusal.BAD_NUMBER, field=field, least=bad.least, most=bad.most, given=bad.given
        ) from bad
    return with_values(settings, {name: value})
