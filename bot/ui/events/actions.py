"""The actions of `/event`."""

from bot.events.model import ENDED, Event
from bot.ids import UserId
from bot.league.leagues.leagues import LeagueInfo
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp, get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.message import File, Message, Text
from bot.ui.events.calendar import CALENDAR_FILENAME, format_calendar
from bot.ui.league.lookup import get_caller


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


async def begin_next_round(ctx: Context, event: Event) -> str:
    """Begin the next round."""
    return await begin_round(ctx, event, len(event.rounds) + 1)


async def begin_round(ctx: Context, event: Event, number: int) -> str:
    """Begin a round."""
    await ctx.services.events.begin_round(get_caller(ctx), event, number)
    return ctx.texts.say("events.round_begins", number=number)


async def change_managers(ctx: Context, event: Event, user: UserId | None, *, is_manager: bool) -> str:
    """Let a user manage an event, or stop them; without a user name the managers."""
    if user is not None:
        event = await ctx.services.events.set_manager(get_caller(ctx), event, user, is_manager=is_manager)
    names = await get_player_names(ctx.services, [event.creator, *event.managers], ctx.texts)
    facts = {"name": escape_name(event.settings.name), "organizer": escape_name(names[event.creator])}
    if not event.managers:
        return ctx.texts.say("events.no_managers", **facts)
    managers = ctx.texts.format_list(escape_name(names[one]) for one in event.managers)
    return ctx.texts.say("events.managers", managers=managers, **facts)


async def schedule_view(ctx: Context, league: LeagueInfo | None = None) -> Message:
    """Return the unfinished events of the server or of a league, the next one first, also as a calendar."""
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
