"""The calendar file of an event has UTC times, escaped texts and folded lines. Typed times are also read."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.events.model import Event, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefused
from bot.events.settings import EventSettings, NoShowPolicy
from bot.ids import ChannelId, EventId, GuildId, UserId
from bot.ui.events.create_event import parse_time
from bot.ui.events.panel_view import format_calendar

SETTINGS = EventSettings(
    *("Friday", EventFormat.SWISS, "standard", "", 4, 3, None, 45, NoShowPolicy.FORFEIT, 300.0, True, True),
    1893614400.0,
)
EVENT = Event(EventId(3), GuildId(7), ChannelId(9), UserId(1), SETTINGS, EventStatus.OPEN, 1.0, 5)


def named(name):
    return replace(EVENT, settings=replace(SETTINGS, name=name))


def unfold(calendar):
    return calendar.decode().replace("\r\n ", "").split("\r\n")


def test_calendar_has_start_duration_and_link():
    lines = unfold(format_calendar([EVENT, replace(EVENT, settings=replace(SETTINGS, starts_at=None))], 0.0))
    assert lines == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tractor for Discord//Events//EN",
        "BEGIN:VEVENT",
        "UID:event-3-7@tractor",
        "DTSTAMP:19700101T000000Z",
        "DTSTART:20300102T200000Z",
        "DURATION:PT150M",
        "SUMMARY:Friday",
        "URL:https://discord.com/channels/7/9",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


@pytest.mark.parametrize("name", ["周五" * 20, "a;b,c\\d" * 5])
def test_long_and_special_names_are_folded_and_escaped(name):
    calendar = format_calendar([named(name)], 0.0)
    assert max(map(len, calendar.split(b"\r\n"))) <= 75
    summary = next(line for line in unfold(calendar) if line.startswith("SUMMARY:"))
    assert summary.removeprefix("SUMMARY:").replace("\\;", ";").replace("\\,", ",").replace("\\\\", "\\") == name


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("2030-01-02 20:00", 1893614400.0),
        ("2030-01-02T20:00+08:00", 1893585600.0),
        ("2030-01-02T12:00Z", 1893585600.0),
        (" 2030-01-02 ", 1893614400.0),
        ("20300102", 1893614400.0),
        ("2030-W01-3", 1893614400.0),
        ("2030W013", 1893614400.0),
        ("2030-W01-3 12:00", 1893585600.0),
        ("2030-01-02 00:00", 1893542400.0),
        ("<t:1893614400>", 1893614400.0),
        (" <t:1893614400:F> ", 1893614400.0),
        ("1893614400", 1893614400.0),
    ],
)
def test_typed_times_are_understood(typed, at):
    assert parse_time(typed, UTC) == at


@pytest.mark.parametrize("typed", ["2030-07-02 20:00", "2030-07-02"])
def test_typed_times_are_in_the_servers_zone(typed):
    assert parse_time(typed, ZoneInfo("Asia/Shanghai")) == datetime(2030, 7, 2, 12, tzinfo=UTC).timestamp()
    assert parse_time(typed, ZoneInfo("Europe/Berlin")) == datetime(2030, 7, 2, 18, tzinfo=UTC).timestamp()
    assert parse_time("2030-01-02", ZoneInfo("Europe/Berlin")) == datetime(2030, 1, 2, 19, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    "typed", ["tomorrow", "", "9999-99-99", "20:00", "<t:>", "<t:99999999999999>", "12", "٢٠٣٠-٠١-٠٢", "２０３０-01-02"]
)
def test_text_that_is_no_time_is_refused(typed):
    with pytest.raises(EventRefused):
        parse_time(typed, UTC)
