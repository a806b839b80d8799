"""A table is shown in a thread if possible, otherwise in a channel, and the right people are notified."""

import random
import re
from dataclasses import replace

import pytest
from bot_harness import MANNERS, connected
from play_by_panel import SHORT_DEAL, act, end_table, sit_down, until
from screens import LoopbackPlayer

from bot.ids import TableId
from bot.loopback.wire import THREADS
from bot.loopback.world.permissions import EVERYONE, Permission
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.discord_io.messages import ARCHIVE_AFTER_MINUTES, Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault

IN_THREADS = replace(MANNERS, use_threads=True)


@pytest.fixture
async def bot(tmp_path, loopback, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=IN_THREADS) as running:
        yield running


def threads(loopback):
    return [c for c in loopback.world.channels.values() if c.type in THREADS]


async def in_thread(player, loopback):
    """Wait until there is one thread, and return a player for this person who acts in the thread."""
    (thread,) = await until(player, lambda: _now(threads(loopback)), lambda found: len(found) == 1)
    return LoopbackPlayer(player.person, str(thread.id))


async def _now(value):
    return value


async def start_in_thread(player, loopback):
    """Start a match against computers, wait for the table message in its thread, and return a player who acts there."""
    await sit_down(player, **SHORT_DEAL)
    there = await in_thread(player, loopback)
    await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    return there


async def act_next(player):
    """Do what is asked next, so that the table message changes."""
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
        if await act(player, panel, random.Random(1)):
            return


async def find_moved_notice(player):
    """Return the channel's note about a game that moved."""
    seen = await until(player, player.screens, lambda seen: any(s.links and not s.private for s in seen))
    return next(s for s in seen if s.links and not s.private)


async def test_match_moves_to_thread_and_channel_links_it(bot, loopback, people):
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    lobby = await find_moved_notice(ann)
    assert f"/{there.channel}/" in lobby.links[0]
    assert lobby.text == f"The game continues in <#{there.channel}>."
    assert not lobby.buttons
    assert threads(loopback)[0].members.count(ann.id) == 1, "the player is added once"
    assert (await there.slash("hand")).is_panel
    beside, elsewhere = await there.slash("hand"), await ann.slash("hand")
    assert not beside.links
    assert f"/{there.channel}/" in elsewhere.links[0], "in the channel the panel leads there"
    fixed = bot.registry.list_live()[0].snapshot().commitment
    assert fixed in (await there.slash("verify")).text
    assert f"<#{there.channel}>" in (await ann.slash("tractor list")).text
    assert "back at the bottom" in (await there.slash("table")).text
    assert f"<#{there.channel}>" in (await ann.slash("table")).text


async def private(player):
    return [s for s in await player.screens() if s.private]


@pytest.mark.long
async def test_start_leads_to_hands_in_thread(bot, loopback, people, monkeypatch):
    monkeypatch.setattr("bot.ui.surfaces.outbox.MAX_WAIT_FOR_THREAD", 60.0)  # on a busy machine, a thread may open late
    ann, bob, cat = people[:3]
    await cat.slash("settings")
    started = await sit_down(ann, [bob, cat], computers=1)
    there = await in_thread(ann, loopback)
    assert not started.is_panel, "the hand belongs beside the table, where nothing pushes it away"
    for one in (ann, bob):
        (lead,) = await until(one, lambda one=one: private(one), lambda seen: [bool(s.links) for s in seen] == [True])
        assert f"/{there.channel}" in lead.links[0]
        assert lead.text == f"Your match is in <#{there.channel}>. Open your hand there."
    board = await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert (await there.click(board, board.ids(ControlVerb.SHOW_HAND)[0])).is_panel
    called = await until(there, there.screens, lambda seen: any("The match has begun." in s.text for s in seen))
    (call,) = [s for s in called if "The match has begun." in s.text]
    assert {f"<@{bob.id}>", f"<@{cat.id}>"} == set(call.text.removesuffix(" The match has begun.").split())
    assert list(call.buttons.values()) == ["Show my hand"]
    bob_there = LoopbackPlayer(bob.person, there.channel)
    panel = await bob_there.click(call, call.ids(ControlVerb.SHOW_HAND)[0])
    assert panel.is_panel
    assert not panel.links
    await until(bob, bob.screens, lambda seen: not any(s.is_panel for s in seen))


@pytest.mark.long
async def test_player_alone_is_not_pinged_at_start(bot, loopback, people):
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    assert not any("The match has begun." in s.text for s in await there.screens())


