"""What `/event` does."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import discord

from bot.events.model import ENDED, BoardScoring, Event, EventSettings, NoShowPolicy
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import ChannelId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_changes import build_rules
from bot.text.describe.seat_names import escape_name
from bot.ui.core.context import Context
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.message import File, Message, Text
from bot.ui.core.permissions import require_permissions
from bot.ui.core.responses import Response, notice_message
from bot.ui.core.rule_sets import get_default_rule_set, get_rule_set
from bot.ui.events.calendar import CALENDAR_FILENAME, format_calendar
from bot.ui.events.round_lines import format_score
from bot.ui.league.lookup import get_caller
from bot.ui.typed.rule_changes import parse_changes
from engine.model.notation import format_rules

DEFAULT_DEALS: Final = 4
"""The length of a match for which neither deals nor minutes were chosen."""
MAX_MARGIN: Final = 99
FIRST, SECOND, DRAW, VOID = "first", "second", "draw", "void"
WINNERS: Final = (FIRST, SECOND, DRAW, VOID)


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


async def create_event(ctx: Context, interaction: discord.Interaction, options: EventOptions) -> Response:
    """Create an event in the channel of the command, and show it there."""
    guild, channel = ctx.location
    await _check_place(ctx, interaction)
    settings = await _build_settings(ctx, options)
    event = await ctx.services.events.create(get_caller(ctx), guild, channel, settings)
    return notice_message(ctx.texts.say("events.created", name=escape_name(event.settings.name)))


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


async def _build_settings(ctx: Context, options: EventOptions) -> EventSettings:
    wanted = (
        await get_default_rule_set(ctx.services, ctx.guild)
        if options.preset is None
        else await get_rule_set(ctx.services, ctx.guild, options.preset, ctx.texts)
    )
    rules = build_rules(wanted.preset, {**wanted.changes, **parse_changes(options.changes, ctx.texts)})
    unlimited = options.deals is None and options.minutes is None
    replaced = options.format.is_individual or options.format.has_boards  # a forfeit would stop the whole evening
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
        None if options.starts is None else parse_time(options.starts),
        board_scoring=options.board_scoring if options.format.has_boards else None,
    )


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


async def open_entries(ctx: Context, event: Event) -> str:
    """Open the entries."""
    await ctx.services.events.open_entries(get_caller(ctx), event)
    return ctx.texts.say("events.opened", name=escape_name(event.settings.name))


async def close_entries(ctx: Context, event: Event) -> str:
    """Close the entries."""
    await ctx.services.events.close_entries(get_caller(ctx), event)
    return ctx.texts.say("events.closed", name=escape_name(event.settings.name))


async def start_event(ctx: Context, event: Event) -> str:
    """Start with those who have checked in."""
    started = await ctx.services.events.start(get_caller(ctx), event)
    facts = {"count": len(started.competitors), "rounds": started.planned_rounds}
    return ctx.texts.say("events.started", name=escape_name(event.settings.name), **facts)


async def begin_round(ctx: Context, event: Event) -> str:
    """Begin the next round."""
    number = len(event.rounds) + 1
    await ctx.services.events.begin_round(get_caller(ctx), event, number)
    return ctx.texts.say("events.round_begins", number=number)


async def report_result(
    ctx: Context, event: Event, round_number: int | None, table: int, winner: str, margin: int, board: int | None = None
) -> str:
    """Set, correct or void the result of a table, or of one of its boards; without a round that of the newest."""
    number = round_number or _find_round_of(event, board) or len(event.rounds)
    scores = {FIRST: (float(margin), 0.0), SECOND: (0.0, float(margin)), DRAW: (0.0, 0.0)}.get(winner)
    await ctx.services.events.report(get_caller(ctx), event, number, table, scores, board)
    facts = {"number": number, "table": table, "board": board}
    suffix = "" if board is None else "_board"
    if scores is None:
        return ctx.texts.say(f"events.voided{suffix}", **facts)
    return ctx.texts.say(f"events.reported{suffix}", score=format_score(scores, ctx.texts), **facts)


def _find_round_of(event: Event, board: int | None) -> int | None:
    """Return the round in which a board is played."""
    found = (one.number for one in event.rounds if board is not None and one.find_board(board) is not None)
    return next(found, None)


async def schedule_view(ctx: Context) -> Message:
    """Return the events of the server that have not ended, the next one first, also as a calendar file."""
    found = [event for event in await ctx.services.events.list_events(ctx.guild) if event.status not in ENDED]
    found.sort(key=lambda event: (event.settings.starts_at is None, event.settings.starts_at, event.id))
    lines = [_schedule_line(ctx, event) for event in found] or [ctx.texts.say("events.refused.no_events")]
    if all(event.settings.starts_at is None for event in found):
        return Message((Text("\n".join(lines)),))
    calendar = format_calendar(found, ctx.services.clock.wall())
    return Message((Text("\n".join(lines)), File(calendar, CALENDAR_FILENAME)))


def _schedule_line(ctx: Context, event: Event) -> str:
    planned = event.settings.starts_at
    when = ctx.texts.say("events.no_time") if planned is None else format_timestamp(planned)
    facts = {"name": escape_name(event.settings.name), "when": when, "channel": f"<#{event.channel}>"}
    style = ctx.texts.say(f"events.format.{event.settings.format}")
    return ctx.texts.say("events.schedule_line", format=style, **facts)
