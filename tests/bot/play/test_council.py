"""What people decide together, the next deal that begins by itself, levels of computers, and lobbies that expire."""

import asyncio

import pytest
from memory import settle
from memory_house import ANN, BOB, CAT, DAN, House

from bot.play.motions import LobbyDue, Matter, MatterKind, Voted
from bot.play.occupants import Computer, Person, UserId
from bot.play.ports import DueKind, Status
from bot.play.refusals import Refused, Why
from bot.play.registry import GRACE
from bot.play.seating import asking
from bot.play.timing import Timing
from engine.actions import Deal
from engine.fairness import Proof, verify
from engine.seats import Seat
from engine.view import PhaseName

EVE = UserId(105)
CLOSE, RESUME, NEXT = Matter(MatterKind.CLOSE), Matter(MatterKind.RESUME), Matter(MatterKind.NEXT_DEAL)


def computer(seat):
    return Matter(MatterKind.COMPUTER, Seat(seat))


def newcomer(seat, user=EVE):
    return Matter(MatterKind.NEWCOMER, Seat(seat), user)


async def refused(deed):
    with pytest.raises(Refused) as no:
        await deed
    return no.value.why


async def reopened(house, table):
    await house.registry.close()
    registry = house.reopen()
    await registry.restore()
    return await registry.table(table.id)


def votes(house):
    return [n for _, news in house.paper.news for n in news.notices if isinstance(n, Voted)]


async def after_a_deal(people):
    """A table at which the first deal is over and `people` are here."""
    house = House(Timing(waves=1, think=0.5, turn=1.0, bury=1.0, declare_window=15.0, away_after=99, next_deal=50.0))
    table = await house.started(computers=4 - people)
    for _ in range(3000):
        if table.watch().phase is PhaseName.FINISHED:
            return house, table
        await house.clock.turn(house.timing.think if table.watch().phase is PhaseName.PLAYING else 5.0)
    raise AssertionError(table.watch().phase)


async def test_a_majority_of_those_present_closes_a_table(house):
    table = await house.started(computers=1)
    first = await table.vote(BOB, CLOSE)
    assert (len(first.seats), first.of, first.needed, first.carried) == (1, 3, 2, False)
    assert table.facts.status is Status.PLAYING
    assert table.snapshot().tallies == (first,)
    assert votes(house) == [Voted(BOB, first, carried=False)]
    assert await table.vote(BOB, CLOSE) == first  # pressed twice
    assert len(votes(house)) == 1
    second = await table.vote(CAT, CLOSE)
    assert second.carried
    assert table.facts.status is Status.OVER
    assert table.facts.motions == ()
    assert votes(house)[-1] == Voted(CAT, second, carried=True)
    assert await refused(table.vote(BOB, CLOSE)) is Why.TABLE_CLOSED


async def test_votes_are_kept_over_a_restart(house):
    table = await house.started(computers=0)
    await table.vote(BOB, CLOSE)
    again = await reopened(house, table)
    assert again.facts.motions == table.facts.motions != ()
    await again.vote(CAT, CLOSE)
    assert again.facts.status is Status.PLAYING
    await again.vote(DAN, CLOSE)
    assert again.facts.status is Status.OVER


async def test_the_host_decides_alone_and_without_him_the_others_count(house):
    table = await house.started(computers=1)
    await table.step_away(ANN)
    assert (await table.vote(BOB, CLOSE)).needed == 2
    await table.come_back(ANN)
    await table.vote(ANN, CLOSE)
    assert table.facts.status is Status.OVER


async def test_whoever_votes_is_here(house):
    table = await house.started(computers=1)
    await table.step_away(BOB)
    await table.vote(BOB, CLOSE)
    assert table.away == frozenset()
    assert table.snapshot().tallies[0].of == 3


async def test_who_is_away_does_not_count_and_his_vote_neither(house):
    table = await house.started(computers=0)
    await table.vote(DAN, CLOSE)
    await table.step_away(DAN)
    await table.step_away(ANN)
    (tally,) = table.snapshot().tallies
    assert (tally.seats, tally.of, tally.needed) == (frozenset(), 2, 2)
    await table.come_back(DAN)
    (tally,) = table.snapshot().tallies
    assert (tally.seats, tally.of, tally.needed) == ({table.seat_of(DAN)}, 3, 2)


