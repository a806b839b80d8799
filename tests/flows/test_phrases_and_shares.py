"""Phrases that players say between deals, and results that they post for everyone once, without spoilers."""

import asyncio
from dataclasses import replace

import pytest
from bot_harness import QUICK, connected
from play_by_panel import SHORT_DEAL, play_deal, sit_down, until
from puzzle_flows import DAY, answer, open_puzzle, press_forged
from refuse_requests import posts_to, refuse
from screens import LoopbackPlayer
from test_forged_ids import press as forge_press
from test_posts_refused import channel

from bot.ids import UserId
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.people import Preferences
from bot.ui.puzzles.control_ids import SharePuzzle
from engine.model.events import DealResult

PUZZLE = str(SharePuzzle(DAY))
DEAL = "film:share:1:1"
SLOW = replace(QUICK, phrase_pause=900.0, next_deal=900.0, turn=900.0, bury=900.0)


async def list_public(player, words):
    return [screen for screen in await player.screens() if not screen.private and words in screen.text]


def phrases(panel):
    return panel.ids(ControlVerb.SAY)[0]


async def test_phrases_are_read_in_each_language(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback, timing=SLOW) as running:
        remembered = running.client._services.people
        await remembered.save_preferences(UserId(bob.id), Preferences(language="zh-CN"))
        await sit_down(ann, [bob], **SHORT_DEAL | {"computers": 2})
        await play_deal([ann, bob])
        panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.SAY))
        await bob.slash("replay")
        panel = await until(ann, ann.panel, lambda s: s.text != panel.text)  # the next deal waits for Bob
        said = await ann.select(panel, phrases(panel), ["well"])
        assert "Ann: “Well played!”" in said.text
        read = await until(bob, bob.panel, lambda s: "打得漂亮！" in s.text)
        refused = await ann.select(said, phrases(said), ["thanks"])
        assert "That's a lot at once" in refused.text
        assert "Thanks" not in refused.text
        again = await bob.select(read, phrases(read), ["thanks"])
        assert "打得漂亮！” · " in again.text, "the newest is the last"
        await remembered.save_preferences(UserId(bob.id), Preferences(mute_phrases=True))
        muted = await bob.select(again, phrases(again), ["sorry"])
        assert "Well played!" not in muted.text
        assert not muted.has(ControlVerb.SAY)
        waiting = await ann.click(said, said.ids(ControlVerb.NEXT_DEAL)[0])
        assert "Waiting for Bob" in waiting.text
        assert not waiting.has(ControlVerb.NEXT_DEAL)
        last = await bob.click(muted, muted.ids(ControlVerb.NEXT_DEAL)[0])
        assert (await running.registry.get_table(1)).spectator_view().deal_number > 1
        late = await until(ann, ann.panel, lambda s: not s.has(ControlVerb.SAY))
        assert "Well played!" not in late.text + last.text


async def test_answer_is_shared_once_without_spoilers(tmp_path, loopback, people, blank_pictures, wall, searches):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        done = await answer(ann, searches)
        with refuse(loopback, posts_to(channel(loopback)), 403, 50013):
            assert "I could not post in" in (await ann.click(done, PUZZLE)).text
        await asyncio.gather(ann.click(done, PUZZLE), ann.click(done, PUZZLE))
        assert "posted already" in (await ann.click(done, PUZZLE)).text
        (posted,) = await list_public(ann, "Ann found the best lead")
        best = searches.found.plays[0].cards
        assert posted.text.count("\n") == 0
        assert not any(str(card) in posted.text for card in best)
        assert "Find the best lead" in (await bob.click(posted, "puzzle:open")).text


@pytest.mark.long
async def test_unanswered_puzzle_is_not_shared(tmp_path, loopback, people, blank_pictures, wall, searches, monkeypatch):
    bob = people[1]
    async with connected(tmp_path, loopback):
        await open_puzzle(bob)
        assert "Find the best lead" in (await press_forged(monkeypatch, bob, PUZZLE)).text
        gone = await press_forged(monkeypatch, bob, str(SharePuzzle(DAY - 500)))
        assert "isn't available here" in gone.text
        assert not await list_public(bob, "Bob")


async def test_memorable_deal_is_shared_by_its_players(tmp_path, loopback, people, blank_pictures, monkeypatch):
    monkeypatch.setattr(DealResult, "is_memorable", True)
    ann, bob = people[:2]
    async with connected(tmp_path, loopback, timing=SLOW) as running:
        await sit_down(ann, **SHORT_DEAL)
        await play_deal([ann])
        panel = await until(ann, ann.panel, lambda s: DEAL in s.buttons)
        assert not panel.has(ControlVerb.SAY), "nobody would read it"
        elsewhere = LoopbackPlayer(ann.person, "general")
        there = await elsewhere.click(await elsewhere.slash("last"), DEAL)
        assert there.text == f"Posted in <#{channel(loopback)}>."
        (posted,) = await list_public(ann, "### Table 1 · deal 1")
        assert posted.alts
        told = await ann.click(panel, DEAL)
        assert "posted already" in told.text
        await ann.wait_until_idle()  # the bot can delete its answer only once it knows that the answer has arrived
        await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        await until(ann, ann.screens, lambda seen: told.id not in {s.id for s in seen})
        refused = await forge_press(running, bob, posted, DEAL, ())
        assert "Only people who sat in a deal" in str(refused.message.parts)
