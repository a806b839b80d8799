import asyncio

import pytest
from memory import settle
from memory_house import ANN, BOB, House

from bot.play.occupants import UserId
from bot.play.ports import DueKind, Fenced, Status
from bot.play.refusals import Refused, StaleTask, Why
from bot.play.standing import fold
from bot.play.timing import Timing
from engine.actions import Bury, Deal, Declare, Draw, Pass, Play, Sit
from engine.errors import IllegalAction
from engine.events import DealEnded, Declared, TrickWon
from engine.fairness import Proof, verify
from engine.seats import Seat
from engine.view import Ask, PhaseName


async def play_on(house, table, until=lambda t: t.watch().phase is PhaseName.FINISHED, limit=4000):
    """Answer for every person as a computer would, turning the clock for the rest."""
    for _ in range(limit):
        if until(table):
            return
        if not await act_for_people(house, table):
            await house.clock.turn(1.0)
    raise AssertionError("it does not end")


async def act_for_people(house, table):
    for number in range(len(table.occupants)):
        seat, view = Seat(number), table.view(Seat(number))
        if view.ask is Ask.NOTHING or not hasattr(table.occupants[seat], "user"):
            continue
        action = await house.brain.choose(view, "casual", f"{table.revision}")
        if action is not None:
            await table.submit(seat, action, table.task(seat))
            await settle()
            return True
    return False


async def test_a_whole_deal_with_three_computers(house):
    table = await house.started()
    await play_on(house, table)
    assert all(house.paper.saved), "something was told before it was saved"
    ended = [e for e in house.paper.events if isinstance(e, DealEnded)]
    assert len(ended) == 1
    assert [b.result for b in house.store.booked] == [e.result for e in ended]
    assert sum(e.points for e in house.paper.events if isinstance(e, TrickWon)) + ended[0].result.kitty_points == 200


async def test_the_record_folds_to_the_same_standing(house):
    table = await house.started(computers=0)
    await play_on(house, table, until=lambda t: len(t.watch().tricks) >= 3)
    stored = await house.store.load(table.id)
    again = fold(stored.facts, stored.entries)
    assert again.phase == table.phase
    assert again.revision == table.revision == len(stored.entries)
    for seat in map(Seat, range(4)):
        if table.view(seat).ask is not Ask.NOTHING:
            assert again.tasks[seat] == table.task(seat)


async def test_the_record_begins_with_who_sits_where_and_the_deal(house):
    table = await house.started()
    actions = [entry.action for entry in house.store.entries[table.id]]
    assert actions[:4] == [Sit(0, "u:101"), Sit(1, "c:club:1"), Sit(2, "c:club:2"), Sit(3, "c:club:3")]
    assert isinstance(actions[4], Deal)


async def test_the_shuffle_was_promised_before_it_was_cut_and_can_be_verified(house):
    table = await house.lobby()
    promised = table.deals[-1]
    assert promised.cut is None
    await table.start(ANN, "my cut")
    deal = next(e.action for e in house.store.entries[table.id] if isinstance(e.action, Deal))
    kept, order = house.store.deals[table.id][1]
    assert kept.commitment == promised.commitment
    assert verify(table.facts.rules, Proof(kept.commitment, kept.secret, "my cut"), deal)
    assert not verify(table.facts.rules, Proof(kept.commitment, kept.secret, "another cut"), deal)
    assert order.split() == [str(c) for c in deal.order]


async def test_cards_come_in_waves_with_pauses(house):
    table = await house.started(computers=0)
    await settle()
    sizes = [table.view(Seat(0)).hand_sizes]
    for _ in range(3):
        await house.clock.turn(house.timing.wave)
        sizes.append(table.view(Seat(0)).hand_sizes)
    assert sizes == [(7,) * 4, (14,) * 4, (21,) * 4, (25,) * 4]
    draws = [e.action for e in house.store.entries[table.id] if isinstance(e.action, Draw)]
    assert [d.count for d in draws] == [28, 28, 28, 16]


async def test_computers_declare_only_after_people_have_seen_the_wave(house):
    table = await house.started()
    await house.clock.turn(house.timing.declare_pause - 0.5)
    assert not any(isinstance(e, Declared) for e in house.paper.events)
    assert not [a for a in house.brain.asked if a[1] is Ask.DECLARE]
    await house.clock.turn(1.0)
    assert [a for a in house.brain.asked if a[1] is Ask.DECLARE]
    assert table.watch().phase is PhaseName.DECLARING


