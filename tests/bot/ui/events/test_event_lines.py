"""The message and the pings of an event fit Discord's limits even with hundreds of entrants."""

from dataclasses import replace

from bot.events.matches import SeatPlan
from bot.ids import EventEntrantId, UserId
from bot.text.catalogue import Catalogue
from bot.ui.core.messages.long_list import join_lines
from bot.ui.discord_io.components import to_discord
from bot.ui.events.event_clock import EventClock
from bot.ui.events.ping_view import MAX_PINGED, ping_views
from bot.ui.events.round_lines import MAX_NAMES_LENGTH, MAX_TABLES, name_lines, round_lines, standings_lines
from tests.bot.events.test_event_results import event_of, match
from tests.bot.store.event_harness import event_settings

TEXTS = Catalogue.load().texts_for("en-US")


def test_long_entrant_list_is_cut_and_counts_the_rest():
    texts = TEXTS
    names = [f"Player number {number}" for number in range(200)]
    line, more = name_lines(names, texts)
    shown = line.split(" · ")
    assert len(line) <= MAX_NAMES_LENGTH
    assert shown == names[: len(shown)]
    assert len(shown) > 100
    assert more == f"and {200 - len(shown)} more"
    assert list(name_lines(names[:3], texts, 2)) == ["Player number 0 · Player number 1", "and 1 more"]
    assert list(name_lines([], texts)) == []


MOST = 500


def test_largest_round_leaves_room_for_standings():
    event = event_of(MOST, (tuple(match(n, 2 * n - 1, 2 * n) for n in range(1, MOST // 2 + 1)), ()))
    names = {one.id: f"A rather long name of a pair {one.id}" for one in event.entrants}
    lines = [*round_lines(event, event.round, names, TEXTS, {}, {}), *standings_lines(event, names, TEXTS, 12)]
    assert f"and {MOST // 2 - MAX_TABLES} more" in lines
    assert len(join_lines(lines).words.splitlines()) == len(lines), "nothing is cut off"


async def test_many_are_pinged_in_several_messages():
    clock, sent = object.__new__(EventClock), []
    clock._list_pinged, clock._group_by_language = return_given, in_one_language
    clock._ping = lambda _event, message, some, number: return_given(sent.append((message, some, number)))
    users = [UserId(10**19 - number) for number in range(2 * MOST)]
    starting = replace(event_of(2), settings=event_settings(starts_at=5.0))
    await clock._remind(starting, users, "n", "<t:5:R>", TEXTS, checks_in=True)
    assert [user for _, some, _ in sent for user in some] == users
    assert [number for *_, number in sent] == [f"n{part}" for part in range(len(sent))]
    for message, some, _ in sent:
        assert len(some) <= 100, "Discord pings at most a hundred"
        to_discord(message)


def test_large_tables_are_pinged_in_smaller_groups():
    seats = tuple(SeatPlan(UserId(n), EventEntrantId(1)) for n in range(1, 13))
    tables = tuple(replace(match(n, 1, 2), seats=seats) for n in range(1, 13))
    event = replace(event_of(2, (tables, ())), settings=event_settings(players=12))
    sent = list(ping_views(event, event.round, "<t:5:R>", TEXTS))
    assert sum(len(users) for _, users in sent) == 144
    assert max(len(users) for _, users in sent) <= MAX_PINGED


async def in_one_language(users, texts):
    return {texts: users}


async def return_given(users, *_):
    return users
