"""The private panel of an event for one user: where it stands, and what they can do now."""

from collections.abc import Iterator, Sequence

from bot.events.changes.entries import is_check_in_useful, takes_entrants
from bot.events.matches import EventMatch, MatchStatus
from bot.events.model import ENDED, Event, EventStatus
from bot.ids import EventId, UserId
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.discord_limits import MAX_BUTTONS_PER_ROW
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.message import Block, ButtonStyle, File, Message, Text, button_rows
from bot.ui.events.calendar import CALENDAR_FILENAME, format_calendar
from bot.ui.events.control_ids import EventAction, NewEvent
from bot.ui.events.event_view import event_button, format_settings, format_status, list_tables
from bot.ui.events.match_notes import Links
from bot.ui.league.control_ids import EventList, LeagueAction, LeagueControl, OpenEvent


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
    """Return what the event is to the user at present; empty if it is over."""
    if event.status in ENDED:
        return ""
    match = event.find_match_of(user) if event.status is EventStatus.RUNNING else None
    if match is not None and match.is_open:
        return _format_table(event, match, user, links, texts)
    own = event.find_entrant_of(user)
    state = "out" if own is None else own.status.value
    return texts.say(f"events.own.{'substitute' if user in event.substitutes else state}")


def _format_table(event: Event, match: EventMatch, user: UserId, links: Links, texts: Texts) -> str:
    words = texts.say("events.table_name", number=len(event.rounds), table=match.table)
    where = f"[{words}]({links[match.id]})" if match.id in links else words
    waits = match.status is MatchStatus.PAIRED
    return texts.say(f"events.own.{'missing' if waits and user in match.missing else 'table'}", table=where)


def list_view(events: Sequence[Event], none: str, now: float, texts: Texts, *, may_create: bool) -> Message:
    """Return events, or `none` if there are none, with a calendar of those that have a planned start."""
    lines = [_format_line(event, texts) for event in events] or [none]
    blocks: list[Block] = [Text("\n".join((f"## {texts.say('events.list')}", *lines)))]
    names = {event.id: event.settings.name for event in events}
    blocks += name_select(OpenEvent(EventId(0)), texts, "option.event.description", names)
    if may_create:
        style = ButtonStyle.SECONDARY if events else ButtonStyle.SUCCESS
        blocks += button_rows((labelled_button(NewEvent(), texts, "events.button.new", style),))
    if any(event.settings.starts_at is not None for event in events):
        blocks.append(File(format_calendar(list(events), now), CALENDAR_FILENAME))
    return Message(tuple(blocks))


def _format_line(event: Event, texts: Texts) -> str:
    planned = event.settings.starts_at
    when = texts.say("events.no_time") if planned is None else f"<t:{int(planned)}:f>"
    facts = {"name": escape_name(event.settings.name), "when": when, "channel": f"<#{event.channel}>"}
    return texts.say("events.schedule_line", format=texts.say(f"events.format.{event.settings.format}"), **facts)
