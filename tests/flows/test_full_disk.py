"""The disk is full during a match: the table says that it waits, commands are answered, and later the match goes on."""

from bot_harness import LOGGED
from play_by_panel import SHORT_DEAL, end_table, sit_down, until
from test_discord_failures import act_next

from bot.play.values.table_info import TableStatus
from bot.store.connection.engines import Unavailable
from bot.store.tables.save_table import SqlTransaction
from bot.ui.core.interactions.table_controls import ControlVerb


async def test_table_waits_for_disk_space_and_resumes(running, people, monkeypatch):
    monkeypatch.setattr(
        "bot.play.all_tables.table_loader.RESTART_GRACE", 0.0
    )  # after the outage, a pass takes effect without a wait
    ann, commit = people[0], SqlTransaction.commit

    async def full(transaction):
        if any(table.facts.status is TableStatus.PLAYING for table in running.registry.list_live()):
            raise Unavailable("the database did not answer: database or disk is full")
        return await commit(transaction)

    with monkeypatch.context() as broken:
        # the start of the match can still be saved, but not the cards drawn after it
        broken.setattr(SqlTransaction, "commit", full)
        await sit_down(ann, **SHORT_DEAL)
        board = await until(ann, ann.board, lambda s: "this table is on hold" in s.text)
        answer = await ann.slash("away")
        assert "didn't go through" in answer.text
        assert (await ann.click(board, board.ids(ControlVerb.RULES)[0])).private
        lines = [line for line in LOGGED if "database or disk is full" in line]
        assert len(lines) == 1
    await until(ann, ann.board, lambda s: "on hold" not in s.text)
    await act_next(ann)
    await end_table(ann)
