"""Votes, the next deal, levels of computers, and lobbies that expire."""

import asyncio

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, CAT, DAN, TableHarness

from bot.ids import UserId
from bot.play.occupants import Computer, Person
from bot.play.ports import DeadlineKind, TableStatus
from bot.play.proposals import LobbyExpiring, Proposal, ProposalKind, VoteCast
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_changes import mark_ready
from bot.play.table_loader import RESTART_GRACE
from bot.play.timing import Timing
from engine.deal.fairness import Proof, verify_deal
from engine.model.actions import Deal
from engine.model.seats import Seat
from engine.model.view import PhaseName

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
    await registry.load_live_tables()
    return await registry.get_table(table.id)


def votes(harness):
    return [n for _, news in harness.publisher.updates for n in news.notices if isinstance(n, VoteCast)]


async def after_a_deal(people):
    """Return a table with its first deal over and `people` present."""
    harness = TableHarness(
        Timing(
            waves=1,
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


async def test_majority_of_those_present_closes_a_table(harness):
    table = await harness.start_match(computers=1)
    first = await table.voting.vote(BOB, CLOSE)
    assert (len(first.voters), first.present, first.needed, first.carried) == (1, 3, 2, False)
    assert table.facts.status is TableStatus.PLAYING
    assert table.snapshot().tallies == (first,)
    assert votes(harness) == [VoteCast(BOB, first, carried=False)]
    assert await table.voting.vote(BOB, CLOSE) == first  # pressed twice
    assert len(votes(harness)) == 1
    second = await table.voting.vote(CAT, CLOSE)
    assert second.carried
    assert table.facts.status is TableStatus.OVER
    assert table.facts.proposals == ()
    assert votes(harness)[-1] == VoteCast(CAT, second, carried=True)
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


async def test_voter_is_present(harness):
    table = await harness.start_match(computers=1)
    await table.attendance.step_away(BOB)
    await table.voting.vote(BOB, CLOSE)
    assert table.away == frozenset()
    assert table.snapshot().tallies[0].present == 3


async def test_away_player_and_vote_do_not_count(harness):
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
    await table.lobby.join(BOB)
    await table.lobby.join(CAT)
    assert (await table.voting.vote(BOB, CLOSE)).present == 3
    await harness.clock.advance(harness.timing.host_absent_after + 1)
    (tally,) = table.snapshot().tallies
    assert (tally.present, tally.needed) == (2, 2)
    await table.lobby.set_pace(ANN, 30, 30)
    assert table.snapshot().tallies[0].present == 3
    await harness.clock.advance(harness.timing.host_absent_after + 1)
    await table.voting.vote(CAT, CLOSE)
    assert table.facts.status is TableStatus.CLOSED


async def test_slow_host_in_a_deal_counts(harness):
    table = await harness.open_lobby(computers=2)
    await table.lobby.join(BOB)
    await table.lobby.set_pace(ANN, 0, 0)
    await table.lobby.start(ANN, "cut")
    await harness.clock.advance(harness.timing.host_absent_after * 3)
    assert (await table.voting.vote(BOB, CLOSE)).present == 2
    assert table.facts.status is TableStatus.PLAYING


async def test_vote_gives_absent_players_seat_to_computer(harness):
    table = await harness.start_match(computers=1)
    assert await refused(table.voting.vote(BOB, computer(2))) is TableRefusal.NOT_AWAY
    assert await refused(table.voting.vote(BOB, computer(1))) is TableRefusal.NOT_AWAY  # a computer player already
    assert await refused(table.voting.vote(BOB, computer(9))) is TableRefusal.UNKNOWN_SEAT
    await table.attendance.step_away(ANN)
    await table.voting.vote(BOB, computer(0))
    await table.voting.vote(CAT, computer(0))
    assert isinstance(table.occupants[0], Computer)
    assert table.facts.host == BOB
    assert table.away == frozenset()
    assert (await reopened(harness, table)).occupants == table.occupants


async def test_vote_seats_a_newcomer(harness):
    table = await harness.start_match(computers=1)
    asked = await table.voting.request_seat(EVE, Seat(1))
    assert (len(asked.voters), asked.needed) == (0, 2)
    assert votes(harness) == [VoteCast(EVE, asked, carried=False)]
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


async def test_votes_lapse_with_the_seats_occupant(harness):
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


async def test_pointless_proposals_are_refused(harness):
    table = await harness.open_lobby(computers=2)
    await table.lobby.join(BOB)
    for matter in (computer(0), newcomer(1), RESUME, NEXT):
        assert await refused(table.voting.vote(BOB, matter)) is TableRefusal.NOT_STARTED
    assert await refused(table.voting.vote(CAT, CLOSE)) is TableRefusal.NOT_SEATED
    await table.lobby.start(ANN, "cut")
    assert await refused(table.voting.vote(BOB, NEXT)) is TableRefusal.DEAL_IN_PROGRESS
    assert table.facts.proposals == ()


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
    harness, table = await after_a_deal(people=1)
    deal = table.spectator_view().deal_number
    at = table.snapshot().next_deal_at
    await harness.clock.advance(at - harness.clock.now() - 1)
    assert table.spectator_view().deal_number == deal
    await harness.clock.advance(2)
    assert table.spectator_view().deal_number == deal + 1
    assert harness.store.deals[table.id][2][0].cut == "cut+1"
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
        Timing(waves=1, computer_pause=0.5, turn=1.0, bury=1.0, away_after_missed_turns=99, next_deal=50.0)
    )
    table = await harness.open_lobby(computers=3)
    assert await refused(table.lobby.set_next_deal(BOB, 0)) is TableRefusal.NOT_HOST
    await table.lobby.set_next_deal(ANN, 0)
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
    assert table.facts.proposals == ()  # all lapsed
    await harness.registry.close()


def test_asking_twice_keeps_the_first_share(started_facts):
    once = mark_ready(started_facts, Seat(0), "a")
    assert mark_ready(once, Seat(0), "b") is once


@pytest.fixture
async def started_facts(harness):
    return (await harness.start_match()).facts


# ---------------------------------------------------------------------- computers


async def test_lobby_sets_a_computers_level(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.add_computer(ANN, "novice", Seat(3))
    await table.lobby.set_level(ANN, Seat(1), "casual")
    assert table.occupants == (Person(ANN), Computer("casual", 1), None, Computer("novice", 2))
    assert await refused(table.lobby.set_level(BOB, Seat(1), "club")) is TableRefusal.NOT_SEATED
    assert await refused(table.lobby.set_level(ANN, Seat(1), "grandmaster")) is TableRefusal.UNKNOWN_LEVEL
    assert await refused(table.lobby.set_level(ANN, Seat(0), "club")) is TableRefusal.NO_COMPUTER_THERE
    assert await refused(table.lobby.set_level(ANN, Seat(2), "club")) is TableRefusal.NO_COMPUTER_THERE
    assert await refused(table.lobby.add_computer(ANN, "grandmaster")) is TableRefusal.UNKNOWN_LEVEL
    assert await refused(harness.open_lobby(level="grandmaster")) is TableRefusal.UNKNOWN_LEVEL
    await table.lobby.add_computer(ANN, "club")
    await table.lobby.start(ANN, "cut")
    assert [e.action.who for e in harness.store.entries[table.id][:4]] == [
        "u:101", "c:casual:1", "c:club:3", "c:novice:2",
    ]  # fmt: skip
    await harness.clock.advance(60.0)
    assert {level for seat, _, level in harness.computer_players.asked if seat == 1} == {"casual"}
    assert {level for seat, _, level in harness.computer_players.asked if seat == 3} == {"novice"}


# ---------------------------------------------------------------------- lobbies that expire


def warnings(harness):
    return [n for _, news in harness.publisher.updates for n in news.notices if isinstance(n, LobbyExpiring)]


async def test_idle_lobby_is_warned_once(harness):
    table = await harness.open_lobby(computers=1)
    assert table.snapshot().lobby_ends_at is None
    await harness.clock.advance(harness.timing.lobby_timeout - harness.timing.lobby_warning + 1)
    (warning,) = warnings(harness)
    assert warning.at == table.snapshot().lobby_ends_at
    await harness.clock.advance(60)
    assert len(warnings(harness)) == 1
    table = await reopened(harness, table)
    assert table.snapshot().lobby_ends_at is not None
    await run_pending_tasks()
    assert len(warnings(harness)) == 1
    await harness.clock.advance(harness.timing.lobby_warning + RESTART_GRACE)
    assert table.facts.status is TableStatus.CLOSED


async def test_activity_keeps_a_lobby_open(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.join(BOB)
    await table.lobby.join(CAT)
    await harness.clock.advance(harness.timing.lobby_timeout - 1)
    assert table.snapshot().lobby_ends_at is not None
    await table.voting.vote(BOB, CLOSE)
    assert table.snapshot().lobby_ends_at is None
    assert [d.kind for d in table.deadlines] == [DeadlineKind.LOBBY_EXPIRES, DeadlineKind.LOBBY_WARNING]
    await harness.clock.advance(harness.timing.lobby_timeout - 1)
    assert table.facts.status is TableStatus.LOBBY
    assert len(warnings(harness)) == 2


async def test_lobby_warns_after_downtime(harness):
    table = await harness.open_lobby(computers=1)
    await harness.registry.close()
    harness.clock.time += harness.timing.lobby_timeout * 3
    registry = harness.reopen()
    await registry.load_live_tables()
    table = await registry.get_table(table.id)
    await harness.clock.advance(RESTART_GRACE + 1)
    assert len(warnings(harness)) == 1
    assert table.facts.status is TableStatus.LOBBY
    await harness.clock.advance(harness.timing.lobby_warning)
    assert table.facts.status is TableStatus.CLOSED


# ---------------------------------------------------------------------- at the same moment


async def test_simultaneous_votes_are_counted_and_carried_once(harness):
    table = await harness.start_match(computers=0)
    results = await asyncio.gather(*(table.voting.vote(u, CLOSE) for u in (BOB, CAT, DAN, BOB)), return_exceptions=True)
    assert table.facts.status is TableStatus.OVER
    assert sum(one.carried for one in votes(harness)) == 1
    assert [getattr(one, "reason", None) for one in results] == [None, None, None, TableRefusal.TABLE_CLOSED]


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


async def test_unsaved_vote_has_no_effect(harness):
    table = await harness.start_match(computers=1)
    harness.store.breaks.append(TimeoutError())
    assert await refused(table.voting.vote(BOB, CLOSE)) is TableRefusal.BUSY
    again = await harness.registry.get_table(table.id)
    assert again.facts.proposals == ()
    harness.store.breaks_after.append(OSError())
    assert await refused(again.voting.vote(BOB, CLOSE)) is TableRefusal.BUSY  # it was saved, and nobody knew
    again = await harness.registry.get_table(table.id)
    assert [one.voters for one in again.facts.proposals] == [{again.seat_of(BOB)}]
    await again.voting.vote(BOB, CLOSE)
    assert again.facts.status is TableStatus.PLAYING
