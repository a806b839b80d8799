"""Counts messages, and checks that no message ever has two edits in flight and that the log holds no token."""

import asyncio
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from bot_harness import FAULTS, LOGGED, MANNERS, connected
from play_by_panel import play_deal, sit_down, until
from screens import LoopbackPlayer
from test_threads import in_thread

from bot.ids import TableId
from bot.play.values.stored_table import TableUpdate
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.reply import Reply

PAUSE = 0.15


class EditMonitor:
    """Records every edit of a message: how many are in flight, and when each began."""

    def __init__(self, monkeypatch, world):
        self.in_air, self.begun, self.most = Counter(), {}, 0
        for cls, name, key in (
            (Messenger, "edit", lambda a: ("board", a[1])),
            (Messenger, "edit_private", lambda a: ("panel", world.interactions[a[0]].user)),
            (Reply, "edit", lambda _, r: ("panel", r._interaction.user.id)),
        ):
            monkeypatch.setattr(cls, name, self.monitor_edits(getattr(cls, name), key, cls is Reply))

    def monitor_edits(self, send, key_of, whole):
        async def watched(itself, *args, **options):
            key = key_of(args, itself) if whole else key_of(args)
            self.in_air[key] += 1
            self.most = max(self.most, self.in_air[key])
            self.begun.setdefault(key, []).append(asyncio.get_running_loop().time())
            try:
                return await send(itself, *args, **options)
            finally:
                self.in_air[key] -= 1

        return watched


async def test_edit_that_changes_nothing_is_not_sent(running, people, loopback):
    """If nothing has changed, three updates send nothing. A repost sends a message nevertheless."""
    await people[0].slash("tractor new", computers=2)
    await running.outbox.idle()
    (table,), before = running.registry.list_live(), len(await list_changes(loopback))
    for _ in range(3):
        running.outbox.publish(table, TableUpdate(table.revision, ()))
        await running.outbox.idle()
    assert len(await list_changes(loopback)) == before
    running.outbox.table_message(table).repost()
    await running.outbox.idle()
    assert len(await list_changes(loopback)) > before


async def list_changes(loopback):
    """Return the bot's requests that change messages of channels."""
    return [one for one in await loopback.remote.requests() if "/channels/" in one["path"] and one["method"] != "GET"]


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_four_player_deal_stays_within_limits(tmp_path, loopback, people, monkeypatch):
    watch = EditMonitor(monkeypatch, loopback.world)
    manners = replace(MANNERS, edit_pause=PAUSE, use_threads=True, min_buried_age=0.0, buried_check_interval=5.0)
    async with connected(tmp_path, loopback, ui_config=manners) as running:
        began = asyncio.get_running_loop().time()
        await sit_down(people[0], people[1:], friendly=True, preset="forty-points")
        eve = LoopbackPlayer(loopback.person("eve"))
        await until(eve, lambda: eve.slash("watch"), lambda s: s.has(ControlVerb.WATCH))
        there = [await in_thread(one, loopback) for one in people]
        for one in there:
            await one.slash("hand")
        taps = await play_deal(there)
        lasted = asyncio.get_running_loop().time() - began
        await running.outbox.idle()
        table = await running.registry.get_table(TableId(1))
        tricks = len(table.spectator_view().tricks)
        requests = await loopback.remote.requests()
    assert watch.most == 1, "two changes of one message under way at once"
    boards = [times for key, times in watch.begun.items() if key[0] == "board"]
    gaps = [b - a for times in boards for a, b in pairwise(times)]
    assert min(gaps) >= PAUSE * 0.9
    panels = [r for r in requests if r["method"] == "PATCH" and "/webhooks/" in r["path"]]
    assert len(panels) <= 4 * tricks + 4 * 8 + taps + 12, "one push a turn, a few for the deal, and the watcher's"
    looks = [r for r in requests if r["method"] == "GET" and re.fullmatch(r"/channels/\d+", r["path"])]
    assert len(looks) <= lasted / 5.0 + 1, "the bot seldom looks whether others have written"
    edits = [r for r in requests if r["method"] == "PATCH" and "/channels/" in r["path"]]
    assert len(edits) <= taps + 12
    posts = [r for r in requests if r["method"] == "POST" and r["path"].partition("?")[0].endswith("/messages")]
    assert len(posts) <= 6, "the lobby, the deal, and who is called: not a message for each play"
    callbacks = [r for r in requests if r["path"].partition("?")[0].endswith("/callback")]
    assert len(callbacks) <= taps + 12, "one answer for each press"
    assert not [r for r in requests if r["status"] >= 400]
    check_logs(loopback, FAULTS + LOGGED)


def check_logs(loopback, lines):
    """Check that no log line holds a token or a control's argument, which may name cards."""
    assert lines
    tokens = [i.token for i in loopback.world.interactions.values()]
    assert tokens
    for line in lines:
        assert not any(token in line for token in tokens)
        assert ":play:" not in line
        assert ":bury:" not in line
