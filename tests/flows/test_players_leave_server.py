"""Discord does not report that a player leaves the server or is timed out, so the bot looks players up."""

import random

import pytest
from bot_harness import connected
from play_by_panel import act, play_deal, until
from test_players_are_pinged import CALLING, play_until_first_card, start_table

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.people import PingPreference


async def leave_server(loopback, player):
    await loopback.remote.arrange("leave", name=player.name)


async def time_out(loopback, player):
    world = loopback.world
    for member in [m for m in world.members.values() if m.user == int(player.id)]:
        member.timed_out_until = world.clock.time() + 3600


async def start_without_second_player(loopback, people, running, ping, going):
    """Start a match of two people, and call `going` to take one of them away before the other plays a card.

    Return the player who stays, the player who has gone, and the table.
    """
    await start_table(people[0], [people[1]], running, **{one.name: ping for one in people[:2]})
    left, (gone,) = await play_until_first_card(people[:2])
    await going(loopback, gone)
    return left, gone, await running.registry.get_table(TableId(1))


async def act_next(player):
    """Do what the panel asks for."""
    panel = await player.panel()
    if panel is not None and panel.verbs - {ControlVerb.NEXT_DEAL}:
        await act(player, panel, random.Random(3))
    else:
        await player.pause()


@pytest.mark.long
@pytest.mark.parametrize("going", [leave_server, time_out])
@pytest.mark.parametrize("ping", [PingPreference.WHEN_SLOW, PingPreference.NEVER])
async def test_computer_replaces_absent_player_at_their_turn(tmp_path, loopback, people, going, ping, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        left, gone, table = await start_without_second_player(loopback, people, running, ping, going)
        await play_deal([left])
        assert table.facts.away == {table.seat_of(int(gone.id))}
        panel = await until(left, left.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
        await left.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        assert table.spectator_view().deal_number == 2, "nobody waits for who is gone"
        await until(left, left.board, lambda s: f"Away, played by a computer: {gone.name.title()}" in s.text)


@pytest.mark.long
async def test_unknown_membership_pings_and_waits(tmp_path, loopback, people):
    """The bot looks up whether the player is a member before it pings them. So after the ping the lookup is over."""
    async with connected(tmp_path, loopback, ui_config=CALLING) as running:
        await loopback.remote.arrange("fault", kind="status", method="GET", path="/members/", status=403, times=1000)
        left, gone, table = await start_without_second_player(
            loopback, people, running, PingPreference.WHEN_SLOW, leave_server
        )
        await until(left, lambda: act_until_ping(left, gone), bool)
        assert any("/members/" in request["path"] for request in await loopback.remote.requests())
        assert not table.facts.away


async def act_until_ping(left, gone):
    """Let one player act; return whether the other has been pinged."""
    await act_next(left)
    return any(f"<@{gone.id}>" in message.text for message in await left.person.messages(left.channel))
