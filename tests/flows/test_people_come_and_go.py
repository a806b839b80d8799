"""Hosts arrange lobbies; people join, leave, give their seat away, pause and play again."""

from contextlib import suppress

import pytest
from play_by_panel import SHORT_DEAL, accept_seat, end_table, sit_down, until
from screens import LoopbackPlayer
from test_rematch import panel_with

from bot.ids import TableId
from bot.loopback.errors import ClientError
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Computer, Person, TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.view import PhaseName


@pytest.fixture
def reader(loopback):
    return LoopbackPlayer(loopback.person("mei", locale="zh-TW"))


async def table_of(running, number=1):
    return await running.registry.get_table(TableId(number))


def offers(screen, verb, value):
    """Return whether a list has this choice."""
    return any(o["value"] == value for i in screen.ids(verb)[:1] for o in screen.selects[i]["options"])


def list_labels(screen, verb):
    """Return the labels of a list's options; nothing if there is no list."""
    return [o["label"] for i in screen.ids(verb)[:1] for o in screen.selects[i]["options"]]


async def test_host_arranges_lobby(running, people):
    ann, bob = people[:2]
    panel = await ann.slash("tractor new", computers=1, turn=0)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    waiting = await bob.click(board, board.ids(ControlVerb.JOIN)[0])
    assert not waiting.has(ControlVerb.HOST_ACTION)
    table = await table_of(running)
    assert table.facts.turn_seconds == 0
    wanted = ["Remove Rusty (expert)", "Remove Bob", "Make Bob host", "Computers play calmly", "Computers play fast"]
    panel = await until(ann, ann.panel, lambda s: list_labels(s, ControlVerb.HOST_ACTION) == wanted)
    await ann.click(panel, panel.ids(ControlVerb.SHUFFLE_SEATS)[0])
    await ann.select(panel, panel.ids(ControlVerb.CHOOSE_PRESET)[0], ["bashifen"])
    assert table.facts.preset == "bashifen"
    board = await until(ann, ann.board, lambda s: "Bashifen" in s.text or "80" in s.text)
    seat = next(s for s, o in enumerate(table.occupants) if isinstance(o, Computer))
    kick = f"kick {seat} c:expert:1"
    panel = await until(ann, ann.panel, lambda s: offers(s, ControlVerb.HOST_ACTION, kick))
    await ann.select(panel, panel.ids(ControlVerb.HOST_ACTION)[0], [kick])
    assert table.occupants[seat] is None
    panel = await until(
        ann, ann.panel, lambda s: s.has(ControlVerb.HOST_ACTION) and not offers(s, ControlVerb.HOST_ACTION, kick)
    )
    make = next(
        o["value"]
        for o in panel.selects[panel.ids(ControlVerb.HOST_ACTION)[0]]["options"]
        if o["value"].startswith("host")
    )
    await ann.select(panel, panel.ids(ControlVerb.HOST_ACTION)[0], [make])
    assert table.facts.host == int(bob.id)
    await until(ann, ann.panel, lambda s: not s.has(ControlVerb.HOST_ACTION))
    await until(bob, bob.panel, lambda s: s.has(ControlVerb.HOST_ACTION))


async def test_player_changes_seat_in_lobby(running, people):
    ann = people[0]
    await ann.slash("tractor new")
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SIT))
    select = board.ids(ControlVerb.SIT)[0]
    await ann.select(board, select, ["2"])
    table = await table_of(running)
    assert table.occupants[2] == Person(int(ann.id))
    assert table.occupants[0] is None


@pytest.mark.long
async def test_away_and_back_typed_in_chinese(running, reader):
    await sit_down(reader, computers=3)
    answer = await reader.slash("away")
    assert answer.private
    assert "離席" in answer.text
    panel = await until(reader, reader.panel, lambda s: s.has(ControlVerb.COME_BACK))
    assert "已暫停" in panel.text
    back = await reader.slash("back")
    assert "歡迎回來" in back.text
    table = await table_of(running)
    assert not table.facts.paused


@pytest.mark.long
async def test_commands_need_a_seat(running, people):
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    for command in ("away", "back", "leave"):
        answer = await bob.slash(command)
        assert answer.private
        assert "not at a table" in answer.text
    await ann.slash("away")
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.COME_BACK))
    told = await bob.click(board, board.ids(ControlVerb.COME_BACK)[0])
    assert "seat" in told.text
    assert (await table_of(running)).facts.paused


@pytest.mark.long
async def test_seat_is_given_to_substitute(running, people):
    ann, bob, cat = people[:3]
    await sit_down(ann, [bob], computers=2)
    await until(bob, bob.panel, lambda s: bool(s.verbs))
    given = await bob.slash("seat", user=cat.id)
    assert "Cat" in given.text
    await accept_seat(cat)
    table = await table_of(running)
    assert table.seat_of(int(cat.id)) is not None
    assert table.seat_of(int(bob.id)) is None
    refused = await bob.slash("hand")
    assert "not at a table" in refused.text
    shown = await cat.slash("hand")
    assert shown.is_panel
    taken = await cat.slash("seat", user=ann.id)
    assert "already at this table" in taken.text
    assert table.seat_of(int(cat.id)) is not None


