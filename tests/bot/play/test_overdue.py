"""A turn that runs out while nobody can help it, or just as somebody comes: it is played for no one who still has time."""

import asyncio

import pytest
from memory import settle
from memory_house import ANN, BOB
from test_store_silent import silent

from bot.play.clock import RETRY
from bot.play.ports import DueKind
from bot.play.refusals import Refused, Why
from bot.play.registry import GRACE
from engine.actions import Pass
from engine.seats import Seat
from engine.view import PhaseName

TURNS = {PhaseName.PLAYING, PhaseName.BURYING}
AWAY = 3600.0


async def waiting(house, **options):
    """A table that waits for Ann's card, some of her time over; and how many seconds she has left."""
    table = await house.started(**options)
    seat = table.seat_of(ANN)
    while table.watch().phase not in TURNS or seat not in table.watch().to_act:
        await house.clock.turn(0.5)
    await house.clock.turn(30.0)
    return table, left(house, table)


def left(house, table):
    (due,) = [d for d in table.deadlines if d.kind is DueKind.TURN]
    return due.at - house.clock.now()


async def back_after(house, seconds):
    """Stop, and let so much time pass until the program runs again."""
    await house.registry.close()
    house.clock.sleepers.clear()
    house.clock.time += seconds
    return house.reopen()


async def test_a_turn_that_ran_out_while_the_program_was_away_is_not_over(house):
    table, seconds = await waiting(house)
    registry = await back_after(house, AWAY)
    await registry.restore(AWAY)
    await settle()
    again = await registry.table(table.id)
    assert again.revision == table.revision
    assert left(house, again) == pytest.approx(seconds)


async def test_a_store_that_is_silent_for_a_moment_costs_nobody_his_turn(house):
    table, seconds = await waiting(house)
    registry = await back_after(house, AWAY)
    house.store.breaks.append(TimeoutError())
    await registry.restore(AWAY)
    await settle()
    await house.clock.turn(RETRY + 0.5)
    again = await registry.table(table.id)
    assert again.revision == table.revision
    assert left(house, again) >= min(GRACE, seconds) - RETRY - 1


async def test_a_store_that_reads_nothing_for_a_moment_does_not_stop_the_start(house, monkeypatch):
    table, seconds = await waiting(house)
    registry = await back_after(house, AWAY)
    await silent(house, monkeypatch, 2)
    await registry.restore(AWAY)
    with pytest.raises(Refused) as no:
        await registry.table(table.id)
    assert no.value.why is Why.BUSY
    await house.clock.turn(RETRY + 0.5)
    again = next(iter(registry.live()))
    assert (again.revision, left(house, again)) == (table.revision, pytest.approx(seconds, abs=RETRY + 1))


class Slow:
    """A brain that thinks until it may speak."""

    def __init__(self, brain):
        self.brain, self.may = brain, asyncio.Event()

    async def choose(self, view, level, seed):
        await self.may.wait()
        return await self.brain.choose(view, level, seed)


@pytest.mark.parametrize("deed", ["come_back", "pause"])
async def test_who_comes_back_while_the_stand_in_thinks_is_not_played_for(house, deed):
    table, _ = await waiting(house)
    seat, slow = table.seat_of(ANN), Slow(house.brain)
    house.registry._autoplay._brain = slow
    if deed == "come_back":
        await table.substitute(ANN, Seat((seat + 1) % 4), BOB)
        await table.step_away(ANN)
        await house.clock.turn(house.timing.think + 0.1)
        await table.come_back(ANN)
    else:
        await house.clock.turn(left(house, table) + 0.1)
        await table.step_away(ANN)
        assert table.facts.paused
    before = table.revision
    slow.may.set()
    await settle()
    assert table.revision == before
    assert not table._missed


async def test_a_stand_in_that_chooses_what_is_forbidden_does_something_else(house, monkeypatch):
    table, seconds = await waiting(house)
    before = table.revision

    async def foolish(_view, _level, _seed):
        return Pass()

    monkeypatch.setattr(house.brain, "choose", foolish)
    await house.clock.turn(seconds + 0.1)
    assert table.revision > before


async def test_a_newcomer_has_all_the_time_there_is(house):
    table, seconds = await waiting(house)
    await house.clock.turn(seconds - 5.0)
    await table.substitute(ANN, table.seat_of(ANN), BOB)
    assert left(house, table) > 100.0


async def test_seats_are_shuffled_by_the_rules_that_hold_then(house):
    table = await house.lobby(computers=3)
    await asyncio.gather(table.set_rules(ANN, "pagat-six", {}), table.shuffle_seats(ANN))
    assert len(table.facts.seats) == table.facts.rules.players == 6
    await asyncio.gather(table.set_rules(ANN, "club", {}), table.shuffle_seats(ANN))
    assert len(table.facts.seats) == table.facts.rules.players == 4


async def test_so_many_tables_and_no_more_however_quickly_they_are_opened(house):
    opened = await asyncio.gather(*(house.lobby() for _ in range(30)), return_exceptions=True)
    refused = [one for one in opened if isinstance(one, Refused)]
    assert (len(refused), {one.why for one in refused}) == (10, {Why.TOO_MANY_TABLES})


async def test_a_table_that_has_paused_keeps_nobody_from_opening_another(house):
    house.registry._limit = 1
    table = await house.started()
    with pytest.raises(Refused):
        await house.lobby()
    await table.step_away(ANN)
    assert await house.lobby()


async def test_a_lobby_expires_even_if_its_opening_was_cut_short(house, monkeypatch):
    async def nothing(_id):
        raise OSError("no answer")

    load = house.store.load
    monkeypatch.setattr(house.store, "load", nothing)
    with pytest.raises(Refused) as no:
        await house.lobby()
    assert no.value.why is Why.BUSY
    monkeypatch.setattr(house.store, "load", load)
    await house.clock.turn(RETRY + 0.5)
    (table,) = house.registry.live()
    await house.clock.turn(house.timing.lobby + 1)
    assert table not in list(house.registry.live())
