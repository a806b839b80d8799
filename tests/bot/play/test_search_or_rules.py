"""Computer players search for hard choices and decide others by rules. Advice for users comes from such searches."""

import asyncio
import itertools
import math
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from memory_store import run_pending_tasks
from structlog.testing import capture_logs
from test_search_workers import answer, held_workers, list_searched_views

from bot.play.computers import search_workers
from bot.play.computers.search_limits import SearchLimits
from bot.play.computers.search_or_rules import ADVISER_LEVEL, ComputerPlayerWorker, pick_legal_action
from bot.play.computers.search_process import (
    compare_given_in_process,
    compare_in_process,
    find_lead_in_process,
    search_play,
)
from bot.play.computers.search_workers import (
    SearchFailedError,
    SearchFailure,
    SearchWorkers,
    create_search_workers,
    make_thread,
)
from engine.deal.legal_actions import check_action
from engine.model.actions import Bury, Pass, PickUp, Play
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players.advice.compare_plays import ComparedPlay, CompareEffort, can_compare, compare_plays
from engine.players.levels import RULES_LEVEL, choose
from engine.players.search.oracle import OpenDeal
from tests.bot.ui.panel_positions import positions, preset_positions


async def until_asked(worker, times):
    while len(worker.asked) < times:  # noqa: ASYNC110 - the worker sends no notification
        await asyncio.sleep(0.01)


async def test_computer_plays_by_rules_when_search_fails():
    _, workers = held_workers(patience=0.01)
    computer_players = ComputerPlayerWorker(workers)
    for view in list_searched_views():
        action = await computer_players.choose(view, "master", "seed")
        assert action == choose(RULES_LEVEL, view, random.Random("seed"))
    await computer_players.close()
    with pytest.raises(RuntimeError, match="after shutdown"):
        await computer_players.choose(list_searched_views()[0], RULES_LEVEL, "seed")


@pytest.mark.parametrize("seat", ["master", "oracle"])
async def test_failed_search_is_logged_and_rules_answer(seat):
    worker, workers = held_workers(patience=60.0)
    computer_players = ComputerPlayerWorker(workers)
    view = next(view for view in list_searched_views(40) if can_compare(view))
    deal = OpenDeal(view, (), ())  # the search is faked, so the hands can be empty
    choosing = {
        "master": lambda: computer_players.choose(deal.view, "master", "seed"),
        "oracle": lambda: computer_players.choose_openly(deal, "seed"),
    }
    asked = asyncio.create_task(choosing[seat]())
    await run_pending_tasks()
    with capture_logs() as logs:
        worker.futures[0].set_exception(ZeroDivisionError())
        assert await asked == choose(RULES_LEVEL, deal.view, random.Random("seed"))
    assert [line["log_level"] for line in logs] == ["error"]
    await computer_players.close()


async def test_oracle_uses_rules_where_plays_cannot_be_compared():
    worker, workers = held_workers(patience=0.02)
    computer_players = ComputerPlayerWorker(workers)
    views = positions(preset("standard"), random.Random(0))
    view = next(view for view in views if view.ask is not Ask.NOTHING and not can_compare(view))
    chosen = await computer_players.choose_openly(OpenDeal(view, (), ()), "seed")
    assert worker.asked == []
    assert chosen == choose(RULES_LEVEL, view, random.Random("seed"))
    await computer_players.close()


async def test_advice_from_rules_stays_when_the_search_is_late():
    worker, workers = held_workers(patience=0.02)
    computer_players = ComputerPlayerWorker(workers)
    view = list_searched_views(1)[0]
    advice = await computer_players.advise(view)
    check_action(view, advice)
    worker.futures[0].set_result("something else")
    assert await computer_players.advise(view) == advice
    await computer_players.close()


async def test_advice_comes_from_rules_while_search_waits():
    worker, workers = held_workers(patience=60.0)
    computer_players = ComputerPlayerWorker(workers)
    first, second, third, last = list_searched_views(4)
    searching = [asyncio.create_task(computer_players.choose(view, "master", "seed")) for view in (first, second)]
    await asyncio.sleep(0)
    check_action(third, await computer_players.advise(third))
    assert len(worker.asked) == 1
    worker.futures[0].set_result(None)
    await run_pending_tasks()
    worker.futures[1].set_result(None)
    await asyncio.gather(*searching)
    advice = asyncio.create_task(computer_players.advise(last))
    await run_pending_tasks()
    assert worker.asked[-1] == (search_play, last, ADVISER_LEVEL, "recommended", 0.1)
    worker.futures[2].set_result("searched")
    assert await advice == "searched"
    await computer_players.close()


