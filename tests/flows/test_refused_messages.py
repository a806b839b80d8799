"""Discord refuses single messages: the game goes on, and all other messages stay as they are."""

import asyncio
import random
import re
from dataclasses import replace

import pytest
from bot_harness import LOGGED, MANNERS, connected
from play_by_panel import SHORT_DEAL, act, play_deal, sit_down, until
from refuse_requests import V2, edits_in, posts_to, refuse, replaces_picture
from screens import LoopbackPlayer, walk

from bot.loopback.wire import Flag
from bot.play.clock.timing import SystemClock
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.refusal_memory import PROBE_AFTER, Surface
from bot.ui.dispatch.dispatcher import InteractionDispatcher
from tests.everyday import spread

CHANNEL = "tractor"
TOKEN_PATH = re.compile("/(webhooks|interactions)/")


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


@pytest.mark.long
async def test_one_refused_edit_changes_nothing(running, loopback, people):
    ann = people[0]
    await start(ann)
    await act_once(ann)  # now both messages are in their final places
    await running.outbox.idle()
    board, panel = await ann.board(), await ann.panel()
    for picks in (edits_in(channel_id(loopback)), lambda r: replaces_picture(r) and "/channels/" not in r.path):
        with refuse(loopback, picks, times=1) as refused:
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
    """If Discord refuses new pictures, the table and the panel are sent once more, as classic messages.

    From then on they are edited in place, and later the bot tries the usual form again. The panel may be sent a second
    time, below the table's new message.
    """
    ann = people[0]
    async with connected(tmp_path, loopback, clock=clock) as bot:
        await start(ann, **SHORT_DEAL)
        await until(ann, ann.panel, lambda s: bool(s.alts))
        await until(ann, ann.screens, lambda seen: sum(s.private for s in seen) == 1)  # the lobby's message is deleted
        await bot.outbox.idle()
        since = len(await loopback.remote.requests())
        with refuse(loopback, replaces_picture) as refused:
            await play_deal([ann])
            await bot.outbox.idle()
            made = (await loopback.remote.requests())[since:]
            posted = [r for r in made if r["method"] == "POST" and "/interactions/" not in r["path"]]
            deleted = [r for r in made if r["method"] == "DELETE"]
            assert (
                len(posted) <= len(deleted) <= len(posted) + 1
            )  # a message that was replaced earlier may be deleted only now
            assert (len([r for r in posted if "/channels/" in r["path"]]), len(refused)) == (1, 4)
            assert len([r for r in posted if "/webhooks/" in r["path"]]) <= 2  # only one if an answer brings the panel
        for shown in (await ann.board(), await ann.panel()):
            assert not has_components(loopback, shown)
        await ann.slash("hand")
        assert not has_components(loopback, await ann.panel()), "a new panel has no Components V2 yet"
        clock.offset = PROBE_AFTER
        await ann.slash("hand")
        board = await ann.board()
        await ann.click(board, board.ids(ControlVerb.NEXT_DEAL)[0])
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND) and s.id != board.id)
        for shown in (board, await ann.panel()):
            assert has_components(loopback, shown)


@pytest.mark.long
async def test_message_keeps_its_form_over_a_restart(tmp_path, loopback, people, blank_pictures):
    """A message without Components V2 is edited without them; the bot does not conclude that Discord refuses them."""
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as bot:
        bot.client._services.refusals.note_live_check()
        await ann.slash("tractor new", computers=2)
        board = await until(ann, ann.board, lambda s: s is not None and s.has(ControlVerb.JOIN))
    async with connected(tmp_path, loopback) as bot:
        await bob.click(board, board.ids(ControlVerb.JOIN)[0])
        await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
        await bot.outbox.idle()
        shown = await ann.board()
        assert (shown.id, has_components(loopback, shown)) == (board.id, False)
        assert not any(bot.client._services.refusals.is_classic_anywhere(one) for one in Surface)


@pytest.fixture
async def deferring(tmp_path, loopback, blank_pictures, monkeypatch):
    """Run a bot whose answers all take a moment, so that it defers each of them."""
    config = replace(MANNERS, defer_after=0.0)
    monkeypatch.setattr(InteractionDispatcher, "_wait_until_open", lambda _: asyncio.sleep(0.1))
    async with connected(tmp_path, loopback, ui_config=config) as bot:
        yield bot


