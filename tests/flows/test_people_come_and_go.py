"""Lobbies that are arranged, people who come, go and hand over, pauses and rematches, as people see them."""

import random
from contextlib import suppress

import pytest
from playing import act, end_table, sit_down, until
from screens import LoopbackPlayer

from bot.loopback.interactions.client import ClientError
from bot.play.occupants import Computer, Person, TableId
from bot.play.ports import Status
from bot.ui.ids import Verb
from engine.view import PhaseName


@pytest.fixture
def reader(loopback):
    return LoopbackPlayer(loopback.person("mei", locale="zh-TW"))


async def table_of(running, number=1):
    return await running.registry.table(TableId(number))


def labels(screen, verb):
    """What a list offers, where there is one."""
    return [o["label"] for i in screen.ids(verb)[:1] for o in screen.selects[i]["options"]]


async def test_the_host_arranges_a_lobby(running, people):
    ann, bob = people[:2]
    panel = await ann.slash("tractor new", computers=1, turn=0)
    board = await until(ann, ann.board, lambda s: s.has(Verb.JOIN))
    waiting = await bob.click(board, board.ids(Verb.JOIN)[0])
    assert not waiting.has(Verb.HOST)
    table = await table_of(running)
    assert table.facts.turn_seconds == 0
    wanted = ["Send Rusty (club) away", "Send Bob away", "Make Bob host"]
    panel = await until(ann, ann.panel, lambda s: labels(s, Verb.HOST) == wanted)
    await ann.click(panel, panel.ids(Verb.MIX)[0])
    await ann.select(panel, panel.ids(Verb.PRESET)[0], ["bashifen"])
    assert table.facts.preset == "bashifen"
    board = await until(ann, ann.board, lambda s: "Bashifen" in s.text or "80" in s.text)
    seat = next(s for s, o in enumerate(table.occupants) if isinstance(o, Computer))
    panel = await until(ann, ann.panel, lambda s: s.has(Verb.HOST))
    await ann.select(panel, panel.ids(Verb.HOST)[0], [f"kick {seat} c:club:1"])
    assert table.occupants[seat] is None
    panel = await until(ann, ann.panel, lambda s: s.has(Verb.HOST))
    make = next(o["value"] for o in panel.selects[panel.ids(Verb.HOST)[0]]["options"] if o["value"].startswith("host"))
    await ann.select(panel, panel.ids(Verb.HOST)[0], [make])
    assert table.facts.host == int(bob.id)
    await until(ann, ann.panel, lambda s: not s.has(Verb.HOST))
    await until(bob, bob.panel, lambda s: s.has(Verb.HOST))


async def test_a_seat_is_changed_in_the_lobby(running, people):
    ann = people[0]
    await ann.slash("tractor new")
    board = await until(ann, ann.board, lambda s: s.has(Verb.SIT))
    select = board.ids(Verb.SIT)[0]
    await ann.select(board, select, ["2"])
    table = await table_of(running)
    assert table.occupants[2] == Person(int(ann.id))
    assert table.occupants[0] is None


async def test_away_and_back_by_typing_in_chinese(running, reader):
    await sit_down(reader, computers=3)
    answer = await reader.slash("away")
    assert answer.private
    assert "離席" in answer.text
    panel = await until(reader, reader.panel, lambda s: s.has(Verb.HERE))
    assert "已暫停" in panel.text
    back = await reader.slash("back")
    assert "歡迎回來" in back.text
    table = await table_of(running)
    assert not table.facts.paused


async def test_who_is_not_seated_is_told_so(running, people):
    ann, bob = people[:2]
    await sit_down(ann, computers=3)
    for command in ("away", "back", "leave"):
        answer = await bob.slash(command)
        assert answer.private
        assert "seat" in answer.text
    await ann.slash("away")
    board = await until(ann, ann.board, lambda s: s.has(Verb.HERE))
    told = await bob.click(board, board.ids(Verb.HERE)[0])
    assert "seat" in told.text
    assert (await table_of(running)).facts.paused


async def test_a_seat_is_given_to_somebody_else(running, people):
    ann, bob, cat = people[:3]
    await sit_down(ann, [bob], computers=2)
    await until(bob, bob.panel, lambda s: bool(s.verbs))
    given = await bob.slash("seat", user=cat.id)
    assert "Cat" in given.text
    table = await table_of(running)
    assert table.seat_of(int(cat.id)) is not None
    assert table.seat_of(int(bob.id)) is None
    refused = await bob.slash("hand")
    assert "seat" in refused.text
    shown = await cat.slash("hand")
    assert shown.has(Verb.REFRESH)
    taken = await cat.slash("seat", user=ann.id)
    assert "sits at this table" in taken.text
    assert table.seat_of(int(cat.id)) is not None