@pytest.mark.long
async def test_refusal_appears_in_panel_and_disappears(bot, loopback, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    there = await in_thread(ann, loopback)
    panel = await there.slash("hand")
    refused = await there.slash("play", cards="BJ BJ BJ BJ BJ")
    assert refused.is_panel
    await until(there, there.screens, lambda seen: [s.id for s in seen if s.private] == [refused.id])
    said = refused.text.strip().split("\n")[-1]
    assert re.search("you chose 5|You have only|Not in your hand", said), "which of them depends on the deal"
    await there.slash("hand")
    (shown,) = await until(there, lambda: private(there), lambda seen: len(seen) == 1)
    assert said not in shown.text
    assert panel.id != shown.id


@pytest.mark.long
async def test_thread_survives_restart(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback, ui_config=IN_THREADS):
        there = await start_in_thread(ann, loopback)
        panel = await there.slash("hand")
    async with connected(tmp_path, loopback, ui_config=IN_THREADS) as bot:
        await bot.outbox.idle()
        edited = await until(there, there.panel, lambda s: s.id == panel.id)
        assert not edited.links, "the hand is beside its table"
        await act_next(there)
        await bot.outbox.idle()
        assert (await bot.database.store.tables.find_table_message(TableId(1))).channel == int(there.channel)
    assert len(threads(loopback)) == 1


@pytest.mark.long
async def test_deleted_thread_returns_game_to_channel(bot, loopback, people):
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    await loopback.remote.arrange("delete_channel", channel=there.channel)
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert (await ann.slash("hand")).is_panel


@pytest.mark.long
async def test_archived_thread_reopens_unless_locked(bot, loopback, people):
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    await there.slash("hand")
    await loopback.remote.arrange("archive", channel=there.channel)
    await act_next(there)
    await until(there, lambda: _now(threads(loopback)), lambda found: not found[0].archived)
    assert not (await ann.board() or await there.board()).has(ControlVerb.START)
    await loopback.remote.arrange("archive", channel=there.channel, locked=True)
    await ann.slash("hand")
    await act_next(ann)
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))


@pytest.mark.long
async def test_missing_thread_permission_is_reported_once(bot, loopback, people):
    ann, bob = people[:2]
    less = EVERYONE & ~Permission.CREATE_PUBLIC_THREADS
    await loopback.remote.arrange("bot_permissions", permissions=int(less), everyone=int(less))
    first = await ann.slash("tractor new", computers=3)
    assert "Create Public Threads" in first.text
    assert "Create Public Threads" not in (await bob.slash("tractor new", computers=3)).text
    lobby = await until(bob, bob.board, lambda s: "Table 2" in s.text and s.has(ControlVerb.START))
    await bob.click(lobby, lobby.ids(ControlVerb.START)[0])
    await until(bob, bob.board, lambda s: "Table 2" in s.text and s.has(ControlVerb.SHOW_HAND))
    assert not threads(loopback)


@pytest.mark.long
async def test_server_can_switch_threads_off(bot, loopback, people):
    ann = people[0]
    config = await _manager(loopback).slash("config")
    (switch,) = [i for i, label in config.buttons.items() if "thread for each table" in label]
    assert config.buttons[switch].endswith("on")
    config = await _manager(loopback).click(config, switch)
    assert any("thread for each table" in label and label.endswith("off") for label in config.buttons.values())
    await sit_down(ann, **SHORT_DEAL)
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert not threads(loopback)


def _manager(loopback):
    guild = next(iter(loopback.world.guilds.values()))
    return LoopbackPlayer(loopback.person(loopback.world.users[guild.owner].name))


@pytest.mark.long
async def test_finished_match_leaves_thread_open(bot, loopback, people):
    """The bot never archives a thread; the channel's line offers the rematch even once Discord has archived it."""
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    name = threads(loopback)[0].name
    await end_table(there)

    async def find_line():
        return next((s for s in await ann.screens() if s.text.startswith("✓")), None)

    line = await until(ann, find_line, lambda s: s is not None)
    (thread,) = await until(ann, lambda: _now(threads(loopback)), lambda found: found[0].name.startswith("✓"))
    assert thread.name == f"✓ {name}"
    assert (line.id, line.text) == (thread.id, f"✓ **{name}** · This match has ended.")
    await bot.outbox.idle()
    assert thread.auto_archive == ARCHIVE_AFTER_MINUTES
    assert not [r for r in await loopback.remote.requests() if "archived" in (r["body"] or {})]
    await loopback.remote.arrange("archive", channel=there.channel)
    panel = await ann.click(line, line.ids(ControlVerb.REMATCH)[0])
    assert f"/{thread.id}" in panel.links[0]
    await until(there, there.board, lambda s: s.has(ControlVerb.START))
    renamed = await until(ann, lambda: _now(threads(loopback)), lambda found: not found[0].name.startswith("✓"))
    assert not renamed[0].archived


