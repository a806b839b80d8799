"""Creates an event from the options of `/new event` or from a form. The event may belong to a league."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, tzinfo
from typing import Final

import discord

from bot.events.model import Event
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import MAX_NAME_LENGTH, EventSettings, create_settings
from bot.ids import ChannelId
from bot.league.leagues.league_settings import PointScheme, StandingsOrder
from bot.league.leagues.leagues import LeagueInfo
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import build_rules
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.new_from_template import Creation
from bot.ui.core.interactions.responses import Response, show_in_place
from bot.ui.core.interactions.setting_panel import name_setting
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import FormField
from bot.ui.core.rule_sets import RuleSet, get_default_rule_set, get_rule_set
from bot.ui.core.tables.bot_permissions import check_place
from bot.ui.events.control_ids import NewEvent
from bot.ui.events.manage_view import manage_view
from bot.ui.league.lookup import get_caller, get_league_by_id, get_league_by_name, require_manager
from bot.ui.league.settings_panel import list_rule_changes
from bot.ui.settings.view import with_language_offer
from bot.ui.typed.parse_changes import parse_changes
from engine.model.notation import format_rules

EVENING: Final = time(20)
"""The start time of an event for which only a date was typed."""
_TIMESTAMP: Final = re.compile(r"<t:(\d{1,11})(?::[A-Za-z])?>|(\d{10})", re.ASCII)
"""A Discord timestamp such as <t:1700000000:R>, or its ten digits alone."""
TEMPLATES: Final = (
    EventFormat.SWISS,
    EventFormat.INDIVIDUAL,
    EventFormat.DUPLICATE,
    EventFormat.KNOCKOUT,
    EventFormat.TEAM_MATCH,
)
"""The formats that templates offer. The number of entrants decides the number of rounds."""
MAX_TIME_LENGTH: Final = 40
DEALS, MINUTES = "deals", "minutes"
_LENGTHS: Final = {
    f"{unit}.{count}": (unit, count)
    for unit, counts in ((DEALS, (2, 4, 6, 8, 12)), (MINUTES, (20, 30, 45, 60)))
    for count in counts
}
_USUAL: Final = f"{DEALS}.4"
NO_LEAGUE: Final = "0"


@dataclass(frozen=True, slots=True)
class TypedOptions:
    """Settings of a new event as the user typed them. They still have to be looked up or parsed."""

    preset: str | None = None
    starts: str | None = None
    changes: str = ""
    league: str | None = None


async def create_event(ctx: Context, typed: TypedOptions, chosen: Mapping[str, object]) -> Response:
    """Create an event in the user's channel and return its managers' panel. `chosen` are settings already parsed."""
    guild, channel = ctx.location
    check_creator(ctx)
    await _check_channel(ctx)
    league = None if typed.league is None else await get_league_by_name(ctx, typed.league)
    if league is not None:
        await require_manager(ctx, league)
    settings = await _build_settings(ctx, typed, chosen, league)
    settings = settings if league is None else await put_in_league(ctx, settings, league)
    event = await ctx.services.events.create(get_caller(ctx), guild, channel, settings)
    words = ctx.texts.say("events.created", name=escape_name(event.settings.name))
    words = words if league is None else f"{words}\n{await describe_league(ctx, event, league)}"
    return await with_language_offer(ctx, show_in_place(ctx, manage_view(event, None, ctx.texts, words)))


def check_creator(ctx: Context) -> None:
    """Refuse users who may not create events. Raises EventRefused: NOT_ADMIN."""
    if not get_caller(ctx).admin:
        raise EventRefused(EventRefusal.NOT_ADMIN)


async def _check_channel(ctx: Context) -> None:
    """Refuse a thread, because each table needs its own thread. Also refuse a channel that `check_place` refuses."""
    if isinstance(here := ctx.interaction.channel, discord.Thread):
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=(ChannelId(here.parent_id),))
    await check_place(ctx)


async def _find_rule_set(ctx: Context, preset: str | None, league: LeagueInfo | None) -> RuleSet:
    if preset is not None:
        return await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
    if league is not None:
        own = league.settings
        return RuleSet(own.preset, own.preset, list_rule_changes(own.preset, own.rules))
    return await get_default_rule_set(ctx.services, ctx.guild)


async def _build_settings(
    ctx: Context, typed: TypedOptions, chosen: Mapping[str, object], league: LeagueInfo | None
) -> EventSettings:
    wanted = await _find_rule_set(ctx, typed.preset, league)
    rules = build_rules(wanted.preset, {**wanted.changes, **parse_changes(typed.changes, ctx.texts)})
    zone = (await ctx.services.guild_settings.load_settings(ctx.guild)).zone
    starts_at = None if typed.starts is None else parse_start(typed.starts, zone, ctx.services.clock.wall())
    basis = {"preset": wanted.preset, "rules": format_rules(rules), "players": rules.players}
    return create_settings({**basis, "starts_at": starts_at, **chosen})


def parse_start(text: str, zone: tzinfo, now: float) -> float:
    """Return a typed time, which must be in the future. Raises EventRefused with BAD_TIME or TIME_PAST."""
    moment = parse_time(text, zone)
    if moment <= now:
        raise EventRefused(EventRefusal.TIME_PAST, given=text.strip())
    return moment


def parse_time(text: str, zone: tzinfo) -> float:
    """Return a typed time in epoch seconds. `zone` applies if no zone is typed. Raises EventRefused with BAD_TIME."""
    typed = text.strip()
    if found := _TIMESTAMP.fullmatch(typed):
        return float(found[1] or found[2])
    try:
        moment = datetime.fromisoformat(typed)
        with suppress(ValueError):  # the user typed only a date, such as 2026-01-28 or 2026-W05-3
            moment = datetime.combine(date.fromisoformat(typed), EVENING)
        return moment.replace(tzinfo=moment.tzinfo or zone).timestamp()
    except (ValueError, OverflowError) as error:
        raise EventRefused(EventRefusal.BAD_TIME, given=text[:MAX_TIME_LENGTH]) from error


async def put_in_league(ctx: Context, settings: EventSettings, league: LeagueInfo) -> EventSettings:
    """Add a league to the settings. Raises EventRefused with LEAGUE_RULES if deals would count but have other rules."""
    counts = (await find_scheme(ctx, league)).event_deals
    if counts and settings.rules != league.settings.rules:
        raise EventRefused(EventRefusal.LEAGUE_RULES, name=league.name)
    return replace(settings, league=league.id, league_deals=counts)


async def find_scheme(ctx: Context, league: LeagueInfo) -> PointScheme:
    """Return the point scheme of a league's running season. If none is running, return the next season's."""
    season = await ctx.services.league.queries.find_running_season(league.id)
    return league.settings.scheme if season is None else season.scheme


async def describe_league(ctx: Context, event: Event, league: LeagueInfo) -> str:
    """Return one sentence that says what an event counts for in its league."""
    scheme = await find_scheme(ctx, league)
    places = scheme.order is StandingsOrder.PLACES
    kind = {(False, False): "neither", (True, False): "deals", (False, True): "places", (True, True): "both"}
    key = f"bracket.league_{kind[event.settings.league_deals, places]}"
    settings = {"deals": name_setting("event_deals", ctx.texts), "order": name_setting("order", ctx.texts)}
    facts = {"league": escape_name(league.name), "points": "-".join(map(str, scheme.places))}
    return ctx.texts.say(key, **facts, **settings)


async def _list_fields(ctx: Context, template: str) -> tuple[FormField, ...]:
    texts, has_boards = ctx.texts, EventFormat(template).has_boards
    lengths = tuple(
        (one, texts.say(f"events.length.{unit}", count=count))
        for one, (unit, count) in _LENGTHS.items()
        if unit == DEALS or not has_boards
    )
    hint = texts.say("events.form.starts_hint")
    leagues = await ctx.services.league.leagues.list_leagues(ctx.guild)
    choices = ((NO_LEAGUE, texts.say("setting.none")), *((str(one.id), one.name) for one in leagues[: MAX_OPTIONS - 1]))
    league = FormField("league", texts.say("events.form.league"), default=NO_LEAGUE, choices=choices)
    return (
        FormField("name", texts.say("events.form.name"), max_length=MAX_NAME_LENGTH),
        FormField("starts", texts.say("events.form.starts"), hint, required=False, max_length=MAX_TIME_LENGTH),
        FormField("length", texts.say("events.form.length"), default=_USUAL, choices=lengths),
        *((league,) if leagues else ()),
    )


async def _create(press: ControlPress[NewEvent]) -> Response:
    values = press.form_values
    unit, count = _LENGTHS.get(values.get("length", ""), _LENGTHS[_USUAL])
    number, league = values.get("league", NO_LEAGUE), None
    if number != NO_LEAGUE:
        league = (await get_league_by_id(press.ctx, parse_number(number))).name
    typed = TypedOptions(starts=values.get("starts", "").strip() or None, league=league)
    chosen = {"name": values.get("name", ""), "format": EventFormat(press.id.template), unit: count}
    return await create_event(press.ctx, typed, chosen)


NEW_EVENT: Final = Creation("events.button.new", TEMPLATES, NewEvent, check_creator, _list_fields, _create)
