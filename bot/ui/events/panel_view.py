"""Shows an event to one user in a private panel. Also lists events, and exports them as a calendar (RFC 5545)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.events.access import can_manage
from bot.events.changes.entries import is_check_in_useful, takes_entrants
from bot.events.matches import MatchStatus
from bot.events.model import ENDED, Event, EventStatus, get_event_order
from bot.events.refusals import EventRefused
from bot.ids import EventId, UserId
from bot.league.leagues.leagues import LeagueInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.explain_refusal import nearest_view
from bot.ui.core.interactions.responses import NewMessage, Response, show_in_place
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_BUTTONS_PER_ROW
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.message import Block, ButtonStyle, File, Message, Text, button_rows
from bot.ui.events.control_ids import EventAction, NewEvent
from bot.ui.events.event_view import event_button, format_settings, format_status, list_tables
from bot.ui.events.lookup import find_event, get_event_by_id
from bot.ui.events.round_lines import Links, find_links
from bot.ui.league.control_ids import EventList, LeagueAction, LeagueControl, OpenEvent
from bot.ui.league.lookup import get_caller, get_league_by_id

CALENDAR_FILENAME: Final = "events.ics"
_LINE_BYTES: Final = 75
_SECONDS_PER_MINUTE: Final = 60
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def panel_view(
    event: Event, user: UserId, links: Links, texts: Texts, notice: str = "", *, is_manager: bool
) -> Message:
    """Return an event's panel for a user; `links` lead to the tables in play."""
    lines = [
        notice,
        f"## {escape_name(event.settings.name)}",
        f"-# {format_settings(event, texts)}",
        format_status(event, texts),
        _format_own_state(event, user, links, texts),
    ]
    actions = list(_list_actions(event, user))[: MAX_BUTTONS_PER_ROW - is_manager]
    actions += [EventAction.MANAGE] if is_manager else []
    likely = next((one for one in actions if one is not EventAction.WITHDRAW), None)
    green, grey = ButtonStyle.SUCCESS, ButtonStyle.SECONDARY
    buttons = [event_button(event, one, texts, green if one is likely else grey) for one in actions]
    league = event.settings.league
    ways = [] if league is None else [labelled_button(LeagueControl(LeagueAction.CARD, league), texts, "events.league")]
    ways.append(labelled_button(EventList(), texts, "events.button.list"))
    rows = (*button_rows(tuple(buttons)), *button_rows(tuple(ways)))
    return Message((Text("\n".join(filter(None, lines))), *rows))


def _list_actions(event: Event, user: UserId) -> Iterator[EventAction]:
    """Yield what the user can do now, the likeliest first."""
    own = event.find_entrant_of(user)
    is_in = own is not None and own.is_in
    match = event.find_match_of(user) if event.status is EventStatus.RUNNING else None
    going_on = event.status not in {*ENDED, EventStatus.CREATED}
    if match is not None and match.status is MatchStatus.PAIRED and user in match.missing:
        yield EventAction.HERE
    if not is_in and takes_entrants(event):
        yield EventAction.ENTER
        if event.settings.team_size > 1:
            yield EventAction.TOGETHER
    if going_on and own is not None and is_check_in_useful(event, own):
        yield EventAction.CHECK_IN
    if event.rounds:
        yield EventAction.STANDINGS
        yield from list_tables(event)
    if going_on and not is_in and user not in event.substitutes:
        yield EventAction.VOLUNTEER
    if event.status not in ENDED and (is_in or user in event.substitutes):
        yield EventAction.WITHDRAW


def _format_own_state(event: Event, user: UserId, links: Links, texts: Texts) -> str:
    if event.status in ENDED:
        return ""
    match = event.find_match_of(user) if event.status is EventStatus.RUNNING else None
    if match is not None and match.is_open:
        words = texts.say("events.table_name", number=len(event.rounds), table=match.table)
        where = f"[{words}]({links[match.id]})" if match.id in links else words
        waits = match.status is MatchStatus.PAIRED and user in match.missing
        return texts.say(f"events.own.{'missing' if waits else 'table'}", table=where)
    own = event.find_entrant_of(user)
    state = "out" if own is None else own.status.value
    return texts.say(f"events.own.{'substitute' if user in event.substitutes else state}")


