"""The next deal begins when all present ask for it, when a majority does, or by itself."""

import asyncio

import pytest
from table_harness import ANN, BOB, CAT, DAN, TableHarness
from test_voting import CLOSE, NEXT, refused, reopened

from bot.play.all_tables.table_loader import RESTART_GRACE
from bot.play.clock.timing import Timing
from bot.play.refusals import TableRefusal
from bot.play.table_rules import table_changes
from bot.play.table_rules.match_changes import mark_ready
from bot.play.values.stored_table import DeadlineKind
from engine.deal.fair_shuffle import Proof, verify_deal
from engine.model.actions import Deal
from engine.model.seats import Seat
from engine.model.view import PhaseName


async def after_a_deal(people):
    """Return a harness and its table after the first deal. The table has `people` people, who are all present."""
    harness = TableHarness(
        Timing(
            batches=1,
            computer_pause=0.5,
            turn=1.0,
            bury=1.0,
            declare_window=15.0,
            away_after_missed_turns=99,
            next_deal=50.0,
        )
    )
    table = await harness.start_match(computers=4 - people)
    for _ in range(3000):
        if table.spectator_view().phase is PhaseName.FINISHED:
            return harness, table
        await harness.clock.advance(
            harness.timing.computer_pause if table.spectator_view().phase is PhaseName.PLAYING else 5.0
        )
    raise AssertionError(table.spectator_view().phase)


# ---------------------------------------------------------------------- the next deal
async def test_next_deal_waits_for_all_present():
    harness, table = await after_a_deal(people=3)
    deal = table.spectator_view().deal_number
    seen = table.snapshot()
    assert seen.not_ready == {0, 2, 3}
    assert seen.next_deal_at is not None
    await table.gameplay.next_deal(ANN, "ann's")
    await table.gameplay.next_deal(ANN, "again")
    assert table.snapshot().ready == {0}
    assert table.spectator_view().phase is PhaseName.FINISHED
    table = await reopened(harness, table)
    assert table.snapshot().not_ready == {2, 3}
    await table.gameplay.next_deal(CAT, "cat's")
    await table.attendance.step_away(BOB)  # now all who are present have asked
    await harness.clock.advance(RESTART_GRACE)
    assert table.spectator_view().deal_number == deal + 1
    assert (table.facts.ready, table.snapshot().not_ready) == ((), frozenset())
    dealt, _ = harness.store.deals[table.id][2]
    assert dealt.cut == "ann's+cat's"
    pack = [e.action for e in harness.store.entries[table.id] if isinstance(e.action, Deal)][1]
    assert verify_deal(table.facts.rules, Proof(dealt.commitment, dealt.secret, dealt.cut), pack, Seat(pack.first))
    await harness.registry.close()


async def test_next_deal_begins_by_itself():
    harness, table = await after_a_deal(people=2)
    deal = table.spectator_view().deal_number
    at = table.snapshot().next_deal_at
    await harness.clock.advance(at - harness.clock.now() - 1)
    assert table.spectator_view().deal_number == deal
    await harness.clock.advance(2)
    assert table.spectator_view().deal_number == deal + 1
    assert harness.store.deals[table.id][2][0].cut == "cut+1"
    await harness.registry.close()


async def test_next_deal_waits_for_a_user_who_plays_alone():
    harness, table = await after_a_deal(people=1)
    deal = table.spectator_view().deal_number
    assert table.snapshot().next_deal_at is None
    await harness.clock.advance(10_000)
    table = await reopened(harness, table)
    await harness.clock.advance(10_000)
    assert table.spectator_view().deal_number == deal
    await table.gameplay.next_deal(ANN, "ann's")
    assert table.spectator_view().deal_number == deal + 1
    await harness.registry.close()


async def test_next_deal_waits_for_readers():
    """Readers ask for more time. They get three minutes in total, however many they are and however often they ask."""
    harness, table = await after_a_deal(people=3)
    usual = table.snapshot().next_deal_at
    for _ in range(2):
        for reader in (ANN, BOB, DAN):  # Dan has no seat
            await table.gameplay.wait_for_reader(reader)
            assert table.snapshot().next_deal_at == usual + 180
    table = await reopened(harness, table)
    assert table.snapshot().next_deal_at > usual + 100
    await harness.registry.close()


