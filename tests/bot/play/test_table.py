import asyncio

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, TableHarness, load_live_tables

from bot.ids import UserId
from bot.play.clock.timing import Timing
from bot.play.ports import Fenced
from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.table_rules.game_state import rebuild_game_state
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import TableStatus
from engine.deal import game
from engine.deal.build_view import view_of
from engine.deal.fair_shuffle import Proof, verify_deal
from engine.model.actions import Bury, Deal, Declare, Draw, Pass, Play, Sit
from engine.model.errors import IllegalAction
from engine.model.events import DealEnded, Declared, TrickWon
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName


async def play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.FINISHED, limit=4000):
    """Act for all people as a computer would, and advance the clock while no person can act."""
    for _ in range(limit):
        if until(table):
            return
        if not await act_for_people(harness, table):
            await harness.clock.advance(1.0)
    raise AssertionError("it does not end")


async def act_for_people(harness, table):
    for number in range(len(table.occupants)):
        seat, view = Seat(number), table.snapshot().question_view(Seat(number))
        if view.ask is Ask.NOTHING or not hasattr(table.occupants[seat], "user"):
            continue
        action = await harness.computer_players.choose(view, "skilled", f"{table.revision}")
        if action is not None:
            await table.gameplay.submit(seat, action, table.task(seat))
            await run_pending_tasks()
            return True
    return False


async def test_whole_deal_is_booked_with_all_points(harness):
    table = await harness.start_match()
    await play_on(harness, table)
    assert all(harness.publisher.saved), "something was told before it was saved"
    ended = [e for e in harness.publisher.events if isinstance(e, DealEnded)]
    assert len(ended) == 1
    assert [b.result for b in harness.store.booked] == [e.result for e in ended]
    assert (
        sum(e.points for e in harness.publisher.events if isinstance(e, TrickWon)) + ended[0].result.kitty_points == 200
    )


async def test_views_are_built_once_for_each_revision(harness, monkeypatch):
    """Messages, checks and hints all ask for the views of a play, so a table builds them once and keeps them."""
    table, built = await harness.start_match(computers=0), []
    await play_on(harness, table, until=lambda t: t.spectator_view().tricks)
    monkeypatch.setattr(game, "view_of", lambda phase, seat: built.append(seat) or view_of(phase, seat))
    for revision in range(2):
        built.clear()
        for seat in [Seat(0), Seat(1)] * 5:
            assert table.view(seat) == table.snapshot().question_view(seat) == view_of(table.phase, seat)
            assert table.spectator_view() == view_of(table.phase, None)
        assert len(built) == len(set(built)), revision
        await act_for_people(harness, table)
    assert built, "another revision has views of its own"


async def test_record_rebuilds_the_same_state(harness):
    table = await harness.start_match(computers=0)
    await play_on(harness, table, until=lambda t: len(t.spectator_view().tricks) >= 3)
    stored = await harness.store.load(table.id)
    again = rebuild_game_state(stored.facts, stored.entries)
    assert again.phase == table.phase
    assert again.revision == table.revision == len(stored.entries)
    for seat in map(Seat, range(4)):
        if table.view(seat).ask is not Ask.NOTHING:
            assert again.tasks[seat] == table.task(seat)


async def test_record_begins_with_seats_and_deal(harness):
    table = await harness.start_match()
    actions = [entry.action for entry in harness.store.entries[table.id]]
    assert actions[:4] == [Sit(0, "u:101"), Sit(1, "c:expert:1"), Sit(2, "c:expert:2"), Sit(3, "c:expert:3")]
    assert isinstance(actions[4], Deal)


async def test_shuffle_is_committed_to_and_can_be_verified(harness):
    table = await harness.open_lobby()
    promised = table.deals[-1]
    assert promised.cut is None
    await table.lobby.start(ANN, "my cut")
    deal = next(e.action for e in harness.store.entries[table.id] if isinstance(e.action, Deal))
    kept, order = harness.store.deals[table.id][1]
    assert kept.commitment == promised.commitment
    assert verify_deal(table.facts.rules, Proof(kept.commitment, kept.secret, "my cut"), deal)
    assert not verify_deal(table.facts.rules, Proof(kept.commitment, kept.secret, "another cut"), deal)
    assert order.split() == [str(c) for c in deal.order]


