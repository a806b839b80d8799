"""Events on a real database: every step is one transaction, and may be repeated or interrupted."""

import asyncio
import random
from dataclasses import replace

import pytest
from event_harness import HOME, MANAGER, PLACE, STRANGER, Evening, event_settings, pairs, people
from league_factories import begin_match, end_deal

from bot.events.knockout_events import build_event_bracket
from bot.events.matches import MatchStatus, Verdict
from bot.events.model import EntrantStatus, EventMessage, EventStatus
from bot.events.pairing.ports import BracketPart, BracketSettings, EventFormat, Seeding
from bot.events.ports import Outcome
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import NoShowPolicy
from bot.events.standings import rank_event
from bot.ids import MessageId, UserId
from bot.play.occupants import Person
from bot.store.database import Database
from engine.model.notation import format_rules
from engine.model.presets import preset_with
from tests.everyday import spread

TOURNAMENTS = [
    (EventFormat.SWISS, pairs(6)),
    (EventFormat.ROUND_ROBIN, pairs(5)),
    (EventFormat.INDIVIDUAL, people(9)),
    (EventFormat.KNOCKOUT, pairs(7)),
]


@pytest.fixture
def evening(store):
    return Evening(store.events)


def is_refused(reason):
    return pytest.raises(EventRefused, match=rf"^{reason.value}( |$)")


@pytest.mark.parametrize(("style", "entrants"), spread(1, TOURNAMENTS))
async def test_event_is_played_to_its_end(evening, style, entrants):
    await evening.create(format=style)
    await evening.enter(entrants)
    event = await evening.start()
    assert event.round.number == 1
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    assert event.status is EventStatus.FINISHED
    assert len(event.rounds) == event.planned_rounds
    ranked = rank_event(event)
    assert len(ranked) == len(entrants)
    assert [one.standing.place for one in ranked] == sorted(one.standing.place for one in ranked)
    assert event == await evening.load()


@pytest.mark.long
@pytest.mark.parametrize(("style", "entrants"), TOURNAMENTS)
async def test_end_of_the_program_between_any_two_steps_changes_nothing(two_urls, style, entrants):
    databases = [await Database.open(url) for url in two_urls]
    whole, broken = (Evening(database.store.events) for database in databases)
    for evening in (whole, broken):
        await evening.create(format=style)
        await evening.enter(entrants)
    event = await whole.start()
    while event.status is EventStatus.RUNNING:
        event = await whole.play_round()
    await broken.service.start(MANAGER, await broken.load())
    await play_with_interruptions(broken)
    ended = await broken.load()
    assert (ended.status, ended.rounds, ended.entrants) == (event.status, event.rounds, event.entrants)
    assert len(broken.tables.opened) == len(set(broken.tables.opened))
    for database in databases:
        await database.close()


async def play_with_interruptions(evening):
    """Play to the end, with the program ending before each save and at each table, in turn."""
    for attempt in range(400):
        evening.store = Interrupted(evening.store, attempt % 4)
        evening.restart()
        try:
            event = await evening.advance()
            if event.status is not EventStatus.RUNNING:
                return
            await evening.come()
            evening.tables.finish()
        except ConnectionAbortedError:
            pass
        evening.store = evening.store.inner
    raise AssertionError("the event does not end")


class Interrupted:
    """A store at which the program ends after some saves."""

    def __init__(self, inner, saves):
        self.inner, self.left = inner, saves

    def __getattr__(self, name):
        return getattr(self.inner, name)

    async def update(self, id_, change):
        if self.left == 0:
            raise ConnectionAbortedError
        self.left -= 1
        return await self.inner.update(id_, change)


@pytest.mark.long
async def test_commands_pressed_ten_times_at_once_count_once(evening):
    event = await evening.create(is_automatic=False)
    service, users = evening.service, (UserId(5), UserId(6))
    await asyncio.gather(*(service.open_entries(MANAGER, event) for _ in range(10)))
    await asyncio.gather(*(service.enter(event, users) for _ in range(10)))
    await asyncio.gather(*(service.check_in(event, UserId(5)) for _ in range(10)))
    event = await evening.load()
    assert len(event.entrants) == 1
    assert event.revision == 3
    await evening.enter(pairs(4))
    await asyncio.gather(*(service.start(MANAGER, event) for _ in range(10)))
    await asyncio.gather(*(service.director.advance(event.id) for _ in range(10)))
    await evening.play_round()
    await asyncio.gather(*(service.begin_round(MANAGER, event, 2) for _ in range(10)))
    await asyncio.gather(*(service.director.advance(event.id) for _ in range(10)))
    assert [one.number for one in (await evening.load()).rounds] == [1, 2]


