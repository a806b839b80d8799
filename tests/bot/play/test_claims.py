"""The program plays a claimed hand and everybody's last card. The only person at a table may take plays back."""

import itertools

import pytest
from table_harness import ANN, BOB
from test_forced_plays import ForcedPlayHarness
from test_table import act_for_people
from test_voting import refused

from bot.play.clock.timing import Timing
from bot.play.refusals import StaleTask, TableRefusal
from bot.play.values.table_info import TableStatus
from engine.deal.legal_actions import legal_plays
from engine.deal.seen_cards import find_sure_leads
from engine.model.actions import Play, TakeBack, Undo
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName

PLAYS = {Ask.LEAD, Ask.FOLLOW}
MINE = Seat(0)
QUICK = 0.25 * Timing().computer_pause
"""The seconds until the program makes a play that everybody can foresee."""


class ClaimHarness(ForcedPlayHarness):
    """A table of Ann and computer players, with cards that let Ann claim the last three tricks."""

    def __init__(self, *users):
        super().__init__(*users)
        self.timing = Timing(batches=1, open_hands=0.0)
        self.seeds = itertools.count(2000)
        self.reopen()

    async def play_until(self, wanted, computers=3):
        table = await self.open_lobby(computers, overrides={"decks": "1"})
        await table.lobby.start(ANN, "cut")
        for _ in range(400):
            if wanted(table.view(MINE)):
                return table
            if not await act_for_people(self, table):
                await self.clock.advance(1.0)
        raise AssertionError("never")


@pytest.fixture
async def house():
    house = ClaimHarness()
    yield house
    await house.registry.close()


def claimable(view):
    return bool(find_sure_leads(view))


async def test_claimed_tricks_are_played_at_once(house):
    table = await house.play_until(claimable)
    leads, task = find_sure_leads(table.view(MINE)), table.task(MINE)
    assert len(leads) == 3
    with pytest.raises(StaleTask):
        await table.gameplay.claim(ANN, task - 1)
    assert await refused(table.gameplay.claim(BOB, task)) is TableRefusal.NOT_SEATED
    assert table.claims == frozenset()
    await table.gameplay.claim(ANN, task)
    assert table.claims == {MINE}
    first = house.store.entries[table.id][-1]
    assert (first.seat, first.action) == (MINE, Play(leads[0]))
    await house.clock.advance(11 * QUICK - 0.01)
    assert table.spectator_view().phase is PhaseName.PLAYING
    await house.clock.advance(0.02)
    view = table.spectator_view()
    assert view.phase is PhaseName.FINISHED
    assert view.result.last_trick == MINE
    led = [one.action for one in house.store.entries[table.id] if one.seat == MINE and isinstance(one.action, Play)]
    assert sorted(card for play in led[-3:] for card in play.cards) == sorted(card for lead in leads for card in lead)
    await table.gameplay.next_deal(ANN, "next")
    assert table.claims == frozenset()


async def test_hand_that_may_lose_a_trick_cannot_be_claimed(house):
    table = await house.play_until(lambda view: view.ask is Ask.LEAD and not find_sure_leads(view, 1))
    with pytest.raises(StaleTask):
        await table.gameplay.claim(ANN, table.task(MINE))
    assert table.claims == frozenset()


async def test_person_alone_may_take_a_play_and_a_claim_back(house):
    table = await house.play_until(claimable)
    held = table.view(MINE).hand
    await table.gameplay.claim(ANN, table.task(MINE))
    await house.clock.advance(QUICK)
    assert table.view(MINE).can_take_back
    await table.gameplay.submit(MINE, TakeBack(), table.task(MINE))
    last = house.store.entries[table.id][-1]
    assert (last.seat, last.action, table.claims) == (TABLE, Undo(MINE), frozenset())
    assert sorted(table.view(MINE).hand) == sorted(held)
    assert table.view(MINE).ask is Ask.LEAD


async def test_last_cards_are_played_for_every_player(house):
    table = await house.play_until(lambda view: view.ask in PLAYS and len(view.hand) == 1)
    await house.clock.advance(QUICK - 0.01)
    assert len(table.view(MINE).hand) == 1
    await house.clock.advance(0.02)
    assert table.view(MINE).hand == ()


async def test_earlier_cards_wait_for_their_player(house):
    table = await house.play_until(lambda view: view.ask in PLAYS and len(view.hand) == 2)
    await house.clock.advance(house.timing.turn - 5.0)
    assert len(table.view(MINE).hand) == 2


async def test_forced_play_needs_its_current_task_and_a_running_match(house):
    table = await house.play_until(lambda view: view.ask in PLAYS and len(view.hand) > 4)
    task, play = table.task(MINE), Play(next(iter(legal_plays(table.view(MINE)))))

    async def is_stale(task):
        before = table.revision
        with pytest.raises(StaleTask):
            await table.gameplay.play_forced(MINE, play, task)
        return table.revision == before

    assert await is_stale(task - 1)
    await table.attendance.step_away(ANN)
    assert table.facts.paused
    assert await is_stale(task)
    await table.attendance.come_back(ANN)
    await table.gameplay.play_forced(MINE, play, task)
    assert house.store.entries[table.id][-1].action == play
    assert await is_stale(task)
    await table.voting.close(ANN)
    assert table.facts.status is TableStatus.OVER
    assert await is_stale(table.task(MINE))
