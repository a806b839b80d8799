"""People who leave the server in the middle of a match, or may not act there: nobody tells the bot, and it finds out."""

import random

import pytest
from hosting import connected
from playing import act, play_deal, until
from test_calls import CALLING, seated, to_the_tricks

from bot.play.occupants import TableId
from bot.ui.ids import Verb
from bot.ui.preferences import Ping


async def leave(loopback, player):
    await loopback.remote.arrange("leave", name=player.name)


async def fall_silent(loopback, player):
    world = loopback.world
    for member in [m for m in world.members.values() if m.user == int(player.id)]:
        member.timed_out_until = world.clock.time() + 3600


async def one_goes(loopback, people, running, ping, going):
    """Start a match of two people, of whom one goes before he is asked for a card; return who is left, and who went."""
    await seated(people[0], [people[1]], running, **{one.name: ping for one in people[:2]})
    left, (gone,) = await to_the_tricks(people[:2])
    await going(loopback, gone)
    return left, gone, await running.registry.table(TableId(1))


async def goes_on(player):
    """Do what is asked."""
    panel = await player.panel()
    if panel is not None and panel.verbs - {Verb.NEXT}:
        await act(player, panel, random.Random(3))
    else:
        await player.pause()


@pytest.mark.parametrize("going", [leave, fall_silent])
@pytest.mark.parametrize("ping", [Ping.LATER, pytest.param(Ping.NEVER, marks=pytest.mark.long)])
async def test_who_is_gone_is_played_for_as_soon_as_he_is_waited_for(tmp_path, loopback, people, going, ping):
    async with connected(tmp_path, loopback, manners=CALLING) as running:
        left, gone, table = await one_goes(loopback, people, running, ping, going)
        await play_deal([left], steps=3000)
        assert table.away == {table.seat_of(int(gone.id))}
        panel = await until(left, left.panel, lambda s: s.has(Verb.NEXT))
        await left.click(panel, panel.ids(Verb.NEXT)[0])
        assert table.watch().deal_number == 2, "nobody waits for who is gone"
        await until(left, left.board, lambda s: f"Away, a computer plays: {gone.name.title()}" in s.text)


@pytest.mark.long
async def test_who_cannot_be_looked_up_is_called_and_waited_for(tmp_path, loopback, people):
    """It is looked first and called then: with the call the look is over."""
    async with connected(tmp_path, loopback, manners=CALLING) as running:
        await loopback.remote.arrange("fault", kind="status", method="GET", path="/members/", status=403, times=1000)
        left, gone, table = await one_goes(loopback, people, running, Ping.LATER, leave)
        await until(left, lambda: called(left, gone), bool, tries=1500)
        assert any("/members/" in request["path"] for request in await loopback.remote.requests())
        assert not table.away


async def called(left, gone):
    """Let one go on, and tell whether the other is called to his turn."""
    await goes_on(left)
    return any(f"<@{gone.id}>" in message.text for message in await left.person.messages(left.channel))