async def test_next_round_waits_for_the_manager(evening):
    await evening.create(is_automatic=False)
    await evening.enter(pairs(4))
    event = await evening.start()
    with is_refused(EventRefusal.ROUND_RUNS):
        await evening.service.begin_round(MANAGER, event, 2)
    event = await evening.play_round()
    assert len(event.rounds) == 1
    with is_refused(EventRefusal.NOT_MANAGER):
        await evening.service.begin_round(STRANGER, event, 2)
    await evening.service.begin_round(MANAGER, event, 2)
    assert len((await evening.advance()).rounds) == 2
    with is_refused(EventRefusal.NO_MORE_ROUNDS):
        await evening.service.begin_round(MANAGER, event, 3)


async def test_missing_side_forfeits_and_is_not_paired_again(evening):
    await evening.create(rounds=2)
    await evening.enter(pairs(4))
    event = await evening.start()
    absent = event.round.matches[0].seats[0]
    first = (await evening.come(*event.find_entrant(absent.entrant).members)).round.matches[0]
    assert first.status is MatchStatus.PAIRED
    evening.time += 301.0
    event = await evening.advance()
    first = event.round.matches[0]
    assert first.result.verdict is Verdict.FORFEITED
    assert first.result.forfeited == {absent.entrant}
    assert first.result.scores == (0.0, 1.0)
    evening.tables.finish()
    event = await evening.advance()
    assert event.round.number == 2
    playing = {entrant for match in event.round.matches for side in match.sides for entrant in side}
    assert absent.entrant not in playing | set(event.round.byes)
    await evening.service.check_in(event, UserId(event.find_entrant(absent.entrant).members[1]))
    assert (await evening.load()).find_entrant(absent.entrant).status is EntrantStatus.PRESENT


async def test_one_missing_player_is_replaced(evening):
    await evening.create(no_show=NoShowPolicy.SUBSTITUTE)
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.volunteer(event, UserId(50))
    with is_refused(EventRefusal.IS_ENTRANT):
        await evening.service.volunteer(event, UserId(100))
    gone = [match.seats[1].user for match in event.round.matches]
    await evening.come(*gone)
    evening.time += 301.0
    event = await evening.advance()
    assert [evening.tables.seated[match.id][1] for match in event.round.matches] == [50, None]
    assert event.substitutes == (50,), "they may serve again in the next round"
    assert all(match.status is MatchStatus.PLAYING for match in event.round.matches)


