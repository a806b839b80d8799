"""Few deals are rated in a thread, many in one process that is started once and stopped at the end."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.league.rulings import recompute_ratings
from bot.league.rulings.recompute_ratings import rate_in_thread, work_in_process
from tests.bot.league.test_league_ratings import deal

DEALS = [deal(1, 2, 3, 4, id_=number) for number in range(1, 6)]


@pytest.fixture
def calls(monkeypatch):
    """Replace processes by threads and return the list that records their starts and stops."""
    found = []

    class Process(ThreadPoolExecutor):
        def __init__(self, workers, mp_context):
            found.append(("start", workers, mp_context.get_start_method()))
            super().__init__(workers)

        def shutdown(self, wait=True, *, cancel_futures=False):
            found.append(("stop", wait, cancel_futures))
            super().shutdown()

    monkeypatch.setattr(recompute_ratings, "ProcessPoolExecutor", Process)
    monkeypatch.setattr(recompute_ratings, "MAX_DEALS_IN_THREAD", 3)
    return found


async def test_many_deals_are_rated_in_one_process(calls):
    with work_in_process() as rate:
        assert await rate({}, DEALS[:3]) == await rate_in_thread({}, DEALS[:3])
        assert calls == []
        for number in (3, 4):
            assert await rate({}, DEALS[number:]) == await rate_in_thread({}, DEALS[number:])
        assert calls == [("start", 1, "spawn")]
    assert calls[1:] == [("stop", False, True)], "waiting would block the loop"


async def test_few_deals_start_no_process(calls):
    with work_in_process() as rate:
        await rate({}, DEALS[:1])
    assert calls == []