async def test_cards_come_in_batches_with_pauses(harness):
    table = await harness.start_match(computers=0)
    await run_pending_tasks()
    sizes = [table.view(Seat(0)).hand_sizes]
    for _ in range(3):
        await harness.clock.advance(harness.timing.batch_interval)
        sizes.append(table.view(Seat(0)).hand_sizes)
    assert sizes == [(7,) * 4, (14,) * 4, (21,) * 4, (25,) * 4]
    draws = [e.action for e in harness.store.entries[table.id] if isinstance(e.action, Draw)]
    assert [d.count for d in draws] == [28, 28, 28, 16]


async def test_computers_declare_after_a_pause(harness):
    table = await harness.start_match()
    await harness.clock.advance(harness.timing.computer_declare_pause - 0.5)
    assert not any(isinstance(e, Declared) for e in harness.publisher.events)
    await harness.clock.advance(1.0)
    assert [a for a in harness.computer_players.asked if a[1] is Ask.DECLARE]
    assert table.spectator_view().phase is PhaseName.DECLARING


async def test_stale_task_changes_nothing(harness):
    table = await at_bury(harness)
    seat = declarer(table)
    bury = Bury(table.view(seat).hand[:8])
    with pytest.raises(StaleTask):
        await table.gameplay.submit(seat, bury, table.task(seat) - 1)
    revision = table.revision
    await table.gameplay.submit(seat, bury, task := table.task(seat))
    assert table.revision == revision + 1
    await table.gameplay.submit(seat, bury, task)  # the second press of a double tap
    assert table.revision == revision + 1
    with pytest.raises(StaleTask):
        await table.gameplay.submit(seat, Bury(table.view(seat).hand[:8]), task)


async def test_simultaneous_presses_bury_once(harness):
    table = await at_bury(harness)
    seat = declarer(table)
    revision, task, bury = table.revision, table.task(seat), Bury(table.view(seat).hand[:8])
    answers = await asyncio.gather(
        *(table.gameplay.submit(seat, bury, task) for _ in range(100)), return_exceptions=True
    )
    assert answers == [None] * 100
    assert table.revision == revision + 1


async def test_illegal_action_changes_nothing(harness):
    table = await at_bury(harness)
    seat = declarer(table)
    before, entries = table.phase, list(harness.store.entries[table.id])
    with pytest.raises(IllegalAction):
        await table.gameplay.submit(seat, Bury(table.view(seat).hand[:7]), table.task(seat))
    assert table.phase == before
    assert harness.store.entries[table.id] == entries


async def test_pass_keeps_the_tasks_of_other_seats(harness):
    table = await harness.start_match(computers=0)
    await harness.clock.advance(harness.timing.batch_interval * 4)
    tasks = [table.task(Seat(s)) for s in range(4)]
    await table.gameplay.submit(Seat(1), Pass(), tasks[1])
    assert [table.task(Seat(s)) for s in (0, 2, 3)] == [tasks[s] for s in (0, 2, 3)]
    await table.gameplay.submit(Seat(2), Pass(), tasks[2])


@pytest.mark.parametrize("kept", [False, True], ids=["commit lost", "commit kept but not confirmed"])
async def test_unknown_commit_outcome_reloads_the_table(harness, kept):
    table = await at_bury(harness)
    seat, revision = declarer(table), table.revision
    bury, task = Bury(table.view(seat).hand[:8]), table.task(seat)
    (harness.store.breaks_after if kept else harness.store.breaks).append(TimeoutError())
    with pytest.raises(TableRefused) as no:
        await table.gameplay.submit(seat, bury, task)
    assert no.value.reason is TableRefusal.BUSY
    again = await harness.registry.get_table(table.id)
    assert again is not table
    assert again.revision == revision + kept
    await again.gameplay.submit(seat, bury, task)  # the bury is saved now, unless the first attempt was saved
    assert again.revision == revision + 1


