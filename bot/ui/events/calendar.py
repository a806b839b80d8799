"""Planned events as an iCalendar file (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from bot.events.model import Event

CALENDAR_FILENAME: Final = "events.ics"
_LINE_BYTES: Final = 75
_SECONDS_PER_MINUTE: Final = 60
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def format_calendar(events: Iterable[Event], now: float) -> bytes:
    """Return a calendar of those of these events that have a planned start."""
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
    """Yield a line in parts of at most 75 bytes; each part after the first begins with a blank."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > _LINE_BYTES:
            yield part
            part = " "
        part += letter
    yield part