async def test_a_press_for_an_old_task_changes_nothing(house):
    table = await at_bury(house)
    seat = declarer(table)
    bury = Bury(table.view(seat).hand[:8])
    with pytest.raises(StaleTask):
        await table.submit(seat, bury, table.task(seat) - 1)
    revision = table.revision
    await table.submit(seat, bury, task := table.task(seat))
    assert table.revision == revision + 1
    await table.submit(seat, bury, task)  # the second press of a double tap
    assert table.revision == revision + 1
    with pytest.raises(StaleTask):
        await table.submit(seat, Bury(table.view(seat).hand[:8]), task)


async def test_a_hundred_presses_at_once_make_one_play(house):
    table = await at_bury(house)
    seat = declarer(table)
    revision, task, bury = table.revision, table.task(seat), Bury(table.view(seat).hand[:8])
    answers = await asyncio.gather(*(table.submit(seat, bury, task) for _ in range(100)), return_exceptions=True)
    assert answers == [None] * 100
    assert table.revision == revision + 1


async def test_what_the_rules_refuse_changes_nothing(house):
    table = await at_bury(house)
    seat = declarer(table)
    before, entries = table.phase, list(house.store.entries[table.id])
    with pytest.raises(IllegalAction):
        await table.submit(seat, Bury(table.view(seat).hand[:7]), table.task(seat))
    assert table.phase == before
    assert house.store.entries[table.id] == entries


async def test_one_seat_passing_does_not_make_the_others_old(house):
    table = await house.started(computers=0)
    await house.clock.turn(house.timing.wave * 4)
    tasks = [table.task(Seat(s)) for s in range(4)]
    await table.submit(Seat(1), Pass(), tasks[1])
    assert [table.task(Seat(s)) for s in (0, 2, 3)] == [tasks[s] for s in (0, 2, 3)]
    await table.submit(Seat(2), Pass(), tasks[2])


@pytest.mark.parametrize("kept", [False, True], ids=["commit lost", "commit kept but not confirmed"])
async def test_a_commit_of_unknown_outcome_folds_the_table_again(house, kept):
    table = await at_bury(house)
    seat, revision = declarer(table), table.revision
    bury, task = Bury(table.view(seat).hand[:8]), table.task(seat)
    (house.store.breaks_after if kept else house.store.breaks).append(TimeoutError())
    with pytest.raises(Refused) as no:
        await table.submit(seat, bury, task)
    assert no.value.why is Why.BUSY
    again = await house.registry.table(table.id)
    assert again is not table
    assert again.revision == revision + kept
    await again.submit(seat, bury, task)  # pressed once more: either the first time, or a success as a repeat
    assert again.revision == revision + 1


async def test_a_second_writer_is_fenced(house):
    table = await at_bury(house)
    other = House()
    other.store = house.store
    other.reopen()
    twin = await other.registry.table(table.id)
    seat = declarer(table)
    bury = Bury(table.view(seat).hand[:8])
    await table.submit(seat, bury, table.task(seat))
    with pytest.raises(Refused) as no:
        await twin.submit(seat, bury, twin.task(seat))
    assert no.value.why is Why.BUSY
    assert isinstance(no.value.__cause__, Fenced)
    assert (await other.registry.table(table.id)).revision == table.revision
    await other.registry.close()


async def test_a_slow_person_is_played_for_and_after_two_turns_is_away(house):
    table = await house.started(computers=0)
    await play_on(house, table, until=lambda t: t.watch().phase is PhaseName.PLAYING)
    tricks = len(table.watch().tricks)
    await house.clock.turn(house.timing.turn * 4 + 4)
    assert len(table.watch().tricks) == tricks + 1
    assert table.away == frozenset()
    await house.clock.turn(house.timing.turn * 4 + 4)
    assert len(table.away) == 4
    assert table.facts.paused
    assert len(table.watch().tricks) == tricks + 2
    await house.clock.turn(100_000)
    assert len(table.watch().tricks) == tricks + 2, "nothing happens where nobody is"
    await table.come_back(ANN)
    assert table.seat_of(ANN) not in table.away
    assert not table.facts.paused
    await house.clock.turn(house.timing.think * 3 + house.timing.turn - 1)
    assert table.watch().to_act == (table.seat_of(ANN),), "the others are played for until it is her turn"


async def test_a_restart_gives_people_time_and_goes_on(house):
    table = await house.started(computers=0)
    await play_on(house, table, until=lambda t: t.watch().phase is PhaseName.PLAYING)
    await house.registry.close()
    house.clock.time += 10_000
    registry = house.reopen()
    await registry.restore()
    again = await registry.table(table.id)
    assert again.phase == table.phase
    assert all(d.at >= house.clock.time + 10 for d in again.deadlines)
    await house.clock.turn(30)
    assert again.revision == table.revision + 1, "one turn has run out after the grace"


