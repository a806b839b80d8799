"""A user who has seen a hand of a deal cannot take another seat in it, in any way, even after a restart."""

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, CAT, DAN, hand_over, load_live_tables

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Computer, Person, Proposal, ProposalKind, TableStatus
from engine.model.actions import Sit
from engine.model.seats import Seat
from engine.model.view import PhaseName


async def refused(attempt):
    with pytest.raises(TableRefused) as no:
        await attempt
    assert no.value.reason is TableRefusal.HAND_SEEN
    return no.value.facts["seat"]


async def bob_has_left(harness):
    """Return a table of Ann and three computers, one of which took Bob's seat during the first deal."""
    table = await harness.start_match(computers=2)
    await harness.clock.advance(2.0)
    assert table.seat_of(BOB) == Seat(3)
    await table.attendance.leave(BOB)
    assert isinstance(table.occupants[3], Computer)
    return table


async def end_deal(harness, table):
    for _ in range(4000):
        if table.spectator_view().phase is PhaseName.FINISHED:
            return
        await harness.clock.advance(5.0)
        if table.facts.paused or table.facts.away:
            await table.attendance.come_back(ANN)
    raise AssertionError("the deal never ended")


async def test_leaving_and_asking_for_another_seat_is_refused(harness):
    table = await bob_has_left(harness)
    assert await refused(table.voting.request_seat(BOB, Seat(2))) == 4
    assert table.facts.proposals == ()


async def test_host_cannot_give_user_another_seat(harness):
    table = await bob_has_left(harness)
    assert await refused(table.attendance.offer_seat(ANN, Seat(1), BOB)) == 4
    assert table.occupants[1] != Person(BOB)


async def test_vote_cannot_give_user_another_seat(harness):
    table = await bob_has_left(harness)
    await refused(table.voting.vote(ANN, Proposal(ProposalKind.NEWCOMER, Seat(2), BOB)))
    assert Person(BOB) not in table.occupants


async def test_user_can_get_their_own_seat_back(harness):
    table = await bob_has_left(harness)
    await table.voting.request_seat(BOB, Seat(3))
    await table.voting.vote(ANN, Proposal(ProposalKind.NEWCOMER, Seat(3), BOB))
    assert table.occupants[3] == Person(BOB)


async def test_user_who_gives_a_seat_away_cannot_take_another(harness):
    table = await harness.start_match(computers=2)
    await hand_over(table, BOB, Seat(3), CAT)
    await refused(table.attendance.offer_seat(ANN, Seat(2), BOB))
    await hand_over(table, ANN, Seat(2), DAN)
    await refused(table.attendance.offer_seat(DAN, Seat(2), BOB))
    assert table.occupants[2:] == (Person(DAN), Person(CAT))


async def test_brief_substitute_has_seen_the_hand(harness):
    table = await harness.start_match(computers=2)
    await hand_over(table, BOB, Seat(3), CAT)
    await table.attendance.leave(CAT)
    assert await refused(table.voting.request_seat(CAT, Seat(1))) == 4


async def test_two_hands_are_never_seen_in_one_deal(harness):
    """Bob left the first deal and plays the next in another seat. After leaving again, Bob cannot take the old seat."""
    table = await bob_has_left(harness)
    await end_deal(harness, table)
    await hand_over(table, ANN, Seat(2), BOB)
    await table.gameplay.next_deal(ANN, "cut")
    await table.gameplay.next_deal(BOB, "cut")
    assert table.spectator_view().phase is not PhaseName.FINISHED
    await table.attendance.leave(BOB)
    assert await refused(table.voting.request_seat(BOB, Seat(3))) == 3


async def test_seen_hands_survive_restart(harness):
    table = await bob_has_left(harness)
    await harness.registry.close()
    registry = harness.reopen()
    await load_live_tables(registry)
    again = await registry.get_table(table.id)
    await refused(again.voting.request_seat(BOB, Seat(2)))
    await refused(again.attendance.offer_seat(ANN, Seat(1), BOB))
    assert registry.list_seen_deals(BOB) == [table.id]


@pytest.mark.long
async def test_seen_hands_survive_restart_in_later_deal(harness):
    table = await harness.start_match(computers=2)
    await hand_over(table, BOB, Seat(3), CAT)
    await end_deal(harness, table)
    await harness.clock.advance(harness.timing.next_deal + 1)
    assert table.spectator_view().deal_number > 1
    await table.attendance.leave(CAT)
    harness.registry.loader.tables.clear()
    again = await harness.registry.get_table(table.id)
    await refused(again.voting.request_seat(CAT, Seat(2)))
    await again.voting.request_seat(BOB, Seat(2))  # Bob saw an earlier deal only


async def test_next_deal_is_open_to_everyone(harness):
    table = await bob_has_left(harness)
    await end_deal(harness, table)
    assert harness.registry.list_seen_deals(BOB) == []
    await hand_over(table, ANN, Seat(1), BOB)
    assert table.occupants[1] == Person(BOB)


async def test_computers_replace_all_leavers(harness):
    table = await harness.start_match(computers=2)
    await table.attendance.leave(BOB)
    await harness.clock.advance(60.0)
    await table.attendance.leave(ANN)
    await run_pending_tasks()
    assert all(isinstance(one, Computer) for one in table.occupants)
    assert table.facts.status is TableStatus.OVER


async def test_rematch_has_no_seen_hands(harness):
    table = await bob_has_left(harness)
    await table.voting.close(ANN)
    rematch = await harness.registry.open_rematch(table, ANN)
    await rematch.lobby.change(table_changes.remove_computer, ANN)
    await rematch.lobby.change(table_changes.join, BOB)
    await rematch.lobby.start(ANN, "cut")
    assert Person(BOB) in rematch.occupants


async def test_nobody_holds_two_seats_in_a_deal(harness):
    """In the record of the first deal, every user sits in one seat only."""
    table = await bob_has_left(harness)
    for user in (BOB, CAT, DAN):
        for seat in range(4):
            for attempt in (
                table.voting.request_seat(user, Seat(seat)),
                table.voting.vote(ANN, Proposal(ProposalKind.NEWCOMER, Seat(seat), user)),
            ):
                try:
                    await attempt
                except TableRefused:
                    continue
        if table.seat_of(user) is not None:
            await table.attendance.leave(user)
    held = {}
    for entry in harness.store.entries[table.id]:
        if isinstance(entry.action, Sit) and entry.action.who.startswith("u:"):
            held.setdefault(entry.action.who, set()).add(entry.action.seat)
    assert {who: len(seats) for who, seats in held.items()} == {f"u:{user}": 1 for user in (ANN, BOB, CAT, DAN)}