@pytest.mark.long
async def test_what_was_done_before_a_substitution_keeps_its_name(running, loopback, people):
    bob, eve = people[1], loopback.person("eve")
    await sit_down(people[0], people[1:])
    board = await until(bob, bob.board, lambda s: s.has(Verb.HAND))
    panel = await bob.click(board, board.ids(Verb.HAND)[0])
    table = await table_of(running)
    await until(bob, look_at(table), lambda view: view.phase is PhaseName.DECLARING and not view.to_draw)
    panel = await until(bob, bob.panel, lambda s: s.has(Verb.PASS))
    await act_until(bob, panel, lambda: table.watch().passed[table.seat_of(bob.id)])
    done = await until(bob, bob.board, lambda s: any(line.startswith("-# Bob ") for line in s.text.splitlines()))
    (line,) = [line for line in done.text.splitlines() if line.startswith("-# Bob ")]
    await bob.slash("seat", user=eve.id)
    told = await until(bob, bob.board, lambda s: "-# Eve " in s.text)
    assert line in told.text.splitlines()


def look_at(table):
    async def look():
        return table.watch()

    return look


async def act_until(player, panel, done):
    """Pass, again where the panel changed under the finger."""
    while not done():
        with suppress(ClientError):
            await player.click(panel, panel.ids(Verb.PASS)[0])
        panel = await until(player, player.panel, lambda s: done() or s.has(Verb.PASS))


async def test_who_leaves_is_replaced_and_the_last_one_ends_the_match(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    asked = await bob.slash("leave")
    assert "A computer takes your seat" in asked.text
    table = await table_of(running)
    assert table.seat_of(int(bob.id)) is not None, "nobody leaves for good by one word"
    left = await bob.click(asked, asked.ids(Verb.GO)[0])
    assert "left the table" in left.text
    assert sum(isinstance(o, Computer) for o in table.occupants) == 3
    asked = await ann.slash("leave")
    assert "the match is over for all" in asked.text
    await ann.click(asked, asked.ids(Verb.GO)[0])
    assert table.facts.status is Status.OVER
    board = await until(ann, ann.board, lambda s: s.has(Verb.REMATCH))
    told = await ann.click(board, board.ids(Verb.REMATCH)[0])
    assert "seat" in told.text


async def test_a_rematch_has_the_same_seats(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    await end_table(ann)
    board = await until(ann, ann.board, lambda s: s.has(Verb.REMATCH))
    first = await bob.click(board, board.ids(Verb.REMATCH)[0])
    second = await ann.click(board, board.ids(Verb.REMATCH)[0])
    assert first.private
    assert second.private
    table = await table_of(running, 2)
    assert table.facts.status is Status.LOBBY
    assert table.occupants == (await table_of(running)).occupants
    assert len(list(running.registry.live())) == 1
    panel = await until(bob, bob.board, lambda s: s.has(Verb.START))
    await bob.click(panel, panel.ids(Verb.START)[0])
    panel = await until(ann, ann.panel, lambda s: s.has(Verb.PASS))
    await act(ann, panel, random.Random(1))


async def test_tables_are_listed_and_ended_by_right(running, people):
    ann, bob = people[:2]
    assert "No table" in (await ann.slash("tractor list")).text
    await sit_down(ann, computers=3)
    listed = await bob.slash("tractor list")
    assert "Table 1" in listed.text
    assert "1 person and 3 computers · playing" in listed.text
    await bob.slash("tractor new", computers=1)
    assert "1 person and 1 computer · 2 seats free" in (await bob.slash("tractor list")).text


async def test_a_list_of_the_host_that_is_old_sends_nobody_away(running, people):
    ann, bob, cat = people[:3]
    await ann.slash("tractor new")
    board = await until(ann, ann.board, lambda s: s.has(Verb.JOIN))
    await bob.click(board, board.ids(Verb.JOIN)[0])
    panel = await until(ann, ann.panel, lambda s: s.has(Verb.HOST))
    table = await table_of(running)
    kick = f"kick {table.seat_of(int(bob.id))} u:{bob.id}"
    await table.leave(int(bob.id))
    await table.join(int(cat.id))
    with suppress(ClientError):  # the list may have been renewed already
        await ann.select(panel, panel.ids(Verb.HOST)[0], [kick])
    assert table.seat_of(int(cat.id)) is not None
