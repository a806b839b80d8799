"""A record that does not fold, after a mistake in a rule or on a disk: one table less, and nothing else."""

from dataclasses import replace

import pytest
from memory_house import ANN
from structlog.testing import capture_logs

from bot.play.occupants import ChannelId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from engine.actions import Play
from engine.cards import Card
from engine.view import PhaseName


async def broken(house):
    """A table whose last play was of cards that nobody holds, and a lobby opened before it; the program is started anew."""
    lobby, table = await house.lobby(), await house.started(computers=3)
    while table.watch().phase is not PhaseName.PLAYING or not table.watch().tricks:
        await house.clock.turn(30.0)
    await house.registry.close()
    record = house.store.entries[table.id]
    number = next(n for n in reversed(range(len(record))) if isinstance(record[n].action, Play))
    held = table.view(table.seat_of(ANN)).hand
    record[number] = replace(record[number], action=Play((held[0],) * 3))
    return house.reopen(), table, lobby, held[0]


async def test_the_others_are_there_and_it_is_refused(house):
    registry, table, lobby, _ = await broken(house)
    await registry.restore()
    assert [one.id for one in registry.live()] == [lobby.id]
    for _ in range(2):
        with pytest.raises(Refused) as no:
            await registry.table(table.id)
        assert (no.value.why, no.value.facts) == (Why.BROKEN, {"table": table.id})
    assert (await registry.in_channel(ChannelId(2))).id == lobby.id
    assert await registry.readable(table.id) is None
    assert (await registry.open(table.facts.guild, ChannelId(2), ANN)).facts.status is Status.LOBBY


async def test_it_is_logged_once_and_without_a_card(house):
    registry, table, _, card = await broken(house)
    with capture_logs() as logs:
        await registry.restore()
        await registry.in_channel(ChannelId(2))
    (told,) = [line for line in logs if "does not fold" in line["event"]]
    assert (told["table"], told["kind"], told["log_level"]) == (table.id, "IllegalAction", "error")
    words = " ".join(map(str, told.values())).split()
    assert not {str(c) for c in (card, *map(Card, range(54)))} & set(words)
    assert "exc_info" not in told
