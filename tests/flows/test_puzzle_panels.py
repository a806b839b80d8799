"""A puzzle shows its cards, lists, the tricks so far and the leaderboard, but nothing that is hidden."""

import random
from contextlib import suppress
from dataclasses import replace
from unittest.mock import patch

import pytest
from bot_harness import LOGGED, connected
from leak_search import draw_into, no_ids, options_of
from puzzle_flows import DAY, answer, open_puzzle, play_buttons
from screens import LoopbackPlayer

from bot.puzzles.days import DAY_SECONDS, Period
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.puzzles.control_ids import SHOW_TRICKS, OpenPuzzle, PuzzleControl, ShowPuzzleBoard
from engine.model.actions import Deal
from engine.model.errors import IllegalAction
from engine.puzzles.find_lead import open_position
from tests.bot.puzzles.puzzle_factories import make_lead
from tests.wire.driven_loopback import DrivenLoopback


async def test_cards_are_picked_confirmed_and_cleared(tmp_path, loopback, people, blank_pictures, wall, searches):
    """For a user who confirms plays, the first tap only picks cards, so that a tap on a wrong card costs nothing."""
    ann = people[0]
    async with connected(tmp_path, loopback):
        settings = await ann.slash("settings")
        await ann.click(settings, next(one for one in settings.buttons if one.startswith("set:confirm")))
        shown = await open_puzzle(ann)
        held = await ann.click(shown, play_buttons(shown)[0])
        assert "Best: " not in held.text
        clear = str(PuzzleControl(DAY, False, ControlVerb.CLEAR.value))
        cleared = await ann.click(held, clear)
        assert play_buttons(cleared) == play_buttons(shown)
        held = await ann.click(cleared, play_buttons(cleared)[0])
        (sure,) = (one for one in held.buttons if f":{ControlVerb.CONFIRM_PLAY}:" in one)
        assert "Best: " in (await ann.click(held, sure)).text


@pytest.mark.long
async def test_earlier_tricks_open_and_lead_back(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann = people[0]
    async with connected(tmp_path, loopback):
        shown = await open_puzzle(ann)
        tricks = await ann.click(shown, str(PuzzleControl(DAY, False, SHOW_TRICKS)))
        played = len(open_position(searches.found.record).tricks)
        assert f"**{played}.**" in tricks.text
        (back,) = tricks.buttons
        assert (await ann.click(tricks, back)).buttons == shown.buttons


@pytest.mark.long
async def test_declarer_knows_what_they_buried(tmp_path, loopback, people, blank_pictures, wall, searches):
    searches.found = make_lead("a")
    view = open_position(searches.found.record)
    async with connected(tmp_path, loopback) as running:
        texts = running.client._services.catalogue.texts_for("en")
        assert f"You buried {texts.format_cards(view.kitty, view.card_order)}" in (await open_puzzle(people[0])).text


@pytest.mark.long
async def test_opponent_does_not_know_the_kitty(tmp_path, loopback, people, blank_pictures, wall, searches):
    searches.found = make_lead("b")
    assert open_position(searches.found.record).kitty is None
    async with connected(tmp_path, loopback):
        assert "buried" not in (await open_puzzle(people[0])).text


async def test_leaderboard_counts_answers_by_period(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await answer(ann, searches)
        done = await answer(bob, searches, right=False)
        board = await bob.click(done, str(ShowPuzzleBoard(Period.WEEK)))
        assert board.private
        assert "1. Ann · 1 of 1 right · 0.0 points lost" in board.text
        assert "2. Bob · 0 of 1 right · 8.0 points lost" in board.text
        wall.now += 40 * DAY_SECONDS
        for period, has in ((Period.MONTH, False), (Period.ALL, True)):
            board = await bob.click(board, str(ShowPuzzleBoard(period, 1, "p")))
            assert ("Ann" in board.text) is has
            assert ("Nobody has answered" in board.text) is not has
        wall.now -= 40 * DAY_SECONDS
        assert (await bob.click(board, str(OpenPuzzle()))).text == done.text, "the way back"


@pytest.mark.long
async def test_hidden_cards_and_the_solution_change_no_byte(tmp_path, people, wall, searches):
    """Other hidden hands, or another best lead, change nothing that is sent before the answer."""
    first, sent = searches.found, []
    for found in (first, swap_hidden_cards(first), replace(first, plays=first.plays[::-1])):
        searches.found = found
        sent.append(await collect_sent(tmp_path / str(len(sent))))
    assert sent[0] == sent[1], "hidden hands"
    assert sent[0] == sent[2], "the solution"
    assert sum(len(body) for body in sent[0]["bodies"]) > 10_000, "pictures too"


async def collect_sent(folder):
    """Return everything that is sent and logged when people open the puzzle and its tricks, before any answer."""
    folder.mkdir()
    LOGGED.clear()
    loopback, bodies = await DrivenLoopback.start(limits=False), []
    draw = draw_into(bodies)
    try:
        with (
            patch("bot.ui.dispatch.send_response.to_discord", draw),
            patch("bot.ui.discord_io.messages.to_discord", draw),
        ):
            async with connected(folder, loopback):
                ann, bob = (LoopbackPlayer(loopback.person(name)) for name in ("ann", "bob"))
                shown = await open_puzzle(ann)
                await ann.click(shown, str(PuzzleControl(DAY, False, SHOW_TRICKS)))
                await open_puzzle(bob)
                screens = [(no_ids(s.text), s.alts, list(s.buttons), options_of(s)) for s in await ann.screens()]
    finally:
        await loopback.stop()
    return {"screens": screens, "bodies": sorted(map(no_ids, map(repr, bodies))), "log": sorted(map(no_ids, LOGGED))}


def swap_hidden_cards(found, tries=80):
    """Exchange cards of the puzzle that its player cannot see, and return the changed puzzle."""
    rng, known = random.Random(1), open_position(found.record)
    at = next(n for n, move in reversed(list(enumerate(found.record.moves))) if isinstance(move.action, Deal))
    record, swapped = found.record, 0
    for _ in range(tries):
        order = list(record.moves[at].action.order)
        a, b = rng.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
        move = replace(record.moves[at], action=replace(record.moves[at].action, order=tuple(order)))
        changed = replace(record, moves=(*record.moves[:at], move, *record.moves[at + 1 :]))
        with suppress(IllegalAction):
            if order[a] != order[b] and open_position(changed) == known:
                record, swapped = changed, swapped + 1
    assert swapped > 2
    return replace(found, record=record)
