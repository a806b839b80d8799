"""After the cards are drawn, seats that could declare are asked. The others pass by themselves at random times."""

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, load_live_tables

from bot.ids import UserId
from bot.play.all_tables.table_loader import RESTART_GRACE
from bot.play.refusals import StaleTask
from bot.play.table_rules import table_changes
from bot.play.table_rules.deadlines import draw_pass_delay, get_window_length, is_passing
from bot.play.table_rules.game_state import list_offers
from bot.play.values.stored_table import DeadlineKind
from engine.model.actions import CloseWindow, Deal, Declare, Pass, TakeBack
from engine.model.events import Passed, Redealt
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName

SEATS = [Seat(n) for n in range(4)]


async def open_window(harness, wanted=lambda _: True, **rules):
    """Return a table of four people after the draw, while they may still declare. `wanted(table)` is true for it."""
    for _ in range(60):
        table = await harness.registry.open_lobby(1, 2, ANN, **rules)
        for user in range(ANN + 1, ANN + 4):
            await table.lobby.change(table_changes.join, UserId(user))
        await table.lobby.start(ANN, "cut")
        while table.spectator_view().phase is not PhaseName.DECLARING or table.spectator_view().to_draw:
            await harness.clock.advance(0.5)
        if wanted(table):
            return table
        await table.voting.close(ANN)
    raise AssertionError("no such deal")


def able(table):
    """Return the seats that could declare now."""
    return [seat for seat in SEATS if list_offers(table.view(seat))]


def opened_at(harness, table):
    closes = next(d.at for d in table.deadlines if d.kind is DeadlineKind.WINDOW_CLOSES)
    return closes - get_window_length(table.facts.rules, PhaseName.DECLARING, harness.timing)


def pass_at(table, seat):
    return next(d.at for d in table.deadlines if d.kind is DeadlineKind.PASSES and d.seat == seat)


async def test_only_seats_with_a_choice_are_asked(harness):
    table = await open_window(harness, lambda t: 0 < len(able(t)) < 4)
    seen = table.snapshot()
    assert [seat for seat in SEATS if seen.question_view(seat).ask is Ask.DECLARE] == able(table)
    assert [seat for seat in SEATS if not is_passing(table.deadlines, seat)] == able(table)
    assert set(table.spectator_view().to_act) == set(SEATS)  # others cannot see who has a choice


async def test_declaring_ends_soon_if_nobody_can_declare(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 0)
    while able(table):
        seat = able(table)[0]
        *_, strongest = sorted((one[2] for one in list_offers(table.view(seat))), key=lambda one: len(one.cards))
        await table.gameplay.submit(seat, strongest, table.task(seat))
    await harness.clock.advance(harness.timing.pass_latest + 0.1)
    assert table.spectator_view().phase is PhaseName.BURYING
    assert sum(isinstance(event, Passed) for event in harness.publisher.events) == 3


async def test_pressed_pass_appears_at_an_automatic_time(harness):
    table = await open_window(harness, lambda t: 1 < len(able(t)) < 4)
    quick, *_ = able(table)
    start, revision, game = opened_at(harness, table), table.revision, table._state.game
    await table.gameplay.submit(quick, Pass(), table.task(quick))
    assert harness.publisher.updates[-1][1].is_private
    assert table.revision == revision
    assert not any(table.spectator_view().passed)
    delays = [draw_pass_delay(game, seat, table.deals[-1].secret, harness.timing) for seat in SEATS]
    assert all(harness.timing.pass_earliest <= delay <= harness.timing.pass_latest for delay in delays)
    assert len(set(delays)) == 4
    many = [draw_pass_delay(game, quick, bytes([n]), harness.timing) for n in range(99)]
    middle = (harness.timing.pass_earliest + harness.timing.pass_latest) / 2
    assert 30 < sum(delay > middle for delay in many) < 70, "over the whole time"
    silent = {seat for seat in SEATS if is_passing(table.deadlines, seat)}
    assert silent == {quick, *SEATS} - set(able(table)[1:])
    assert all(pass_at(table, seat) == pytest.approx(start + delays[seat]) for seat in silent)
    await harness.clock.advance(harness.timing.pass_latest + 0.1)
    assert {seat for seat in SEATS if table.spectator_view().passed[seat]} == silent


async def test_pass_pressed_after_the_automatic_times_is_shown_at_once(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 1)
    late, *_ = able(table)
    await harness.clock.advance(harness.timing.pass_latest + 0.1)
    await table.gameplay.submit(late, Pass(), table.task(late))
    assert table.spectator_view().passed[late]


async def test_repeated_pass_changes_nothing(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 1)
    seat, *_ = able(table)
    task = table.task(seat)
    await table.gameplay.submit(seat, Pass(), task)
    published, deadlines = len(harness.publisher.updates), table.deadlines
    await table.gameplay.submit(seat, Pass(), task)
    assert (len(harness.publisher.updates), table.deadlines) == (published, deadlines)


async def test_player_who_passed_may_still_declare(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 1)
    seat, *_ = able(table)
    await table.gameplay.submit(seat, Pass(), table.task(seat))
    asked = table.snapshot().question_view(seat)
    assert asked.ask is Ask.DECLARE
    assert asked.passed[seat]
    (_, _, declaration), *_ = list_offers(asked)
    await table.gameplay.submit(seat, declaration, table.task(seat))
    assert table.spectator_view().declarations[-1].seat == seat
    assert not is_passing(table.deadlines, seat)


async def test_pass_before_the_last_card_is_refused(harness):
    table = await harness.start_match()
    seat = table.seat_of(ANN)
    while not list_offers(table.view(seat)):
        await harness.clock.advance(0.5)
    assert table.spectator_view().to_draw
    with pytest.raises(StaleTask):
        await table.gameplay.submit(seat, Pass(), table.task(seat))


