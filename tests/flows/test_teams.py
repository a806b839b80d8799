"""Teams keep their level, choose another captain and disband, and a host arranges the lobby with its controls."""

import pytest
from bot_harness import connected
from event_flows import manage, new_event
from play_by_panel import end_table, play_deal, sit_down, until
from team_steps import ask_leave, direct_messages, find_control, form_team, lead_team, open_team

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb


async def sit_as_partners(ann, bob):
    """Let Ann open a table, Bob sit opposite and computers fill the other seats; start the match."""
    await ann.slash("tractor new", preset="forty-points")
    lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.SIT))
    await bob.select(lobby, lobby.ids(ControlVerb.SIT)[0], ["2"])
    for filled in (3, 4):
        lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.ADD_COMPUTER))
        await ann.click(lobby, lobby.ids(ControlVerb.ADD_COMPUTER)[0])
        lobby = await until(ann, ann.board, lambda s, n=filled: s.alts[0].count("Empty seat") == 4 - n)
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])


@pytest.mark.long
async def test_team_keeps_its_level(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        assert "**New team**" in (await ann.slash("standings")).text
        made = await form_team(ann, "Dragons", bob)
        assert "Dragons" in made.text
        answer = await ann.slash("new team", name="dragons")
        assert answer.private
        assert "already" in answer.text
        await sit_as_partners(ann, bob)
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
        await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
        await play_deal([ann, bob])
        table = await running.registry.get_table(TableId(1))
        level = table.spectator_view().result.levels_after[table.seat_of(ann.id)]
        shown = (await bob.slash("standings")).text
        assert f"level {level.text}" in shown
        assert " of 1" in shown
        await end_table(ann)
    async with connected(tmp_path, loopback) as running:
        assert f"level {level.text}" in (await bob.slash("standings")).text
        await sit_as_partners(ann, bob)
        table = await running.registry.get_table(TableId(2))
        await until(ann, ann.panel, lambda s: bool(s.alts))
        assert table.spectator_view().levels[table.seat_of(ann.id)] == level
        assert table.spectator_view().levels[1] == table.facts.rules.start_level


@pytest.mark.long
async def test_lobby_and_host_controls_work(tmp_path, loopback, people):
    ann, bob, cat, dan = people
    async with connected(tmp_path, loopback) as running:
        await sit_down(ann, [bob, cat, dan])
        table = await running.registry.get_table(TableId(1))
        assert [o.user for o in table.occupants] == [p.id for p in people]
        answer = await bob.slash("tractor end")
        assert answer.private, "only the host may"
        await end_table(ann)
        board = await until(ann, ann.board, lambda s: "ended" in s.text)
        assert not board.has(ControlVerb.NEXT_DEAL)
        answer = await ann.slash("play", cards="SA")
        assert answer.private
        await bob.slash("tractor new")
        lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
        await ann.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
        lobby = await until(ann, ann.board, lambda s: "Ann" in s.alts[0] and s.has(ControlVerb.JOIN))
        again = await ann.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
        assert "already" in again.text
        await ann.click(lobby, lobby.ids(ControlVerb.LEAVE)[0])
        lobby = await until(bob, bob.board, lambda s: "Ann" not in s.alts[0] and s.has(ControlVerb.ADD_COMPUTER))
        rules = await cat.click(lobby, lobby.ids(ControlVerb.RULES)[0])
        assert rules.private
        assert len(rules.text.splitlines()) > 3
        for _ in range(3):
            lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.ADD_COMPUTER))
            await bob.click(lobby, lobby.ids(ControlVerb.ADD_COMPUTER)[0])
            await running.outbox.idle()
        lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.START))
        menu = await bob.click(lobby, lobby.ids(ControlVerb.LOBBY_MORE)[0])
        (choice,) = menu.ids(ControlVerb.HOST_ACTION)
        kick = next(o["value"] for o in menu.selects[choice]["options"] if o["value"].startswith("kick"))
        await bob.select(menu, choice, [kick])
        lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.LEAVE))
        await bob.click(lobby, lobby.ids(ControlVerb.LEAVE)[0])
        await until(bob, lambda: the_lobby(bob, lobby.id), lambda s: not s.buttons)


async def the_lobby(player, message):
    return next(s for s in await player.screens() if s.id == message)


@pytest.mark.long
async def test_captain_confirms_removing_themselves(running, people):
    ann, bob = people[:2]
    await form_team(ann, "Dragons", bob)
    asked = await lead_team(ann, "remove", "Ann")
    assert "Leave **Dragons**?" in asked.text
    assert "under **Manage** first" in asked.text
    (leave,) = [i for i in asked.buttons if i.startswith("team:do:leave:")]
    left = await ann.click(asked, leave)
    assert "Dragons" in left.text
    assert "Leave **Dragons**?" in (await ask_leave(bob)).text
    assert find_control(await open_team(ann), "leave") is None


@pytest.mark.long
async def test_disbanded_team_leaves_its_events(running, people):
    ann, bob = people[:2]
    await form_team(bob, "Dragons", ann)
    await new_event(ann, name="Friday", format="swiss", preset="forty-points")
    await manage(ann, "open")
    entered = await until(bob, lambda: find_event(bob), lambda s: any(i.startswith("ev:enter") for i in s.buttons))
    await bob.click(entered, next(i for i in entered.buttons if i.startswith("ev:enter")))
    asked = await lead_team(bob, "disband")
    await bob.click(asked, next(i for i in asked.buttons if i.startswith("team:do:disband:")))
    await until(ann, lambda: find_event(ann), lambda s: "Dragons" not in s.text)
    told = await until(ann, lambda: direct_messages(ann), lambda found: found and "Friday" in found[-1].text)
    assert "**Dragons** was disbanded" in told[-1].text


async def find_event(player):
    return next((s for s in reversed(await player.screens()) if s.text.startswith("## Friday")), None)
