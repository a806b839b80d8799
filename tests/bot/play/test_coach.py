"""The coach: what it remembers of a seat's last play, and for how long."""

import asyncio
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.ids import TableId, UserId
from bot.play.finished_deals.coach import Coach, is_against_computers
from bot.play.values.occupants import Computer, Person
from engine.deal.legal_actions import legal_plays
from engine.model.actions import Play
from engine.model.presets import preset
from engine.model.view import Ask, PlayView, TrickView
from engine.players.advice.compare_plays import ComparedPlay
from tests.bot.ui.panel_positions import positions

TABLE, ANN = TableId(7), UserId(1)


class CertainAdviser:
    """Finds another play better by `gain` levels, within a tenth of a level."""

    def __init__(self, gain=1.0):
        self.gain, self.asked = gain, 0

    async def advise(self, _view):
        return None

    async def compare_when_idle(self, view, cards, _effort):
        self.asked += 1
        other = next(one for one in legal_plays(view) if sorted(one) != sorted(cards))
        return ComparedPlay(cards, 80.0, 0.0, 0.0, 0.0, 99), ComparedPlay(other, 70.0, 1.0, -self.gain, 0.1, 99)


@pytest.fixture
def view():
    views = (v for v in positions(preset("standard"), random.Random(3)) if v.ask is Ask.LEAD)
    return next(v for v in views if len(list(legal_plays(v, 2))) > 1)


async def look(coach, view, after=None):
    play = Play(next(iter(legal_plays(view))))
    coach.look_at(TABLE, ANN, view, play, after or view)
    await asyncio.gather(*coach._looking.values())


async def test_remark_is_shown_until_next_play(view):
    shown, adviser = [], CertainAdviser()
    coach = Coach(adviser, shown.append)
    await look(coach, view)
    assert coach.get_remark(TABLE, view).play.cost == 1.0
    assert shown == [ANN]
    adviser.gain = 0.2
    await look(coach, view)
    assert coach.get_remark(TABLE, view) is None, "nothing certain"
    assert shown == [ANN]


async def test_remark_belongs_to_seat_and_deal(view):
    coach = Coach(CertainAdviser(), lambda _: None)
    await look(coach, view)
    assert coach.get_remark(TABLE, replace(view, deal_number=view.deal_number + 1)) is None
    assert coach.get_remark(TABLE, replace(view, seat=(view.seat + 1) % 4)) is None
    assert coach.get_remark(TableId(8), view) is None


async def test_failed_throw_is_not_judged(view):
    adviser = CertainAdviser()
    coach = Coach(adviser, lambda _: None)
    failed = PlayView(view.seat, view.hand[:1], (), view.hand[:2])
    await look(coach, view, replace(view, trick=TrickView((failed,), view.seat, 0)))
    assert (adviser.asked, coach.get_remark(TABLE, view)) == (0, None)


async def test_failure_leaves_no_remark(view):
    class Broken(CertainAdviser):
        async def compare_when_idle(self, *_):
            raise RuntimeError("no worker")

    coach = Coach(Broken(), lambda _: None)
    await look(coach, view)
    assert coach.get_remark(TABLE, view) is None
    await coach.close()


def test_coach_is_for_one_person_among_computers():
    bots = tuple(Computer("expert", number) for number in (1, 2, 3))
    assert is_against_computers(SimpleNamespace(occupants=(Person(ANN), *bots)))
    assert not is_against_computers(SimpleNamespace(occupants=(Person(ANN), Person(UserId(2)), *bots[:2])))
