"""The program stops after the next deal has been saved, but before the old deal's message shows how it ended."""

import asyncio
from unittest.mock import patch

import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, sit_down, until
from test_results_stay import play_deal_at_once

from bot.ui.discord_io.messages import Messenger
from bot.ui.surfaces.table_message import TableMessage


async def stand_still(*_args, **_options):
    await asyncio.Event().wait()


async def describe_end(bot, table):
    """Return the heading, the picture's description and the outcome of the deal that has just ended."""
    services = bot.client._services
    texts, view = services.catalogue.texts_for("en-US"), table.spectator_view()
    names = [name or "" for name in await services.people.find_names(table.occupants, texts)]
    return f"deal {view.deal_number}\n", texts.format_table_alt_text(view, names), texts.format_outcome(view, names)


async def play_and_stop(tmp_path, loopback, ann, stop):
    """Play two deals, and return the texts of the second deal's end. `stop` keeps the bot from showing these texts."""
    async with connected(tmp_path, loopback) as bot:
        await sit_down(ann, **SHORT_DEAL)
        table = await bot.registry.get_table(1)
        seat = table.seat_of(ann.id)
        await play_deal_at_once(ann, table, seat)
        await table.gameplay.next_deal(ann.id, "")
        await until(ann, ann.board, lambda s: "deal 2" in s.text)
        await bot.outbox.idle()
        with patch("bot.ui.surfaces.outbox.TableMessage.update", lambda *_: None):
            await play_deal_at_once(ann, table, seat)
            ended = await describe_end(bot, table)
            await table.gameplay.next_deal(ann.id, "")
        with stop:
            bot.outbox.table_message(table).update(table, ())
            await asyncio.sleep(0.2)  # the update of the message has begun, and hangs
            return ended


STOPS = {
    "before the message is edited": lambda: patch.object(TableMessage, "_render_and_show", stand_still),
    "before the new message is sent": lambda: patch.object(Messenger, "send", stand_still),
}


FIRST, SECOND = STOPS


@pytest.mark.long
@pytest.mark.parametrize("moment", [FIRST, SECOND])
async def test_result_is_shown_after_a_stop(tmp_path, loopback, people, moment):
    ann = people[0]
    heading, described, result = await play_and_stop(tmp_path, loopback, ann, STOPS[moment]())
    async with connected(tmp_path, loopback) as bot:
        board = await until(ann, ann.board, lambda s: "deal 3" in s.text)
        await bot.outbox.idle()
        shown = [s for s in await ann.screens() if not s.private]
        (old,) = [s for s in shown if heading in s.text]
        assert not old.buttons
        assert not old.links
        assert [alt[:60] for alt in old.alts] == [described[:60]]
        assert result.split("\n")[0] in old.text
        assert old.text.endswith("The game continues below.")
        assert old.id < board.id
        assert [s.id for s in shown if s.buttons] == [board.id]
        assert (await bot.database.store.tables.find_table_message(1)).deal == 3


@pytest.mark.long
async def test_restart_within_a_deal_edits_its_message(tmp_path, loopback, people, blank_pictures):
    ann = people[0]
    async with connected(tmp_path, loopback):
        await sit_down(ann, **SHORT_DEAL)
        before = await until(ann, ann.board, lambda s: "deal 1" in s.text)
    async with connected(tmp_path, loopback) as bot:
        await bot.outbox.idle()
        assert (await ann.board()).id == before.id
        assert (await bot.database.store.tables.find_table_message(1)).deal == 1
