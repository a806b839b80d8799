"""During an event managers report results, people withdraw or return, and substitutes and late entrants join."""

from dataclasses import replace

import pytest
from event_harness import MANAGER, STRANGER, is_refused, pairs, people

from bot.events.matches import MatchStatus, Verdict
from bot.events.model import EntrantStatus, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy
from bot.events.standings.event_standings import rank_event
from bot.ids import UserId
from bot.league.leagues.access import Caller
from bot.play.refusals import TableRefusal, TableRefused
from tests.everyday import spread


def list_seated(event):
    return [seat.user for match in event.round.matches for seat in match.seats if seat.user is not None]


async def test_report_ends_table_before_next_pairing(evening):
    await evening.create(rounds=2)
    await evening.enter(pairs(4))
    await evening.start()
    event = await evening.come()
    first, second = event.round.matches
    with is_refused(EventRefusal.TABLE_PLAYS):
        await evening.service.report(MANAGER, event, 1, 1, (2.0, 0.0))
    for table in (1, 2):
        await evening.service.report(MANAGER, event, 1, table, (2.0, 0.0), ends_table=True)
    fail = evening.tables.end

    async def refuse(_match):
        raise TableRefused(TableRefusal.BUSY)

    evening.tables.end = refuse
    event = await evening.advance()
    assert len(event.rounds) == 1, "nobody sits at two tables"
    evening.tables.end = fail
    event = await evening.advance()
    assert evening.tables.ended == [first.id, second.id]
    assert len(event.rounds) == 2
    assert {match.result.verdict for match in event.rounds[0].matches} == {Verdict.REPORTED}
    assert not any(match.is_ending for match in event.rounds[0].matches)


