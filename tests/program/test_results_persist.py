"""A named team keeps its level across deals, tables, restarts and a live backup."""

import random

import pytest
from bot_harness import connected
from play_by_panel import end_table, play_deal, sit_down, until

from bot.ids import ChannelId, TableId
from bot.play.table_rules.game_state import rebuild_game_state
from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import backup
from bot.ui.core.interactions.table_controls import ControlVerb


async def whole_deal(people, rng):
    await play_deal(people, rng)
    return await until(people[0], people[0].board, lambda s: s.has(ControlVerb.NEXT_DEAL))


@pytest.mark.long
async def test_team_level_outlives_restart_and_backup(tmp_path, loopback, people):
    (ann, ben), rng = people[:2], random.Random(3)
    async with connected(tmp_path, loopback) as running:
        await ann.slash("new team", name="The Harvesters")
        await sit_down(ann, [ben], computers=2)
        await whole_deal([ann, ben], rng)
        live = await running.registry.get_table(TableId(1))
        await backup(f"sqlite+aiosqlite:///{tmp_path}/tractor.db", tmp_path / "copy.db")
        levels = live.spectator_view().levels
        revision = live.revision
    copy = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/copy.db")
    try:
        stored = await copy.store.tables.load(TableId(1))
        game_state = rebuild_game_state(stored.facts, stored.entries)
        assert game_state.revision == revision
        assert game_state.phase == live.phase
    finally:
        await copy.close()

    async with connected(tmp_path, loopback) as running:
        standings = await ann.slash("standings")
        assert "The Harvesters" in standings.text
        assert levels[0].text in standings.text
        await end_table(ann)
        await sit_down(ann, [ben], computers=2)
        table = await running.registry.find_in_channel(ChannelId(live.facts.channel))
        assert table.id != live.id
        assert table.spectator_view().levels[0] == table.spectator_view().levels[2] == levels[0]
