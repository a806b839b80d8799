"""Discord refuses single messages: the game goes on, and all other messages stay as they are."""

import asyncio
import random

import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, act, play_deal, sit_down, until
from refuse_requests import V2, edits_in, refuse, replaces_picture

from bot.play.clock.timing import SystemClock
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.refusal_memory import PROBE_AFTER

CHANNEL = "tractor"


class ShiftedClock(SystemClock):
    """The machine's time plus an offset."""

    offset = 0.0

    def now(self):
        return super().now() + self.offset

    async def sleep_until(self, at):
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - the clock may be moved meanwhile
            await asyncio.sleep(min(left, 0.02))


def has_components(loopback, screen):
    """Return whether a message has Components V2."""
    return bool(loopback.world.messages[screen.id].flags & V2)


def channel_id(loopback):
    return next(c.id for c in loopback.world.channels.values() if c.name == CHANNEL)


async def act_once(player):
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
        if await act(player, panel, random.Random(1)):
            return


async def start(player, **options):
    await sit_down(player, **{"computers": 3} | options)
    return await until(player, player.board, lambda s: s.has(ControlVerb.SHOW_HAND))


async def test_one_refused_edit_changes_nothing(running, loopback, people):
    ann = people[0]
    board, panel = await start(ann), await until(ann, ann.panel, lambda s: bool(s.alts))
    for picks in (edits_in(channel_id(loopback)), lambda r: replaces_picture(r) and "/channels/" not in r.path):
        with refuse(picks, times=1) as refused:
            while not refused:
                await act_once(ann)
                await running.outbox.idle()
    assert (await ann.board()).id == board.id, "the second attempt was accepted"
    assert (await ann.panel()).id == panel.id
    assert has_components(loopback, await ann.board())


@pytest.fixture
def clock():
    return ShiftedClock()


@pytest.mark.long
async def test_pictures_that_cannot_be_replaced_cost_one_message(tmp_path, loopback, people, clock, blank_pictures):
    """The table and the panel take the classic form once, are edited in place, and later try the usual form again."""
    ann = people[0]
    async with connected(tmp_path, loopback, clock=clock) as bot:
        await start(ann, **SHORT_DEAL)
        await until(ann, ann.panel, lambda s: bool(s.alts))
        since = len(await loopback.remote.requests())
        with refuse(replaces_picture) as refused:
            await play_deal([ann])
            await bot.outbox.idle()
            made = (await loopback.remote.requests())[since:]
            posted = [r for r in made if r["method"] == "POST" and "/interactions/" not in r["path"]]
            deleted = [r for r in made if r["method"] == "DELETE"]
            assert (len(posted), len(deleted), len(refused)) == (2, 2, 4)
        for shown in (await ann.board(), await ann.panel()):
            assert not has_components(loopback, shown)
        await ann.slash("hand")
        assert not has_components(loopback, await ann.panel()), "a new one has the form of the last minutes"
        clock.offset = PROBE_AFTER
        await ann.slash("hand")
        board = await ann.board()
        await ann.click(board, board.ids(ControlVerb.NEXT_DEAL)[0])
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND) and s.id != board.id)
        for shown in (board, await ann.panel()):
            assert has_components(loopback, shown)
