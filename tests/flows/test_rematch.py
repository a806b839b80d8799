"""After a match every player's own panel offers the rematch.

The finished message offers it, too, until somebody opens it. From then on the message only names the rematch's table.
"""

from dataclasses import replace

import pytest
from bot_harness import MANNERS, connected
from play_by_panel import SHORT_DEAL, end_table, sit_down, until
from screens import LoopbackPlayer

from bot.ui.core.interactions.table_controls import ControlVerb
from tests.everyday import spread

IN_THREADS = replace(MANNERS, use_threads=True)


async def panel_with(player, verb):
    """Return the player's newest private message with this control."""

    def newest(seen):
        return next((s for s in reversed(seen) if s.private and s.has(verb)), None)

    return newest(await until(player, player.screens, newest))


async def finished_message(player, table):
    """Return the public message of a finished match once it leads to the rematch."""

    def finished(seen):
        return [s for s in seen if not s.private and f"Table {table} " in s.text and "The rematch is at" in s.text]

    (shown,) = finished(await until(player, player.screens, finished))
    return shown


async def has_own_panel(player):
    board = await until(player, player.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    return await player.click(board, board.ids(ControlVerb.SHOW_HAND)[0])


@pytest.mark.parametrize("first", spread(1, ["host", "guest"]))
async def test_each_panel_offers_the_rematch(running, people, first):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    panels = {player: await has_own_panel(player) for player in (ann, bob)}
    await end_table(ann)
    one, other = (ann, bob) if first == "host" else (bob, ann)
    panel = await panel_with(one, ControlVerb.REMATCH)
    assert panel.id == panels[one].id
    mine = await one.click(panel, panel.ids(ControlVerb.REMATCH)[0])
    assert "You're at table 2" in mine.text
    assert "Rematch of table 1" in mine.text
    waiting = await until(
        other, lambda: panel_with(other, ControlVerb.REMATCH), lambda s: "Go to the rematch" in s.buttons.values()
    )
    theirs = await other.click(waiting, waiting.ids(ControlVerb.REMATCH)[0])
    assert "You're at table 2" in theirs.text
    await running.outbox.idle()
    shown = [s for s in await one.screens() if s.private and s.id == panel.id]
    assert all("You're at table 2" in s.text for s in shown), "the finished match never takes its panel back"
    table = await running.registry.get_table(2)
    assert (table.facts.host, table.facts.rematch_of) == (one.id, 1)


@pytest.mark.long
async def test_finished_message_keeps_result_without_controls(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await end_table(ann)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.REMATCH))
    await ann.click(board, board.ids(ControlVerb.REMATCH)[0])
    shown = await finished_message(ann, 1)
    assert "This match has ended." in shown.text
    assert "The rematch is at table 2." in shown.text
    assert not shown.buttons
    assert not shown.links, "it is in this very channel"
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert "Rematch of table 1" in lobby.text
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    await until(ann, ann.board, lambda s: "Table 2 · deal 1" in s.text and "Rematch of table 1" in s.text)


@pytest.mark.long
async def test_thread_takes_the_name_of_the_rematch(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback, ui_config=IN_THREADS) as bot:
        await sit_down(ann, **SHORT_DEAL)

        await until(ann, ann.screens, lambda seen: any(s.links for s in seen))
        thread = next(c for c in loopback.world.channels.values() if "Table 1" in (c.name or ""))
        name = thread.name
        there = LoopbackPlayer(ann.person, str(thread.id))
        await end_table(there)
        board = await until(there, there.board, lambda s: s.has(ControlVerb.REMATCH))
        await there.click(board, board.ids(ControlVerb.REMATCH)[0])
        assert not (await finished_message(there, 1)).links
        elsewhere = await ann.slash("hand")
        assert f"/{thread.id}" in elsewhere.links[0], "the lobby is in the thread"
        assert elsewhere.has(ControlVerb.START), "but the host need not go there to start"
        here = await there.slash("hand")
        assert not here.has(ControlVerb.START), "beside the lobby one Start is enough"
        started = await ann.click(elsewhere, elsewhere.ids(ControlVerb.START)[0])
        assert started.private

        async def current():
            return loopback.world.channels[thread.id].name

        await until(there, current, lambda now: now == name.replace("Table 1", "Table 2"))
        await bot.outbox.idle()
