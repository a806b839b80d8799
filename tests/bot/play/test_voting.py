"""Players vote on proposals, newcomers request seats, and the lobby sets the levels of computer players."""

import asyncio

import pytest
from table_harness import ANN, BOB, CAT, DAN, TableHarness, load_live_tables
from test_table import play_on

from bot.ids import UserId
from bot.play.clock.timing import Timing
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Computer, Person, Proposal, ProposalKind, TableStatus
from engine.model.seats import Seat

EVE = UserId(105)
CLOSE, RESUME, NEXT = Proposal(ProposalKind.CLOSE), Proposal(ProposalKind.RESUME), Proposal(ProposalKind.NEXT_DEAL)


def computer(seat):
    return Proposal(ProposalKind.COMPUTER, Seat(seat))


def newcomer(seat, user=EVE):
    return Proposal(ProposalKind.NEWCOMER, Seat(seat), user)


async def refused(action):
    with pytest.raises(TableRefused) as no:
        await action
    return no.value.reason


async def reopened(harness, table):
    await harness.registry.close()
    registry = harness.reopen()
    await load_live_tables(registry)
    return await registry.get_table(table.id)


async def test_majority_of_those_present_closes_a_table(harness):
    table = await harness.start_match(computers=1)
    first = await table.voting.vote(BOB, CLOSE)
    assert (len(first.voters), first.present, first.needed, first.carried) == (1, 3, 2, False)
    assert table.facts.status is TableStatus.PLAYING
    assert table.snapshot().tallies == (first,)
    published = len(harness.publisher.updates)
    assert await table.voting.vote(BOB, CLOSE) == first  # pressed twice
    assert len(harness.publisher.updates) == published
    second = await table.voting.vote(CAT, CLOSE)
    assert second.carried
    assert table.facts.status is TableStatus.OVER
    assert table.facts.proposals == ()
    assert await refused(table.voting.vote(BOB, CLOSE)) is TableRefusal.TABLE_CLOSED


async def test_votes_survive_a_restart(harness):
    table = await harness.start_match(computers=0)
    await table.voting.vote(BOB, CLOSE)
    again = await reopened(harness, table)
    assert again.facts.proposals == table.facts.proposals != ()
    await again.voting.vote(CAT, CLOSE)
    assert again.facts.status is TableStatus.PLAYING
    await again.voting.vote(DAN, CLOSE)
    assert again.facts.status is TableStatus.OVER


async def test_host_decides_alone(harness):
    table = await harness.start_match(computers=1)
    await table.attendance.step_away(ANN)
    assert (await table.voting.vote(BOB, CLOSE)).needed == 2
    await table.attendance.come_back(ANN)
    await table.voting.vote(ANN, CLOSE)
    assert table.facts.status is TableStatus.OVER


async def test_player_who_votes_is_no_longer_away(harness):
    table = await harness.start_match(computers=1)
    await table.attendance.step_away(BOB)
    await table.voting.vote(BOB, CLOSE)
    assert table.facts.away == frozenset()
    assert table.snapshot().tallies[0].present == 3


async def test_away_players_and_their_votes_do_not_count(harness):
    table = await harness.start_match(computers=0)
    await table.voting.vote(DAN, CLOSE)
    await table.attendance.step_away(DAN)
    await table.attendance.step_away(ANN)
    (tally,) = table.snapshot().tallies
    assert (tally.voters, tally.present, tally.needed) == (frozenset(), 2, 2)
    await table.attendance.come_back(DAN)
    (tally,) = table.snapshot().tallies
    assert (tally.voters, tally.present, tally.needed) == ({table.seat_of(DAN)}, 3, 2)


async def test_idle_host_of_a_lobby_does_not_count(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.join, CAT)
    assert (await table.voting.vote(BOB, CLOSE)).present == 3
    await harness.clock.advance(harness.timing.host_absent_after + 1)
    (tally,) = table.snapshot().tallies
    assert (tally.present, tally.needed) == (2, 2)
    await table.lobby.change(table_changes.set_pace, ANN, 30, 30)
    assert table.snapshot().tallies[0].present == 3
    await harness.clock.advance(harness.timing.host_absent_after + 1)
    await table.voting.vote(CAT, CLOSE)
    assert table.facts.status is TableStatus.CLOSED


