"""A record that cannot be loaded, after a bug in a rule or a disk error, costs one table and nothing else."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs
from table_harness import ANN, load_live_tables

from bot.ids import ChannelId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import TableStatus
from engine.model.actions import Play
from engine.model.cards import Card
from engine.model.view import PhaseName


async def broken(harness):
    """Restart with a lobby and a newer table, whose record ends in an impossible play.

    Return the registry, the table, the lobby and a card of the impossible play.
    """
    lobby, table = await harness.open_lobby(), await harness.start_match(computers=3)
    while table.spectator_view().phase is not PhaseName.PLAYING or not table.spectator_view().tricks:
        await harness.clock.advance(30.0)
    await harness.registry.close()
    record = harness.store.entries[table.id]
    number = next(n for n in reversed(range(len(record))) if isinstance(record[n].action, Play))
    held = table.view(table.seat_of(ANN)).hand
    record[number] = replace(record[number], action=Play((held[0],) * 3))
    return harness.reopen(), table, lobby, held[0]


async def test_broken_table_is_refused_and_others_load(harness):
    registry, table, lobby, _ = await broken(harness)
    await load_live_tables(registry)
    assert [one.id for one in registry.list_live()] == [lobby.id]
    for _ in range(2):
        with pytest.raises(TableRefused) as no:
            await registry.get_table(table.id)
        assert (no.value.reason, no.value.facts) == (TableRefusal.BROKEN, {"table": table.id})
    assert (await registry.find_in_channel(ChannelId(2))).id == lobby.id
    assert await registry.find_readable(table.id) is None
    assert (await registry.open_lobby(table.facts.guild, ChannelId(2), ANN)).facts.status is TableStatus.LOBBY


async def test_broken_table_is_logged_once_without_cards(harness):
    registry, table, _, card = await broken(harness)
    with capture_logs() as logs:
        await load_live_tables(registry)
        await registry.find_in_channel(ChannelId(2))
    (line,) = [line for line in logs if "cannot be loaded" in line["event"]]
    assert (line["table"], line["kind"], line["log_level"]) == (table.id, "IllegalAction", "error")
    words = " ".join(map(str, line.values())).split()
    assert not {str(c) for c in (card, *map(Card, range(54)))} & set(words)
    assert "exc_info" not in line
