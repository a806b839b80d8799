"""What `/event` does."""

from typing import Final

from bot.events.model import ENDED, Event
from bot.league.leagues import LeagueInfo
from bot.text.describe.seat_names import escape_name
from bot.ui.core.context import Context
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.message import File, Message, Text
from bot.ui.events.calendar import CALENDAR_FILENAME, format_calendar
from bot.ui.events.round_lines import format_score
from bot.ui.league.lookup import get_caller

MAX_MARGIN: Final = 99
FIRST, SECOND, DRAW, VOID = "first", "second", "draw", "void"
WINNERS: Final = (FIRST, SECOND, DRAW, VOID)


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


async def schedule_view(ctx: Context, league: LeagueInfo | None = None) -> Message:
    """Return the events of the server, or of a league, that have not ended, the next one first, also as a calendar."""
    found = [
        event
        for event in await ctx.services.events.list_events(ctx.guild)
        if event.status not in ENDED and (league is None or event.settings.league == league.id)
    ]
    found.sort(key=lambda event: (event.settings.starts_at is None, event.settings.starts_at, event.id))
    lines = [_schedule_line(ctx, event) for event in found] or [_format_no_events(ctx, league)]
    if all(event.settings.starts_at is None for event in found):
        return Message((Text("\n".join(lines)),))
    calendar = format_calendar(found, ctx.services.clock.wall())
    return Message((Text("\n".join(lines)), File(calendar, CALENDAR_FILENAME)))


def _format_no_events(ctx: Context, league: LeagueInfo | None) -> str:
    if league is None:
        return ctx.texts.say("events.refused.no_events")
    return ctx.texts.say("bracket.league_no_events", league=escape_name(league.name))


def _schedule_line(ctx: Context, event: Event) -> str:
    planned = event.settings.starts_at
    when = ctx.texts.say("events.no_time") if planned is None else format_timestamp(planned)
    facts = {"name": escape_name(event.settings.name), "when": when, "channel": f"<#{event.channel}>"}
    style = ctx.texts.say(f"events.format.{event.settings.format}")
    return ctx.texts.say("events.schedule_line", format=style, **facts)