async def test_second_writer_is_fenced(harness):
    table = await at_bury(harness)
    other = TableHarness()
    other.store = harness.store
    other.reopen()
    twin = await other.registry.get_table(table.id)
    seat = declarer(table)
    bury = Bury(table.view(seat).hand[:8])
    await table.gameplay.submit(seat, bury, table.task(seat))
    with pytest.raises(TableRefused) as no:
        await twin.gameplay.submit(seat, bury, twin.task(seat))
    assert no.value.reason is TableRefusal.BUSY
    assert isinstance(no.value.__cause__, Fenced)
    assert (await other.registry.get_table(table.id)).revision == table.revision
    await other.registry.close()


async def test_two_missed_turns_make_a_player_away(harness):
    table = await harness.start_match(computers=0)
    await play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.PLAYING)
    tricks = len(table.spectator_view().tricks)
    await harness.clock.advance(harness.timing.turn * 4 + 4)
    assert len(table.spectator_view().tricks) == tricks + 1
    assert table.facts.away == frozenset()
    await harness.clock.advance(harness.timing.turn * 4 + 4)
    assert len(table.facts.away) == 4
    assert table.facts.paused
    assert len(table.spectator_view().tricks) == tricks + 2
    await harness.clock.advance(100_000)
    assert len(table.spectator_view().tricks) == tricks + 2, "nothing happens where nobody is"
    await table.attendance.come_back(ANN)
    assert table.seat_of(ANN) not in table.facts.away
    assert not table.facts.paused
    await harness.clock.advance(harness.timing.computer_pause * 3 + harness.timing.turn - 1)
    assert table.spectator_view().to_act == (table.seat_of(ANN),), "the others are played for until it is Ann's turn"


async def test_restart_gives_people_time_to_act(harness):
    table = await harness.start_match(computers=0)
    await play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.PLAYING)
    await harness.registry.close()
    harness.clock.time += 10_000
    registry = harness.reopen()
    await load_live_tables(registry)
    again = await registry.get_table(table.id)
    assert again.phase == table.phase
    assert all(d.at >= harness.clock.time + 10 for d in again.deadlines)
    await harness.clock.advance(30)
    assert again.revision == table.revision + 1, "one turn has run out after the grace"


async def test_downtime_postpones_deadlines(harness):
    """A player with 50 seconds left still has them after 10,000 seconds of downtime."""
    table = await harness.start_match(computers=0)
    await play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.PLAYING)
    await harness.clock.advance(harness.timing.turn - 50)
    await harness.registry.close()
    harness.clock.time += 10_000
    registry = harness.reopen()
    await load_live_tables(registry, 10_000)
    again = await registry.get_table(table.id)
    assert again.snapshot().just_restarted
    (left,) = {d.at - harness.clock.time for d in again.deadlines}
    assert left == pytest.approx(50, abs=1)
    await harness.clock.advance(left + 1)
    assert again.revision == table.revision + 1
    assert not again.snapshot().just_restarted


async def test_table_loaded_during_drawing_continues(harness):
    table = await harness.start_match(computers=3)
    await harness.clock.advance(harness.timing.batch_interval + 0.1)
    await harness.registry.close()
    registry = harness.reopen()
    await load_live_tables(registry)
    again = await registry.get_table(table.id)
    await play_on(harness, again)
    assert again.spectator_view().result is not None


async def test_failing_computer_takes_any_legal_action(harness):
    table = await harness.start_match()
    await play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.PLAYING)
    harness.computer_players.fails = True
    revision = table.revision
    for _ in range(60):
        await harness.clock.advance(harness.timing.computer_pause * 2)
    harness.computer_players.fails = False
    assert table.revision > revision or table.view(Seat(0)).ask is not Ask.NOTHING


