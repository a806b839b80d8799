"""If messages are deleted, too old, rate limited or refused, the game carries on and everyone can see it."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from bot_harness import MANNERS, QUICK, connected
from play_by_panel import SHORT_DEAL, act, patiently, play_deal, sit_down, until
from screens import LoopbackPlayer

from bot.ids import TableId
from bot.loopback.errors import ClientError
from bot.play.clock.timing import SystemClock
from bot.ui.core.interactions.table_controls import ControlVerb


class ShiftedClock(SystemClock):
    """The machine's time plus an offset."""

    offset = 0.0

    def now(self):
        return super().now() + self.offset

    def wall(self):
        return self.now()

    async def sleep_until(self, at):
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - the clock may be moved meanwhile
            await asyncio.sleep(min(left, 0.02))


@pytest.fixture
def clock():
    return ShiftedClock()


@pytest.fixture
async def bot(tmp_path, loopback, clock, blank_pictures):
    async with connected(tmp_path, loopback, clock=clock) as running:
        yield running


async def play_until_my_turn(player):
    return await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))


async def test_deleted_table_message_is_posted_again(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await loopback.remote.arrange("delete_message", message=str(board.id))
    await act(ann, await play_until_my_turn(ann), random.Random(1))
    again = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND) and s.id != board.id)
    await bot.outbox.idle()
    assert (await bot.database.store.tables.find_table_message(TableId(1))).message == again.id


@pytest.mark.long
async def test_table_message_older_than_fifty_minutes_is_replaced(bot, people, clock):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await bot.outbox.idle()  # send the message before the clock moves, so that it is old afterwards
    clock.offset = 51 * 60.0
    await ann.slash("hand")
    await act(ann, await play_until_my_turn(ann), random.Random(1))
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND) and s.id != board.id)

    await until(ann, ann.screens, lambda screens: board.id not in {s.id for s in screens})


async def test_table_message_whose_confirmation_is_lost_is_posted_once(bot, loopback, people, monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.debounce.FIRST_RETRY_SECONDS", 0.05)
    ann = people[0]
    await loopback.remote.arrange("fault", kind="lost_answer", method="POST", route="/channels/{channel}/messages")
    await sit_down(ann, **SHORT_DEAL)
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await bot.outbox.idle()
    assert len([s for s in await ann.screens() if not s.private and s.has(ControlVerb.RULES)]) == 1


@pytest.mark.long
async def test_panel_that_automod_blocked_once_is_kept_up_to_date(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await until(ann, ann.panel, lambda s: bool(s.alts))
    await loopback.remote.arrange("fault", kind="status", method="PATCH", path="/webhooks/", code=200000)
    while loopback.rest.faults.waiting:
        await act(ann, await play_until_my_turn(ann), random.Random(1))
        await bot.outbox.idle()
    assert bot.outbox._hand_messages[TableId(1)][ann.id].is_alive


@pytest.mark.long
async def test_panel_that_cannot_be_edited_is_sent_again(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await until(ann, ann.panel, lambda s: bool(s.alts))
    await loopback.remote.arrange(
        "fault", kind="status", method="PATCH", path="/webhooks/", times=2, status=400, code=50035
    )
    await play_deal([ann])
    await bot.outbox.idle()

    async def panels():
        return [s.id for s in await ann.screens() if s.is_panel]

    await until(ann, panels, lambda found: len(found) == 1)  # the old panel is deleted once the new one is there
    assert not loopback.world.messages[(await ann.panel()).id].flags & (1 << 15), "it has the classic form"


@pytest.mark.long
async def test_expired_panel_returns_with_one_press(bot, loopback, people, clock):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    await until(bob, bob.panel, lambda s: bool(s.alts))
    clock.offset = 15 * 60.0
    since = len(await loopback.remote.requests())
    await ann.slash("hand")
    await asyncio.sleep(0.3)
    pushed = [
        r for r in (await loopback.remote.requests())[since:] if r["method"] == "PATCH" and "/webhooks/" in r["path"]
    ]
    assert not [r for r in pushed if r["status"] >= 400]
    board = await bob.board()
    panel = await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    assert panel.private
    assert panel.alts


@pytest.mark.long
async def test_rate_limits_delay_but_lose_nothing(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await loopback.remote.arrange("fault", kind="rate_limit", method="PATCH", path="/channels/", times=3, seconds=0.2)
    await play_deal([ann])
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert board.alts


@pytest.mark.long
async def test_deal_is_played_with_deferred_answers(tmp_path, loopback, people, blank_pictures):
    manners = replace(MANNERS, defer_after=0.0)  # every answer is deferred
    async with connected(tmp_path, loopback, timing=QUICK, ui_config=manners):
        ann = people[0]
        await sit_down(ann, **SHORT_DEAL)
        await play_deal([ann])


@pytest.mark.long
async def test_deal_is_played_with_classic_messages(tmp_path, loopback, people):
    async with connected(tmp_path, loopback, timing=QUICK) as bot:
        bot.client._services.refusals.note_live_check()
        ann = people[0]
        await sit_down(ann, **SHORT_DEAL)
        await play_deal([ann])


async def test_missing_permission_refuses_table(bot, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("overwrite", channel="tractor", deny=1 << 11)
    answer = await ann.slash("tractor new", computers=3)
    assert answer.private
    assert list(bot.registry.list_live()) == []


@pytest.mark.long
async def test_idle_player_is_away_and_returns(tmp_path, loopback, people, blank_pictures):
    timing = replace(QUICK, turn=0.05, bury=0.05)
    async with connected(tmp_path, loopback, timing=timing):
        ann = people[0]
        await sit_down(ann, **SHORT_DEAL)
        await pass_until_trumps(ann)
        await until(ann, ann.panel, lambda s: s.has(ControlVerb.COME_BACK) and "Paused" in s.text)
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.COME_BACK) and "Paused" in s.text)
        again = await ann.click(board, board.ids(ControlVerb.COME_BACK)[0])
        assert not again.has(ControlVerb.COME_BACK)


@pytest.mark.long
async def test_panel_reports_expired_turn(tmp_path, loopback, blank_pictures):
    timing = replace(QUICK, turn=0.3, bury=0.3, away_after_missed_turns=999)
    async with connected(tmp_path, loopback, timing=timing):
        mei = LoopbackPlayer(loopback.person("mei", locale="zh-CN"))
        await sit_down(mei, **SHORT_DEAL)
        await until(mei, mei.panel, lambda s: "再超时一次" in s.text)


async def pass_until_trumps(player):
    """Pass whenever asked, until trumps are made; return the panel."""
    for _ in patiently():
        panel = await player.panel()
        if panel is not None and panel.has(ControlVerb.PASS):
            with suppress(ClientError):  # the panel may have changed since it was read
                await player.click(panel, panel.ids(ControlVerb.PASS)[0])
        elif panel is not None and (panel.verbs - {ControlVerb.DECLARE} or panel.has(ControlVerb.LAST_TRICK)):
            return panel
        await player.pause()
    raise AssertionError("trumps were never made")


@pytest.mark.long
async def test_stopping_while_sending_logs_no_error(bot, people):
    await sit_down(people[0], **SHORT_DEAL)
    await bot.outbox.idle()
    await asyncio.sleep(0.1)
    await bot.outbox.refresh(bot.registry.list_live()[0])
    await bot.client.close()
