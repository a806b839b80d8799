"""Computers play alone and people watch, in their own language."""

import asyncio

import pytest
from play_by_panel import SHORT_DEAL, until
from screens import LoopbackPlayer

from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb


async def test_computer_match_is_watched(running, loopback, people):
    ann, bob = people[:2]
    shown = await ann.slash("tractor new", watch=True, **SHORT_DEAL)
    assert "everyone can watch" in shown.text
    assert not shown.has(ControlVerb.REQUEST_SEAT)
    (table,) = running.registry.list_live()
    assert table.facts.is_computers_only
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.WATCH))
    assert not board.has(ControlVerb.SHOW_HAND)
    listed = (await bob.slash("tractor list")).text
    assert "4 computers" in listed
    assert "people" not in listed
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert "keep watching" in board.text
    assert "(standard)" not in board.text
    panel = await until(ann, ann.screens, lambda seen: any(s.private and s.has(ControlVerb.NEXT_DEAL) for s in seen))
    assert any("keep watching" in s.text for s in panel if s.private), "the private message offers what it names"
    (button,) = board.ids(ControlVerb.NEXT_DEAL)
    await asyncio.gather(bob.click(board, button), ann.click(board, button), return_exceptions=True)
    assert table.spectator_view().deal_number == 2
    assert "1" in (await bob.slash("replay")).text
    second = await ann.slash("tractor new", watch=True)
    assert "already play for you at table 1" in second.text
    reader = LoopbackPlayer(loopback.person("wei", locale="zh-CN"))
    assert "旁观" in (await reader.slash("watch")).text
    refused = await bob.slash("seat", user=bob.id, seat=1)
    assert refused.private
    assert table.facts.is_computers_only


@pytest.mark.long
async def test_opener_ends_watched_match(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new", watch=True)
    (table,) = running.registry.list_live()
    await until(bob, bob.board, lambda s: s.has(ControlVerb.WATCH))
    refused = await bob.slash("tractor end")
    assert "seat" in refused.text
    asked = await ann.slash("tractor end")
    await ann.click(asked, f"stop:{table.id}")
    assert table.facts.status is TableStatus.OVER
    board = await until(ann, ann.board, lambda s: not s.has(ControlVerb.NEXT_DEAL) and s.has(ControlVerb.RULES))
    assert not board.has(ControlVerb.REMATCH)