async def test_next_deal_stops_waiting_for_reader_who_is_ready():
    harness, table = await after_a_deal(people=3)
    deal, usual = table.spectator_view().deal_number, table.snapshot().next_deal_at
    for reader in (ANN, BOB):
        await table.gameplay.wait_for_reader(reader)
    await table.gameplay.next_deal(ANN, "ann's")
    assert table.snapshot().next_deal_at == usual + 180, "somebody else reads on"
    await table.gameplay.wait_for_reader(ANN)
    await table.gameplay.next_deal(BOB, "bob's")
    assert table.snapshot().next_deal_at == usual
    await harness.clock.advance(usual - harness.clock.now() + 1)
    assert table.spectator_view().deal_number == deal + 1
    await table.gameplay.wait_for_reader(ANN)  # a wish for more time has no effect during a deal
    assert table.snapshot().next_deal_at is None
    await harness.registry.close()


async def test_no_next_deal_while_everybody_is_away():
    harness, table = await after_a_deal(people=2)
    deal = table.spectator_view().deal_number
    await table.attendance.step_away(ANN)
    await table.attendance.step_away(BOB)
    assert table.deadlines == ()
    await harness.clock.advance(10_000)
    assert table.spectator_view().deal_number == deal
    await table.gameplay.next_deal(BOB, "bob's")
    assert table.spectator_view().deal_number == deal + 1
    assert not table.facts.paused
    await harness.registry.close()


async def test_next_deal_can_wait_without_limit():
    harness = TableHarness(
        Timing(batches=1, computer_pause=0.5, turn=1.0, bury=1.0, away_after_missed_turns=99, next_deal=50.0)
    )
    table = await harness.open_lobby(computers=3)
    assert await refused(table.lobby.change(table_changes.set_next_deal, BOB, 0)) is TableRefusal.NOT_HOST
    await table.lobby.change(table_changes.set_next_deal, ANN, 0)
    await table.lobby.start(ANN, "cut")
    for _ in range(3000):
        if table.spectator_view().phase is PhaseName.FINISHED:
            break
        await harness.clock.advance(5.0)
    deal = table.spectator_view().deal_number
    assert table.deadlines == ()
    await harness.clock.advance(1000)
    table = await reopened(harness, table)
    assert table.spectator_view().deal_number == deal
    await table.gameplay.next_deal(ANN, "mine")
    assert table.spectator_view().deal_number == deal + 1
    await harness.registry.close()


async def test_majority_begins_the_next_deal():
    harness, table = await after_a_deal(people=3)
    deal = table.spectator_view().deal_number
    await table.voting.vote(BOB, CLOSE)
    await table.voting.vote(BOB, NEXT)
    assert table.spectator_view().deal_number == deal
    await table.voting.vote(CAT, NEXT)
    assert table.spectator_view().deal_number == deal + 1
    assert table.facts.proposals == ()  # the vote to close the table has lapsed
    await harness.registry.close()


def test_asking_twice_keeps_the_first_cut(started_facts):
    once = mark_ready(started_facts, Seat(0), "a")
    assert mark_ready(once, Seat(0), "b") is once


@pytest.fixture
async def started_facts(harness):
    return (await harness.start_match()).facts


async def test_simultaneous_requests_begin_one_deal():
    harness, table = await after_a_deal(people=3)
    deal = table.spectator_view().deal_number
    asked = (table.gameplay.next_deal(u, f"{u}") for u in (ANN, BOB, CAT, ANN, BOB, CAT))
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert [getattr(one, "reason", None) for one in results] == [None] * 3 + [TableRefusal.DEAL_IN_PROGRESS] * 3
    assert table.spectator_view().deal_number == deal + 1
    assert harness.store.deals[table.id][2][0].cut == f"{ANN}+{BOB}+{CAT}"
    await harness.registry.close()


async def test_request_at_the_deadline_begins_one_deal():
    harness, table = await after_a_deal(people=2)
    deal = table.spectator_view().deal_number
    (due,) = [d for d in table.deadlines if d.kind is DeadlineKind.NEXT_DEAL]
    await asyncio.gather(
        table.gameplay.handle_deadline(due), table.gameplay.next_deal(ANN, "mine"), return_exceptions=True
    )
    await table.gameplay.handle_deadline(due)
    assert table.spectator_view().deal_number == deal + 1
    assert table.facts.ready == ()
    await harness.registry.close()
