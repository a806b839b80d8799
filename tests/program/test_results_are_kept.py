"""A named team keeps its level: over deals, tables, restarts, and in a copy made while the game runs."""

import random

from hosting import connected
from playing import end_table, play_deal, sit_down, until

from bot.play.occupants import ChannelId, TableId
from bot.play.standing import fold
from bot.store.backup import backup
from bot.store.database import Database
from bot.ui.ids import Verb


async def whole_deal(people, rng):
    await play_deal(people, rng)
    return await until(people[0], people[0].board, lambda s: s.has(Verb.NEXT))


async def test_a_team_keeps_its_level_and_a_copy_made_meanwhile_folds(tmp_path, loopback, people):
    ann, rng = people[0], random.Random(3)
    async with connected(tmp_path, loopback) as running:
        await ann.slash("team create", name="The Harvesters")
        await sit_down(ann, computers=3)
        await whole_deal([ann], rng)
        live = await running.registry.table(TableId(1))
        await backup(f"sqlite+aiosqlite:///{tmp_path}/tractor.db", tmp_path / "copy.db")
        levels = live.watch().levels
        revision = live.revision
    copy = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/copy.db")
    try:
        stored = await copy.store.load(TableId(1))
        standing = fold(stored.facts, stored.entries)
        assert standing.revision == revision
        assert standing.phase == live.phase
    finally:
        await copy.close()

    async with connected(tmp_path, loopback) as running:
        standings = await ann.slash("standings")
        assert "The Harvesters" in standings.text
        assert levels[0].text in standings.text
        await end_table(ann)
        await sit_down(ann, computers=3)
        table = await running.registry.in_channel(ChannelId(live.facts.channel))
        assert table.id != live.id
        assert table.watch().levels[0] == table.watch().levels[2] == levels[0]