@pytest.mark.long
async def test_table_without_anybody_is_forfeited_by_both(evening):
    await evening.create(no_show=NoShowPolicy.COMPUTER, rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    evening.time += 301.0
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert evening.tables.opened == []
    assert [one.standing.score for one in rank_event(event)] == [0.0, 0.0]


async def test_table_that_ends_without_a_result_waits_for_a_report(evening):
    await evening.create(rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    event = await evening.come()
    match = event.round.matches[0]
    evening.tables.outcomes[match.id] = Outcome.NO_RESULT
    event = await evening.advance()
    assert event.round.matches[0].status is MatchStatus.UNRESOLVED
    with is_refused(EventRefusal.NO_SUCH_MATCH):
        await evening.service.report(MANAGER, event, 1, 2, (1.0, 0.0))
    await evening.service.report(MANAGER, event, 1, 1, (3.0, 0.0))
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert rank_event(event)[0].entrant.id == match.sides[0][0]


@pytest.mark.long
async def test_voided_table_changes_only_what_depends_on_it(evening):
    await evening.create(format=EventFormat.ROUND_ROBIN)
    await evening.enter(pairs(4))
    event = await evening.start()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    before = {one.entrant.id: one.standing.score for one in rank_event(event)}
    match = event.rounds[0].matches[0]
    event = await evening.service.report(MANAGER, event, 1, 1, None)
    after = {one.entrant.id: one.standing.score for one in rank_event(event)}
    concerned = {entrant for side in match.sides for entrant in side}
    assert all(after[entrant] == before[entrant] for entrant in before.keys() - concerned)
    assert sum(before.values()) - sum(after.values()) == 1.0
    restored = await evening.service.report(MANAGER, event, 1, 1, match.result.scores)
    assert {one.entrant.id: one.standing.score for one in rank_event(restored)} == before


async def test_late_entrant_plays_from_the_next_round_on(evening):
    await evening.create()
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.enter(event, (UserId(1), UserId(2)))
    event = await evening.play_round()
    late = event.find_entrant_of(UserId(1))
    assert late.number == 4
    playing = {entrant for match in event.round.matches for side in match.sides for entrant in side}
    assert late.id in playing | set(event.round.byes)
    with is_refused(EventRefusal.MEMBER_IN):
        await evening.service.enter(event, (UserId(2), UserId(3)))


async def test_knockout_has_one_winner_and_no_late_entrants(evening):
    await evening.create(format=EventFormat.KNOCKOUT, rounds=1)
    await evening.enter(pairs(6))
    event = await evening.start()
    assert event.planned_rounds == 3
    assert (len(event.round.matches), len(event.round.byes)) == (2, 2)
    with is_refused(EventRefusal.LATE_KNOCKOUT):
        await evening.service.enter(event, (UserId(300), UserId(301)))
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    final, third = event.round.matches
    winner = max((score, side) for score, side in zip(final.result.scores, final.sides, strict=True))[1]
    ranked = rank_event(event)
    assert [one.standing.place for one in ranked] == [1, 2, 3, 4, 5, 5]
    assert ranked[0].entrant.id == winner[0]
    assert {one.entrant.id for one in ranked[2:4]} == {side[0] for side in third.sides}


async def test_last_of_a_knockout_wins_alone(evening):
    await evening.create(format=EventFormat.KNOCKOUT)
    await evening.enter(pairs(3))
    event = await evening.start()
    (gone,) = event.round.byes
    await evening.service.withdraw(event, event.find_entrant(gone).members[0])
    event = await evening.play_round()
    assert event.status is EventStatus.FINISHED
    ranked = rank_event(event)
    assert [one.standing.place for one in ranked] == [1, 2, 3]
    assert ranked[1].entrant.id == gone
    assert event.planned_rounds == len(event.rounds) == 2
    assert event == await evening.load()


async def test_entries_before_and_after_they_are_open(evening):
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


async def test_substitute_who_had_entered_before_withdraws(evening):
    event = await evening.create()
    await evening.enter(pairs(2))
    await evening.service.withdraw(event, UserId(100))
    assert (await evening.service.volunteer(event, UserId(100))).substitutes == (100,)
    assert (await evening.service.withdraw(event, UserId(100))).substitutes == ()
    await evening.service.withdraw(event, UserId(100))


async def test_nothing_is_reported_before_the_start(evening):
    event = await evening.create()
    with is_refused(EventRefusal.NOT_STARTED):
        await evening.service.report(MANAGER, event, 0, 1, (1.0, 0.0))


async def test_nobody_comes_to_a_cancelled_event(evening):
    await evening.create()
    await evening.enter(pairs(2))
    event = await evening.start()
    await evening.service.cancel(MANAGER, event)
    with is_refused(EventRefusal.ENDED):
        await evening.service.come(event, 1, UserId(100), "share")
    assert await evening.load() == event_cancelled(event)


def event_cancelled(event):
    return replace(event, status=EventStatus.CANCELLED, revision=event.revision + 1)


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


async def test_settings_that_cannot_be_played_are_refused(evening):
    two = {"deals": None, "minutes": None}
    cases = [
        ({"name": " "}, EventRefusal.NAME_LENGTH),
        ({"name": "<@5>"}, EventRefusal.NAME_CHARACTERS),
        ({"rules": "players=5"}, EventRefusal.BAD_RULES),
        ({"rules": "nonsense"}, EventRefusal.BAD_RULES),
        (
            {"rules": format_rules(preset_with("club", players="6")), "format": EventFormat.INDIVIDUAL},
            EventRefusal.FOUR_PLAYERS,
        ),
        (two, EventRefusal.LENGTH_NEEDED),
    ]
    for changes, reason in cases:
        with is_refused(reason):
            await evening.service.create(MANAGER, HOME, PLACE, event_settings(**changes))
    with is_refused(EventRefusal.NOT_ADMIN):
        await evening.service.create(STRANGER, HOME, PLACE, event_settings())
    await evening.create(name="Friday")
    with is_refused(EventRefusal.NAME_TAKEN):
        await evening.create(name="friday")


async def test_message_of_an_event_is_kept(evening):
    event = await evening.create()
    await evening.service.save_shown(event, EventMessage(PLACE, MessageId(3)))
    shown = await evening.load()
    assert (shown.message, shown.shown_revision) == (EventMessage(PLACE, MessageId(3)), event.revision)
    event = await evening.service.cancel(MANAGER, event)
    assert await evening.store.list_due() == [event.id]
    await evening.service.save_shown(event, None)
    assert await evening.store.list_due() == []
    assert [one.id for one in await evening.service.list_events(HOME)] == [event.id]


@pytest.mark.long
@pytest.mark.parametrize("policy", list(NoShowPolicy))
async def test_evening_of_forty_people_ends_right(evening, policy):
    """Some never come, results come late and in any order, one is corrected, and the program ends three times."""
    chance = random.Random(f"forty {policy}")
    await evening.create(format=EventFormat.INDIVIDUAL, rounds=6, no_show=policy)
    await evening.enter(people(40))
    event = await evening.start()
    for user in (301, 302):
        await evening.service.volunteer(event, UserId(user))
    while event.status is EventStatus.RUNNING:
        number = event.round.number
        await come_in_any_order(evening, chance, {UserId(200 + number), UserId(220)})
        if number in {2, 3, 5}:
            evening.restart()
        event = await finish_in_any_order(evening, chance)
        if number == 4:
            event = await evening.service.report(MANAGER, event, 2, 3, (0.0, 5.0))
    check_evening(event)


async def come_in_any_order(evening, chance, missing):
    """Let people come, then let the time be up; those who were missing check in for the next round."""
    event = await evening.load()
    users = [user for match in event.round.matches for user in match.missing if user not in missing]
    for user in chance.sample(users, len(users)):
        await evening.service.come(event, event.round.number, user, "share")
    evening.time += 301.0
    await evening.advance()
    for user in missing:
        if event.find_entrant_of(user) is not None:
            await evening.service.check_in(event, user)


async def finish_in_any_order(evening, chance):
    """End the tables one after the other."""
    running = [match for match, outcome in evening.tables.outcomes.items() if outcome is Outcome.RUNNING]
    for match in chance.sample(running, len(running)):
        evening.tables.outcomes[match] = (float(chance.randrange(5)), float(chance.randrange(5)))
        await evening.advance()
    return await evening.advance()


def check_evening(event):
    assert (event.status, len(event.rounds)) == (EventStatus.FINISHED, 6)
    assert event.rounds[1].find_match(3).result.scores == (0.0, 5.0)
    matches = [match for one in event.rounds for match in one.matches]
    if not any(match.result.forfeited for match in matches):
        partners = [frozenset(side) for match in matches for side in match.sides]
        assert len(partners) == len(set(partners)), "nobody has a partner twice in six rounds of forty people"
    for one in event.rounds:
        seated = [entrant for match in one.matches for side in match.sides for entrant in side]
        assert len(seated) == len(set(seated))
        assert not set(seated) & set(one.byes)
    ranked = rank_event(event)
    shuffled = replace(event, rounds=tuple(replace(one, matches=one.matches[::-1]) for one in event.rounds))
    assert rank_event(shuffled) == ranked, "the order of results makes no difference"
    assert len(ranked) == 40


@pytest.mark.long
async def test_best_of_three_with_consolation_is_played_to_its_end(evening):
    bracket = BracketSettings(best_of=3, consolation=True)
    await evening.create(format=EventFormat.KNOCKOUT, bracket=bracket, is_automatic=False)
    await evening.enter(pairs(8))
    event = await evening.start()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
        if event.status is EventStatus.RUNNING:
            await evening.service.begin_round(MANAGER, event, len(event.rounds) + 1)
            event = await evening.advance()
    parts = [{match.part for match in one.matches} for one in event.rounds]
    assert parts[0] == {BracketPart.MAIN}
    assert BracketPart.CONSOLATION in set().union(*parts)
    assert event.planned_rounds == len(event.rounds) <= 9
    tree = build_event_bracket(event)
    assert tree.main[-1][0].winner == rank_event(event)[0].standing.number
    assert (await evening.load()) == event


@pytest.mark.long
async def test_entrants_are_seeded_by_the_standings_of_an_earlier_event(evening):
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


@pytest.mark.long
async def test_final_whose_table_is_void_waits_for_the_manager(evening):
    await evening.create(format=EventFormat.KNOCKOUT, bracket=BracketSettings(best_of=3), is_automatic=False)
    await evening.enter(pairs(2))
    event = await evening.start()
    for _ in range(2):
        await evening.service.report(MANAGER, await evening.load(), len(event.rounds), 1, None)
        event = await evening.advance()
        assert event.status is EventStatus.RUNNING
        await evening.service.begin_round(MANAGER, event, len(event.rounds) + 1)
        event = await evening.advance()
    await evening.service.report(MANAGER, event, 3, 1, (0.0, 1.0))
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert [one.standing.number for one in rank_event(event)] == [1, 0]
