"""While a puzzle is prepared, its user sees progress and faults. If computers are busy, answers are judged later."""

import asyncio

import pytest
from bot_harness import connected
from puzzle_flows import find_guild, find_unknown_lead, open_puzzle, wait_for

from bot.play.computers.search_workers import SearchFailedError, SearchFailure
from engine.model.options import Bombs
from tests.bot.puzzles.puzzle_factories import patch_searches


@pytest.mark.long
async def test_preparation_shows_progress(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    """The command answers at once with the progress, and the finished puzzle replaces this answer."""
    ann, bob = people[:2]
    going_on, find = asyncio.Event(), searches.find_lead_when_idle
    searches.positions = 3

    async def wait_and_find(rules, seed):
        found = await find(rules, seed)
        if len(searches.looked_at) == 2:
            await going_on.wait()
        return found

    searches.find_lead_when_idle = wait_and_find
    patch_searches(monkeypatch, searches)
    monkeypatch.setattr("bot.ui.core.interactions.responses.SHOWN_AT_ONCE", 0.01)
    monkeypatch.setattr("bot.ui.core.interactions.responses.UPDATE_PAUSE", 0.01)
    async with connected(tmp_path, loopback):
        told = [await one.slash("puzzle") for one in (ann, bob)]
        assert all("being prepared" in one.text for one in told)
        going_on.set()
        for player in (ann, bob):
            shown = await wait_for(player, "Find the best lead")
            assert "being prepared" not in shown.text
        assert len(searches.looked_at) == 3, "made once for both"


@pytest.mark.long
async def test_failed_preparation_is_reported(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    ann = people[0]

    async def refuse(*_):
        raise SearchFailedError(SearchFailure.CRASHED)

    find = searches.find_lead_when_idle
    searches.find_lead_when_idle = refuse
    patch_searches(monkeypatch, searches)
    async with connected(tmp_path, loopback):
        await ann.slash("puzzle")
        await wait_for(ann, "couldn't be prepared")
        searches.find_lead_when_idle = find
        patch_searches(monkeypatch, searches)
        assert "Find the best lead" in (await open_puzzle(ann)).text


@pytest.mark.long
async def test_busy_computers_judge_later(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    """If the computers are too busy to judge an answer, it does not count. A later press of the same button counts."""
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        judge = searches.compare_given

        async def refuse(*_):
            raise SearchFailedError(SearchFailure.QUEUE_FULL)

        searches.compare_given = refuse
        patch_searches(monkeypatch, searches)
        pressed = find_unknown_lead(shown, searches)
        told = await ann.click(shown, pressed)
        assert "doesn't count yet" in told.text
        searches.compare_given = judge
        patch_searches(monkeypatch, searches)
        assert "Best: " in (await ann.click(told, pressed)).text


@pytest.mark.long
async def test_rules_without_search_use_the_usual_preset(tmp_path, loopback, people, blank_pictures, wall, searches):
    """Computer players cannot search under rules with bombs, so the puzzle uses the usual preset."""
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        guild = find_guild(loopback)
        house = await running.database.store.house_rules.add_house_rules(
            guild, "Bombs", "standard", {"decks": "4", "bombs": "any_suit"}, 5
        )
        await running.database.store.house_rules.set_default_house_rules(guild, house.id)
        assert "Find the best lead" in (await open_puzzle(ann)).text
        assert [rules.bombs for rules, _ in searches.looked_at] == [Bombs.OFF]