@pytest.mark.long
async def test_thread_keeps_its_name_without_permission(bot, loopback, people, monkeypatch):
    ann = people[0]

    async def forbidden(*_args):
        raise SendFailed(SendFault.FORBIDDEN, 50013)

    monkeypatch.setattr(Messenger, "rename_thread", forbidden)
    there = await start_in_thread(ann, loopback)
    await end_table(there)
    await until(ann, ann.screens, lambda seen: any("✓" in s.text for s in seen))
    await bot.outbox.idle()
    assert not threads(loopback)[0].name.startswith("✓")
    assert (await until(there, there.board, lambda s: s.has(ControlVerb.REMATCH))).buttons


@pytest.mark.long
async def test_rematch_stays_in_thread(bot, loopback, people):
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    await end_table(there)
    over = await until(there, there.board, lambda s: s.has(ControlVerb.REMATCH))
    await bot.outbox.idle()
    (thread,) = threads(loopback)
    thread.archived = True
    in_channel = len(await ann.screens())
    await there.click(over, over.ids(ControlVerb.REMATCH)[0])
    lobby = await until(there, there.board, lambda s: s.has(ControlVerb.START))
    assert not thread.archived
    assert len(await ann.screens()) == in_channel, "no lobby appears in the channel"
    await there.click(lobby, lobby.ids(ControlVerb.START)[0])
    await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND) and not s.has(ControlVerb.START))
    assert len(threads(loopback)) == 1
    assert (await there.slash("hand")).is_panel


async def direct_messages(loopback, player):
    """Return the bot's direct messages to a person."""
    private = [c.id for c in loopback.world.channels.values() if player.id in c.recipients]
    return [m for channel in private for m in loopback.world.in_channel(channel)]


async def test_deleted_channel_alerts_host_and_game_moves(bot, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("add_channel", name="parlour")
    there = await start_in_thread(ann, loopback)
    await loopback.remote.arrange("delete_channel", channel="tractor")
    (told,) = await until(ann, lambda: direct_messages(loopback, ann), bool)
    assert "`/table`" in str(told)
    elsewhere = LoopbackPlayer(ann.person, "parlour")
    assert there.channel not in {str(c) for c in loopback.world.channels}
    assert (await elsewhere.slash("hand")).is_panel
    await elsewhere.slash("table")
    await until(elsewhere, elsewhere.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await act_next(elsewhere)
    await bot.outbox.idle()
    assert len(await direct_messages(loopback, ann)) == 1


@pytest.mark.long
async def test_lost_permission_is_reported_while_panels_work(bot, loopback, people):
    ann = people[0]
    there = await start_in_thread(ann, loopback)
    await there.slash("hand")
    await loopback.remote.arrange("overwrite", channel="tractor", deny=int(EVERYONE))
    for _ in range(2):
        await act_next(there)
        await bot.outbox.idle()
    await until(ann, lambda: direct_messages(loopback, ann), lambda told: len(told) == 1)
    assert (await there.slash("hand")).is_panel
    await loopback.remote.arrange("overwrite", channel="tractor", deny=0)
    before = (await there.board()).id
    await there.slash("table")
    await until(there, there.board, lambda s: s.has(ControlVerb.SHOW_HAND) and s.id != before)


@pytest.mark.long
async def test_buried_table_message_is_reposted_after_trick(tmp_path, loopback, people):
    ann, bob = people[:2]
    config = replace(MANNERS, min_buried_age=0.0, buried_check_interval=0.0)
    async with connected(tmp_path, loopback, ui_config=config) as bot:
        await sit_down(ann, **SHORT_DEAL)
        first = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
        await bob.person.say("tractor", "what a nice game")
        said = loopback.world.in_channel(loopback.world.messages[first.id].channel)[-1].id
        while (await ann.board()).id < said:
            await act_next(ann)
            await bot.outbox.idle()
        boards = [s for s in await ann.screens() if not s.private and s.has(ControlVerb.SHOW_HAND)]
        assert len(boards) == 1, "the old one is gone"
        assert len(bot.registry.list_live()[0].spectator_view().tricks) >= 1
        second = boards[0].id
        await act_next(ann)
        await bot.outbox.idle()
        assert (await ann.board()).id == second, "nobody has written below it"