async def test_a_quiet_host_of_a_lobby_does_not_count(house):
    table = await house.lobby(computers=1)
    await table.join(BOB)
    await table.join(CAT)
    assert (await table.vote(BOB, CLOSE)).of == 3
    await house.clock.turn(house.timing.quiet + 1)
    (tally,) = table.snapshot().tallies
    assert (tally.of, tally.needed) == (2, 2)
    await table.set_pace(ANN, 30, 30)
    assert table.snapshot().tallies[0].of == 3
    await house.clock.turn(house.timing.quiet + 1)
    await table.vote(CAT, CLOSE)
    assert table.facts.status is Status.CLOSED


async def test_a_host_who_is_slow_in_a_deal_counts(house):
    table = await house.lobby(computers=2)
    await table.join(BOB)
    await table.set_pace(ANN, 0, 0)
    await table.start(ANN, "cut")
    await house.clock.turn(house.timing.quiet * 3)
    assert (await table.vote(BOB, CLOSE)).of == 2
    assert table.facts.status is Status.PLAYING


async def test_a_computer_takes_an_absent_persons_seat_for_good(house):
    table = await house.started(computers=1)
    assert await refused(table.vote(BOB, computer(2))) is Why.NOT_AWAY
    assert await refused(table.vote(BOB, computer(1))) is Why.NOT_AWAY  # it is one already
    assert await refused(table.vote(BOB, computer(9))) is Why.NO_SEAT
    await table.step_away(ANN)
    await table.vote(BOB, computer(0))
    await table.vote(CAT, computer(0))
    assert isinstance(table.occupants[0], Computer)
    assert table.facts.host == BOB
    assert table.away == frozenset()
    assert (await reopened(house, table)).occupants == table.occupants


async def test_a_newcomer_asks_and_is_let_in(house):
    table = await house.started(computers=1)
    asked = await table.request(EVE, Seat(1))
    assert (len(asked.seats), asked.needed) == (0, 2)
    assert votes(house) == [Voted(EVE, asked, carried=False)]
    assert (await reopened(house, table)).facts.motions == table.facts.motions
    table = await house.registry.table(table.id)
    await table.vote(BOB, newcomer(1))
    assert table.seat_of(EVE) is None
    await table.vote(ANN, newcomer(1))
    assert table.seat_of(EVE) == 1
    assert table.facts.motions == ()
    assert (await reopened(house, table)).seat_of(EVE) == 1


async def test_a_newcomer_asks_for_one_seat_and_may_think_better_of_it(house):
    table = await house.started(computers=2)
    await table.request(EVE, Seat(1))
    await table.request(EVE, Seat(2))
    assert [m.matter for m in table.facts.motions] == [newcomer(2)]
    assert await refused(table.request(BOB, Seat(2))) is Why.SITS_HERE
    assert await refused(table.request(EVE, Seat(3))) is Why.NOT_AWAY
    await table.withdraw(EVE)
    assert table.facts.motions == ()
    for user in range(200, 220):
        await table.request(UserId(user), Seat(2))
    assert len(table.facts.motions) == 6
    assert table.facts.motions[-1].matter.newcomer == 219


async def test_who_is_back_keeps_his_seat(house):
    table = await house.started(computers=1)
    await table.step_away(ANN)
    await table.vote(BOB, computer(0))
    await table.vote(BOB, newcomer(0))
    await table.come_back(ANN)
    assert table.facts.motions == ()
    assert await refused(table.vote(CAT, computer(0))) is Why.NOT_AWAY


async def test_votes_go_with_who_sat_there(house):
    table = await house.started(computers=1)
    await table.vote(BOB, CLOSE)
    await table.vote(BOB, newcomer(1))
    await table.leave(BOB)
    assert table.facts.motions == ()


async def test_someone_who_is_back_resumes_a_match_that_paused(house):
    table = await house.started(computers=2)
    assert await refused(table.vote(BOB, RESUME)) is Why.NOT_PAUSED
    await table.step_away(ANN)
    await table.step_away(BOB)
    assert table.facts.paused
    assert table.deadlines == ()
    await table.vote(BOB, RESUME)
    assert not table.facts.paused
    assert table.deadlines
    assert table.facts.motions == ()


async def test_what_there_is_nothing_to_decide_about(house):
    table = await house.lobby(computers=2)
    await table.join(BOB)
    for matter in (computer(0), newcomer(1), RESUME, NEXT):
        assert await refused(table.vote(BOB, matter)) is Why.NOT_STARTED
    assert await refused(table.vote(CAT, CLOSE)) is Why.NOT_SEATED
    await table.start(ANN, "cut")
    assert await refused(table.vote(BOB, NEXT)) is Why.DEAL_IN_PROGRESS
    assert table.facts.motions == ()


# ---------------------------------------------------------------------- the next deal


