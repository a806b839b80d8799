"""Puzzles are searched for once, checked and kept for some time. Users' answers are judged."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.ids import GuildId, UserId
from bot.play.computers.search_workers import SearchFailedError, SearchFailure
from bot.puzzles.days import DAY_SECONDS, Day
from bot.puzzles.puzzle_model import AnsweredDay, Judgement, PuzzleAnswer, Streaks, judge
from bot.puzzles.service import MOST_POSITIONS, PuzzleMaker, PuzzleRules, PuzzleService, count_streaks
from engine.model.options import Bombs
from engine.model.presets import PRESETS
from tests.bot.puzzles.puzzle_factories import LOSS, KnownSearches, compared, list_kinds, make_answer, make_puzzle

HERE, DAY, ANN = GuildId(7), Day(20_000), UserId(1)
STANDARD, PAGAT = (PuzzleRules(name, PRESETS[name]) for name in ("standard", "pagat"))
BOMBS = PuzzleRules("standard", replace(STANDARD.rules, bombs=Bombs.ANY_SUIT))


class MemoryStore:
    """Puzzles and answers in memory."""

    def __init__(self):
        self.puzzles, self.answers = {}, {}

    async def add_puzzle(self, puzzle):
        self.puzzles.setdefault((puzzle.guild, puzzle.day), puzzle)

    async def find_puzzle(self, guild, day):
        return self.puzzles.get((guild, day))

    async def list_puzzle_days(self, guild, before, most):
        return sorted((day for at, day in self.puzzles if at == guild and day < before), reverse=True)[:most]

    async def delete_puzzles(self, before):
        self.puzzles = {key: one for key, one in self.puzzles.items() if key[1] >= before}

    async def list_active_guilds(self, since):
        return sorted({guild for guild, day, _ in self.answers if day >= since})

    async def add_answer(self, answer):
        return self.answers.setdefault((answer.guild, answer.day, answer.user), answer)


class Parts:
    """A puzzle service, with its store in memory and searches that find a puzzle at once."""

    def __init__(self):
        self.store, self.searches, self.now = MemoryStore(), KnownSearches(), DAY * DAY_SECONDS + 10.0
        self.maker = PuzzleMaker(self.store, self.searches, random.Random(1).randbytes, STANDARD)
        self.service = PuzzleService(self.store, self.searches, self.maker, lambda: self.now)


@pytest.fixture
async def parts():
    made = Parts()
    yield made
    await made.service.maker.close()


async def until_over(job):
    async with asyncio.timeout(120):
        while not job.is_over:
            await job.changed.wait()
    return job


async def test_simultaneous_requests_make_one_puzzle(parts):
    jobs = [parts.service.maker.begin(HERE, DAY, PAGAT) for _ in range(3)]
    assert jobs[0] is jobs[2]
    puzzle = (await until_over(jobs[0])).puzzle
    assert puzzle == parts.store.puzzles[HERE, DAY]
    assert puzzle.preset == "pagat"
    later = await until_over(parts.service.maker.begin(HERE, DAY, STANDARD))
    assert later.puzzle == puzzle
    assert len(parts.searches.looked_at) == 1


async def test_position_in_doubt_is_no_puzzle(parts):
    """A play that was clearly best in the first comparison must also be clearly best in further comparisons."""
    doubts = iter([0.05] * 4)
    sure = parts.searches.compare_given_when_idle

    async def doubt(view, plays, deals, seed):
        found = await sure(view, plays, deals, seed)
        behind = next(doubts, None)
        return found if behind is None else (found[0], *(replace(one, behind=behind) for one in found[1:]))

    parts.searches.compare_given_when_idle = doubt
    job = await until_over(parts.service.maker.begin(HERE, DAY, STANDARD))
    assert job.puzzle is not None
    assert job.looked_at == 2


async def test_rules_without_puzzles_fall_back_to_standard(parts):
    find = parts.searches.find_lead_when_idle

    async def find_under_standard(rules, seed):
        found = await find(rules, seed)
        return found if rules == STANDARD.rules else None

    parts.searches.find_lead_when_idle = find_under_standard
    job = await until_over(parts.service.maker.begin(HERE, DAY, PAGAT))
    assert job.puzzle.preset == "standard"
    assert job.looked_at == MOST_POSITIONS + 1
    assert len({seed for _, seed in parts.searches.looked_at}) == MOST_POSITIONS + 1, "no position twice"


async def test_rules_that_no_search_knows_are_not_searched(parts):
    job = await until_over(parts.service.maker.begin(HERE, DAY, BOMBS))
    assert job.puzzle.record.rules == STANDARD.rules
    assert [rules for rules, _ in parts.searches.looked_at] == [STANDARD.rules]


@pytest.mark.parametrize("failure", [SearchFailure.CRASHED, SearchFailure.CLOSED])
async def test_failed_search_is_tried_again_when_somebody_asks(parts, failure):
    find = parts.searches.find_lead_when_idle

    async def refuse(*_):
        raise SearchFailedError(failure)

    parts.searches.find_lead_when_idle = refuse
    assert (await until_over(parts.service.maker.begin(HERE, DAY, STANDARD))).failed
    parts.searches.find_lead_when_idle = find
    assert (await until_over(parts.service.maker.begin(HERE, DAY, STANDARD))).puzzle is not None


async def test_closing_stops_a_search(parts):
    async def never(*_):
        await asyncio.Event().wait()

    parts.searches.find_lead_when_idle = never
    job = parts.service.maker.begin(HERE, DAY, STANDARD)
    await asyncio.sleep(0)
    async with asyncio.timeout(120):
        await parts.service.maker.close()
    assert job.failed


async def test_future_puzzles_are_not_shown(parts):
    for day in (DAY, DAY + 1):
        await parts.store.add_puzzle(make_puzzle(HERE, day))
    assert await parts.service.find_puzzle(HERE, DAY) is not None
    assert await parts.service.find_puzzle(HERE, Day(DAY + 1)) is None
    assert await parts.service.is_prepared(HERE, Day(DAY + 1))
    parts.now += DAY_SECONDS
    assert await parts.service.find_puzzle(HERE, Day(DAY + 1)) is not None


async def test_latest_puzzles_that_no_longer_count_may_be_practised(parts):
    puzzle = make_puzzle(HERE, DAY)
    for ago in range(5):
        await parts.store.add_puzzle(replace(puzzle, day=Day(DAY - ago)))
    assert await parts.service.list_practice_days(HERE, 2) == [DAY - 2, DAY - 3], "yesterday's still counts for an hour"
    parts.now += 3600
    assert await parts.service.list_practice_days(HERE, 2) == [DAY - 1, DAY - 2]
    assert await parts.service.list_practice_days(HERE, 25) == [DAY - 1, DAY - 2, DAY - 3, DAY - 4]


async def test_puzzles_are_kept_for_sixty_days(parts):
    await parts.store.add_puzzle(make_puzzle(HERE, DAY))
    parts.now += 60 * DAY_SECONDS
    await parts.service.delete_old()
    assert parts.store.puzzles
    parts.now += DAY_SECONDS
    await parts.service.delete_old()
    assert not parts.store.puzzles


async def test_server_is_active_for_week_after_an_answer(parts):
    await parts.store.add_answer(make_answer(make_puzzle(HERE, DAY), ANN))
    parts.now += 7 * DAY_SECONDS
    assert await parts.service.list_active_guilds() == [HERE]
    parts.now += DAY_SECONDS
    assert await parts.service.list_active_guilds() == []


async def test_first_answer_is_not_replaced(parts):
    puzzle = make_puzzle(HERE, DAY)
    wrong = await parts.service.judge(puzzle, puzzle.plays[1].cards)
    assert wrong == Judgement(puzzle.plays[1].cards, LOSS, is_right=False)
    first = await parts.service.answer(puzzle, ANN, wrong)
    right = await parts.service.judge(puzzle, puzzle.best.cards)
    assert right == Judgement(puzzle.best.cards, 0.0, is_right=True)
    assert await parts.service.answer(puzzle, ANN, right) == first == PuzzleAnswer(HERE, DAY, ANN, wrong, parts.now)


async def test_answer_that_was_not_compared_is_searched(parts):
    puzzle = make_puzzle(HERE, DAY)
    other = list_kinds(puzzle.view)[2]
    assert not any(sorted(one.cards) == sorted(other) for one in puzzle.plays)
    assert not (await parts.service.judge(puzzle, other)).is_right


@pytest.mark.parametrize(
    ("points", "error", "is_right"),
    [
        (6.0, 0.05, False),
        (6.0, 0.2, True),
        (1.9, 0.01, True),
        (-4.0, 0.01, True),
        (2.0, 0.01, False),
        (10.0, 0.25, True),
    ],
)
def test_lead_is_wrong_if_it_surely_costs_points(points, error, is_right):
    best, other = (1,), (2,)
    found = judge(other, (compared(best, 0.0), replace(compared(other, points), error=error)))
    assert found == Judgement(other, 0.0 if is_right else points, is_right)


async def test_known_lead_has_the_figures_of_the_puzzle(parts):
    """The answer agrees with the values that are shown with the puzzle. A compared lead is not searched again."""
    puzzle = make_puzzle(HERE, DAY)
    known = replace(puzzle, plays=(puzzle.best, replace(puzzle.plays[1], points_behind=5.5)))
    assert (await parts.service.judge(known, known.plays[1].cards)).loss == 5.5
    assert parts.searches.judged == []


def test_lead_as_good_as_the_best_is_right():
    assert judge((2,), (compared((1,), 0.0),)).is_right


def test_wrong_answer_ends_streak():
    days = [AnsweredDay(Day(DAY - ago), right) for ago, right in ((0, True), (1, True), (3, False), (4, True))]
    assert count_streaks(days, DAY) == Streaks(2, 2)
    assert count_streaks(days[:2], DAY) == Streaks(2, 2)
    assert count_streaks([], DAY) == Streaks(0, 0)
