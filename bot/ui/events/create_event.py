"""Creates an event from the options of `/new event`, or from the form of a template."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo
from typing import Final

import discord

from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import EventSettings, create_settings
from bot.ids import ChannelId
from bot.league.leagues.leagues import LeagueInfo
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import build_rules
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.rules.rule_sets import RuleSet, get_default_rule_set, get_rule_set
from bot.ui.core.tables.permissions import require_permissions
from bot.ui.events.league_option import describe_league, find_league_option, with_league
from bot.ui.events.manage_view import manage_view
from bot.ui.league.lookup import get_caller
from bot.ui.league.settings_form import list_rule_changes
from bot.ui.typed.rule_changes import parse_changes
from engine.model.notation import format_rules

EVENING: Final = time(20)
"""When an event starts for which only a day is typed."""
_TIMESTAMP: Final = re.compile(r"<t:(\d{1,11})(?::[A-Za-z])?>|(\d{10})", re.ASCII)
"""What Discord's users write for a moment, or its number alone."""


@dataclass(frozen=True, slots=True)
class TypedOptions:
    """The settings that are looked up or parsed, as typed: names, rules and a time."""

    name: str
    preset: str | None = None
    starts: str | None = None
    changes: str = ""
    league: str | None = None


async def create_event(ctx: Context, typed: TypedOptions, chosen: Mapping[str, object]) -> Response:
    """Create an event in the user's channel, show it there, and return its managers' panel.

    `chosen` has its settings by field.
    """
    guild, channel = ctx.location
    check_creator(ctx)
    await _check_place(ctx)
    league = await find_league_option(ctx, typed.league)
    settings = await _build_settings(ctx, typed, chosen, league)
    settings = await with_league(ctx, settings, league)
    event = await ctx.services.events.create(get_caller(ctx), guild, channel, settings)
    words = ctx.texts.say("events.created", name=escape_name(event.settings.name))
    words = words if league is None else f"{words}\n{await describe_league(ctx, event, league)}"
    return NewMessage(manage_view(event, None, ctx.texts, words))


def check_creator(ctx: Context) -> None:
    """Refuse all who may not create events.

    Raises:
        EventRefused: NOT_ADMIN.
    """
    if not get_caller(ctx).admin:
        raise EventRefused(EventRefusal.NOT_ADMIN)


async def _check_place(ctx: Context) -> None:
    """Refuse threads, because tables get their own, and channels without tables."""
    guild, channel = ctx.location
    here = ctx.interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    if parent is not None:
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=(ChannelId(parent),))
    settings = await ctx.services.guild_settings.load_settings(guild)
    if not settings.allows(channel, None):
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=settings.channels)
    require_permissions(ctx.interaction)


async def _find_rule_set(ctx: Context, preset: str | None, league: LeagueInfo | None) -> RuleSet:
    """Return the chosen rules, else those of the league, else the server's usual ones."""
    if preset is not None:
        return await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
    if league is not None:
        return RuleSet(league.settings.preset, league.settings.preset, list_rule_changes(league.settings))
    return await get_default_rule_set(ctx.services, ctx.guild)


async def _build_settings(
    ctx: Context, typed: TypedOptions, chosen: Mapping[str, object], league: LeagueInfo | None
) -> EventSettings:
    wanted = await _find_rule_set(ctx, typed.preset, league)
    rules = build_rules(wanted.preset, {**wanted.changes, **parse_changes(typed.changes, ctx.texts)})
    zone = (await ctx.services.guild_settings.load_settings(ctx.guild)).zone
    starts_at = None if typed.starts is None else parse_start(typed.starts, zone, ctx.services.clock.wall())
    basis = {"name": typed.name, "preset": wanted.preset, "rules": format_rules(rules), "players": rules.players}
    return create_settings({**basis, "starts_at": starts_at, **chosen})


def parse_start(text: str, zone: tzinfo, now: float) -> float:
    """Return a typed moment, which must lie in the future.

    Raises:
        EventRefused: BAD_TIME, TIME_PAST.
    """
    moment = parse_time(text, zone)
    if moment <= now:
        raise EventRefused(EventRefusal.TIME_PAST, given=text.strip())
    return moment


def parse_time(text: str, zone: tzinfo) -> float:
    """Return a typed moment in seconds since the epoch: a Discord timestamp, or a time in `zone` unless it has its own.

    A day alone means its evening.

    Raises:
        EventRefused: BAD_TIME.
    """
    typed = text.strip()
    if found := _TIMESTAMP.fullmatch(typed):
        return float(found[1] or found[2])
    try:
        day = _parse_day(typed)
        moment = datetime.fromisoformat(typed) if day is None else datetime.combine(day, EVENING)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).timestamp()
    except (ValueError, OverflowError) as error:
        raise EventRefused(EventRefusal.BAD_TIME, given=text[:40]) from error


def _parse_day(typed: str) -> date | None:
    """Return a day that is typed alone, also as the day of a week; None for anything else."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None