async def test_advice_is_what_master_would_play(monkeypatch):
    monkeypatch.setattr(
        search_workers.search_process, "search_play", lambda view, level, seed, _seconds: (level, view.seat, seed)
    )
    monkeypatch.setattr("bot.play.computers.search_or_rules.ADVICE_PATIENCE", 60.0)  # a busy machine may answer late
    computer_players = ComputerPlayerWorker(SearchWorkers(1, SearchLimits(patience=60.0), make_thread))
    view = list_searched_views(1)[0]
    assert await computer_players.advise(view) == (ADVISER_LEVEL, view.seat, "recommended")
    await computer_players.close()


async def test_repeated_comparison_is_searched_once():
    worker, workers = held_workers(patience=60.0)
    computer_players = ComputerPlayerWorker(workers)
    view, other = [one for one in list_searched_views(40) if can_compare(one)][:2]
    asked = [asyncio.create_task(computer_players.compare_when_idle(one, one.hand[:1])) for one in (view, other)]
    for number in range(2):
        await until_asked(worker, number + 1)  # the second comparison waits until the worker is idle
        worker.futures[number].set_result((number,))
    assert await asyncio.gather(*asked) == [(0,), (1,)]
    assert await computer_players.compare_when_idle(view, view.hand[:1]) == (0,)
    assert len(worker.asked) == 2
    await computer_players.close()


async def test_comparison_is_the_same_on_a_slow_machine(monkeypatch):
    """A comparison for a review does a fixed amount of work, however long it takes."""
    view = [one for one in list_searched_views(400) if can_compare(one)][-1]
    expected = compare_plays(view, view.hand[:1], random.Random("recommended"), CompareEffort())
    assert expected
    slow = SimpleNamespace(monotonic=itertools.count(step=1000).__next__)
    monkeypatch.setattr("bot.play.computers.search_process.time", slow)
    computer_players = ComputerPlayerWorker(create_search_workers(0))
    assert await computer_players.compare_when_idle(view, view.hand[:1]) == expected
    assert await computer_players.compare(view, view.hand[:1]) == (), "a hint does not wait for so long"
    await computer_players.close()


async def test_program_without_workers_chooses_legal_actions():
    computer_players = ComputerPlayerWorker(create_search_workers(0))
    for view in list_searched_views(2):
        check_action(view, await computer_players.choose(view, "master", "seed"))
    await computer_players.close()


async def test_panel_is_late_until_it_is_made_with_advice(monkeypatch):
    """Advice may arrive after a panel is made and before it is sent. Such a panel lacks the button for the advice."""
    monkeypatch.setattr("bot.play.computers.search_or_rules.ADVICE_PATIENCE", 60.0)  # a busy machine may answer late
    worker, workers = held_workers()
    computer_players, view = ComputerPlayerWorker(workers), list_searched_views(1)[0]
    assert await computer_players.advise_at_once(view) is None
    await until_asked(worker, 1)
    worker.futures[0].set_result("advice")
    assert await computer_players.advise(view) == "advice"
    assert computer_players.is_late(view), "the panel was made without it"
    assert await computer_players.advise_at_once(view) == "advice"
    assert not computer_players.is_late(view)
    await computer_players.close()


def list_compared(count=1):
    return [view for view in list_searched_views(40) if can_compare(view)][:count]


@pytest.mark.parametrize(
    ("others", "best", "distances"),
    [
        ((), None, [0.0]),
        (((0.5, 0.1),), None, [0.0, 0.5]),
        (((-0.5, 0.5),), None, [0.0, -0.5]),
        (((-0.5, 0.25),), 0, [0.0, 0.5]),
        (((-0.5, 0.25), (-0.75, 0.25), (0.25, 0.25)), 1, [0.0, 0.25, 0.75, 1.0]),
    ],
)
async def test_advice_changes_only_to_a_clearly_better_play(others, best, distances, monkeypatch):
    monkeypatch.setattr("bot.play.computers.search_or_rules.ADVICE_PATIENCE", 60.0)  # a busy machine may answer late
    worker, workers = held_workers()
    computer_players, (view,) = ComputerPlayerWorker(workers), list_compared()
    advised = Play(view.hand[:1])
    asked = asyncio.create_task(computer_players.advise_and_compare(view))
    await until_asked(worker, 1)
    worker.futures[0].set_result(advised)
    await until_asked(worker, 2)
    assert worker.asked[1][:4] == (compare_in_process, view, advised.cards, "recommended")
    mine = ComparedPlay(advised.cards, 60.0, 0.0, 0.0, 0.0, 9)
    rest = tuple(ComparedPlay((number,), 60.0, 0.0, *one, 9) for number, one in enumerate(others))
    worker.futures[1].set_result((mine, *rest))
    action, compared = await asked
    expected = advised if best is None else Play((best,))
    assert action == expected
    assert [one.behind for one in compared] == distances
    assert await computer_players.advise(view) == expected, "it stays the advice for this view"
    await computer_players.close()


