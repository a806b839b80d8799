"""`/event create`: the options of a new event become its settings."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

import discord

from bot.events.pairing.ports import BracketSettings, EventFormat, Seeding
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import BoardScoring, EventSettings, NoShowPolicy
from bot.ids import ChannelId
from bot.league.leagues import LeagueInfo
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import build_rules
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, notice_message
from bot.ui.core.rules.rule_sets import RuleSet, get_default_rule_set, get_rule_set
from bot.ui.core.tables.permissions import require_permissions
from bot.ui.events.event_view import format_start
from bot.ui.events.league_option import describe_league, find_league_option, with_league
from bot.ui.events.lookup import get_event_by_name
from bot.ui.league.lookup import get_caller
from bot.ui.league.settings_form import list_rule_changes
from bot.ui.typed.rule_changes import parse_changes
from engine.model.notation import format_rules

DEFAULT_DEALS: Final = 4
"""The length of a match for which neither deals nor minutes were chosen."""


@dataclass(frozen=True, slots=True)
class EventOptions:
    """The options of `/event create`, as they were typed."""

    name: str
    format: EventFormat
    preset: str | None
    changes: str
    rounds: int | None
    deals: int | None
    minutes: int | None
    grace_minutes: int
    no_show: NoShowPolicy | None
    is_automatic: bool
    late_entry: bool
    starts: str | None
    board_scoring: BoardScoring | None


@dataclass(frozen=True, slots=True)
class BelongingOptions:
    """What else an event depends on, as it was typed: its seeding, the names of an earlier event and of its league."""

    seeding: Seeding | None
    former: str | None
    league: str | None


async def create_event(
    ctx: Context,
    interaction: discord.Interaction,
    options: EventOptions,
    bracket: BracketSettings,
    belongs: BelongingOptions,
) -> Response:
    """Create an event in the channel of the command, and show it there."""
    guild, channel = ctx.location
    await _check_place(ctx, interaction)
    league = await find_league_option(ctx, belongs.league)
    settings = replace(await _build_settings(ctx, options, league), bracket=bracket)
    settings = await with_league(ctx, await _with_seeding(ctx, settings, belongs), league)
    event = await ctx.services.events.create(get_caller(ctx), guild, channel, settings)
    words = ctx.texts.say("events.created", name=escape_name(event.settings.name))
    if settings.starts_at is not None:
        words = f"{words} {format_start(event, ctx.texts)}"
    return notice_message(words if league is None else f"{words}\n{await describe_league(ctx, event, league)}")


async def _check_place(ctx: Context, interaction: discord.Interaction) -> None:
    """Refuse threads, since tables get threads of their own, and channels without tables."""
    guild, channel = ctx.location
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    if parent is not None:
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=(ChannelId(parent),))
    settings = await ctx.services.guild_settings.load_settings(guild)
    if not settings.allows(channel, None):
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=settings.channels)
    require_permissions(interaction)


async def _find_rule_set(ctx: Context, preset: str | None, league: LeagueInfo | None) -> RuleSet:
    """Return the chosen rules, else those of the league, else those that are usual in the server."""
    if preset is not None:
        return await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
    if league is not None:
        return RuleSet(league.settings.preset, league.settings.preset, list_rule_changes(league.settings))
    return await get_default_rule_set(ctx.services, ctx.guild)


async def _build_settings(ctx: Context, options: EventOptions, league: LeagueInfo | None) -> EventSettings:
    wanted = await _find_rule_set(ctx, options.preset, league)
    rules = build_rules(wanted.preset, {**wanted.changes, **parse_changes(options.changes, ctx.texts)})
    unlimited = options.deals is None and options.minutes is None
    replaced = options.format.is_individual or options.format.has_boards  # a forfeit would leave boards unplayed
    return EventSettings(
        options.name,
        options.format,
        wanted.preset,
        format_rules(rules),
        rules.players,
        options.rounds,
        DEFAULT_DEALS if unlimited else options.deals,
        options.minutes,
        options.no_show or (NoShowPolicy.COMPUTER if replaced else NoShowPolicy.FORFEIT),
        options.grace_minutes * 60.0,
        options.is_automatic,
        options.late_entry,
        None if options.starts is None else parse_start(options.starts, ctx.services.clock.wall()),
        board_scoring=options.board_scoring if options.format.has_boards else None,
    )


async def _with_seeding(ctx: Context, settings: EventSettings, seeds: BelongingOptions) -> EventSettings:
    """Return settings with the chosen seeding; without one a knockout is seeded by rating, others by lot.

    Raises:
        EventRefused: NO_FORMER_EVENT.
    """
    usual = Seeding.RATING if settings.format is EventFormat.KNOCKOUT else Seeding.LOT
    seeding = seeds.seeding or (usual if seeds.former is None else Seeding.STANDINGS)
    if seeding is not Seeding.STANDINGS:
        return replace(settings, seeding=seeding)
    former = None if seeds.former is None else await get_event_by_name(ctx, seeds.former, ended=True)
    if former is None or not former.rounds:
        raise EventRefused(EventRefusal.NO_FORMER_EVENT)
    return replace(settings, seeding=seeding, seeded_by=former.id)


def parse_start(text: str, now: float) -> float:
    """Return a typed moment that lies ahead.

    Raises:
        EventRefused: BAD_TIME, TIME_PAST.
    """
    moment = parse_time(text)
    if moment <= now:
        raise EventRefused(EventRefusal.TIME_PAST, given=text.strip())
    return moment


def parse_time(text: str) -> float:
    """Return a typed moment, in UTC unless it says otherwise, in seconds since the epoch.

    Raises:
        EventRefused: BAD_TIME.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError) as error:
        raise EventRefused(EventRefusal.BAD_TIME, given=text[:40]) from error
