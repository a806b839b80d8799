"""Deals are reviewed in the background, and each user may begin a limited number of reviews."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from test_deal_review import ANN, BEN, SEATS, QuickAdviser, Scripted, finish_deal

from bot.ids import TableId, UserId
from bot.play.finished_deals.background_reviews import MAX_PER_HOUR, MAX_WAITING, ReviewBook
from bot.play.finished_deals.deal_review import (
    count_steps,
    review_play,
)
from bot.play.finished_deals.history import list_decisions
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Person
from engine.model.actions import Play


class HeldAdviser(QuickAdviser):
    def __init__(self):
        super().__init__()
        self.go = asyncio.Event()

    async def compare_when_idle(self, view, cards):
        await self.go.wait()
        return ()


async def test_user_has_one_pending_review():
    adviser, clock = HeldAdviser(), SimpleNamespace(now=0.0)
    book = ReviewBook(adviser, lambda: clock.now)
    deal = finish_deal()
    job = book.open(TableId(1), deal, ANN)
    assert book.open(TableId(1), deal, ANN) is job
    with pytest.raises(TableRefused) as refused:
        book.open(TableId(2), deal, ANN)
    assert refused.value.reason is TableRefusal.REVIEW_RUNNING
    with pytest.raises(TableRefused) as refused:
        book.open(TableId(1), deal, UserId(9))
    assert refused.value.reason is TableRefusal.NOT_AT_DEAL
    await wait_for(lambda: job.step == 1)
    adviser.go.set()
    await wait_for(lambda: job.is_over)
    assert book.open(TableId(1), deal, ANN).review is job.review is not None
    await book.close()


async def test_single_play_is_judged_if_its_review_is_gone():
    """A restart loses the reviews, but a user can still try one of the plays again."""
    adviser, deal = QuickAdviser(better=1.0), finish_deal()
    decisions = [one for one in list_decisions(deal, ANN) if isinstance(one.action, Play) and len(one.view.hand) < 6]
    expected = {one.trick: await review_play(one, adviser) for one in decisions}
    (trick, play) = next((trick, play) for trick, play in expected.items() if play is not None)
    judged = len(adviser.shown)
    book = ReviewBook(adviser, lambda: 0.0)
    assert await book.find_play(deal, ANN, trick) == play
    assert len(adviser.shown) == judged + 1
    with pytest.raises(TableRefused) as refused:
        await book.find_play(deal, UserId(9), trick)
    assert refused.value.reason is TableRefusal.NOT_AT_DEAL


async def test_review_that_failed_can_be_started_again():
    class Broken(QuickAdviser):
        async def compare_when_idle(self, *_):
            raise RuntimeError("no worker")

    book, deal = ReviewBook(Broken(), lambda: 0.0), finish_deal()
    job = book.open(TableId(1), deal, ANN)
    await wait_for(lambda: job.failed and not book._running)
    assert book.open(TableId(1), deal, ANN) is not job
    await book.close()


async def wait_for(condition):
    async with asyncio.timeout(100):
        while not condition():  # noqa: ASYNC110 - several conditions of the book
            await asyncio.sleep(0.01)


async def open_when_free(book, table, deal, user=ANN):
    """Open a review, and wait until it is over and no review runs."""
    job = book.open(TableId(table), deal, user)
    await wait_for(lambda: job.is_over and not book._running)
    return job


async def test_review_counts_against_a_users_limit_for_an_hour():
    adviser, clock = HeldAdviser(), SimpleNamespace(now=0.0)
    adviser.go.set()
    book, deal = ReviewBook(adviser, lambda: clock.now), replace(finish_deal(), moves=finish_deal().moves[:1])
    for table in range(MAX_PER_HOUR):
        await open_when_free(book, table, deal)
        clock.now += 10.0
    for now, is_free in ((3599.0, False), (3600.0, True), (3600.0, False), (3609.0, False), (3610.0, True)):
        clock.now = now
        if is_free:
            await open_when_free(book, int(now), deal)
        else:
            with pytest.raises(TableRefused) as refused:
                book.open(TableId(99), deal, ANN)
            assert refused.value.reason is TableRefusal.TOO_MANY_REVIEWS
    assert (await open_when_free(book, 98, deal, BEN)).review is not None, "others have their own limit"
    known = book.open(TableId(0), deal, ANN)
    assert known.is_over, "a cached one is not counted"
    clock.now = 99_999.0
    assert (await open_when_free(book, 97, deal)).review is not None, "all earlier ones are forgotten"
    await book.close()


async def test_all_reviews_are_limited_and_take_turns():
    class Counting(HeldAdviser):
        running = most = 0

        async def compare_when_idle(self, view, cards):
            self.running += 1
            self.most = max(self.most, self.running)
            await self.go.wait()
            self.running -= 1
            return ()

    adviser = Counting()
    book = ReviewBook(adviser, lambda: 0.0)
    deals = [replace(finish_deal(), seats=(Person(UserId(user)), *SEATS[1:])) for user in range(50, 51 + MAX_WAITING)]
    jobs = [book.open(TableId(1), deal, deal.seats[0].user) for deal in deals[:-1]]
    with pytest.raises(TableRefused) as refused:
        book.open(TableId(1), deals[-1], deals[-1].seats[0].user)
    assert refused.value.reason is TableRefusal.TOO_MANY_REVIEWS
    await wait_for(lambda: jobs[0].step == 1)
    assert [(job.step, job.review, job.failed) for job in jobs[1:]] == [(0, None, False)] * (MAX_WAITING - 1)
    waiting = asyncio.create_task(jobs[0].changed.wait())
    adviser.go.set()
    await wait_for(lambda: all(job.is_over for job in jobs))
    assert waiting.done()
    assert adviser.most == 1
    assert (
        {job.step for job in jobs} == {job.steps for job in jobs} == {count_steps(list_decisions(deals[0], UserId(50)))}
    )
    await book.close()


async def test_each_deal_has_its_own_review():
    adviser = HeldAdviser()
    adviser.go.set()
    book, deal = ReviewBook(adviser, lambda: 0.0), replace(finish_deal(), moves=finish_deal().moves[:1])
    first = await open_when_free(book, 1, deal)
    for table, other, user in ((2, deal, ANN), (1, replace(deal, number=2), ANN), (1, deal, BEN)):
        assert await open_when_free(book, table, other, user) is not first
    assert book.open(TableId(1), deal, ANN) is first
    await book.close()


async def test_play_without_a_judgment_is_not_found():
    book = ReviewBook(Scripted(lambda *_: ()), lambda: 0.0)
    assert await book.find_play(finish_deal(), ANN, 99) is None
    assert await book.find_play(finish_deal(), ANN, 1) is None


async def test_waiting_user_sees_each_step_and_the_end():
    class Yielding(QuickAdviser):
        async def compare_when_idle(self, *_):
            for _ in range(5):
                await asyncio.sleep(0)
            return ()

    book, seen = ReviewBook(Yielding(), lambda: 0.0), []
    job = book.open(TableId(1), finish_deal(), ANN)
    assert (job.steps, job.step, job.is_over) == (0, 0, False)
    async with asyncio.timeout(100):
        while not job.is_over:
            await job.changed.wait()
            seen.append(job.step)
    assert set(seen) == set(range(1, job.steps + 1))
    await book.close()


async def test_closing_a_review_book_stops_its_reviews():
    adviser = HeldAdviser()
    book = ReviewBook(adviser, lambda: 0.0)
    job = book.open(TableId(1), finish_deal(), ANN)
    await wait_for(lambda: job.step == 1)
    await book.close()
    adviser.go.set()
    await asyncio.sleep(0)
    assert (job.step, job.review, job.failed) == (1, None, True)