def list_view(events: Sequence[Event], none: str, now: float, texts: Texts, *, may_create: bool) -> Message:
    """Return a list of the events, with a calendar of the planned ones. If there are no events, the text is `none`."""
    lines = [_format_line(event, texts) for event in events] or [none]
    blocks: list[Block] = [Text("\n".join((f"## {texts.say('events.list')}", *lines)))]
    names = {event.id: event.settings.name for event in events}
    blocks += name_select(OpenEvent(EventId(0)), texts, "option.event.description", names)
    if may_create:
        style = ButtonStyle.SECONDARY if events else ButtonStyle.SUCCESS
        blocks += button_rows((labelled_button(NewEvent(), texts, "events.button.new", style),))
    if any(event.settings.starts_at is not None for event in events):
        blocks.append(File(format_calendar(events, now), CALENDAR_FILENAME))
    return Message(tuple(blocks))


def _format_line(event: Event, texts: Texts) -> str:
    planned = event.settings.starts_at
    when = texts.say("events.no_time") if planned is None else f"<t:{int(planned)}:f>"
    facts = {"name": escape_name(event.settings.name), "when": when, "channel": f"<#{event.channel}>"}
    return texts.say("events.schedule_line", format=texts.say(f"events.format.{event.settings.format}"), **facts)


def format_calendar(events: Iterable[Event], now: float) -> bytes:
    """Return a calendar of the events that have a planned start."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tractor for Discord//Events//EN"]
    for event in events:
        if event.settings.starts_at is not None:
            lines += _event_lines(event, event.settings.starts_at, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _fold(line)).encode()


def _event_lines(event: Event, starts_at: float, now: float) -> Iterator[str]:
    settings = event.settings
    yield "BEGIN:VEVENT"
    yield f"UID:event-{event.id}-{event.guild}@tractor"
    yield f"DTSTAMP:{_format_time(now)}"
    yield f"DTSTART:{_format_time(starts_at)}"
    if settings.rounds is not None and settings.minutes is not None:
        minutes = settings.minutes + round(settings.grace / _SECONDS_PER_MINUTE)
        yield f"DURATION:PT{settings.rounds * minutes}M"
    yield f"SUMMARY:{settings.name.translate(_ESCAPES)}"
    yield f"URL:https://discord.com/channels/{event.guild}/{event.channel}"
    yield "END:VEVENT"


def _format_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _fold(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 bytes; each part after the first begins with a space."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > _LINE_BYTES:
            yield part
            part = " "
        part += letter
    yield part


async def open_event(ctx: Context, name: str | None) -> Response:
    """Open the panel of the event that `find_event` returns. If it returns none, list events to choose from."""
    try:
        event = await find_event(ctx, name)
    except EventRefused as refused:
        found = await ctx.services.events.list_events(ctx.guild)
        ids = {one.settings.name: OpenEvent(one.id) for one in found}
        return NewMessage(nearest_view(refused, name or "", ids, ctx.texts))
    return NewMessage(await list_page(ctx) if event is None else await panel_page(ctx, event))


async def panel_page(ctx: Context, event: Event, notice: str = "") -> Message:
    """Return an event's panel for the user."""
    is_manager = can_manage(get_caller(ctx), event)
    links = await find_links(ctx.services, event)
    return panel_view(event, ctx.user, links, ctx.texts, notice, is_manager=is_manager)


async def list_page(ctx: Context, league: LeagueInfo | None = None) -> Message:
    """Return the events of the server, or of a league, that have not ended, the next one first."""
    found = [
        one
        for one in await ctx.services.events.list_events(ctx.guild)
        if one.status not in ENDED and (league is None or one.settings.league == league.id)
    ]
    found.sort(key=get_event_order)
    none = ctx.texts.say("events.none")
    if league is not None:
        none = ctx.texts.say("bracket.league_no_events", league=escape_name(league.name))
    return list_view(found, none, ctx.services.clock.wall(), ctx.texts, may_create=get_caller(ctx).admin)


async def handle_event_list(press: ControlPress[EventList]) -> Response:
    """Show the events of the server or of a league. The list replaces the panel whose button was pressed."""
    league = None if press.id.league is None else await get_league_by_id(press.ctx, press.id.league)
    return show_in_place(press.ctx, await list_page(press.ctx, league))


async def handle_open_event(press: ControlPress[OpenEvent]) -> Response:
    """Open the panel of the event that the control names or that the user chose from a list."""
    event = await get_event_by_id(press.ctx, press.id.event or parse_number(press.chosen))
    return show_in_place(press.ctx, await panel_page(press.ctx, event))
