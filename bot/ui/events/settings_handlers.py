"""The settings of an event, as its managers see and change them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.events import access
from bot.events.changes.entries import require_not_ended
from bot.events.changes.stages import RUNNING_SETTINGS
from bot.events.model import ENDED, Event, EventStatus
from bot.events.pairing.ports import EventFormat, Seeding
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.service import SettingsChange
from bot.events.settings import EventSettings, does_matter, with_format
from bot.ids import EventId, LeagueId
from bot.setting_fields import SettingField, list_settings, with_values
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.interactions.setting_panel import CLEAR, FIELD, TYPE, read_setting
from bot.ui.core.interactions.settings_pages import LookedUp, SettingsPages
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Message, SelectOption
from bot.ui.events.control_ids import ChangeEvent, EventAction, EventControl
from bot.ui.events.create_event import MAX_TIME_LENGTH, parse_start, put_in_league
from bot.ui.events.lookup import get_event_by_id
from bot.ui.league.lookup import get_caller, get_league_by_id, require_manager
from bot.ui.league.settings_panel import CHANGES, RULES, look_up_rules, read_rules
from engine.model.notation import format_rules

STARTS, LEAGUE, FORMER = "starts", "league", "former"
"""Settings whose values are looked up or parsed. `FORMER` is the event whose standings seed this event."""
_LENGTHS: Final = {"deals": "minutes", "minutes": "deals"}
"""A change to one of these settings removes the other, because an event's length is in deals or in minutes."""
FIELDS: Final[Mapping[str, SettingField]] = {one.name: one for one in list_settings(EventSettings)}


async def show_settings(press: ControlPress[EventControl], event: Event) -> Message | Response:
    """Show all settings, or the page of the chosen one."""
    pages = await load_settings(press.ctx, event)
    return pages.show_page(press) if press.id.action is EventAction.SETTING else pages.show_all(press.texts)


async def handle_change(press: ControlPress[ChangeEvent]) -> Response:
    """Open the form of a setting, or change it and show all settings again."""
    ctx, event = press.ctx, await get_event_by_id(press.ctx, press.id.event)
    access.require_manager(get_caller(ctx), event)
    if press.id.act == TYPE and not press.form_values:
        return await _open_form(press, event)
    change = await _read_change(press, event)
    changed = await ctx.services.events.change_settings(get_caller(ctx), event, change)
    notice = ctx.texts.say("setting.changed" if changed.settings != event.settings else "setting.unchanged")
    return EditMessage((await load_settings(ctx, changed)).show_all(ctx.texts, notice))


async def _open_form(press: ControlPress[ChangeEvent], event: Event) -> Response:
    require_not_ended(event)
    if event.status is EventStatus.RUNNING and press.id.name not in RUNNING_SETTINGS:
        raise EventRefused(EventRefusal.ALREADY_STARTED, name=event.settings.name)
    return (await load_settings(press.ctx, event)).open_form(press)


async def _read_change(press: ControlPress[ChangeEvent], event: Event) -> SettingsChange:
    name = press.id.name
    if name not in FIELDS:
        values = await _look_up(press, event)
        return lambda settings: with_values(settings, values)
    value = read_setting(FIELDS[name], press.id.act, press)
    if name == "seeding" and value is Seeding.STANDINGS and event.settings.seeded_by is None:
        raise EventRefused(EventRefusal.NO_FORMER_EVENT)
    if isinstance(value, EventFormat):
        return lambda settings: with_format(settings, value)
    replaced = {_LENGTHS[name]: None} if name in _LENGTHS and value is not None else {}
    return lambda settings: with_values(settings, {**replaced, name: value})


