"""Each step of an event is one transaction on a real database. A step may be repeated or interrupted."""

import asyncio
import random
from dataclasses import replace

import pytest
from event_harness import (
    HOME,
    MANAGER,
    PLACE,
    SQLITE_ALONE,
    STRANGER,
    Evening,
    event_settings,
    is_refused,
    pairs,
    people,
)

from bot.events.model import EventMessage, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.ports import WithoutResult
from bot.events.refusals import EventRefusal
from bot.events.running import director
from bot.events.service import EventService
from bot.events.settings import NoShowPolicy
from bot.events.standings.event_standings import rank_event
from bot.ids import EventId, GuildId, MessageId, UserId
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


async def test_seed_fits_a_column_of_postgresql(evening):
    evening.draw_bytes = lambda size: b"\xff" * size
    evening.restart()
    assert 0 <= (await evening.create()).seed < 2**31


async def test_event_and_entrants_are_dated_by_the_time_of_day(evening):
    clocks = (lambda: 1000.0), (lambda: 5000.0)
    evening.service = EventService(evening.store, evening.tables, *clocks, evening.draw_bytes)
    await evening.create()
    await evening.enter(pairs(1))
    await evening.service.enter_for(MANAGER, await evening.load(), (UserId(7), UserId(8)))
    event = await evening.service.invite(await evening.load(), (UserId(9), UserId(10)))
    event = await evening.service.accept(event, event.invitations[0].id, UserId(10))
    assert [event.created_at, *(one.entered_at for one in event.entrants)] == [5000.0] * 4


async def test_event_is_known_in_its_server_only(evening):
    event = await evening.create()
    for server, id_ in ((GuildId(8), event.id), (HOME, EventId(99))):
        with is_refused(EventRefusal.NO_EVENT):
            await evening.service.get_event(server, id_)


async def test_withdrawal_while_a_round_is_paired_counts(evening, monkeypatch):
    await evening.create()
    await evening.enter(pairs(3))
    leaving, compute = [UserId(100)], director.compute_pairing

    async def compute_slowly(event):
        pairing = await compute(event)
        while leaving:
            await evening.service.withdraw(event, leaving.pop())
        return pairing

    monkeypatch.setattr(director, "compute_pairing", compute_slowly)
    event = await evening.start()
    assert event.round.entrants == {one.id for one in event.entrants if UserId(100) not in one.members}


async def test_missing_players_get_half_their_time_after_a_restart(evening):
    await evening.create(grace=300.0)
    await evening.enter(pairs(2))
    event = await evening.start()
    assert event.round.due_at == evening.time + 300.0
    await evening.service.director.give_time()
    assert (await evening.load()).round.due_at == event.round.due_at, "more than half is left"
    evening.time += 290.0
    evening.restart()
    await evening.service.director.give_time()
    assert (await evening.load()).round.due_at == evening.time + 150.0


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
@SQLITE_ALONE
@pytest.mark.parametrize(("style", "entrants"), TOURNAMENTS)
async def test_restarts_between_any_steps_change_nothing(two_urls, style, entrants):
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
    """Play to the end of the event. Each step is interrupted before the first, second, third or fourth save in turn."""
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
    """A store that raises after a number of saves, as if the program had ended."""

    def __init__(self, inner, saves):
        self.inner, self.left = inner, saves

    def __getattr__(self, name):
        return getattr(self.inner, name)

    async def update_and_book(self, id_, change):
        if self.left == 0:
            raise ConnectionAbortedError
        self.left -= 1
        return await self.inner.update_and_book(id_, change)


@pytest.mark.long
async def test_commands_pressed_ten_times_at_once_count_once(evening):
    event = await evening.create(automatic=False)
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
    await evening.create(automatic=False)
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


async def test_nothing_is_reported_before_the_start(evening):
    event = await evening.create()
    with is_refused(EventRefusal.NOT_STARTED):
        await evening.service.report(MANAGER, event, 0, 1, (1.0, 0.0))


async def test_nobody_can_come_to_a_table_of_a_cancelled_event(evening):
    await evening.create()
    await evening.enter(pairs(2))
    event = await evening.start()
    await evening.service.cancel(MANAGER, event)
    with is_refused(EventRefusal.ENDED):
        await evening.service.come(event, 1, UserId(100), "share")
    assert await evening.load() == event_cancelled(event)


def event_cancelled(event):
    return replace(event, status=EventStatus.CANCELLED, revision=event.revision + 1)


async def test_settings_that_cannot_be_played_are_refused(evening):
    two = {"deals": None, "minutes": None}
    cases = [
        ({"name": " "}, EventRefusal.NAME_LENGTH),
        ({"name": "<@5>"}, EventRefusal.NAME_CHARACTERS),
        ({"rules": "players=5"}, EventRefusal.BAD_RULES),
        ({"rules": "nonsense"}, EventRefusal.BAD_RULES),
        (
            {"rules": format_rules(preset_with("standard", players="6")), "format": EventFormat.INDIVIDUAL},
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
    for alike in ("friday", "Frid\N{CYRILLIC SMALL LETTER A}y"):
        with is_refused(EventRefusal.NAME_TAKEN):
            await evening.create(name=alike)
    other = await evening.create(name="Monday")
    with is_refused(EventRefusal.NAME_TAKEN):
        await evening.service.change_settings(
            MANAGER, other, lambda old: replace(old, name="Frida\N{CYRILLIC SMALL LETTER U}")
        )


async def test_shown_message_of_an_event_is_saved(evening):
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
async def test_event_of_forty_people_ends_correctly(evening, policy):
    """Two players are missing each round, results come in any order, one is corrected, and the program restarts."""
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
    """Let users come in random order, except those in `missing`. These check in again when the time is up."""
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
    """End the tables one after the other, in random order; return the event."""
    running = [match for match, outcome in evening.tables.outcomes.items() if outcome is WithoutResult.RUNNING]
    for match in chance.sample(running, len(running)):
        evening.tables.outcomes[match] = (float(chance.randrange(5)), float(chance.randrange(5)))
        await evening.advance()
    return await evening.advance()


def check_evening(event):
    assert (event.status, len(event.rounds)) == (EventStatus.FINISHED, 6)
    assert event.rounds[1].matches[2].result.scores == (0.0, 5.0)
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