@pytest.mark.long
async def test_last_report_ends_table_and_event(evening):
    await evening.create(rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    event = await evening.come()
    await evening.service.report(MANAGER, event, 1, 1, None, ends_table=True)
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert event.rounds[0].matches[0].status is MatchStatus.VOID
    assert evening.tables.ended == [event.rounds[0].matches[0].id]


@pytest.mark.long
@pytest.mark.parametrize("beaten_present", spread(1, [True, False]))
async def test_knockout_ends_when_all_others_have_withdrawn(evening, beaten_present):
    await evening.create(format=EventFormat.KNOCKOUT, automatic=beaten_present)
    await evening.enter(pairs(4))
    await evening.start()
    event = await evening.play_round()
    winner, *_ = [one.entrant for one in rank_event(event) if one.standing.place == 1]
    beaten = {one.entrant.id for one in rank_event(event) if one.standing.place > 1}
    for one in event.entrants:
        if one.id != winner.id and not (beaten_present and one.id in beaten):
            await evening.service.withdraw(event, one.members[0])
    event = await evening.advance()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    first, *others = rank_event(event)
    assert first.entrant.id == winner.id
    assert all(one.standing.place > 1 for one in others)


async def test_last_knockout_entrant_wins_without_check_in(evening):
    await evening.create(format=EventFormat.KNOCKOUT)
    await evening.enter(pairs(3))
    event = await evening.start()
    (lucky,) = event.round.byes
    absent = event.round.matches[0].sides[0][0]
    other = event.round.matches[0].sides[1][0]
    for gone in (lucky, other):
        await evening.service.withdraw(event, event.find_entrant(gone).members[0])
    await evening.store.update_and_book(
        event.id, lambda now: now.with_entrant(replace(now.find_entrant(absent), status=EntrantStatus.ENTERED))
    )
    await evening.service.report(MANAGER, event, 1, 1, (1.0, 0.0))
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert [one.entrant.id for one in rank_event(event) if one.standing.place == 1] == [absent]


async def test_manager_continues_knockout_without_absentees(evening):
    await evening.create(format=EventFormat.KNOCKOUT)
    await evening.enter(pairs(3))
    event = await evening.start()
    (lucky,) = event.round.byes
    await evening.store.update_and_book(
        event.id, lambda now: now.with_entrant(replace(now.find_entrant(lucky), status=EntrantStatus.ENTERED))
    )
    loser = event.round.matches[0].sides[1][0]
    await evening.service.withdraw(event, event.find_entrant(loser).members[0])
    await evening.service.report(MANAGER, event, 1, 1, (1.0, 0.0))
    event = await evening.advance()
    assert (event.status, len(event.rounds)) == (EventStatus.RUNNING, 1), "it waits for the absent"
    await evening.service.begin_round(MANAGER, event, 2)
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert rank_event(event)[0].entrant.id == event.rounds[0].matches[0].sides[0][0]


async def test_withdrawn_entrant_comes_back(evening):
    await evening.create(format=EventFormat.ROUND_ROBIN, rounds=6)
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.withdraw(event, UserId(100))
    await evening.service.volunteer(event, UserId(100))
    event = await evening.play_round()
    own = event.find_entrant_of(UserId(100))
    assert own.id not in event.round.entrants
    event = await evening.service.check_in(event, UserId(100))
    assert event.find_entrant(own.id).status is EntrantStatus.PRESENT
    assert event.substitutes == ()
    event = await evening.play_round()
    assert own.id in event.round.entrants


@pytest.mark.long
async def test_withdrawn_pair_stays_out_while_member_plays(evening):
    await evening.create(rounds=3)
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.withdraw(event, UserId(100))
    event = await evening.service.enter(event, (UserId(101), UserId(50)))
    with is_refused(EventRefusal.MEMBER_IN):
        await evening.service.check_in(event, UserId(100))
    event = await evening.play_round()
    assert list_seated(event).count(101) == 1
    await evening.service.withdraw(event, UserId(50))
    event = await evening.service.check_in(event, UserId(100))
    assert event.find_entrant_of(UserId(101)).members == (100, 101)


@pytest.mark.long
async def test_nobody_rejoins_a_knockout_that_went_on(evening):
    await evening.create(format=EventFormat.KNOCKOUT)
    await evening.enter(pairs(8))
    event = await evening.start()
    own = event.find_entrant_of(UserId(100))
    await evening.service.withdraw(event, UserId(100))
    event = await evening.service.check_in(event, UserId(100))
    assert event.find_entrant(own.id).status is EntrantStatus.PRESENT
    await evening.service.withdraw(event, UserId(100))
    event = await evening.play_round()
    assert event.round.number == 2
    with is_refused(EventRefusal.LEFT_BEHIND):
        await evening.service.check_in(event, UserId(100))


@pytest.mark.parametrize("policy", spread(1, [NoShowPolicy.SUBSTITUTE, NoShowPolicy.SUBSTITUTE_STAYS]))
async def test_substitute_stays_for_later_rounds_only_if_the_policy_says_so(evening, policy):
    await evening.create(no_show=policy, rounds=3)
    await evening.enter(pairs(4))
    event = await evening.start()
    for user in (50, 51):
        await evening.service.volunteer(event, UserId(user))
    await evening.come(UserId(100))
    evening.time += 301.0
    event = await evening.advance()
    seats = next(match for match in event.round.matches if any(seat.user == 101 for seat in match.seats)).seats
    assert [seat.user for seat in seats if seat.entrant == event.find_entrant_of(UserId(100)).id] == [50, 101]
    assert event.substitutes == (50, 51)
    evening.tables.finish()
    event = await evening.advance()
    assert event.round.number == 2
    stays = policy is NoShowPolicy.SUBSTITUTE_STAYS
    assert (50 in list_seated(event), 100 in list_seated(event)) == (stays, not stays)
    if stays:
        await evening.service.withdraw(event, UserId(50))
        event = await evening.play_round()
        assert event.round.number == 3
        assert (50 in list_seated(event), 100 in list_seated(event)) == (False, True)


@pytest.mark.long
async def test_one_substitute_never_has_two_seats(evening):
    await evening.create(no_show=NoShowPolicy.SUBSTITUTE)
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.volunteer(event, UserId(50))
    one, other = (match.seats[0].user for match in event.round.matches)
    await evening.come(one, other)
    evening.time += 301.0
    assert list_seated(await evening.advance()).count(50) == 1


@pytest.mark.long
async def test_lasting_substitute_never_has_two_seats(evening):
    """A substitute keeps a seat in later rounds. When its entrant sits out, the substitute may play for another."""
    await evening.create(format=EventFormat.INDIVIDUAL, no_show=NoShowPolicy.SUBSTITUTE_STAYS, rounds=8)
    await evening.enter(people(6))
    event = await evening.start()
    await evening.service.volunteer(event, UserId(50))
    served = []
    for _ in range(7):
        missing = next(seat.user for seat in event.round.matches[0].seats if seat.user != 50)
        assert list_seated(event).count(50) <= 1
        await evening.come(*([] if 50 in list_seated(event) else [missing]))
        evening.time += 301.0
        event = await evening.advance()
        assert list_seated(event).count(50) <= 1
        served += [seat.entrant for match in event.round.matches for seat in match.seats if seat.user == 50]
        evening.tables.finish()
        event = await evening.advance()
    assert len(set(served)) > 1, "they have played for several entrants"


@pytest.mark.long
async def test_entrant_with_lasting_substitute_is_paired(evening):
    await evening.create(format=EventFormat.INDIVIDUAL, no_show=NoShowPolicy.SUBSTITUTE_STAYS, rounds=2)
    await evening.enter(people(4))
    event = await evening.start()
    await evening.service.volunteer(event, UserId(50))
    await evening.come(UserId(200))
    evening.time += 301.0
    event = await evening.advance()
    evening.tables.finish()
    event = await evening.advance()
    assert event.round.number == 2
    assert 50 in list_seated(event)


async def test_button_of_another_round_is_refused(evening):
    await evening.create(rounds=2)
    await evening.enter(pairs(2))
    event = await evening.start()
    event = await evening.play_round()
    assert event.round.number == 2
    for number in (0, 1, 3):
        with is_refused(EventRefusal.OTHER_ROUND):
            await evening.service.come(event, number, UserId(100), "share")
    event = await evening.service.come(event, 2, UserId(100), "share")
    assert UserId(100) not in event.round.matches[0].missing


@pytest.mark.long
async def test_round_robin_takes_late_entrants_in_first_round(evening):
    await evening.create(format=EventFormat.ROUND_ROBIN)
    await evening.enter(pairs(4))
    event = await evening.start()
    event = await evening.service.enter(event, (UserId(50), UserId(51)))
    assert event.planned_rounds >= 5
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
        if event.round.number == 2 and event.status is EventStatus.RUNNING:
            with is_refused(EventRefusal.LATE_ROUND_ROBIN):
                await evening.service.enter(event, (UserId(60), UserId(61)))
    met = {frozenset(side[0] for side in match.sides) for one in event.rounds for match in one.matches}
    assert len(met) == 10, "everybody has met everybody"
    assert len(event.rounds) == event.planned_rounds


async def test_entrant_who_withdrew_before_the_start_enters_late(evening):
    event = await evening.create()
    await evening.enter(pairs(4))
    await evening.service.withdraw(event, UserId(100))
    event = await evening.start()
    event = await evening.service.enter(event, (UserId(100), UserId(101)))
    assert event.find_entrant_of(UserId(100)).number == 3


async def test_event_starts_by_itself_once_enough_check_in(evening):
    event = await evening.create(starts_at=2000.0)
    await evening.enter(pairs(2)[:1])
    await evening.service.enter(event, (UserId(102), UserId(103)))
    evening.time = 2000.0
    assert (await evening.advance()).status is EventStatus.OPEN, "only one has checked in"
    evening.time += 60.0
    await evening.service.check_in(event, UserId(102))
    event = await evening.advance()
    assert (event.status, len(event.rounds)) == (EventStatus.RUNNING, 1)


@pytest.mark.parametrize(("changes", "time"), [({"automatic": False}, 2000.0), ({}, 20_000.0), ({}, 1999.0)])
async def test_event_starts_by_itself_only_if_due_and_automatic(evening, changes, time):
    await evening.create(starts_at=2000.0, **changes)
    await evening.enter(pairs(2))
    evening.time = time
    assert (await evening.advance()).status is EventStatus.OPEN


async def test_planned_start_must_be_in_the_future(evening):
    for starts_at in (999.0, 1000.0):
        with is_refused(EventRefusal.TIME_PAST):
            await evening.create(starts_at=starts_at)


async def test_named_managers_lead_an_event(evening):
    event = await evening.create()
    helper = Caller(UserId(3))
    with is_refused(EventRefusal.NOT_ORGANIZER):
        await evening.service.set_manager(STRANGER, event, UserId(2), is_manager=True)
    for _ in range(2):
        event = await evening.service.set_manager(MANAGER, event, UserId(3), is_manager=True)
    assert event.managers == (3,)
    assert (await evening.load()).revision == 1
    await evening.service.open_entries(helper, event)
    with is_refused(EventRefusal.NOT_ORGANIZER):
        await evening.service.set_manager(helper, event, UserId(4), is_manager=True)
    event = await evening.service.set_manager(Caller(UserId(1)), event, UserId(3), is_manager=False)
    with is_refused(EventRefusal.NOT_MANAGER):
        await evening.service.close_entries(helper, event)
    for user in range(20, 30):
        event = await evening.service.set_manager(MANAGER, event, UserId(user), is_manager=True)
    with is_refused(EventRefusal.TOO_MANY_MANAGERS):
        await evening.service.set_manager(MANAGER, event, UserId(40), is_manager=True)
