"""People are called to their turns: one message that rings for one person, and goes when he has acted."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hosting import QUICK, connected
from playing import act, until

from bot.loopback.interactions.client import ClientError
from bot.ui.ids import Verb
from bot.ui.ports import Manners
from bot.ui.preferences import Ping, Preferences

CALLING = Manners(pause=0.02, sync=True, calls=True, call_after=0.3, last_call=0.5)


CARDS = {Verb.BURY, Verb.SUGGEST, Verb.PLAY, Verb.PICK_NOW, Verb.PICK, Verb.TAKE}


async def calls_to(player):
    """The messages that ring for a person, as he sees them."""
    return [m for m in await player.person.messages(player.channel) if m.pinged]


async def seated(host, others, running, **wishes):
    """Open and start a table; all people wish to be called as `wishes` say, by name."""
    await host.slash("tractor new", computers=3 - len(others))
    board = await until(host, host.board, lambda s: s.has(Verb.JOIN) or s.has(Verb.START))
    for other in others:
        await other.click(board, board.ids(Verb.JOIN)[0])
    for player in (host, *others):
        chosen = Preferences(ping=wishes.get(player.name, Ping.NEVER))
        await running.client._kit.people.prefer(int(player.id), chosen)
    board = await until(host, host.board, lambda s: s.has(Verb.START))
    await host.click(board, board.ids(Verb.START)[0])


async def to_the_tricks(players):
    """Let all pass and do what is asked until one of them is to play a card; return him and the others."""
    for _ in range(2000):
        for player in players:
            panel = await player.panel()
            if panel is None:
                continue
            if panel.has(Verb.PASS):
                with suppress(ClientError):  # the panel may have changed under the finger
                    await player.click(panel, panel.ids(Verb.PASS)[0])
            elif panel.verbs & CARDS:
                return player, [p for p in players if p is not player]
        await players[0].pause()
    raise AssertionError("nobody was asked anything")


async def test_who_is_slow_is_called_once_and_the_call_goes_when_he_acts(tmp_path, loopback, people):
    async with connected(tmp_path, loopback, manners=CALLING) as running:
        ann, bob = people[:2]
        await seated(ann, [bob], running, ann=Ping.LATER, bob=Ping.LATER)
        slow, (other,) = await to_the_tricks([ann, bob])
        call = await until(slow, lambda: first_call(slow), bool)
        assert f"<@{slow.id}>" in call.text
        assert "your turn" in call.text
        assert await calls_to(other) == []
        panel = await slow.panel()
        while not await act(slow, panel, random.Random(3)):
            panel = await slow.panel()
        await until(slow, lambda: gone(slow, call), bool)


async def first_call(player):
    return next(iter(await calls_to(player)), None)


async def gone(player, call):
    return all(m.id != call.id for m in await player.person.messages(player.channel))


@pytest.mark.long
async def test_who_wants_no_calls_gets_none(tmp_path, loopback, people):
    async with connected(tmp_path, loopback, manners=replace(CALLING, call_after=0.0)) as running:
        ann, bob = people[:2]
        await seated(ann, [bob], running)
        slow, _ = await to_the_tricks([ann, bob])
        for _ in range(20):
            await slow.pause()
        assert await calls_to(slow) == []


@pytest.mark.long
async def test_the_last_call_names_the_deadline(tmp_path, loopback, people):
    timing = replace(QUICK, turn=3.0, bury=3.0)
    manners = replace(CALLING, call_after=0.1, last_call=2.0)
    async with connected(tmp_path, loopback, manners=manners, timing=timing) as running:
        ann, bob = people[:2]
        await seated(ann, [bob], running, ann=Ping.LATER, bob=Ping.LATER)
        slow, _ = await to_the_tricks([ann, bob])

        async def last():
            return next((m for m in await calls_to(slow) if "<t:" in m.text), None)

        assert await until(slow, last, bool)


async def test_a_call_that_rang_before_a_restart_is_taken_back(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback, manners=CALLING) as running:
        await seated(ann, [bob], running, ann=Ping.LATER, bob=Ping.LATER)
        slow, _ = await to_the_tricks([ann, bob])
        call = await until(slow, lambda: first_call(slow), bool)
    async with connected(tmp_path, loopback, manners=replace(CALLING, call_after=60.0)):
        await until(slow, lambda: gone(slow, call), bool)


@pytest.mark.parametrize("ping", [Ping.DM])
async def test_a_direct_message_calls_where_that_is_wished(tmp_path, loopback, people, ping):
    async with connected(tmp_path, loopback, manners=CALLING) as running:
        ann, bob = people[:2]
        await seated(ann, [bob], running, ann=ping, bob=ping)
        slow, _ = await to_the_tricks([ann, bob])

        async def told():
            noted = await running.database.store.recall("call:1")
            return noted and not noted.endswith(" 0")

        assert await until(slow, told, bool)
        assert await calls_to(slow) == []