def replaces_thinking(request):
    """Return whether a request replaces the message "thinking" with an answer."""
    return request.method == "PATCH" and request.path.endswith("/messages/@original")


def follows_up(request):
    return request.method == "POST" and request.path.startswith("/webhooks/")


def is_answer(request):
    return replaces_thinking(request) or follows_up(request)


async def press_hand(player):
    board = await player.board()
    await player.person.click(str(board.id), custom_id=board.ids(ControlVerb.SHOW_HAND)[0])


def command(name):
    return lambda player: player.person.slash(CHANNEL, name)


DEFERRED = {"press": press_hand, "panel": command("hand"), "words": command("table"), "pages": command("settings")}
REFUSALS = {
    "in its place": (replaces_thinking, 50035, 10**6, "usual"),
    "with components": (lambda r: is_answer(r) and not r.body.get("content"), 50035, 10**6, "classic"),
    "four times": (is_answer, 50035, 4, "did not accept this answer"),
    "by AutoMod": (is_answer, 200000, 1, "AutoMod blocked this answer"),
    "always": (is_answer, 50035, 10**6, "nothing"),
}


async def find_answers(loopback, player, earlier=(), *, some=True):
    """Wait until none of a person's private messages says "thinking", and return these messages.

    If `some` is true, wait for at least one message. Otherwise wait until the person has none. Answers to the
    interactions `earlier` do not count, for example a panel that was sent again below the table.
    """

    async def look():
        seen = [loopback.world.messages[int(m.id)] for m in await player.person.messages(CHANNEL) if m.ephemeral]
        return [m for m in seen if m.interaction["id"] not in earlier]

    return await until(player, look, lambda seen: bool(seen) is some and not any(m.flags & Flag.LOADING for m in seen))


async def list_answered(loopback, player):
    """Return the ids of the interactions that a person's private messages answer."""
    return {m.interaction["id"] for m in await find_answers(loopback, player)}


async def list_tokens(loopback):
    """Return the tokens of all interactions so far. Earlier answers may still be edited with them."""
    return {r["path"].split("/")[3] for r in await loopback.remote.requests() if TOKEN_PATH.match(r["path"])}


async def answer_refused(loopback, player, answer, picks, *, some, **refusal):
    """Ask for an answer, refuse its requests, and return the new messages and the number of refused requests."""
    await until(player, player.panel, lambda s: bool(s.verbs))
    earlier = await list_answered(loopback, player)
    known = await list_tokens(loopback)
    with refuse(loopback, lambda r: picks(r) and r.path.split("/")[3] not in known, **refusal) as refused:
        await DEFERRED[answer](player)
        await until(player, lambda: now(refused), bool)
        return await find_answers(loopback, player, earlier, some=some), len(refused)


async def now(value):
    return value


@pytest.mark.parametrize("answer", spread(1, DEFERRED))
@pytest.mark.parametrize("refusal", spread(1, REFUSALS))
async def test_refused_deferred_answer_is_sent_again(deferring, loopback, people, answer, refusal):
    ann, (picks, code, times, expected) = people[0], REFUSALS[refusal]
    await start(ann)
    some = expected != "nothing"
    seen, refused = await answer_refused(loopback, ann, answer, picks, some=some, code=code, times=times)
    assert 1 <= refused <= 10
    if not some:
        return
    assert bool(seen[-1].flags & V2) is (expected != "classic")
    shown = seen[-1].content or "".join(p.get("content", "") for p in walk(seen[-1].components))
    assert shown
    assert expected in {"usual", "classic"} or expected in shown


@pytest.mark.long
@pytest.mark.parametrize("answer", DEFERRED)
@pytest.mark.parametrize("lost", ["lost_answer", "broken"])
async def test_deferral_without_confirmation_is_answered(deferring, loopback, people, answer, lost):
    ann = people[0]
    await start(ann)
    await until(ann, ann.panel, lambda s: bool(s.verbs))
    earlier = await list_answered(loopback, ann)
    await loopback.remote.arrange("fault", kind=lost, method="POST", path="/callback", times=1)
    await DEFERRED[answer](ann)
    (seen,) = await find_answers(loopback, ann, earlier)
    assert seen.components


