"""Nobody fills a server with lobbies, not even with ten commands at once."""

import asyncio

from play_by_panel import until
from screens import LoopbackPlayer

from bot.ui.core.interactions.table_controls import ControlVerb


async def test_ten_commands_at_once_open_three_tables(running, loopback, people):
    ann, bob = LoopbackPlayer(loopback.person("ann", "zh-CN")), people[1]
    answers = await asyncio.gather(*(ann.slash("tractor new") for _ in range(10)))
    assert [table.facts.host for table in running.registry.list_live()] == [ann.id] * 3
    refusals = [screen.text for screen in answers if not screen.is_panel]
    assert len(refusals) == 7
    (refusal,) = set(refusals)
    assert all(f"第 {number} 桌（<#" in refusal for number in (1, 2, 3))
    assert "`/拖拉机 结束`" in refusal
    assert (await bob.slash("tractor new")).is_panel, "others open theirs"
    board = await until(bob, bob.board, lambda s: "4" in s.text)
    assert board.has(ControlVerb.JOIN)
