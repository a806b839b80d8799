"""Entrants of an event: entries at any time, seeding, and people who have been forgotten."""

import pytest
from event_harness import HOME, MANAGER, is_refused, pairs, people
from league_factories import begin_match, end_deal

from bot.events.matches import MatchStatus
from bot.events.model import EntrantStatus, EventStatus
from bot.events.pairing.ports import EventFormat, Seeding
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy
from bot.events.standings.event_standings import rank_event
from bot.ids import UserId
from bot.play.values.table_info import Person


async def test_late_entrant_plays_from_the_next_round_on(evening):
    await evening.create()
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.enter(event, (UserId(1), UserId(2)))
    with is_refused(EventRefusal.MEMBER_IN):
        await evening.service.enter(event, (UserId(2), UserId(3)))
    event = await evening.play_round()
    late = event.find_entrant_of(UserId(1))
    assert late.number == 4
    playing = {entrant for match in event.round.matches for side in match.sides for entrant in side}
    assert late.id in playing | set(event.round.byes)
    with is_refused(EventRefusal.LAST_ROUND):
        await evening.service.enter(event, (UserId(3), UserId(4)))


async def test_entries_are_refused_unless_open(evening):
    event = await evening.create(late_entry=False)
    for _ in range(2):
        with is_refused(EventRefusal.NOT_OPEN):
            await evening.service.enter(event, (UserId(5), UserId(6)))
        await evening.enter(pairs(2))
        await evening.service.close_entries(MANAGER, event)
    await evening.service.withdraw(event, UserId(100))
    with is_refused(EventRefusal.TOO_FEW):
        await evening.service.start(MANAGER, event)
    with is_refused(EventRefusal.NOT_IN):
        await evening.service.check_in(event, UserId(100))
    await evening.service.cancel(MANAGER, event)
    with is_refused(EventRefusal.ENDED):
        await evening.service.open_entries(MANAGER, event)


async def test_former_entrant_can_be_a_substitute_and_withdraw(evening):
    event = await evening.create()
    await evening.enter(pairs(2))
    await evening.service.withdraw(event, UserId(100))
    assert (await evening.service.volunteer(event, UserId(100))).substitutes == (100,)
    assert (await evening.service.withdraw(event, UserId(100))).substitutes == ()
    await evening.service.withdraw(event, UserId(100))


@pytest.mark.long
async def test_forgotten_person_is_neither_waited_for_nor_paired(evening, store):
    await evening.create(format=EventFormat.INDIVIDUAL, no_show=NoShowPolicy.COMPUTER, rounds=2)
    await evening.enter(people(5))
    event = await evening.start()
    gone = event.round.matches[0].seats[2]
    await store.personal_data.delete_personal_data(gone.user)
    changed = await evening.load()
    assert changed.revision > event.revision, "its message is shown again"
    assert changed.find_entrant(gone.entrant).status is EntrantStatus.WITHDRAWN
    event = await evening.come()
    assert event.round.matches[0].status is MatchStatus.PLAYING
    assert event.round.matches[0].seats[2].user is None
    event = await evening.play_round()
    assert event.round.number == 2
    assert gone.entrant not in {entrant for side in event.round.matches[0].sides for entrant in side}


@pytest.mark.long
async def test_team_with_a_forgotten_member_plays_on(evening, store):
    await evening.create(no_show=NoShowPolicy.FORFEIT, rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    await store.personal_data.delete_personal_data(UserId(101))
    event = await evening.come()
    assert {one.status for one in event.entrants} == {EntrantStatus.PRESENT}
    assert event.round.matches[0].status is MatchStatus.PLAYING
    assert None in evening.tables.seated[event.round.matches[0].id]


@pytest.mark.long
async def test_forgotten_team_forfeits_at_once(evening, store):
    await evening.create(no_show=NoShowPolicy.FORFEIT, rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    for user in (100, 101):
        await store.personal_data.delete_personal_data(UserId(user))
    event = await evening.come()
    assert event.status is EventStatus.FINISHED
    assert sorted(event.rounds[0].matches[0].result.scores) == [0.0, 1.0]


@pytest.mark.long
async def test_earlier_event_seeds_entrants(evening):
    await evening.create(format=EventFormat.ROUND_ROBIN)
    await evening.enter(pairs(4))
    event = await evening.start()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    before = [one.entrant.members for one in rank_event(event)]
    former = evening.id
    await evening.create(name="Cup", format=EventFormat.KNOCKOUT, seeding=Seeding.STANDINGS, seeded_by=former)
    await evening.enter([(1, 2), *pairs(4)])
    cup = await evening.start()
    assert [one.members for one in cup.competitors] == [*before, (1, 2)]
    assert len(cup.round.byes) == 3
    assert {cup.find_entrant(one).number for one in cup.round.byes} == {0, 1, 2}


async def test_entrants_are_seeded_by_rating(store, evening):
    seats = tuple(Person(UserId(user)) for user in (100, 102, 101, 103))
    table = await begin_match(store, seats, guild=HOME, league=None)
    await end_deal(store, table, 1, seats=seats, guild=HOME)
    await evening.create(format=EventFormat.KNOCKOUT, seeding=Seeding.RATING)
    await evening.enter([(102, 103), (104, 105), (100, 101)])
    event = await evening.start()
    assert event.competitors[0].members[0] == 100
    assert event.competitors[-1].members[0] == 102
