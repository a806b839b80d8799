"""The coach keeps a remark about a seat's last play until the next one."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.ids import TableId, UserId
from bot.play.finished_deals.background_reviews import Coach
from engine.deal.legal_actions import legal_plays
from engine.model.actions import Play
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players.advice.compare_plays import ComparedPlay
from tests.bot.ui.panel_positions import positions

TABLE, ANN = TableId(7), UserId(1)


class CertainAdviser:
    """An adviser that always finds a better play, by `gain` levels (standard error 0.1) and `points` card points."""

    def __init__(self, gain=1.0, points=8.0):
        self.gain, self.points, self.asked = gain, points, 0

    async def compare_when_idle(self, view, cards):
        self.asked += 1
        other = next(one for one in legal_plays(view) if sorted(one) != sorted(cards))
        better = ComparedPlay(other, 70.0, 1.0, -self.gain, 0.1, 99, points_behind=-self.points)
        return ComparedPlay(cards, 80.0, 0.0, 0.0, 0.0, 99), better


@pytest.fixture
def view():
    views = (v for v in positions(preset("standard"), random.Random(3)) if v.ask is Ask.LEAD)
    return next(v for v in views if len(list(legal_plays(v, 2))) > 1)


async def look(coach, view):
    play = Play(next(iter(legal_plays(view))))
    coach.look_at(TABLE, ANN, view, play)
    await asyncio.gather(*coach._looking.values())


async def test_remark_is_shown_until_next_play(view):
    shown, adviser = [], CertainAdviser()
    coach = Coach(adviser, shown.append)
    await look(coach, view)
    assert coach.get_remark(TABLE, view).cost == 8.0
    assert shown == [ANN]
    adviser.gain = 0.2
    await look(coach, view)
    assert coach.get_remark(TABLE, view) is None, "nothing certain"
    adviser.gain, adviser.points = 1.0, 1.9
    await look(coach, view)
    assert coach.get_remark(TABLE, view) is None, "about as good in card points"
    assert shown == [ANN]


async def test_remark_belongs_to_seat_and_deal(view):
    coach = Coach(CertainAdviser(), lambda _: None)
    await look(coach, view)
    assert coach.get_remark(TABLE, replace(view, deal_number=view.deal_number + 1)) is None
    assert coach.get_remark(TABLE, replace(view, seat=(view.seat + 1) % 4)) is None
    assert coach.get_remark(TableId(8), view) is None


async def test_failure_leaves_no_remark(view):
    class Broken(CertainAdviser):
        async def compare_when_idle(self, *_):
            raise RuntimeError("no worker")

    coach = Coach(Broken(), lambda _: None)
    await look(coach, view)
    assert coach.get_remark(TABLE, view) is None
    await coach.close()


async def test_newer_play_is_judged_instead_of_the_last(view):
    class Held(CertainAdviser):
        def __init__(self):
            super().__init__()
            self.go = asyncio.Event()

        async def compare_when_idle(self, view, cards):
            await self.go.wait()
            return await super().compare_when_idle(view, cards)

    adviser, shown = Held(), []
    coach, play = Coach(adviser, shown.append), Play(next(iter(legal_plays(view))))
    other = replace(view, seat=(view.seat + 1) % 4)
    for asked in (view, view, other):
        coach.look_at(TABLE, ANN, asked, play)
    await asyncio.sleep(0)
    adviser.go.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert (adviser.asked, shown) == (2, [ANN, ANN]), "one for each seat"
    assert coach.get_remark(TABLE, other).trick == len(view.tricks) + 1
    assert coach.get_remark(TABLE, replace(view, seat=None)) is None
    adviser.go.clear()
    coach.look_at(TABLE, ANN, view, play)
    assert coach.get_remark(TABLE, view) is None, "the remark is about the last play"
    await asyncio.sleep(0)
    await coach.close()
    adviser.go.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert adviser.asked == 2, "closing ends it"