async def test_the_next_deal_waits_for_all_who_are_here():
    house, table = await after_a_deal(people=3)
    deal = table.watch().deal_number
    seen = table.snapshot()
    assert seen.waited_for == {0, 2, 3}
    assert seen.next_deal_at is not None
    await table.next_deal(ANN, "ann's")
    await table.next_deal(ANN, "again")
    assert table.snapshot().ready == {0}
    assert table.watch().phase is PhaseName.FINISHED
    table = await reopened(house, table)
    assert table.snapshot().waited_for == {2, 3}
    await table.next_deal(CAT, "cat's")
    await table.step_away(BOB)  # now all who are here have asked
    await house.clock.turn(GRACE)
    assert table.watch().deal_number == deal + 1
    assert (table.facts.ready, table.snapshot().waited_for) == ((), frozenset())
    dealt, _ = house.store.deals[table.id][2]
    assert dealt.cut == "ann's+cat's"
    pack = [e.action for e in house.store.entries[table.id] if isinstance(e.action, Deal)][1]
    assert verify(table.facts.rules, Proof(dealt.commitment, dealt.secret, dealt.cut), pack, Seat(pack.first))
    await house.registry.close()


async def test_the_next_deal_begins_by_itself():
    house, table = await after_a_deal(people=1)
    deal = table.watch().deal_number
    at = table.snapshot().next_deal_at
    await house.clock.turn(at - house.clock.now() - 1)
    assert table.watch().deal_number == deal
    await house.clock.turn(2)
    assert table.watch().deal_number == deal + 1
    assert house.store.deals[table.id][2][0].cut == "cut+1"
    await house.registry.close()


async def test_nobody_there_no_next_deal():
    house, table = await after_a_deal(people=2)
    deal = table.watch().deal_number
    await table.step_away(ANN)
    await table.step_away(BOB)
    assert table.deadlines == ()
    await house.clock.turn(10_000)
    assert table.watch().deal_number == deal
    await table.next_deal(BOB, "bob's")
    assert table.watch().deal_number == deal + 1
    assert not table.facts.paused
    await house.registry.close()


async def test_a_table_may_wait_for_its_people():
    house = House(Timing(waves=1, think=0.5, turn=1.0, bury=1.0, away_after=99, next_deal=50.0))
    table = await house.lobby(computers=3)
    assert await refused(table.set_next_deal(BOB, 0)) is Why.NOT_HOST
    await table.set_next_deal(ANN, 0)
    await table.start(ANN, "cut")
    for _ in range(3000):
        if table.watch().phase is PhaseName.FINISHED:
            break
        await house.clock.turn(5.0)
    deal = table.watch().deal_number
    assert table.deadlines == ()
    await house.clock.turn(1000)
    table = await reopened(house, table)
    assert table.watch().deal_number == deal
    await table.next_deal(ANN, "mine")
    assert table.watch().deal_number == deal + 1
    await house.registry.close()


async def test_a_majority_begins_the_next_deal():
    house, table = await after_a_deal(people=3)
    deal = table.watch().deal_number
    await table.vote(BOB, CLOSE)
    await table.vote(BOB, NEXT)
    assert table.watch().deal_number == deal
    await table.vote(CAT, NEXT)
    assert table.watch().deal_number == deal + 1
    assert table.facts.motions == ()  # all lapse
    await house.registry.close()


def test_asking_twice_keeps_the_first_share(started_facts):
    once = asking(started_facts, Seat(0), "a")
    assert asking(once, Seat(0), "b") is once


@pytest.fixture
async def started_facts(house):
    return (await house.started()).facts


# ---------------------------------------------------------------------- computers


async def test_a_computers_level_is_chosen_in_the_lobby(house):
    table = await house.lobby(computers=1)
    await table.add_computer(ANN, "novice", Seat(3))
    await table.set_level(ANN, Seat(1), "casual")
    assert table.occupants == (Person(ANN), Computer("casual", 1), None, Computer("novice", 2))
    assert await refused(table.set_level(BOB, Seat(1), "club")) is Why.NOT_SEATED
    assert await refused(table.set_level(ANN, Seat(1), "grandmaster")) is Why.NO_LEVEL
    assert await refused(table.set_level(ANN, Seat(0), "club")) is Why.NO_COMPUTER_THERE
    assert await refused(table.set_level(ANN, Seat(2), "club")) is Why.NO_COMPUTER_THERE
    assert await refused(table.add_computer(ANN, "grandmaster")) is Why.NO_LEVEL
    assert await refused(house.lobby(level="grandmaster")) is Why.NO_LEVEL
    await table.add_computer(ANN, "club")
    await table.start(ANN, "cut")
    assert [e.action.who for e in house.store.entries[table.id][:4]] == [
        "u:101", "c:casual:1", "c:club:3", "c:novice:2",
    ]  # fmt: skip
    await house.clock.turn(60.0)
    assert {level for seat, _, level in house.brain.asked if seat == 1} == {"casual"}
    assert {level for seat, _, level in house.brain.asked if seat == 3} == {"novice"}