async def test_comparison_is_empty_where_nothing_can_be_compared():
    worker, workers = held_workers(patience=0.01)
    computer_players, (view,) = ComputerPlayerWorker(workers), list_compared()
    views = positions(preset("standard"), random.Random(0))
    plain = next(view for view in views if view.ask is Ask.BURY)
    assert await computer_players.compare(plain, plain.hand[:1]) == ()
    assert await computer_players.compare_when_idle(plain, plain.hand[:1]) == ()
    action, compared = await computer_players.advise_and_compare(plain)
    assert (type(action), compared, worker.asked) == (Bury, (), [])
    assert await computer_players.compare(view, view.hand[:1]) == (), "the answer is late"
    await computer_players.close()


async def test_work_for_idle_workers_has_the_time_limit_of_its_kind():
    worker, workers = held_workers()
    computer_players, (view,) = ComputerPlayerWorker(workers), list_compared()
    plays = (view.hand[:1], view.hand[1:2])
    for number, (task, asked) in enumerate(
        [
            (
                computer_players.compare_when_idle(view, plays[0]),
                (compare_in_process, view, plays[0], "recommended", math.inf),
            ),
            (
                computer_players.compare_given_when_idle(view, plays, 50, "s"),
                (compare_given_in_process, view, plays, 50, "s", math.inf),
            ),
            (
                computer_players.compare_given(view, plays, 50, "s"),
                (compare_given_in_process, view, plays, 50, "s", math.inf),
            ),
            (computer_players.choose_when_idle(view, "master", "s"), (search_play, view, "master", "s", 0.9)),
            (computer_players.find_lead_when_idle(view.rules, "s"), (find_lead_in_process, view.rules, "s", 0.9)),
        ]
    ):
        running = asyncio.create_task(task)
        await until_asked(worker, number + 1)
        assert worker.asked[number] == asked
        await answer(worker, number, running, (number,))
    by_rules = await computer_players.choose_when_idle(view, RULES_LEVEL, "s")
    assert by_rules == choose(RULES_LEVEL, view, random.Random("s"))
    assert len(worker.asked) == 5
    await computer_players.close()


async def test_failed_work_for_idle_workers_is_tried_six_times(monkeypatch):
    pauses, sleep = [], asyncio.sleep

    async def note(seconds):
        pauses.append(seconds)
        await sleep(0)

    class Failing:
        is_busy, tries = False, 0

        async def run(self, *_args, **_options):
            self.tries += 1
            raise SearchFailedError(self.failure)

        async def close(self):
            pass

    searches = Failing()
    computer_players = ComputerPlayerWorker(searches)
    monkeypatch.setattr(asyncio, "sleep", note)
    for failure, tries in ((SearchFailure.CRASHED, 6), (SearchFailure.LATE, 6), (SearchFailure.CLOSED, 1)):
        searches.failure, searches.tries = failure, 0
        pauses.clear()
        with pytest.raises(SearchFailedError) as failed:
            await computer_players.find_lead_when_idle(preset("standard"), "s")
        assert (failed.value.failure, searches.tries) == (failure, tries)
        assert pauses == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6][: tries - 1])
    await computer_players.close()


async def test_advice_that_needs_no_search_is_never_late():
    worker, workers = held_workers()
    computer_players = ComputerPlayerWorker(workers)
    view = next(v for v in positions(preset("standard"), random.Random(0)) if v.ask is Ask.BURY)
    advised = await computer_players.advise_at_once(view)
    check_action(view, advised)
    assert (computer_players.is_late(view), worker.asked) == (False, [])
    searched = list_searched_views(1)[0]
    assert not computer_players.is_late(searched), "nobody has asked"
    for _ in range(3):
        assert await computer_players.advise_at_once(searched) is None
    assert computer_players.is_late(searched)
    await run_pending_tasks()
    assert len(worker.asked) == 1, "one search for a view"
    await computer_players.close()


@pytest.mark.parametrize("name", ["standard", "finding-friends", "hidden-ten", "online"])
def test_every_question_has_a_legal_answer_without_a_search(name):
    for view in preset_positions(name):
        action = pick_legal_action(view)
        check_action(view, action)
        if view.ask in {Ask.DECLARE, Ask.CLAIM, Ask.STEAL}:
            assert action == Pass()
        elif view.ask is Ask.PICK_UP:
            assert action == PickUp(take=True)
        assert pick_legal_action(replace(view, ask=Ask.NOTHING)) is None


async def test_advice_that_fails_is_tried_again():
    worker, workers = held_workers()
    computer_players, faults = ComputerPlayerWorker(workers), []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))
    view = list_searched_views(1)[0]
    for number, outcome in enumerate((ZeroDivisionError(), "advice")):
        asked = asyncio.create_task(computer_players.advise(view))
        await run_pending_tasks()
        if isinstance(outcome, str):
            await answer(worker, number, asked, outcome)
        else:
            worker.futures[number].set_exception(outcome)
            with pytest.raises(ZeroDivisionError):
                await asked
    assert await computer_players.advise(view) == "advice"
    await computer_players.close()
    assert faults == []
