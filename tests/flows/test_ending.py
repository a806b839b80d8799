"""Ending a table that is being played is asked about once more; afterwards nobody's panel asks anything."""

import pytest
from hosting import connected
from playing import end_table, sit_down, until
from screens import LoopbackPlayer

from bot.play.motions import Matter, MatterKind
from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.ui.ids import Verb
from bot.ui.panels.council import vote_id


def stops(screen):
    return [i for i in screen.buttons if i.startswith("stop:")]


async def table_of(running, number=1):
    return await running.registry.table(TableId(number))


async def test_the_host_is_asked_and_panels_are_told(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    board = await until(bob, bob.board, lambda s: s.has(Verb.HAND))
    panel = await bob.click(board, board.ids(Verb.HAND)[0])
    assert panel.private
    asked = await ann.slash("tractor end")
    assert asked.private
    assert "Table 1" in asked.text
    table = await table_of(running)
    assert table.facts.status is Status.PLAYING
    assert "go on" in (await ann.click(asked, "stop:keep")).text
    assert table.facts.status is Status.PLAYING
    asked, again = await ann.slash("tractor end"), await ann.slash("tractor end")
    assert stops(asked) == ["stop:1", "stop:keep"]
    done = await ann.click(asked, "stop:1")
    assert "closed" in done.text
    assert not done.buttons
    assert table.facts.status is Status.OVER

    async def last():
        return next((s for s in reversed(await bob.screens()) if s.private), None)

    told = await until(bob, last, lambda s: "over" in s.text)
    assert not told.buttons
    assert not told.selects
    assert "over already" in (await ann.click(again, "stop:1")).text


@pytest.mark.long
async def test_the_question_outlives_a_restart_and_its_host(tmp_path, loopback, people):
    bob, cat = people[1:3]  # ann owns the server, and may always
    async with connected(tmp_path, loopback):
        await sit_down(bob, [cat], computers=2)
        first, second = await bob.slash("tractor end"), await bob.slash("tractor end")
    async with connected(tmp_path, loopback) as running:
        table = await table_of(running)
        asked = await bob.slash("leave")
        await bob.click(asked, asked.ids(Verb.GO)[0])
        refused = await bob.click(first, "stop:1")
        assert f"<@{cat.id}>" in refused.text, "only the host may, and that is somebody else now"
        assert table.facts.status is Status.PLAYING
        assert "closed" in (await end_table(cat)).text
        assert table.facts.status is Status.OVER
        assert "over already" in (await bob.click(second, "stop:1")).text


@pytest.mark.long
async def test_the_host_is_asked_where_his_vote_would_end_a_match(running, people):
    ann, bob, cat = people[:3]
    await sit_down(ann, [bob, cat], computers=1)
    await bob.slash("tractor end")
    close = vote_id(TableId(1), Matter(MatterKind.CLOSE))
    board = await until(ann, ann.board, lambda s: close in s.buttons)
    asked = await ann.click(board, close)
    assert asked.private
    assert stops(asked) == ["stop:1", "stop:keep"]
    table = await table_of(running)
    assert table.facts.status is Status.PLAYING
    await cat.click(board, close)
    assert table.facts.status is Status.OVER, "the others are more than half"
    assert "over already" in (await ann.click(asked, "stop:1")).text


async def test_with_several_tables_it_says_which(running, people):
    ann = people[0]
    await sit_down(ann, computers=3)
    await ann.slash("tractor new", computers=1)
    asked = await ann.slash("tractor end")
    assert stops(asked) == ["stop:2", "stop:1", "stop:keep"]
    assert "not begun yet" in asked.text
    await ann.click(asked, "stop:1")
    assert (await table_of(running)).facts.status is Status.OVER
    assert (await table_of(running, 2)).facts.status is Status.LOBBY
    assert "Table 2" in (await ann.slash("tractor end")).text, "an empty lobby needs no question"
    assert (await table_of(running, 2)).facts.status is Status.CLOSED


async def test_who_sits_elsewhere_is_told_where(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    there = next(iter(running.registry.live())).facts.channel
    away = LoopbackPlayer(bob.person, "general")
    await away.slash("tractor new")
    await away.slash("tractor end")
    assert f"<#{there}>" in (await away.slash("hand")).text, "what is over here is not meant"
    await LoopbackPlayer(loopback.person("eve"), "general").slash("tractor new")
    shown = await away.slash("hand")
    assert f"<#{there}>" in shown.text
    assert shown.has(Verb.REFRESH)
    for refused in (await away.slash("play", cards="SA"), await away.slash("away")):
        assert f"table 1 in <#{there}>" in refused.text
    assert "no seat" in (await LoopbackPlayer(loopback.person("dan"), "general").slash("hand")).text
