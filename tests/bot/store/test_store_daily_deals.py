"""The database has one daily deal for each day. It saves users' actions one by one and ranks finished deals."""

import asyncio

import pytest
from store_factories import ANN, BEN, CAT, GUILD

from bot.ids import GuildId
from bot.puzzles.daily_deals import DailyLine, DailyPlay
from bot.puzzles.days import Day
from bot.store.database import Database
from engine.model.actions import Bury, Play
from engine.model.cards import parse_cards
from engine.puzzles.solo_deal import SoloScore
from tests.bot.puzzles.puzzle_factories import make_daily

HERE, DAY = GuildId(GUILD), Day(20_000)
ACTIONS = (Bury(parse_cards("S5 S6")), Play(parse_cards("H10 H10")), Play(parse_cards("BJ")))


@pytest.fixture
async def deals(url):
    database = await Database.open(url)
    yield database.store.daily_deals
    await database.close()


def play(user, number, score=None):
    return DailyPlay(HERE, DAY, user, ACTIONS[:number], score)


async def test_first_deal_of_a_day_stays(deals):
    first, second = make_daily(HERE, DAY), make_daily(HERE, DAY, "another")
    assert await deals.find_deal(HERE, DAY) is None
    await deals.add_deal(first)
    await deals.add_deal(second)
    assert await deals.find_deal(HERE, DAY) == first
    await deals.save_master(HERE, DAY, SoloScore(-1, 65), ACTIONS)
    saved = await deals.find_deal(HERE, DAY)
    assert (saved.master, saved.master_actions) == (SoloScore(-1, 65), ACTIONS)
    await deals.delete_deals(Day(DAY + 1))
    assert await deals.find_deal(HERE, DAY) is None


async def test_actions_in_a_daily_deal_are_saved_one_by_one(deals):
    assert await deals.find_play(HERE, DAY, ANN) is None
    for number in (1, 2):
        assert await deals.save_play(play(ANN, number), 5.0)
        assert await deals.find_play(HERE, DAY, ANN) == play(ANN, number)
    assert not await deals.save_play(play(ANN, 2), 6.0), "another press was quicker"
    assert not await deals.save_play(play(ANN, 1), 6.0)
    assert await deals.save_play(play(ANN, 3, SoloScore(1, -55)), 7.0)
    await deals.restart_play(play(ANN, 3))
    assert await deals.find_play(HERE, DAY, ANN) == play(ANN, 3, SoloScore(1, -55)), "it is over"
    assert await deals.list_finished_days(HERE, ANN) == [DAY]


@pytest.mark.parametrize("number", [1, 2])
async def test_two_presses_at_once_save_one_action(deals, number):
    if number > 1:
        await deals.save_play(play(ANN, 1), 1.0)
    saved = await asyncio.gather(*(deals.save_play(play(ANN, number), 2.0) for _ in range(3)))
    assert sorted(saved) == [False, False, True]
    assert await deals.find_play(HERE, DAY, ANN) == play(ANN, number)


async def test_unfinished_daily_deal_can_be_restarted(deals):
    await deals.save_play(play(ANN, 1), 1.0)
    await deals.restart_play(play(ANN, 1))
    assert await deals.find_play(HERE, DAY, ANN) == play(ANN, 0)
    assert await deals.save_play(play(ANN, 1), 2.0)
    assert await deals.list_finished_days(HERE, ANN) == []


async def test_leaderboard_ranks_finished_deals(deals):
    for user, score in ((ANN, SoloScore(1, -55)), (BEN, SoloScore(2, 120)), (CAT, SoloScore(1, -40)), (7, None)):
        await deals.save_play(play(user, 1, score), 1.0)
    board = await deals.load_daily_board(HERE, DAY, 0, 2)
    assert board.lines == (DailyLine(1, BEN, SoloScore(2, 120)), DailyLine(2, CAT, SoloScore(1, -40)))
    assert board.total == 3
    assert (await deals.load_daily_board(HERE, DAY, 2, 2)).lines == (DailyLine(3, ANN, SoloScore(1, -55)),)
    assert [await deals.find_rank(HERE, DAY, SoloScore(1, points)) for points in (-30, -40, -55, -60)] == [2, 2, 3, 4]
