"""The disk is full during a match: the table says once that it waits, presses are answered, and it goes on."""

from dataclasses import replace

from bot_harness import LOGGED, QUICK, connected
from play_by_panel import end_table, sit_down, until
from test_discord_failures import act_next

from bot.store.connection.connections import Unavailable
from bot.store.tables.transaction import SqlTransaction
from bot.ui.core.interactions.table_controls import ControlVerb

STILL_DEALING = replace(QUICK, batch_interval=0.3)
"""Batches so slow that cards are still to come, and to be saved, when the disk is full."""


async def test_table_waits_for_disk_space_and_resumes(tmp_path, loopback, people, monkeypatch, blank_pictures):
    monkeypatch.setattr(
        "bot.play.all_tables.table_loader.RESTART_GRACE", 0.0
    )  # nobody waits for passes after the outage
    async with connected(tmp_path, loopback, timing=STILL_DEALING):
        await _play_on_full_disk(people[0], monkeypatch)


async def _play_on_full_disk(ann, monkeypatch):
    await sit_down(ann, computers=3)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))

    async def full(_):
        raise Unavailable("the database did not answer: database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(SqlTransaction, "commit", full)
        board = await until(ann, ann.board, lambda s: "this table is on hold" in s.text)
        answer = await ann.slash("away")
        assert "didn't go through" in answer.text
        assert (await ann.click(board, board.ids(ControlVerb.RULES)[0])).private
        lines = [line for line in LOGGED if "database or disk is full" in line]
        assert len(lines) == 1
    await until(ann, ann.board, lambda s: "on hold" not in s.text)
    await act_next(ann)
    await end_table(ann)
