"""Messages that are lost, old, throttled or refused: the game goes on, and everybody can see it."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hosting import QUICK, connected
from playing import act, play_deal, sit_down, until
from screens import LoopbackPlayer

from bot.loopback.interactions.client import ClientError
from bot.play.clock import SystemClock
from bot.play.occupants import TableId
from bot.ui.ids import Verb
from bot.ui.ports import Manners


class Shifted(SystemClock):
    """The machine's time, moved."""

    offset = 0.0

    def now(self):
        return super().now() + self.offset

    async def sleep_until(self, at):
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - the clock may be moved meanwhile
            await asyncio.sleep(min(left, 0.02))


@pytest.fixture
def clock():
    return Shifted()


@pytest.fixture
async def bot(tmp_path, loopback, clock):
    async with connected(tmp_path, loopback, clock=clock) as running:
        yield running


async def to_my_turn(player):
    return await until(player, player.panel, lambda s: bool(s.verbs - {Verb.NEXT}))


async def test_a_deleted_board_is_posted_anew(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, computers=3)
    board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    await loopback.remote.arrange("delete_message", message=str(board.id))
    await act(ann, await to_my_turn(ann), random.Random(1))
    again = await until(ann, ann.board, lambda s: s.has(Verb.HAND) and s.id != board.id)
    await bot.outbox.idle()
    assert (await bot.database.store.board(TableId(1))).message == again.id


async def test_a_board_of_fifty_minutes_is_replaced_and_says_where_the_game_went(bot, people, clock):
    ann = people[0]
    await sit_down(ann, computers=3)
    board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    clock.offset = 51 * 60.0
    await ann.slash("hand")
    await act(ann, await to_my_turn(ann), random.Random(1))
    again = await until(ann, ann.board, lambda s: s.has(Verb.HAND) and s.id != board.id)

    async def first():
        return next(s for s in await ann.screens() if s.id == board.id)

    old = await until(ann, first, lambda s: not s.buttons)
    assert str(again.id) in old.text


async def test_a_panel_that_cannot_be_changed_in_place_is_sent_anew(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, computers=3, preset="forty-points")
    await until(ann, ann.panel, lambda s: bool(s.alts))
    await loopback.remote.arrange(
        "fault", kind="status", method="PATCH", path="/webhooks/", times=1, status=400, code=50035
    )
    await play_deal([ann])
    panels = [s for s in await ann.screens() if s.private and s.has(Verb.REFRESH)]
    assert len(panels) == 1
    assert bot.outbox.habits.replace


async def test_an_expired_panel_is_left_alone_and_a_new_one_is_one_press_away(bot, loopback, people, clock):
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
    panel = await bob.click(board, board.ids(Verb.HAND)[0])
    assert panel.private
    assert panel.alts


@pytest.mark.long
async def test_a_burst_of_rate_limits_delays_and_loses_nothing(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, computers=3, preset="forty-points")
    await loopback.remote.arrange("fault", kind="rate_limit", method="PATCH", path="/channels/", times=3, seconds=0.2)
    await play_deal([ann])
    board = await until(ann, ann.board, lambda s: s.has(Verb.NEXT))
    assert board.alts


async def test_a_slow_store_is_answered_in_time(tmp_path, loopback, people):
    manners = Manners(pause=0.02, sync=True, patience=0.0)  # always asks for time first
    async with connected(tmp_path, loopback, timing=QUICK, manners=manners):
        ann = people[0]
        await sit_down(ann, computers=3, preset="forty-points")
        await play_deal([ann])


@pytest.mark.long
async def test_the_older_form_of_messages_plays_a_deal_too(tmp_path, loopback, people):
    manners = Manners(pause=0.02, sync=True, v1=True)
    async with connected(tmp_path, loopback, timing=QUICK, manners=manners):
        ann = people[0]
        await sit_down(ann, computers=3, preset="forty-points")
        await play_deal([ann])


async def test_no_permission_no_table(bot, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("overwrite", channel="tractor", deny=1 << 11)
    answer = await ann.slash("tractor new", computers=3)
    assert answer.private
    assert list(bot.registry.live()) == []


async def test_who_never_acts_is_played_for_and_sees_it(tmp_path, loopback, people):
    timing = replace(QUICK, turn=0.05, bury=0.05)
    async with connected(tmp_path, loopback, timing=timing):
        ann = people[0]
        await sit_down(ann, computers=3, preset="forty-points")
        panel = await until(ann, ann.panel, lambda s: s.has(Verb.PASS))
        with suppress(ClientError):  # it may have changed under the finger
            await ann.click(panel, panel.ids(Verb.PASS)[0])
        await pass_until_trumps(ann)
        await until(ann, ann.panel, lambda s: s.has(Verb.HERE) and "Paused" in s.text)
        board = await until(ann, ann.board, lambda s: s.has(Verb.HERE) and "Paused" in s.text)
        again = await ann.click(board, board.ids(Verb.HERE)[0])
        assert not again.has(Verb.HERE)


@pytest.mark.long
async def test_whose_time_was_up_is_told_on_his_panel(tmp_path, loopback):
    timing = replace(QUICK, turn=0.3, bury=0.3, away_after=999)
    async with connected(tmp_path, loopback, timing=timing):
        mei = LoopbackPlayer(loopback.person("mei", locale="zh-CN"))
        await sit_down(mei, computers=3, preset="forty-points")
        await until(mei, mei.panel, lambda s: "刚才那一步由电脑替你走了" in s.text, tries=1500)


async def pass_until_trumps(player):
    """Pass as often as a new declaration asks again."""
    for _ in range(200):
        panel = await player.panel()
        if panel is not None and panel.has(Verb.PASS):
            with suppress(ClientError):  # as above
                await player.click(panel, panel.ids(Verb.PASS)[0])
        elif panel is not None and (panel.verbs or panel.has(Verb.LAST)):
            return panel
        await player.pause()
    raise AssertionError("trumps were never made")


async def test_a_stop_in_the_middle_of_the_news_is_no_fault(bot, people):
    await sit_down(people[0], computers=3)
    await bot.outbox.idle()
    await asyncio.sleep(0.1)
    await bot.outbox.refresh(bot.registry.live()[0])
    await bot.client.close()