async def test_idle_host_counts_as_present_during_a_deal(harness):
    table = await harness.open_lobby(computers=2)
    await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.set_pace, ANN, 0, 0)
    await table.lobby.start(ANN, "cut")
    await harness.clock.advance(harness.timing.host_absent_after * 3)
    assert (await table.voting.vote(BOB, CLOSE)).present == 2
    assert table.facts.status is TableStatus.PLAYING


async def test_host_who_plays_to_the_end_is_not_idle():
    harness = TableHarness(Timing(open_hands=0.0, host_absent_after=30.0))
    table = await harness.start_match(computers=2)
    began = harness.clock.now()
    await play_on(harness, table)
    assert harness.clock.now() > began + 60
    assert (await table.voting.vote(BOB, CLOSE)).present == 2
    await harness.clock.advance(31.0)
    assert table.facts.status is TableStatus.PLAYING
    assert table.snapshot().tallies[0].present == 1


async def test_vote_gives_absent_players_seat_to_computer(harness):
    table = await harness.start_match(computers=1)
    assert await refused(table.voting.vote(BOB, computer(2))) is TableRefusal.NOT_AWAY
    assert (
        await refused(table.voting.vote(BOB, computer(1))) is TableRefusal.NOT_AWAY
    )  # this seat has a computer player already
    assert await refused(table.voting.vote(BOB, computer(9))) is TableRefusal.UNKNOWN_SEAT
    await table.attendance.step_away(ANN)
    await table.voting.vote(BOB, computer(0))
    await table.voting.vote(CAT, computer(0))
    assert isinstance(table.occupants[0], Computer)
    assert table.facts.host == BOB
    assert table.facts.away == frozenset()
    assert (await reopened(harness, table)).occupants == table.occupants


async def test_vote_seats_a_newcomer(harness):
    table = await harness.start_match(computers=1)
    await table.voting.request_seat(EVE, Seat(1))
    (asked,) = table.snapshot().tallies
    assert (len(asked.voters), asked.needed) == (0, 2)
    assert (await reopened(harness, table)).facts.proposals == table.facts.proposals
    table = await harness.registry.get_table(table.id)
    await table.voting.vote(BOB, newcomer(1))
    assert table.seat_of(EVE) is None
    await table.voting.vote(ANN, newcomer(1))
    assert table.seat_of(EVE) == 1
    assert table.facts.proposals == ()
    assert (await reopened(harness, table)).seat_of(EVE) == 1


async def test_newcomer_has_one_request_and_can_withdraw(harness):
    table = await harness.start_match(computers=2)
    await table.voting.request_seat(EVE, Seat(1))
    await table.voting.request_seat(EVE, Seat(2))
    assert [m.proposal for m in table.facts.proposals] == [newcomer(2)]
    assert await refused(table.voting.request_seat(BOB, Seat(2))) is TableRefusal.NEWCOMER_SEATED
    assert await refused(table.voting.request_seat(EVE, Seat(3))) is TableRefusal.NOT_AWAY
    await table.voting.withdraw_request(EVE)
    assert table.facts.proposals == ()
    for user in range(200, 220):
        await table.voting.request_seat(UserId(user), Seat(2))
    assert len(table.facts.proposals) == 6
    assert table.facts.proposals[-1].proposal.newcomer == 219


async def test_returning_player_keeps_the_seat(harness):
    table = await harness.start_match(computers=1)
    await table.attendance.step_away(ANN)
    await table.voting.vote(BOB, computer(0))
    await table.voting.vote(BOB, newcomer(0))
    await table.attendance.come_back(ANN)
    assert table.facts.proposals == ()
    assert await refused(table.voting.vote(CAT, computer(0))) is TableRefusal.NOT_AWAY


async def test_votes_of_a_leaving_player_lapse(harness):
    table = await harness.start_match(computers=1)
    await table.voting.vote(BOB, CLOSE)
    await table.voting.vote(BOB, newcomer(1))
    await table.attendance.leave(BOB)
    assert table.facts.proposals == ()