async def _look_up(press: ControlPress[ChangeEvent], event: Event) -> dict[str, object]:
    """Look up or parse the new value of a setting, and return all fields that it changes."""
    ctx, settings = press.ctx, event.settings
    clears, typed = press.id.act == CLEAR, press.form_values.get(FIELD, "").strip()
    match press.id.name:
        case "starts":
            zone = (await ctx.services.guild_settings.load_settings(ctx.guild)).zone
            now = ctx.services.clock.wall()
            return {"starts_at": None if clears or not typed else parse_start(typed, zone, now)}
        case "preset" | "changes":
            preset, rules = await read_rules(press, settings.preset)
            changed = replace(settings, preset=preset, rules=format_rules(rules), players=rules.players)
            return _pick(await _fit_league(ctx, changed), "preset", "rules", "players", "league_deals")
        case "league":
            league = None if clears else LeagueId(parse_number(press.chosen))
            return _pick(await _fit_league(ctx, replace(settings, league=league)), "league", "league_deals")
        case _:
            former = None if clears else EventId(parse_number(press.chosen))
            return {"seeded_by": former, "seeding": Seeding.LOT if clears else Seeding.STANDINGS}


def _pick(settings: EventSettings, *names: str) -> dict[str, object]:
    return {name: getattr(settings, name) for name in names}


async def _fit_league(ctx: Context, settings: EventSettings) -> EventSettings:
    """Return the settings with `league_deals` set. It is True if the event has a league and deals count there."""
    if settings.league is None:
        return replace(settings, league_deals=False)
    league = await get_league_by_id(ctx, settings.league)
    await require_manager(ctx, league)
    return await put_in_league(ctx, settings, league)


async def load_settings(ctx: Context, event: Event) -> SettingsPages:
    """Return the pages of an event's settings, with the choices that this user may make."""
    rules = await look_up_rules(ctx, event.settings.preset, event.settings.rules)
    return SettingsPages(
        event.settings.name,
        event.settings,
        tuple(FIELDS.values()),
        (await _starts(ctx, event.settings), *rules, *await _others(ctx, event)),
        _list_shown(event),
        lambda name, act: ChangeEvent(event.id, name, act, event.revision),
        EventControl(EventAction.SETTING, event.id, 0, str(event.revision)),
        EventControl(EventAction.SETTINGS, event.id),
        EventControl(EventAction.MANAGE, event.id),
        event.status not in ENDED,
    )


def _list_shown(event: Event) -> set[str]:
    found = {name for name in FIELDS if does_matter(event.settings, name)}
    if event.status is EventStatus.RUNNING:
        return found & RUNNING_SETTINGS
    return found | {STARTS, RULES, CHANGES, LEAGUE} | ({FORMER} if "seeding" in found else set())


async def _starts(ctx: Context, settings: EventSettings) -> LookedUp:
    at, hint = settings.starts_at, ctx.texts.say("events.form.starts_hint")
    if at is None:
        return LookedUp(STARTS, ctx.texts.say("setting.none"), (), "", hint, MAX_TIME_LENGTH)
    zone = (await ctx.services.guild_settings.load_settings(ctx.guild)).zone
    typed = datetime.fromtimestamp(at, zone).strftime("%Y-%m-%d %H:%M")
    return LookedUp(STARTS, format_timestamp(at), (), typed, hint, MAX_TIME_LENGTH, may_clear=True)


async def _others(ctx: Context, event: Event) -> tuple[LookedUp, LookedUp]:
    services, settings = ctx.services, event.settings
    leagues = await services.league.leagues.list_leagues(ctx.guild)
    own = [one for one in leagues if await services.league.access.can_manage(get_caller(ctx), one)]
    earlier = [one for one in await services.events.list_events(ctx.guild) if one.rounds and one.id != event.id]
    names: dict[int, str] = {one.id: one.name for one in leagues}
    return (
        _choice(ctx, LEAGUE, settings.league, {one.id: one.name for one in own}, names),
        _choice(ctx, FORMER, settings.seeded_by, {one.id: one.settings.name for one in earlier}),
    )


def _choice(
    ctx: Context, name: str, chosen: int | None, offered: Mapping[int, str], names: Mapping[int, str] | None = None
) -> LookedUp:
    value = "" if chosen is None else escape_name((names or offered).get(chosen, ""))
    options: list[SelectOption] = [select_option(str(id_), one, chosen=id_ == chosen) for id_, one in offered.items()]
    return LookedUp(name, value or ctx.texts.say("setting.none"), options[:MAX_OPTIONS], may_clear=chosen is not None)
