"""Plays without a choice are made for those who want that, and for nobody else."""

import pytest
from memory_house import ANN, BOB, House
from test_table import act_for_people

from bot.play.occupants import Computer
from bot.play.registry import Registry
from engine.actions import Play
from engine.options import forced
from engine.view import Ask, PhaseName


class Wish:
    """Only these people want it."""

    def __init__(self, *users):
        self.users = set(users)

    async def plays_forced(self, user):
        return user in self.users


class WishfulHouse(House):
    def __init__(self, *users):
        self.wish = Wish(*users)
        super().__init__()

    def reopen(self):
        self.registry = Registry(
            self.store,
            self.brain,
            self.clock,
            self.paper,
            self.timing,
            lambda n: next(self.seeds).to_bytes(n, "big"),
            wishes=self.wish,
        )
        return self.registry


async def forced_turns(house):
    """Play on until the person has no choice; yield the table, and then what the seat held."""
    table = await house.started()
    seat = table.seat_of(ANN)
    for _ in range(4000):
        view = table.view(seat)
        if view.ask in {Ask.LEAD, Ask.FOLLOW} and (cards := forced(view)) is not None:
            return table, seat, cards, len(view.hand)
        if table.watch().phase is PhaseName.FINISHED:
            await table.next_deal(ANN, "cut")
        elif not await act_for_people(house, table):
            await house.clock.turn(1.0)
    raise AssertionError("there was always a choice")


async def test_who_wants_it_has_a_forced_play_made():
    house = WishfulHouse(ANN)
    table, seat, cards, held = await forced_turns(house)
    await house.clock.turn(house.timing.think)
    last = [e for e in (await house.store.load(table.id)).entries if e.seat == seat][-1]
    assert sorted(last.action.cards) == sorted(cards)
    assert isinstance(last.action, Play)
    assert len(table.view(seat).hand) == held - len(cards)
    await house.registry.close()


async def test_nobody_else_has():
    house = WishfulHouse(ANN + 1)
    table, seat, _, held = await forced_turns(house)
    await house.clock.turn(house.timing.turn * 0.5)
    assert len(table.view(seat).hand) == held
    await house.registry.close()


async def test_who_is_quicker_plays_himself_and_nothing_is_doubled():
    house = WishfulHouse(ANN)
    table, seat, cards, held = await forced_turns(house)
    task = table.task(seat)
    await table.submit(seat, Play(cards), task)
    await house.clock.turn(house.timing.think * 0.95)
    assert len(table.view(seat).hand) == held - len(cards)
    await house.registry.close()


@pytest.mark.parametrize("wanting", [True, False])
async def test_a_forced_play_tells_not_that_somebody_is_here(wanting):
    """A person who is away stays so."""
    house = WishfulHouse(*([ANN] if wanting else []))
    table, seat, _, _ = await forced_turns(house)
    table._missed[seat] = 1
    await house.clock.turn(house.timing.think * 1.1)
    assert table._missed.get(seat) == 1
    await house.registry.close()


async def asked_to_play(house, table, user):
    """Play on until it is the person's turn in a trick."""
    for _ in range(4000):
        seat = table.seat_of(user)
        if table.view(seat).ask in {Ask.LEAD, Ask.FOLLOW}:
            return seat
        if not await act_for_people(house, table):
            await house.clock.turn(1.0)
    raise AssertionError(table.watch().phase)


@pytest.mark.parametrize("wanting", [True, False])
async def test_a_computer_that_sits_in_at_ones_turn_plays(wanting):
    """The question is still the same; who is asked is not."""
    house = WishfulHouse(*([BOB] if wanting else []))
    table = await house.started(computers=2)
    seat = await asked_to_play(house, table, BOB)
    before = table.revision
    await house.clock.turn(house.timing.think / 2)
    held = len(table.view(seat).hand)
    await table.leave(BOB)
    assert isinstance(table.occupants[seat], Computer)
    await house.clock.turn(house.timing.think * 2)
    assert len(table.view(seat).hand) < held
    assert table.revision > before
    await house.registry.close()


async def test_whose_time_was_up_is_known_until_he_acts():
    house = WishfulHouse()
    table = await house.started(computers=2)
    seat = await asked_to_play(house, table, BOB)
    assert seat not in table.snapshot().missed
    await house.clock.turn(house.timing.turn + 1.0)
    assert seat in table.snapshot().missed
    seat = await asked_to_play(house, table, BOB)
    action = await house.brain.choose(table.view(seat), "casual", "x")
    await table.submit(seat, action, table.task(seat))
    assert seat not in table.snapshot().missed
    await house.registry.close()