@pytest.mark.long
async def test_earlier_actions_keep_their_players_name(running, loopback, people):
    bob, eve = people[1], loopback.person("eve")
    await sit_down(people[0], people[1:])
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    table = await table_of(running)
    await until(bob, look_at(table), lambda view: view.phase is PhaseName.DECLARING and not view.to_draw)
    await pass_until(bob, lambda: table.spectator_view().passed[table.seat_of(bob.id)])
    done = await until(bob, bob.board, lambda s: any(line.startswith("-# Bob ") for line in s.text.splitlines()))
    (line,) = [line for line in done.text.splitlines() if line.startswith("-# Bob ")]
    await bob.slash("seat", user=eve.id)
    await accept_seat(LoopbackPlayer(eve))
    told = await until(bob, bob.board, lambda s: "-# Eve " in s.text)
    assert line in told.text.splitlines()


def look_at(table):
    async def look():
        return table.spectator_view()

    return look


async def pass_until(player, done):
    """Press Pass on the player's panel until `done()`. A seat that can declare nothing passes by itself."""
    while not done():
        panel = await player.panel()
        if panel.has(ControlVerb.PASS):
            with suppress(ClientError):  # the panel may have changed since it was read
                await player.click(panel, panel.ids(ControlVerb.PASS)[0])
        await player.pause()


@pytest.mark.long
async def test_leaver_is_replaced_and_last_leaver_ends_match(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    asked = await bob.slash("leave")
    assert "A computer takes your seat" in asked.text
    table = await table_of(running)
    assert table.seat_of(int(bob.id)) is not None, "one command alone takes away no seat"
    await bob.click(asked, asked.ids(ControlVerb.STEP_AWAY)[0])
    assert table.seat_of(int(bob.id)) in table.facts.away
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.HELP))
    assert "in a minute" in (await bob.click(board, board.ids(ControlVerb.HELP)[0])).text
    asked = await bob.slash("leave")
    left = await bob.click(asked, asked.ids(ControlVerb.LEAVE_MATCH)[0])
    assert "left the table" in left.text
    assert sum(isinstance(o, Computer) for o in table.occupants) == 3
    asked = await ann.slash("leave")
    assert "the match ends for everyone" in asked.text
    await ann.click(asked, asked.ids(ControlVerb.LEAVE_MATCH)[0])
    assert table.facts.status is TableStatus.OVER
    board = await until(ann, ann.board, lambda s: "ended" in s.text)
    assert not board.has(ControlVerb.REMATCH), "nobody is left who could play again"


@pytest.mark.long
async def test_rematch_keeps_seats(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    await end_table(ann)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.REMATCH))
    first = await bob.click(board, board.ids(ControlVerb.REMATCH)[0])
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    second = await ann.click(lobby, lobby.ids(ControlVerb.JOIN)[-1])
    assert first.private
    assert second.private
    table = await table_of(running, 2)
    assert table.facts.status is TableStatus.LOBBY
    assert table.occupants == (await table_of(running)).occupants
    assert len(list(running.registry.list_live())) == 1
    panel = await until(bob, bob.board, lambda s: s.has(ControlVerb.START))
    await bob.click(panel, panel.ids(ControlVerb.START)[0])
    await until(ann, ann.panel, lambda s: bool(s.alts))


@pytest.mark.long
async def test_panels_follow_to_a_rematch(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    panel = await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    await end_table(ann)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.REMATCH))
    await ann.click(board, board.ids(ControlVerb.REMATCH)[0])
    over = await panel_with(bob, ControlVerb.REMATCH)
    assert over.id == panel.id
    await bob.click(over, over.ids(ControlVerb.REMATCH)[0])
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    await until(bob, bob.panel, lambda s: any(i.startswith("t1:2:") for i in s.buttons))
    await until(bob, bob.screens, lambda seen: sum(s.is_panel for s in seen) == 1)
    await running.outbox.idle()
    kept = running.database.store.tables
    assert [one.user for one in await kept.list_panels(TableId(2)) if one.user == int(bob.id)] == [int(bob.id)]
    assert int(bob.id) not in [one.user for one in await kept.list_panels(TableId(1))]
    ended = (await running.registry.get_table(TableId(1))).facts
    assert (ended.status, ended.rematch_table) == (TableStatus.OVER, TableId(2))


async def test_open_tables_are_listed_for_everyone(running, people):
    ann, bob = people[:2]
    assert "No table" in (await ann.slash("tractor list")).text
    await sit_down(ann, **SHORT_DEAL)
    listed = await bob.slash("tractor list")
    assert "Table 1" in listed.text
    assert "1 person and 3 computers · playing" in listed.text
    await bob.slash("tractor new", computers=1)
    assert "1 person and 1 computer · 2 seats free" in (await bob.slash("tractor list")).text


@pytest.mark.long
async def test_outdated_host_list_removes_nobody(running, people):
    ann, bob, cat = people[:3]
    await ann.slash("tractor new")
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    await bob.click(board, board.ids(ControlVerb.JOIN)[0])
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.HOST_ACTION))
    table = await table_of(running)
    kick = f"kick {table.seat_of(int(bob.id))} u:{bob.id}"
    await table.attendance.leave(int(bob.id))
    await table.lobby.change(table_changes.join, int(cat.id))
    with suppress(ClientError):  # the list may have been replaced already
        await ann.select(panel, panel.ids(ControlVerb.HOST_ACTION)[0], [kick])
    assert table.seat_of(int(cat.id)) is not None