async def test_next_deal_needs_a_seat_and_a_finished_deal(harness):
    table = await harness.start_match()
    with pytest.raises(TableRefused) as no:
        await table.gameplay.next_deal(ANN, "x")
    assert no.value.reason is TableRefusal.DEAL_IN_PROGRESS
    await play_on(harness, table)
    with pytest.raises(TableRefused) as no:
        await table.gameplay.next_deal(BOB, "x")
    assert no.value.reason is TableRefusal.NOT_SEATED
    promised = table.deals[-1]
    assert promised.cut is None
    await table.gameplay.next_deal(ANN, "x")
    assert table.deals[-1].commitment == promised.commitment
    assert table.spectator_view().deal_number == 2


async def test_host_ends_a_match(harness):
    table = await harness.start_match()
    await table.voting.close(ANN)
    assert table.facts.status is TableStatus.OVER
    assert harness.store.reported == [table.facts.id]
    for action in (
        table.gameplay.next_deal(ANN, "x"),
        table.gameplay.submit(Seat(0), Pass(), table.task(Seat(0))),
        table.voting.close(ANN),
    ):
        with pytest.raises(TableRefused) as no:
            await action
        assert no.value.reason is TableRefusal.TABLE_CLOSED
    revision = table.revision
    await harness.clock.advance(1000)
    assert table.revision == revision


@pytest.mark.parametrize(("computers", "climbing"), [(2, 1), (3, 0)])
async def test_teams_start_a_match_only_with_two_people(harness, computers, climbing):
    table = await harness.start_match(computers)
    assert harness.store.started == [table.facts.id] * climbing
    assert harness.store.reported == []


async def test_won_match_is_over():
    harness = TableHarness(Timing(batch_interval=0.1, computer_declare_pause=0.05, computer_pause=0.01))
    table = await harness.open_lobby(computers=3, overrides={"start_level": "A", "win": "hold_ace_as_declarers"})
    await table.lobby.start(ANN, "cut")
    for _ in range(12):
        await play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.FINISHED)
        if table.facts.status is TableStatus.OVER:
            break
        await table.gameplay.next_deal(ANN, "cut")
    assert table.facts.status is TableStatus.OVER
    assert harness.store.reported == [table.facts.id]
    assert table.spectator_view().result.winners
    with pytest.raises(TableRefused):
        await table.gameplay.next_deal(ANN, "cut")
    await harness.registry.close()


async def test_unchanged_deadlines_keep_their_time(harness):
    table = await harness.start_match(computers=0)
    await harness.clock.advance(harness.timing.batch_interval * 4)
    window = next(d for d in table.deadlines if d.kind is DeadlineKind.WINDOW_CLOSES)
    await harness.clock.advance(3)
    await table.gameplay.submit(Seat(1), Pass(), table.task(Seat(1)))
    assert next(d for d in table.deadlines if d.kind is DeadlineKind.WINDOW_CLOSES) == window
    seat = next((s for s in map(Seat, range(4)) if declarable(table, s)), None)
    if seat is not None:
        await table.gameplay.submit(seat, Declare(declarable(table, seat)[0]), table.task(seat))
        assert next(d for d in table.deadlines if d.kind is DeadlineKind.WINDOW_CLOSES).at > window.at


def declarable(table, seat):
    from engine.deal.legal_actions import legal_declarations

    return legal_declarations(table.view(seat)) if table.view(seat).ask is Ask.DECLARE else ()


def declarer(table):
    return table.spectator_view().declarer


async def at_bury(harness):
    table = await harness.start_match(computers=0)
    await play_on(harness, table, until=lambda t: t.spectator_view().phase is PhaseName.BURYING)
    return table


async def test_strangers_have_no_seat(harness):
    table = await harness.start_match()
    assert table.seat_of(UserId(999)) is None


async def test_task_belongs_to_its_seat(harness):
    table = await at_bury(harness)
    other = Seat((declarer(table) + 1) % 4)
    with pytest.raises((IllegalAction, StaleTask)):
        await table.gameplay.submit(other, Play(table.view(other).hand[:1]), table.task(other))