@pytest.mark.parametrize("answer", spread(1, DEFERRED))
@pytest.mark.parametrize("fault", spread(1, ["time_out", "lost_answer", "broken"]))
async def test_first_answer_that_is_lost_is_sent_again(running, loopback, people, monkeypatch, answer, fault):
    """One complete answer is shown although Discord never confirms the first attempt."""
    monkeypatch.setattr("bot.ui.discord_io.reply.SILENT_AFTER", 0.2)
    ann = people[0]
    await start(ann)
    await until(ann, ann.panel, lambda s: bool(s.verbs))
    await running.outbox.idle()
    earlier = await list_answered(loopback, ann)
    await loopback.remote.arrange("fault", kind=fault, method="POST", path="/callback", seconds=20.0)
    await DEFERRED[answer](ann)
    (seen,) = await find_answers(loopback, ann, earlier)
    assert seen.components


def shows_table(loopback):
    """Return a predicate for requests that post or edit messages in the channel of the tables."""
    channel = channel_id(loopback)
    return lambda r: posts_to(channel)(r) or edits_in(channel)(r)


async def direct_messages(loopback, player):
    home = next((c for c in loopback.world.channels.values() if player.id in c.recipients), None)
    return [] if home is None else [seen.text for seen in await player.person.messages(str(home.id))]


CAUSES = {
    "form": (400, 50035, "en-US", "Discord does not accept the message of table 1"),
    "AutoMod": (400, 200000, "zh-CN", "AutoMod 拦下了第 1 桌"),
    "slow mode": (400, 20016, "zh-TW", "慢速模式，第 1 桌"),
    "permission": (403, 50013, "en-US", "I can no longer write in"),
    "access": (403, 50001, "en-US", "I can no longer write in"),
}


@pytest.mark.parametrize("cause", spread(1, CAUSES))
async def test_host_hears_why_table_is_not_shown(running, loopback, people, cause):
    """The panels go on to the end of the deal, and the notice disappears once the table is shown again."""
    status, code, locale, words = CAUSES[cause]
    ann = LoopbackPlayer(loopback.person("ann", locale))
    await start(ann, **SHORT_DEAL)
    await until(ann, ann.panel, lambda s: bool(s.alts))
    with refuse(loopback, shows_table(loopback), status, code) as refused:
        await play_deal([ann], on_panel=lambda *_: running.outbox.idle())
        await until(ann, ann.panel, lambda s: words in s.text)
        assert 1 <= len(refused) <= 10
        (told,) = await until(ann, lambda: direct_messages(loopback, ann), bool)
        assert words in told
        assert len([line for line in LOGGED if "could not be shown" in line]) == 1
    before = await ann.board()
    await ann.slash("table")
    await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL) and s.id != before.id)
    await until(ann, ann.panel, lambda s: words not in s.text)
    assert len(await direct_messages(loopback, ann)) == 1


@pytest.mark.parametrize(("status", "code"), spread(1, [(404, 10003), (400, 50035)]))
async def test_refused_table_message_is_posted_again(running, loopback, people, monkeypatch, status, code):
    ann = people[0]
    monkeypatch.setattr("bot.ui.discord_io.kept_messages.RETRY_PAUSES", [0.1])
    with refuse(loopback, posts_to(channel_id(loopback)), status, code) as refused:
        await ann.slash("tractor new")
        await until(ann, lambda: now(refused), bool)
    assert (await until(ann, ann.board, bool)).has(ControlVerb.JOIN)


@pytest.mark.long
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_long_limit_costs_one_request(tmp_path, loopback, people, monkeypatch, blank_pictures, method):
    """After a 429, the table is shown only after the wait that Discord asks for, even if other updates come first."""
    monkeypatch.setattr("bot.ui.discord_io.messages.PATIENCE", 0.2)
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as bot:
        await ann.slash("tractor new")
        board = await until(ann, ann.board, lambda s: s is not None and s.has(ControlVerb.JOIN))
        await bot.outbox.idle()
        await loopback.remote.arrange("fault", kind="rate_limit", method=method, path="channels/.*/messages", seconds=1)
        (table,) = (bot.outbox.table_message(one) for one in bot.registry.list_live())
        if method == "POST":
            table.repost()
        else:
            await bob.click(board, board.ids(ControlVerb.JOIN)[0])
        await bot.outbox.idle()
        table.debouncer.request()
        await bot.outbox.idle()

        async def list_requests():
            made = await loopback.remote.requests()
            return [(r["status"], r["at"]) for r in made if r["method"] == method and "/channels/" in r["path"]]

        seen = await until(ann, list_requests, lambda seen: seen[-1][0] == 200 and seen[-2][0] == 429)
        assert [status for status, _ in seen].count(429) == 1
        assert seen[-1][1] - seen[-2][1] >= 0.9


