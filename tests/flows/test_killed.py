"""The bot is killed in mid-trick while Discord lives on; the same old buttons finish the deal."""

import asyncio
import os
import random
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from bot_harness import connected
from play_by_panel import act, patiently, play_deal, sit_down, until
from shared_resources import database_url

from bot.ids import TableId
from bot.play.table_rules.game_state import rebuild_game_state
from bot.store.database import Database
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.actions import Bury, Deal, Play
from engine.model.view import Ask, PhaseName

HERE = Path(__file__).parent
SERVER = {name: os.environ[name] for name in ("FLOWS_ON", "TEST_POSTGRES_URL") if name in os.environ}
ENVIRONMENT = {"PYTHONPATH": str(HERE.parent.parent), "PATH": ""} | SERVER


@asynccontextmanager
async def run_process(loopback, folder):
    """Run the bot in a process of its own, which is killed at the end."""
    started = await asyncio.create_subprocess_exec(
        sys.executable, str(HERE / "bot_process.py"), loopback.url, loopback.token, str(folder),
        stdout=asyncio.subprocess.PIPE, cwd=HERE.parent.parent, env=ENVIRONMENT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(120):
            while (line := await started.stdout.readline()) != b"ready\n":
                assert line, "the bot did not start"
        yield started
    finally:
        if started.returncode is None:
            started.send_signal(signal.SIGKILL)
        await started.wait()


async def record(folder):
    database = await Database.open(database_url(folder))
    try:
        return await database.store.tables.load(TableId(1))
    finally:
        await database.close()


async def play_into_a_trick(player, rng):
    """Play some tricks, then stop where this person must follow."""
    played = 0
    for _ in patiently():
        panel = await player.panel()
        if panel is None or not panel.verbs - {ControlVerb.NEXT_DEAL}:
            await player.pause()
            continue
        follows = panel.has(ControlVerb.PLAY) and not panel.has(ControlVerb.PICK)
        if follows and played > 4:
            return panel
        played += panel.has(ControlVerb.PLAY)
        await act(player, panel, rng)
    raise AssertionError("no trick came to its middle")


@pytest.mark.long
async def test_deal_is_finished_after_kill_in_mid_trick(tmp_path, loopback, people):
    ann, rng = people[0], random.Random(5)
    async with run_process(loopback, tmp_path):
        await sit_down(ann, computers=3)
        panel = await play_into_a_trick(ann, rng)
    before = await record(tmp_path)
    async with run_process(loopback, tmp_path):
        await act(ann, panel, rng)  # this button is from before the kill
        await play_deal([ann], rng)
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
        assert board.alts
    after = await record(tmp_path)
    assert after.entries[: len(before.entries)] == before.entries
    assert [e.revision for e in after.entries] == list(range(1, len(after.entries) + 1))
    check_no_play_lost_or_doubled(after)


def check_no_play_lost_or_doubled(stored):
    """Replay the record and count cards: each was played or buried exactly once."""
    standing = rebuild_game_state(stored.facts, stored.entries)
    assert standing.phase_name is PhaseName.FINISHED
    dealt = sorted(next(e.action for e in stored.entries if isinstance(e.action, Deal)).order)
    view = standing_view(standing)
    shown = [c for trick in view.tricks for play in trick.plays for c in play.cards]
    assert sorted(shown + list(view.kitty)) == dealt
    plays = [e for e in stored.entries if isinstance(e.action, Play)]
    assert len(plays) == 4 * len(view.tricks)
    assert len([e for e in stored.entries if isinstance(e.action, Bury)]) == 1


def standing_view(standing):
    from engine.deal.game import spectator_view

    return spectator_view(standing.phase)


@pytest.mark.long
async def test_deal_is_finished_after_restart_in_mid_trick(tmp_path, loopback, people):
    ann, rng = people[0], random.Random(6)
    async with connected(tmp_path, loopback):
        await sit_down(ann, computers=3)
        panel = await play_into_a_trick(ann, rng)
    async with connected(tmp_path, loopback) as again:
        table = await again.registry.get_table(TableId(1))
        assert table.view(table.seat_of(ann.id)).ask is Ask.FOLLOW
        await act(ann, panel, rng)
        await play_deal([ann], rng)
    check_no_play_lost_or_doubled(await record(tmp_path))