async def test_the_time_while_the_program_was_away_is_nobodys(house):
    """Ann has 50 of her seconds left, and has them when the program is back after ten thousand."""
    table = await house.started(computers=0)
    await play_on(house, table, until=lambda t: t.watch().phase is PhaseName.PLAYING)
    await house.clock.turn(house.timing.turn - 50)
    await house.registry.close()
    house.clock.time += 10_000
    registry = house.reopen()
    await registry.restore(away=10_000)
    again = await registry.table(table.id)
    assert again.snapshot().resumed
    (left,) = {d.at - house.clock.time for d in again.deadlines}
    assert left == pytest.approx(50, abs=1)
    await house.clock.turn(left + 1)
    assert again.revision == table.revision + 1
    assert not again.snapshot().resumed


async def test_a_table_restored_in_the_middle_of_a_deal_draws_on(house):
    table = await house.started(computers=3)
    await house.clock.turn(house.timing.wave + 0.1)
    await house.registry.close()
    registry = house.reopen()
    await registry.restore()
    again = await registry.table(table.id)
    await play_on(house, again)
    assert again.watch().result is not None


async def test_a_computer_that_fails_is_replaced_by_any_legal_action(house):
    table = await house.started()
    await play_on(house, table, until=lambda t: t.watch().phase is PhaseName.PLAYING)
    house.brain.fails = True
    revision = table.revision
    for _ in range(60):
        await house.clock.turn(house.timing.think * 2)
    house.brain.fails = False
    assert table.revision > revision or table.view(Seat(0)).ask is not Ask.NOTHING


async def test_next_deal_only_after_the_deal_and_only_from_the_table(house):
    table = await house.started()
    with pytest.raises(Refused) as no:
        await table.next_deal(ANN, "x")
    assert no.value.why is Why.DEAL_IN_PROGRESS
    await play_on(house, table)
    with pytest.raises(Refused) as no:
        await table.next_deal(BOB, "x")
    assert no.value.why is Why.NOT_SEATED
    promised = table.deals[-1]
    assert promised.cut is None
    await table.next_deal(ANN, "x")
    assert table.deals[-1].commitment == promised.commitment
    assert table.watch().deal_number == 2


async def test_the_host_ends_a_match(house):
    table = await house.started()
    await table.close(ANN)
    assert table.facts.status is Status.OVER
    for deed in (table.next_deal(ANN, "x"), table.submit(Seat(0), Pass(), table.task(Seat(0))), table.close(ANN)):
        with pytest.raises(Refused) as no:
            await deed
        assert no.value.why is Why.TABLE_CLOSED
    revision = table.revision
    await house.clock.turn(1000)
    assert table.revision == revision


async def test_a_short_match_ends_and_is_over():
    house = House(Timing(wave=0.1, declare_pause=0.05, think=0.01))
    table = await house.lobby(computers=3, overrides={"start_level": "A", "win": "hold_ace_as_declarers"})
    await table.start(ANN, "cut")
    for _ in range(12):
        await play_on(house, table, until=lambda t: t.watch().phase is PhaseName.FINISHED)
        if table.facts.status is Status.OVER:
            break
        await table.next_deal(ANN, "cut")
    assert table.facts.status is Status.OVER
    assert table.watch().result.winners
    with pytest.raises(Refused):
        await table.next_deal(ANN, "cut")
    await house.registry.close()


async def test_deadlines_keep_their_time_while_nothing_changes_for_the_seat(house):
    table = await house.started(computers=0)
    await house.clock.turn(house.timing.wave * 4)
    window = next(d for d in table.deadlines if d.kind is DueKind.WINDOW)
    await house.clock.turn(3)
    await table.submit(Seat(1), Pass(), table.task(Seat(1)))
    assert next(d for d in table.deadlines if d.kind is DueKind.WINDOW) == window
    seat = next((s for s in map(Seat, range(4)) if declarable(table, s)), None)
    if seat is not None:
        await table.submit(seat, Declare(declarable(table, seat)[0]), table.task(seat))
        assert next(d for d in table.deadlines if d.kind is DueKind.WINDOW).at > window.at


def declarable(table, seat):
    from engine.options import declarations

    return declarations(table.view(seat)) if table.view(seat).ask is Ask.DECLARE else ()


def declarer(table):
    return table.watch().declarer


async def at_bury(house):
    table = await house.started(computers=0)
    await play_on(house, table, until=lambda t: t.watch().phase is PhaseName.BURYING)
    return table


async def test_strangers_have_no_seat(house):
    table = await house.started()
    assert table.seat_of(UserId(999)) is None


async def test_a_play_answers_only_its_own_seat(house):
    table = await at_bury(house)
    other = Seat((declarer(table) + 1) % 4)
    with pytest.raises((IllegalAction, StaleTask)):
        await table.submit(other, Play(table.view(other).hand[:1]), table.task(other))