async def test_returning_player_resumes_a_paused_match(harness):
    table = await harness.start_match(computers=2)
    assert await refused(table.voting.vote(BOB, RESUME)) is TableRefusal.NOT_PAUSED
    await table.attendance.step_away(ANN)
    await table.attendance.step_away(BOB)
    assert table.facts.paused
    assert table.deadlines == ()
    await table.voting.vote(BOB, RESUME)
    assert not table.facts.paused
    assert table.deadlines
    assert table.facts.proposals == ()


async def test_untimely_votes_and_votes_without_seat_are_refused(harness):
    table = await harness.open_lobby(computers=2)
    await table.lobby.change(table_changes.join, BOB)
    for matter in (computer(0), newcomer(1), RESUME, NEXT):
        assert await refused(table.voting.vote(BOB, matter)) is TableRefusal.NOT_STARTED
    assert await refused(table.voting.vote(CAT, CLOSE)) is TableRefusal.NOT_SEATED
    await table.lobby.start(ANN, "cut")
    assert await refused(table.voting.vote(BOB, NEXT)) is TableRefusal.DEAL_IN_PROGRESS
    assert table.facts.proposals == ()


# ---------------------------------------------------------------------- computers
async def test_lobby_sets_a_computers_level(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.add_computer, ANN, "casual", Seat(3))
    await table.lobby.change(table_changes.set_level, ANN, Seat(1), "skilled")
    assert table.occupants == (Person(ANN), Computer("skilled", 1), None, Computer("casual", 2))
    assert await refused(table.lobby.change(table_changes.set_level, BOB, Seat(1), "expert")) is TableRefusal.NOT_SEATED
    assert (
        await refused(table.lobby.change(table_changes.set_level, ANN, Seat(1), "grandmaster"))
        is TableRefusal.UNKNOWN_LEVEL
    )
    assert (
        await refused(table.lobby.change(table_changes.set_level, ANN, Seat(0), "expert"))
        is TableRefusal.NO_COMPUTER_THERE
    )
    assert (
        await refused(table.lobby.change(table_changes.set_level, ANN, Seat(2), "expert"))
        is TableRefusal.NO_COMPUTER_THERE
    )
    assert (
        await refused(table.lobby.change(table_changes.add_computer, ANN, "grandmaster")) is TableRefusal.UNKNOWN_LEVEL
    )
    assert await refused(harness.open_lobby(level="grandmaster")) is TableRefusal.UNKNOWN_LEVEL
    await table.lobby.change(table_changes.add_computer, ANN, "expert")
    await table.lobby.start(ANN, "cut")
    assert [e.action.who for e in harness.store.entries[table.id][:4]] == [
        "u:101", "c:skilled:1", "c:expert:3", "c:casual:2",
    ]  # fmt: skip
    await harness.clock.advance(60.0)
    assert {level for seat, _, level in harness.computer_players.asked if seat == 1} == {"skilled"}
    assert {level for seat, _, level in harness.computer_players.asked if seat == 3} == {"casual"}


# ---------------------------------------------------------------------- at the same moment
async def test_simultaneous_votes_are_counted_and_carried_once(harness):
    table = await harness.start_match(computers=0)
    results = await asyncio.gather(*(table.voting.vote(u, CLOSE) for u in (BOB, CAT, DAN, BOB)), return_exceptions=True)
    assert table.facts.status is TableStatus.OVER
    assert [one.carried for one in results[:3]] == [False, False, True]
    assert [getattr(one, "reason", None) for one in results] == [None, None, None, TableRefusal.TABLE_CLOSED]


async def test_unsaved_vote_has_no_effect(harness):
    table = await harness.start_match(computers=1)
    harness.store.breaks.append(TimeoutError())
    assert await refused(table.voting.vote(BOB, CLOSE)) is TableRefusal.BUSY
    again = await harness.registry.get_table(table.id)
    assert again.facts.proposals == ()
    harness.store.breaks_after.append(OSError())
    assert (
        await refused(again.voting.vote(BOB, CLOSE)) is TableRefusal.BUSY
    )  # the vote was saved, but its outcome was unknown
    again = await harness.registry.get_table(table.id)
    assert [one.voters for one in again.facts.proposals] == [{again.seat_of(BOB)}]
    await again.voting.vote(BOB, CLOSE)
    assert again.facts.status is TableStatus.PLAYING
