"""Messages that ping players to come to their tables, or to check in before the start."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.events.matches import EventMatch, EventRound
from bot.events.model import Event
from bot.ids import UserId
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_fingerprint
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.events.control_ids import EventAction
from bot.ui.events.event_view import event_button
from bot.ui.events.round_lines import format_part

MAX_PINGED: Final = 90
"""The most users that one message pings; Discord allows a hundred."""
TABLES_PER_MESSAGE: Final = 12
"""The most tables in a message, so that it stays below Discord's limit of characters."""


def ping_views(event: Event, one: EventRound, until: str, texts: Texts) -> Iterator[tuple[Message, tuple[UserId, ...]]]:
    """Yield messages to a round's missing players, with the users each one pings. `until` is a Discord timestamp."""
    title = texts.say("events.ping_title", name=escape_name(event.settings.name), number=one.number)
    waiting = [match for match in one.tables if match.missing]
    tables = min(TABLES_PER_MESSAGE, MAX_PINGED // event.settings.players)
    for first in range(0, len(waiting), tables):
        matches = waiting[first : first + tables]
        lines = [f"**{title}**", *(_table_line(match, texts) for match in matches)]
        lines.append(texts.say("events.come", until=until))
        lines += _fingerprint_lines(one, texts)
        yield _with_button(event, lines, texts), tuple(user for one in matches for user in one.missing)


def reminder_view(
    event: Event, missing: Mapping[Texts, Sequence[UserId]], at: str, texts: Texts, *, checks_in: bool = False
) -> Message:
    """Return a message, in each reader's language, that asks missing players to come or entrants to check in."""
    key, action = ("check_in_soon", EventAction.CHECK_IN) if checks_in else ("reminder", EventAction.HERE)
    facts = {"event": escape_name(event.settings.name), "until": at, "when": at}
    mentions = {own: " ".join(f"<@{user}>" for user in users) for own, users in missing.items()}
    lines = [own.say(f"events.{key}", users=users, **facts) for own, users in mentions.items()]
    return _with_button(event, lines, texts, action)


def _with_button(event: Event, lines: Sequence[str], texts: Texts, action: EventAction = EventAction.HERE) -> Message:
    return Message((Text("\n".join(lines)), *button_rows((event_button(event, action, texts),))))


def _fingerprint_lines(one: EventRound, texts: Texts) -> list[str]:
    prints = [
        texts.say("events.fingerprint", board=board.number, print=format_fingerprint(board.commitment))
        for board in one.boards
    ]
    return [f"-# {texts.say('events.fingerprints', prints=', '.join(prints))}"] if prints else []


def _table_line(match: EventMatch, texts: Texts) -> str:
    sides = [
        " ".join(f"<@{seat.user}>" for seat in match.seats if seat.entrant in side and (seat.user or 0) > 0)
        for side in match.sides
    ]
    line = texts.say("events.ping_table", table=match.table, first=sides[0], second=sides[1])
    return " · ".join(filter(None, (line, format_part(match, texts))))
