"""The game carries on after each failure between the bot and Discord."""

import random

import pytest
from bot_harness import LOGGED, connected
from play_by_panel import act, patiently, sit_down, until

from bot.ids import TableId
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.discord_limits import MAX_CHARACTERS


async def act_next(player):
    """Do what the panel asks for next."""
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
        if await act(player, panel, random.Random(1)):
            return


async def declare_any(people):
    """Let the first person who can declare do so."""
    for _ in patiently():
        for person in people:
            panel = await person.panel()
            if panel is not None and panel.has(ControlVerb.DECLARE):
                await person.click(panel, panel.ids(ControlVerb.DECLARE)[0])
                seen = await person.panel()
                # a panel from before the restart only says "moved on"
                if seen is not None and "moved on" not in seen.text:
                    return
        await people[0].pause()
    raise AssertionError("nobody can declare")


async def start_match(player, **options):
    await sit_down(player, computers=3, **options)
    return await until(player, player.board, lambda s: s.has(ControlVerb.SHOW_HAND))


def table_messages(screens):
    return [s for s in screens if not s.private and s.has(ControlVerb.SHOW_HAND)]


async def next_table_message(bot, player):
    """Act, wait until everything is sent and replaced messages are deleted, and return the table message."""
    await act_next(player)
    await bot.outbox.idle()

    async def look():
        return table_messages(await player.screens())

    (board,) = await until(player, look, lambda found: len(found) == 1)
    return board


async def test_twice_refused_picture_edit_falls_back_to_classic_messages(running, loopback, people):
    ann = people[0]
    first = await start_match(ann)
    fault = {"method": "PATCH", "path": f"/messages/{first.id}", "times": 2, "status": 400, "code": 50035}
    await loopback.remote.arrange("fault", kind="status", **fault)
    while (await next_table_message(running, ann)).id == first.id:
        pass
    board = await next_table_message(running, ann)
    assert len(board.text) <= MAX_CHARACTERS
    raw = loopback.world.messages[board.id]
    assert not raw.flags & (1 << 15), "it has the older form"
    again = await next_table_message(running, ann)
    assert again.id == board.id, "from then on it is changed in place"


async def test_nothing_is_sent_after_removal_from_server(running, loopback, people):
    ann = people[0]
    await start_match(ann)
    table = await running.registry.get_table(TableId(1))
    guild = next(iter(loopback.world.guilds))
    await loopback.remote.arrange("kick_bot", guild=str(guild))
    await until(ann, lambda: _now(running.client.guilds), lambda found: not found)
    running.outbox.table_message(table).retry_soon()
    await running.outbox.idle()
    assert table.facts.status is TableStatus.PLAYING, "the game is kept"
    assert not any(c.recipients for c in loopback.world.channels.values()), "nobody is written to"


async def _now(value):
    return value


async def _connected():
    return sum("'event': 'connected'" in line for line in LOGGED)


@pytest.mark.long
@pytest.mark.parametrize(("break_off", "greetings"), [("drop", 1), ("reconnect", 1), ("invalidate", 2)])
async def test_gateway_connection_recovers(running, loopback, people, break_off, greetings):
    ann = people[0]
    await start_match(ann)
    await loopback.remote.arrange(break_off)
    await loopback.remote.bot_online(60.0)
    await until(ann, _connected, lambda times: times >= greetings)
    await act_next(ann)
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))


async def test_lost_panel_returns_with_one_press(running, people):
    ann = people[0]
    await start_match(ann)
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
    # wait until the lobby's private message is deleted, so that only the panel is left
    await until(ann, ann.screens, lambda seen: sum(s.private for s in seen) == 1)
    await ann.person.dismiss(str(panel.id))
    assert await ann.panel() is None
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    fresh = await ann.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    assert fresh.private
    await act_next(ann)
    assert not [line for line in LOGGED if "could not be updated" in line]


@pytest.mark.long
async def test_old_table_buttons_work_after_restart(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        board = await start_match(ann)
    async with connected(tmp_path, loopback):
        for verb in (ControlVerb.SHOW_HAND, ControlVerb.RULES, ControlVerb.HELP, ControlVerb.WATCH):
            assert (await ann.click(board, board.ids(verb)[0])).private
        assert (await bob.click(board, board.ids(ControlVerb.WATCH)[0])).has(ControlVerb.REQUEST_SEAT)
        assert "no seat" in (await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])).text


@pytest.mark.long
async def test_restart_notice_stays_until_someone_acts(tmp_path, loopback, people, monkeypatch):
    """Nothing happens by itself here, because four people play and the first deadline is a minute after the start."""
    monkeypatch.setattr("bot.play.all_tables.table_loader.RESTART_GRACE", 60.0)
    ann = people[0]
    async with connected(tmp_path, loopback):
        await sit_down(ann, people[1:])
        board = await until(ann, ann.board, lambda s: "to declare or pass" in s.text)
        assert "was away" not in board.text
    async with connected(tmp_path, loopback):
        await until(ann, ann.board, lambda s: "The bot was away for a moment. Nothing is lost" in s.text)
        await declare_any(people)  # after a restart, a pass takes effect only some seconds later
        await until(ann, ann.board, lambda s: "was away" not in s.text)
