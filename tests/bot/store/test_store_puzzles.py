"""The database has one puzzle a day and one answer of each user to it. A leaderboard ranks the users."""

import asyncio

import pytest
from store_factories import ANN, BEN, CAT, GUILD

from bot.ids import GuildId
from bot.puzzles.days import Day
from bot.puzzles.puzzle_model import AnsweredDay, DayTotals
from bot.store.database import Database
from tests.bot.puzzles.puzzle_factories import LOSS, make_answer, make_puzzle

HERE, ELSEWHERE, DAY = GuildId(GUILD), GuildId(GUILD + 1), Day(20_000)


@pytest.fixture
async def puzzles(url):
    database = await Database.open(url)
    yield database.store.puzzles
    await database.close()


async def test_saved_puzzle_is_loaded_unchanged(puzzles):
    puzzle = make_puzzle(HERE, DAY)
    assert await puzzles.find_puzzle(HERE, DAY) is None
    await puzzles.add_puzzle(puzzle)
    found = await puzzles.find_puzzle(HERE, DAY)
    assert found == puzzle
    assert found.view == puzzle.view
    assert await puzzles.find_puzzle(ELSEWHERE, DAY) is None


async def test_first_puzzle_of_a_day_stays(puzzles):
    first, second = make_puzzle(HERE, DAY), make_puzzle(HERE, DAY, "another")
    assert first != second
    await asyncio.gather(*(puzzles.add_puzzle(one) for one in (first, first)))
    await puzzles.add_puzzle(second)
    assert await puzzles.find_puzzle(HERE, DAY) == first


async def test_first_of_two_answers_at_once_stays(puzzles):
    puzzle = make_puzzle(HERE, DAY)
    right, wrong = make_answer(puzzle, ANN), make_answer(puzzle, ANN, is_right=False)
    kept = await asyncio.gather(*(puzzles.add_answer(one) for one in (right, wrong)))
    assert kept[0] == kept[1]
    assert await puzzles.find_answer(HERE, DAY, ANN) == kept[0]
    assert await puzzles.count_answers(HERE, DAY) == DayTotals(1, int(kept[0].judgement.is_right))


async def test_old_puzzles_are_deleted_and_answers_stay(puzzles):
    for day in (DAY, DAY + 1, DAY + 2):
        await puzzles.add_puzzle(make_puzzle(HERE, day))
    await puzzles.add_answer(make_answer(make_puzzle(HERE, DAY), ANN))
    assert await puzzles.list_puzzle_days(HERE, Day(DAY + 2), 25) == [DAY + 1, DAY]
    await puzzles.delete_puzzles(Day(DAY + 1))
    assert await puzzles.list_puzzle_days(HERE, Day(DAY + 9), 1) == [DAY + 2]
    assert await puzzles.find_puzzle(HERE, DAY) is None
    assert await puzzles.find_answer(HERE, DAY, ANN) is not None


async def test_leaderboard_counts_right_answers_then_losses(puzzles):
    puzzle = make_puzzle(HERE, DAY)
    answers = [(ANN, 0, True), (ANN, 1, False), (BEN, 0, True), (CAT, 0, False), (CAT, 1, True), (CAT, 9, True)]
    for user, after, right in answers:
        await puzzles.add_answer(make_answer(puzzle, user, is_right=right, day=DAY + after))
    await puzzles.add_answer(make_answer(make_puzzle(ELSEWHERE, DAY), CAT))
    board = await puzzles.load_board(HERE, DAY, Day(DAY + 1), 0, 15)
    assert [(one.rank, one.user, one.right, one.answered, one.loss) for one in board.scores] == [
        (1, BEN, 1, 1, 0.0),
        (2, ANN, 1, 2, LOSS),
        (2, CAT, 1, 2, LOSS),
    ]
    assert board.total == 3
    second = await puzzles.load_board(HERE, DAY, Day(DAY + 1), 1, 1)
    assert [(one.rank, one.user) for one in second.scores] == [(2, ANN)], "a later page goes on counting"
    assert second.total == 3
    nobody = await puzzles.load_board(HERE, Day(1), Day(2), 0, 15)
    assert (nobody.scores, nobody.total) == ((), 0)


async def test_days_and_servers_with_answers_are_listed(puzzles):
    puzzle = make_puzzle(HERE, DAY)
    await puzzles.add_answer(make_answer(puzzle, ANN))
    await puzzles.add_answer(make_answer(puzzle, ANN, is_right=False, day=DAY + 3))
    await puzzles.add_answer(make_answer(make_puzzle(ELSEWHERE, DAY), BEN))
    assert await puzzles.list_answered_days(HERE, ANN) == [AnsweredDay(DAY + 3, False), AnsweredDay(DAY, True)]
    assert await puzzles.list_answered_days(HERE, BEN) == []
    assert await puzzles.list_active_guilds(DAY) == [HERE, ELSEWHERE]
    assert await puzzles.list_active_guilds(Day(DAY + 1)) == [HERE]
    assert await puzzles.count_answers(ELSEWHERE, Day(DAY + 1)) == DayTotals(0, 0)
