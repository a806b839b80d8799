"""The last cards of a match's first deal wait, for a while, until everyone who is present has opened their hand."""

import pytest
from table_harness import ANN, BOB, TableHarness

from bot.play.clock.timing import Timing
from bot.play.table_rules.deadlines import get_window_length
from bot.play.values.stored_table import DeadlineKind
from engine.model.view import PhaseName

WAIT, STEP = 20.0, 0.5
PLAIN = 3 * 4.0
"""Seconds from the start until the last card is drawn, if the draw waits for nobody."""


@pytest.fixture
async def harness():
    made = TableHarness(Timing(open_hands=WAIT, computer_declare_pause=900.0))
    yield made
    await made.registry.close()


async def start(harness):
    """Return a table of two people and two computers that has just started."""
    return await harness.start_match(computers=2)


async def seconds_until_last_card(harness, table):
    began = harness.clock.now()
    while table.spectator_view().phase is PhaseName.DECLARING and table.spectator_view().to_draw:
        await harness.clock.advance(STEP)
    return harness.clock.now() - began


def closes_in(harness, table):
    return next(d.at for d in table.deadlines if d.kind is DeadlineKind.WINDOW_CLOSES) - harness.clock.now()


async def test_last_cards_do_not_wait_if_all_hands_are_open(harness):
    table = await start(harness)
    for user in (ANN, BOB):
        await table.attendance.note_opened_hand(user)
    assert await seconds_until_last_card(harness, table) == pytest.approx(PLAIN, abs=STEP)
    assert table.snapshot().hands_awaited == frozenset()


async def test_last_cards_wait_limited_time_for_closed_hand(harness):
    table = await start(harness)
    await table.attendance.note_opened_hand(ANN)
    await harness.clock.advance(PLAIN - 1)
    assert table.snapshot().hands_awaited == {table.seat_of(BOB)}
    assert len(table.view(table.seat_of(BOB)).hand) > 0, "most cards are there"
    assert await seconds_until_last_card(harness, table) == pytest.approx(WAIT + 1, abs=STEP)
    window = get_window_length(table.facts.rules, PhaseName.DECLARING, harness.timing)
    assert closes_in(harness, table) == pytest.approx(window, abs=STEP)
    assert table.snapshot().hands_awaited == frozenset()


async def test_wait_ends_when_the_last_hand_is_opened(harness):
    table = await start(harness)
    await table.attendance.note_opened_hand(ANN)
    await harness.clock.advance(PLAIN + 5)
    assert table.spectator_view().to_draw
    await table.attendance.note_opened_hand(BOB)
    assert await seconds_until_last_card(harness, table) <= STEP
    for _ in range(2):  # opening the hand again after the draw is harmless
        await table.attendance.note_opened_hand(BOB)


async def test_absent_players_are_not_waited_for(harness):
    table = await start(harness)
    await table.attendance.note_opened_hand(ANN)
    await table.attendance.step_away(BOB)
    assert await seconds_until_last_card(harness, table) == pytest.approx(PLAIN, abs=STEP)


async def test_opened_hand_in_a_lobby_changes_nothing(harness):
    lobby = await harness.open_lobby(3)
    before = lobby.deadlines
    await lobby.attendance.note_opened_hand(ANN)
    assert lobby.deadlines == before


async def test_only_hands_of_the_match_count_as_opened(harness):
    table = await harness.open_lobby(3)
    await table.attendance.note_opened_hand(ANN)
    await table.lobby.start(ANN, "cut")
    await harness.clock.advance(PLAIN - 1)
    assert table.snapshot().hands_awaited == {table.seat_of(ANN)}, "there was no hand before the match"
    (draw,) = (due for due in table.deadlines if due.kind is DeadlineKind.DRAW)
    published = len(harness.publisher.updates)
    await table.attendance.note_opened_hand(BOB)
    assert table.snapshot().hands_awaited == {table.seat_of(ANN)}, "Bob has no hand to open"
    assert (len(harness.publisher.updates), draw in table.deadlines) == (published, True)
    await table.attendance.note_opened_hand(ANN)
    (sooner,) = (due for due in table.deadlines if due.kind is DeadlineKind.DRAW)
    assert (sooner.at, len(harness.publisher.updates)) == (draw.at - WAIT, published + 1)
    await table.attendance.note_opened_hand(ANN)
    assert len(harness.publisher.updates) == published + 1
    assert harness.store.deadlines[table.id] == table.deadlines


async def test_no_other_cards_wait_for_hands(harness):
    table = await start(harness)
    assert table.snapshot().hands_awaited == frozenset()
    await harness.clock.advance(PLAIN + WAIT + 1.0)
    assert not table.spectator_view().to_draw
    assert table.snapshot().hands_awaited == frozenset()
    await table.voting.close(ANN)
    assert table.snapshot().hands_awaited == frozenset()