@pytest.mark.long
async def test_others_do_not_read_why_table_is_not_shown(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2)
    for player in (ann, bob):
        await player.slash("hand")
    with refuse(loopback, shows_table(loopback)):
        running.outbox.table_message(running.registry.list_live()[0]).repost()
        await until(ann, ann.panel, lambda s: "Discord does not accept" in s.text)
        assert "Discord does not accept" not in (await bob.slash("hand")).text


FAULTS_OF_PLACES = {
    "archived": (400, 50083),
    "locked": (403, 160005),
    "deleted channel": (404, 10003),
    "deleted message": (404, 10008),
    "no access": (403, 50001),
    "no permission": (403, 50013),
    "slow mode": (400, 20016),
}


@pytest.mark.parametrize("fault", spread(1, FAULTS_OF_PLACES))
async def test_table_leaves_a_thread_that_refuses(tmp_path, loopback, people, blank_pictures, fault):
    """The table moves to the channel after few requests, with one line in the log."""
    ann, bob = people[:2]
    config = replace(MANNERS, use_threads=True, turn_pings=True, ping_after=0.0)
    async with connected(tmp_path, loopback, ui_config=config) as bot:
        await sit_down(ann, [bob], computers=2)
        table = bot.registry.list_live()[0]
        await until(ann, lambda: bot.client._services.threads.find_thread(table.id), bool)
        thread = await bot.client._services.threads.find_thread(table.id)
        there = LoopbackPlayer(ann.person, str(thread))
        await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND))
        LOGGED.clear()
        with refuse(loopback, lambda r: f"/channels/{thread}/messages" in r.path, *FAULTS_OF_PLACES[fault]) as refused:
            bot.outbox.table_message(table).repost()
            await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
            await bot.outbox.idle()
            assert 1 <= len(refused) <= 10
        assert len([line for line in LOGGED if "can no longer be used" in line and "code" in line]) == 1


@pytest.mark.long
async def test_table_reopens_its_archived_thread(tmp_path, loopback, people, blank_pictures):
    """Discord refuses to edit a message in an archived thread. A new message replaces it and reopens the thread."""
    ann = people[0]
    async with connected(tmp_path, loopback, ui_config=replace(MANNERS, use_threads=True)) as bot:
        await sit_down(ann, **SHORT_DEAL)
        table, threads = bot.registry.list_live()[0], bot.client._services.threads
        await until(ann, lambda: threads.find_thread(table.id), bool)
        thread = await threads.find_thread(table.id)
        there = LoopbackPlayer(ann.person, str(thread))
        board = await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND))
        await bot.outbox.idle()
        await loopback.remote.arrange("archive", channel=str(thread))
        bot.outbox.table_message(table).retry_soon()
        await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND) and s.id != board.id)
        await bot.outbox.idle()
        assert not loopback.world.channels[thread].archived
        assert len([s for s in await there.screens() if not s.private and s.has(ControlVerb.SHOW_HAND)]) == 1


@pytest.mark.long
@pytest.mark.parametrize("fault", ["no permission", "no access", "slow mode", "deleted channel"])
async def test_refused_pings_are_not_repeated(tmp_path, loopback, people, blank_pictures, fault):
    """If a channel refuses every message, the bot tries only one ping in a whole deal, and the panels go on."""
    ann = people[0]
    config = replace(MANNERS, turn_pings=True, ping_after=0.0, final_ping_before=400.0)
    async with connected(tmp_path, loopback, ui_config=config) as bot:
        await start(ann, **SHORT_DEAL)
        await until(ann, ann.panel, lambda s: bool(s.alts))
        with refuse(loopback, posts_to(channel_id(loopback)), *FAULTS_OF_PLACES[fault]) as refused:
            await play_deal([ann])
            await bot.outbox.idle()
        assert len(refused) == 1