# ---------------------------------------------------------------------- lobbies that expire


def warnings(house):
    return [n for _, news in house.paper.news for n in news.notices if isinstance(n, LobbyDue)]


async def test_an_idle_lobby_is_told_once_that_it_expires(house):
    table = await house.lobby(computers=1)
    assert table.snapshot().lobby_ends_at is None
    await house.clock.turn(house.timing.lobby - house.timing.lobby_warning + 1)
    (warning,) = warnings(house)
    assert warning.at == table.snapshot().lobby_ends_at
    await house.clock.turn(60)
    assert len(warnings(house)) == 1
    table = await reopened(house, table)
    assert table.snapshot().lobby_ends_at is not None
    await settle()
    assert len(warnings(house)) == 1
    await house.clock.turn(house.timing.lobby_warning + GRACE)
    assert table.facts.status is Status.CLOSED


async def test_whoever_does_something_keeps_a_lobby_open(house):
    table = await house.lobby(computers=1)
    await table.join(BOB)
    await table.join(CAT)
    await house.clock.turn(house.timing.lobby - 1)
    assert table.snapshot().lobby_ends_at is not None
    await table.vote(BOB, CLOSE)
    assert table.snapshot().lobby_ends_at is None
    assert [d.kind for d in table.deadlines] == [DueKind.LOBBY, DueKind.LOBBY_SOON]
    await house.clock.turn(house.timing.lobby - 1)
    assert table.facts.status is Status.LOBBY
    assert len(warnings(house)) == 2


async def test_a_lobby_warns_although_the_program_was_away(house):
    table = await house.lobby(computers=1)
    await house.registry.close()
    house.clock.time += house.timing.lobby * 3
    registry = house.reopen()
    await registry.restore()
    table = await registry.table(table.id)
    await house.clock.turn(GRACE + 1)
    assert len(warnings(house)) == 1
    assert table.facts.status is Status.LOBBY
    await house.clock.turn(house.timing.lobby_warning)
    assert table.facts.status is Status.CLOSED


# ---------------------------------------------------------------------- at the same moment


async def test_votes_at_the_same_moment_are_all_counted_and_done_once(house):
    table = await house.started(computers=0)
    results = await asyncio.gather(*(table.vote(u, CLOSE) for u in (BOB, CAT, DAN, BOB)), return_exceptions=True)
    assert table.facts.status is Status.OVER
    assert sum(one.carried for one in votes(house)) == 1
    assert [getattr(one, "why", None) for one in results] == [None, None, None, Why.TABLE_CLOSED]


async def test_all_ask_for_the_next_deal_at_once_and_get_one():
    house, table = await after_a_deal(people=3)
    deal = table.watch().deal_number
    asked = (table.next_deal(u, f"{u}") for u in (ANN, BOB, CAT, ANN, BOB, CAT))
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert [getattr(one, "why", None) for one in results] == [None] * 3 + [Why.DEAL_IN_PROGRESS] * 3
    assert table.watch().deal_number == deal + 1
    assert house.store.deals[table.id][2][0].cut == f"{ANN}+{BOB}+{CAT}"
    await house.registry.close()


async def test_a_deal_that_begins_by_itself_while_somebody_asks_begins_once():
    house, table = await after_a_deal(people=2)
    deal = table.watch().deal_number
    (due,) = [d for d in table.deadlines if d.kind is DueKind.NEXT]
    await asyncio.gather(table.tick(due), table.next_deal(ANN, "mine"), return_exceptions=True)
    await table.tick(due)
    assert table.watch().deal_number == deal + 1
    assert table.facts.ready == ()
    await house.registry.close()


async def test_a_vote_that_could_not_be_kept_is_as_if_it_had_not_been(house):
    table = await house.started(computers=1)
    house.store.breaks.append(TimeoutError())
    assert await refused(table.vote(BOB, CLOSE)) is Why.BUSY
    again = await house.registry.table(table.id)
    assert again.facts.motions == ()
    house.store.breaks_after.append(OSError())
    assert await refused(again.vote(BOB, CLOSE)) is Why.BUSY  # it was kept, and nobody knew
    again = await house.registry.table(table.id)
    assert [one.seats for one in again.facts.motions] == [{again.seat_of(BOB)}]
    await again.vote(BOB, CLOSE)
    assert again.facts.status is Status.PLAYING