async def pass_and_declare(harness, *, beaten, **overrides):
    """Let a seat pass and an opponent declare afterwards. Return the table and the seat that passed.

    If `beaten` is true, the seat that passed could now overrule the declaration. Otherwise it could not.
    """

    def fits(table):
        return find_pair(table) is not None

    def find_pair(table):
        for first in able(table):
            for second in able(table):
                weakest = min(list_offers(table.view(second)), key=lambda one: len(one[2].cards))[2]
                strongest = max(len(one[2].cards) for one in list_offers(table.view(first)))
                if (first - second) % 2 and len(weakest.cards) == 1 and (strongest > 1) is beaten:
                    return first, second, weakest
        return None

    table = await open_window(harness, fits, overrides={"joker_declaration": "off", **overrides})
    first, second, weakest = find_pair(table)
    await table.gameplay.submit(first, Pass(), table.task(first))
    await table.gameplay.submit(second, weakest, table.task(second))
    return table, first


async def test_seat_is_asked_again_after_passing_if_it_can_beat_a_declaration(harness):
    table, seat = await pass_and_declare(harness, beaten=True)
    assert not is_passing(table.deadlines, seat)
    assert not table.snapshot().question_view(seat).passed[seat]


async def test_seat_is_not_asked_again_if_it_cannot_beat_a_declaration(harness):
    table, seat = await pass_and_declare(harness, beaten=False)
    assert is_passing(table.deadlines, seat)
    assert table.snapshot().question_view(seat).ask is Ask.NOTHING


async def test_player_who_passed_is_not_asked_after_take_back(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 1, overrides={"declare_takeback": "yes"})
    first, *_, second = able(table)
    await harness.clock.advance(harness.timing.pass_latest)
    await table.gameplay.submit(first, Pass(), table.task(first))
    (_, _, declaration), *_ = list_offers(table.view(second))
    await table.gameplay.submit(second, declaration, table.task(second))
    await table.gameplay.submit(second, TakeBack(), table.task(second))
    assert is_passing(table.deadlines, first)  # the declaration was taken back
    assert not is_passing(table.deadlines, second)


async def test_pressed_pass_survives_a_restart(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 1)
    seat, *_ = able(table)
    await table.gameplay.submit(seat, Pass(), table.task(seat))
    await harness.registry.close()
    harness.clock.sleepers.clear()
    harness.clock.time += 100.0
    registry = harness.reopen()
    await load_live_tables(registry, 100.0)
    await run_pending_tasks()
    again = await registry.get_table(table.id)
    assert again.snapshot().question_view(seat).passed[seat]
    assert not again.spectator_view().passed[seat]
    await harness.clock.advance(RESTART_GRACE + 1.0)
    assert again.spectator_view().passed[seat]


async def test_not_declaring_is_no_missed_turn(harness):
    table = await open_window(harness, lambda t: 0 < len(able(t)) < 4)
    await harness.clock.advance(25.0)
    assert any(isinstance(one.action, CloseWindow) for one in harness.store.entries[table.id])
    assert not table.snapshot().missed_last_turn


async def test_not_taking_the_kitty_is_no_missed_turn(harness):
    """A player may take the kitty. If they do nothing, they do not take it, and this is no missed turn."""
    table, seat = await pass_and_declare(harness, beaten=True, kitty_theft="yes")
    while table.view(seat).ask is not Ask.STEAL:
        await harness.clock.advance(5.0)
    while table.view(seat).ask is Ask.STEAL:
        await harness.clock.advance(5.0)
    assert seat not in table.snapshot().missed_last_turn
    (declared,) = (one for one in harness.store.entries[table.id] if isinstance(one.action, Declare))
    assert declared.seat != seat


async def test_unattended_table_pauses(harness):
    table = await open_window(harness, preset="bashifen")
    await harness.clock.advance(3600.0)
    assert table.facts.paused
    assert table.facts.away == frozenset(SEATS)
    deals = [one for one in harness.store.entries[table.id] if isinstance(one.action, Deal)]
    assert len(deals) <= 4
    await table.attendance.come_back(ANN)
    assert table.deadlines


async def test_redeals_end_when_nobody_declares(harness):
    table = await open_window(harness, lambda t: len(able(t)) == 4, preset="bashifen")
    await harness.clock.advance(21.0)
    assert any(isinstance(event, Redealt) for event in harness.publisher.events)
    await harness.clock.advance(600.0)
    assert table.facts.paused


async def test_declaring_does_not_wait_for_an_absent_player(harness):
    table = await open_window(harness, lambda t: len(able(t)) == 4)
    for user in range(ANN, ANN + 3):
        await table.attendance.step_away(UserId(user))
    last = Seat(3)
    await table.gameplay.submit(last, Pass(), table.task(last))
    await harness.clock.advance(harness.timing.pass_latest + 0.1)
    assert table.spectator_view().phase is not PhaseName.DECLARING
    assert not any(isinstance(one.action, Declare) for one in harness.store.entries[table.id])


@pytest.mark.long
async def test_player_presses_pass_at_most_twice_a_deal(harness):
    presses = []
    for _ in range(20):
        table, count = await harness.start_match(computers=3), 0
        seat = table.seat_of(ANN)
        while table.spectator_view().phase is PhaseName.DECLARING:
            asked = table.snapshot().question_view(seat)
            if asked.ask is Ask.DECLARE and not asked.to_draw and not asked.passed[seat]:
                await table.gameplay.submit(seat, Pass(), table.task(seat))
                count += 1
            await harness.clock.advance(0.5)
        presses.append(count)
        await table.voting.close(ANN)
    assert max(presses) <= 2
    assert sum(presses) <= 20
