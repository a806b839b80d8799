"""Places in an event give points in a league's season, and count once despite repetitions and corrections."""

import asyncio
from dataclasses import replace

import pytest
from event_harness import HOME, MANAGER, Evening, pairs, people
from league_factories import LEAGUE_SETTINGS, begin_match, declarers_win, end_deal
from sqlalchemy import text

from bot.events.model import EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.standings.event_standings import rank_event
from bot.ids import UserId
from bot.league.leagues.league_settings import PointScheme, StandingsOrder
from bot.league.service import LeagueService
from bot.play.values.table_info import Person
from bot.store.maintenance.reconcile import SqlReconciliation

PLACES = PointScheme(order=StandingsOrder.PLACES, places=(10, 7, 5))


@pytest.fixture
def service(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def open_league(service, users, scheme=PLACES):
    made = await service.admin.create_league(MANAGER, HOME, replace(LEAGUE_SETTINGS, scheme=scheme))
    for user in users:
        await service.admin.join(MANAGER, HOME, made.id, user=UserId(user))
    return made, await service.admin.open_season(MANAGER, HOME, made.id)


async def play_event(evening, league, **changes):
    await evening.create(league=league.id, **changes)
    await evening.enter(pairs(4))
    event = await evening.start()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    return event


async def load_values(service, season):
    lines = (await service.queries.get_standings(season.id, 0, 50)).lines
    return {line.entrant.user: (line.score.value, line.score.settled) for line in lines}


def expected_values(event, users, places=PLACES.places):
    found = {}
    for one in rank_event(event):
        points = places[one.standing.place - 1] if one.standing.place <= len(places) else 0
        found |= {user: (float(points), True) for user in one.entrant.members if user in users}
    return found | {user: (0.0, False) for user in users if user not in found}


USERS = (100, 101, 102, 104, 106, 999)


async def test_places_give_points_to_members_who_joined_the_league(store, service):
    league, season = await open_league(service, USERS)
    event = await play_event(Evening(store.events), league, format=EventFormat.ROUND_ROBIN)
    assert event.season == season.id
    assert await load_values(service, season) == expected_values(event, USERS)


@pytest.mark.long
async def test_points_of_two_events_add_up(store, service):
    league, season = await open_league(service, (100,))
    first = await play_event(Evening(store.events), league, format=EventFormat.ROUND_ROBIN)
    again = await play_event(Evening(store.events), league, format=EventFormat.KNOCKOUT, name="Cup")
    both = [expected_values(event, (100,))[100][0] for event in (first, again)]
    assert await load_values(service, season) == {100: (sum(both), True)}


@pytest.mark.long
async def test_simultaneous_corrections_count_once(store, service):
    league, season = await open_league(service, USERS)
    evening = Evening(store.events)
    await play_event(evening, league, format=EventFormat.ROUND_ROBIN)

    async def report(scores):
        return await evening.service.report(MANAGER, await evening.load(), 1, 1, scores)

    before = await load_values(service, season)
    await asyncio.gather(*(report((0.0, 9.0)) for _ in range(10)))
    corrected = await evening.load()
    assert await load_values(service, season) == expected_values(corrected, USERS)
    await report(None)
    void = await evening.load()
    assert await load_values(service, season) == expected_values(void, USERS)
    original = (await evening.load()).rounds[0].matches[0]
    assert original.result is None
    assert set(await load_values(service, season)) == set(before)


@pytest.mark.long
async def test_late_correction_counts_in_its_old_season(store, service):
    league, season = await open_league(service, USERS)
    evening = Evening(store.events)
    await play_event(evening, league, format=EventFormat.ROUND_ROBIN)
    await service.admin.close_season(MANAGER, HOME, league.id)
    following = await service.admin.open_season(MANAGER, HOME, league.id)
    event = await evening.service.report(MANAGER, await evening.load(), 1, 1, (0.0, 9.0))
    assert event.season == season.id
    assert await load_values(service, season) == expected_values(event, USERS)
    assert set((await load_values(service, following)).values()) == {(0.0, False)}


@pytest.mark.long
async def test_corrected_points_count_for_those_who_were_league_members_when_the_event_ended(store, service):
    league, _ = await open_league(service, USERS)
    evening = Evening(store.events)
    await play_event(evening, league, format=EventFormat.ROUND_ROBIN)
    await service.admin.leave(MANAGER, HOME, league.id, user=UserId(100))
    await service.admin.join(MANAGER, HOME, league.id, user=UserId(103))
    event = await evening.service.report(MANAGER, await evening.load(), 1, 1, (0.0, 9.0))
    booked = "SELECT e.user_id, p.points FROM event_points p JOIN entrants e ON e.id = p.entrant_id"
    async with store.events._connections.read() as connection:
        rows = (await connection.execute(text(booked))).all()
    expected = expected_values(event, USERS)
    assert {user: float(points) for user, points in rows} == {user: expected[user][0] for user in USERS if user != 999}


@pytest.mark.long
async def test_points_need_a_finished_event_and_ranking_by_places(store, service):
    league, season = await open_league(service, USERS, PointScheme())
    evening = Evening(store.events)
    event = await play_event(evening, league, format=EventFormat.ROUND_ROBIN)
    assert event.season == season.id
    assert set((await load_values(service, season)).values()) == {(0.0, False)}
    await evening.create(name="Cancelled", league=league.id, format=EventFormat.INDIVIDUAL)
    await evening.enter(people(4))
    await evening.start()
    event = await evening.service.cancel(MANAGER, await evening.load())
    assert event.season is None


@pytest.mark.long
async def test_deals_add_nothing_to_points_by_places(store, service):
    league, season = await open_league(service, USERS)
    event = await play_event(Evening(store.events), league, format=EventFormat.ROUND_ROBIN)
    seats = tuple(Person(UserId(user)) for user in (100, 102, 101, 104))
    table = await begin_match(store, seats, guild=HOME, league=league.id)
    await end_deal(store, table, 1, declarers_win(), seats, guild=HOME)
    values = await load_values(service, season)
    assert values == expected_values(event, USERS)
    lines = (await service.queries.get_standings(season.id, 0, 50)).lines
    assert next(line.score.deals for line in lines if line.entrant.user == 100) == 1
    reconciliation = SqlReconciliation(store.events._connections)
    assert [fault async for fault in reconciliation.compare_scores(lambda _: None)] == []


async def test_early_leaver_gets_no_points_for_the_last_place(store, service):
    """One of four pairs withdraws in the first of three rounds. Its fourth place is worth points, but it gets none."""
    users = (100, 102, 104, 106)
    league, season = await open_league(service, users, replace(PLACES, places=(10, 7, 5, 3)))
    evening = Evening(store.events)
    await evening.create(league=league.id, format=EventFormat.ROUND_ROBIN)
    await evening.enter(pairs(4))
    event = await evening.service.withdraw(await evening.start(), UserId(106))
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    last = rank_event(event)[-1]
    assert (last.standing.place, last.entrant.members[0]) == (4, 106)
    values = {user: value for user, (value, _) in (await load_values(service, season)).items()}
    assert values.pop(106) == 0.0
    assert min(values.values()) >= 5.0
