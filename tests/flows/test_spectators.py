"""Users without a seat watch a table in private, even after a restart, and ask the players for a seat."""

import random

import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, act, sit_down, until
from screens import LoopbackPlayer

from bot.ids import TableId
from bot.play.values.table_info import Person
from bot.ui.core.interactions.table_controls import ControlVerb


async def find_watch_message(player):
    """Return a spectator's newest private message."""
    return next((s for s in reversed(await player.screens()) if s.private and s.has(ControlVerb.WATCH)), None)


async def act_next(player):
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
        if await act(player, panel, random.Random(1)):
            return


async def start_match(player):
    await sit_down(player, **SHORT_DEAL)
    return await until(player, player.board, lambda s: s.has(ControlVerb.WATCH))


async def test_spectator_view_is_kept_current(running, people):
    ann, bob = people[:2]
    board = await start_match(ann)
    shown = await bob.click(board, board.ids(ControlVerb.WATCH)[0])
    assert shown.private
    assert not shown.has(ControlVerb.PLAY)
    before = shown.alts
    table = await running.registry.get_table(TableId(1))
    while not table.spectator_view().tricks:
        await act_next(ann)
    await until(bob, lambda: find_watch_message(bob), lambda s: s.id == shown.id and s.alts != before)
    again = await bob.click(await find_watch_message(bob), shown.ids(ControlVerb.WATCH)[0])
    assert again.id == shown.id, "it is changed in place"


@pytest.mark.long
async def test_panel_of_a_forgotten_spectator_is_left_alone(running, loopback, people):
    """The bot has forgotten their language too, so it could edit the panel only in another language."""
    ann = people[0]
    await start_match(ann)
    reader = LoopbackPlayer(loopback.person("eve", locale="zh-CN"))
    await reader.slash("watch")
    await reader.click(await reader.slash("privacy delete"), "priv:forget")
    await running.outbox.idle()
    shown = await find_watch_message(reader)
    table = await running.registry.get_table(TableId(1))
    while not table.spectator_view().tricks:
        await act_next(ann)
    await running.outbox.idle()
    left = await find_watch_message(reader)
    assert (left.id, left.text, left.alts) == (shown.id, shown.text, shown.alts)
    assert reader.id not in {panel.user for panel in await running.database.store.tables.list_panels(TableId(1))}
    again = await reader.click(left, left.ids(ControlVerb.WATCH)[0])
    assert "旁观" in again.text


@pytest.mark.long
async def test_watch_shows_players_their_hand(running, people):
    ann = people[0]
    board = await start_match(ann)
    assert (await ann.click(board, board.ids(ControlVerb.WATCH)[0])).is_panel
    assert (await ann.slash("watch")).is_panel


@pytest.mark.long
async def test_lobby_cannot_be_watched(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new", computers=3)
    assert "hasn't started" in (await bob.slash("watch")).text


async def ask_for_seat(player):
    """Watch, and ask for the first available seat."""
    shown = await player.slash("watch")
    (list_,) = shown.ids(ControlVerb.REQUEST_SEAT)
    return await player.select(shown, list_, [shown.selects[list_]["options"][0]["value"]])


@pytest.mark.long
async def test_spectator_takes_seat_with_hosts_vote(running, people):
    ann, bob = people[:2]
    await start_match(ann)
    asked = await ask_for_seat(bob)
    assert asked.has(ControlVerb.WITHDRAW_REQUEST)
    assert not asked.has(ControlVerb.REQUEST_SEAT)
    board = await until(ann, ann.board, lambda s: any(i.startswith("vote:") for i in s.buttons))
    (button,) = [i for i in board.buttons if i.startswith("vote:")]
    assert "Bob" in board.buttons[button]
    assert "no seat" in (await bob.click(board, button)).text, "a watcher has no vote"
    await ann.click(board, button)
    table = await running.registry.get_table(TableId(1))
    assert Person(bob.id) in table.occupants
    await until(bob, bob.panel, lambda s: s.is_panel)
    await until(ann, ann.board, lambda s: button not in s.buttons)


@pytest.mark.long
async def test_spectator_withdraws_the_request(running, people):
    ann, bob = people[:2]
    await start_match(ann)
    asked = await ask_for_seat(bob)
    await until(ann, ann.board, lambda s: any(i.startswith("vote:") for i in s.buttons))
    shown = await bob.click(asked, asked.ids(ControlVerb.WITHDRAW_REQUEST)[0])
    assert shown.has(ControlVerb.REQUEST_SEAT)
    await until(ann, ann.board, lambda s: not any(i.startswith("vote:") for i in s.buttons))


@pytest.mark.long
async def test_watching_continues_after_restart(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await start_match(ann)
        shown = await ask_for_seat(bob)
        await running.outbox.idle()
    async with connected(tmp_path, loopback) as running:
        table = await running.registry.get_table(TableId(1))
        await ann.slash("hand")
        seen = await until(bob, lambda: find_watch_message(bob), lambda s: s.has(ControlVerb.WITHDRAW_REQUEST))
        before = seen.alts
        while not table.spectator_view().tricks:
            await act_next(ann)
        await until(bob, lambda: find_watch_message(bob), lambda s: s.alts != before)
        assert (await bob.click(shown, shown.ids(ControlVerb.WATCH)[0])).has(ControlVerb.WITHDRAW_REQUEST)


@pytest.mark.long
@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "旁观"), ("zh-TW", "旁觀")])
async def test_watching_is_in_readers_language(running, loopback, people, locale, word):
    await start_match(people[0])
    reader = LoopbackPlayer(loopback.person("eve", locale=locale))
    shown = await reader.slash("watch")
    assert word in shown.text
    assert any(word[:1] in alt or "桌" in alt or "局" in alt for alt in shown.alts)


@pytest.mark.long
async def test_watching_works_with_classic_messages(tmp_path, loopback, people):
    async with connected(tmp_path, loopback) as bot:
        bot.client._services.refusals.note_live_check()
        ann, bob = people[:2]
        await sit_down(ann, **SHORT_DEAL)
        assert (await bob.slash("watch")).has(ControlVerb.WATCH)


@pytest.mark.long
async def test_computer_has_a_name_in_readers_language(running, loopback, people):
    """The table message uses the server's language, the spectator reads their own."""
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    board = await until(ann, ann.board, lambda s: bool(s.alts))
    watcher = LoopbackPlayer(loopback.person("bob", locale="zh-TW"))
    shown = await watcher.slash("watch")
    assert "Rusty" in board.alts[0]
    assert "鐵牛" in shown.alts[0]
    assert "Rusty" not in shown.alts[0] + shown.text
    assert "你正在旁觀" in shown.text


@pytest.mark.long
async def test_levels_of_computers_show_in_lobby_only(running, people):
    ann = people[0]
    await ann.slash("tractor new", computers=3, level="skilled")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert "Rusty" in lobby.alts[0]
    assert lobby.alts[0].count("skilled") == 3
    panel = await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    votes = await ann.click(board, next(i for i in board.buttons if i.startswith("council:")))
    for shown in (panel, board, votes):
        assert "skilled" not in str(shown.parts)
