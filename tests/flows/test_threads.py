"""Where a table is shown: in a thread of its own, back in the channel, in another; and who is told of what."""

import random

import pytest
from hosting import connected
from playing import act, end_table, sit_down, until
from screens import LoopbackPlayer

from bot.loopback.wire import THREADS
from bot.loopback.world.permissions import EVERYONE, Permission
from bot.play.occupants import TableId
from bot.ui.ids import Verb
from bot.ui.ports import Manners

IN_THREADS = Manners(pause=0.02, sync=True, threads=True)


@pytest.fixture
async def bot(tmp_path, loopback):
    async with connected(tmp_path, loopback, manners=IN_THREADS) as running:
        yield running


def threads(loopback):
    return [c for c in loopback.world.channels.values() if c.type in THREADS]


async def in_thread(player, loopback):
    """The same person, in the only thread."""
    (thread,) = await until(player, lambda: _now(threads(loopback)), lambda found: len(found) == 1)
    return LoopbackPlayer(player.person, str(thread.id))


async def _now(value):
    return value


async def begin(player, loopback):
    """Begin a match against computers; the person in its thread, once its board is there."""
    await sit_down(player, computers=3)
    there = await in_thread(player, loopback)
    await until(there, there.board, lambda s: s.has(Verb.HAND))
    return there


async def goes_on(player):
    """Do what is asked next, so that the board changes."""
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {Verb.NEXT}))
        if await act(player, panel, random.Random(1)):
            return


async def moved(player):
    """What the channel says of a game that is elsewhere."""
    return await until(player, player.screens, lambda seen: any("channels/" in s.text for s in seen))


async def test_a_match_goes_on_in_a_thread_and_the_channel_says_where(bot, loopback, people):
    ann = people[0]
    there = await begin(ann, loopback)
    lobby = next(s for s in await moved(ann) if "channels/" in s.text)
    assert f"/{there.channel}/" in lobby.text
    assert not lobby.buttons
    assert threads(loopback)[0].members.count(ann.id) == 1, "who plays is brought in"
    assert (await there.slash("hand")).has(Verb.REFRESH)
    assert f"<#{there.channel}>" in (await ann.slash("hand")).text, "in the channel the panel leads there"
    fixed = bot.registry.live()[0].snapshot().fingerprint
    assert fixed in (await there.slash("verify")).text
    assert f"<#{there.channel}>" in (await ann.slash("tractor list")).text
    assert "below" in (await there.slash("table")).text
    assert f"<#{there.channel}>" in (await ann.slash("table")).text


@pytest.mark.long
async def test_a_thread_is_kept_over_a_restart(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback, manners=IN_THREADS):
        there = await begin(ann, loopback)
    async with connected(tmp_path, loopback, manners=IN_THREADS) as bot:
        await there.slash("hand")
        await goes_on(there)
        await bot.outbox.idle()
        assert (await bot.database.store.board(TableId(1))).channel == int(there.channel)
    assert len(threads(loopback)) == 1


async def test_a_deleted_thread_brings_the_game_back_to_the_channel(bot, loopback, people):
    ann = people[0]
    there = await begin(ann, loopback)
    await loopback.remote.arrange("delete_channel", channel=there.channel)
    await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    assert (await ann.slash("hand")).has(Verb.REFRESH)


async def test_an_archived_thread_is_opened_again_and_a_locked_one_left(bot, loopback, people):
    ann = people[0]
    there = await begin(ann, loopback)
    await there.slash("hand")
    await loopback.remote.arrange("archive", channel=there.channel)
    await goes_on(there)
    await until(there, lambda: _now(threads(loopback)), lambda found: not found[0].archived)
    assert not (await ann.board() or await there.board()).has(Verb.START)
    await loopback.remote.arrange("archive", channel=there.channel, locked=True)
    await ann.slash("hand")
    await goes_on(ann)
    await until(ann, ann.board, lambda s: s.has(Verb.HAND))


@pytest.mark.long
async def test_without_permission_the_game_stays_and_it_is_told_once(bot, loopback, people):
    ann, bob = people[:2]
    less = EVERYONE & ~Permission.CREATE_PUBLIC_THREADS
    await loopback.remote.arrange("bot_permissions", permissions=int(less), everyone=int(less))
    first = await ann.slash("tractor new", computers=3)
    assert "Create Public Threads" in first.text
    assert "Create Public Threads" not in (await bob.slash("tractor new", computers=3)).text
    lobby = await until(bob, bob.board, lambda s: "Table 2" in s.text and s.has(Verb.START))
    await bob.click(lobby, lobby.ids(Verb.START)[0])
    await until(bob, bob.board, lambda s: "Table 2" in s.text and s.has(Verb.HAND))
    assert not threads(loopback)


async def test_a_server_may_want_no_threads(bot, loopback, people):
    ann = people[0]
    config = await _manager(loopback).slash("config")
    (switch,) = [i for i, label in config.buttons.items() if "Thread" in label]
    assert config.buttons[switch].endswith("on")
    config = await _manager(loopback).click(config, switch)
    assert any("Thread" in label and label.endswith("off") for label in config.buttons.values())
    await sit_down(ann, computers=3)
    await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    assert not threads(loopback)


def _manager(loopback):
    guild = next(iter(loopback.world.guilds.values()))
    return LoopbackPlayer(loopback.person(loopback.world.users[guild.owner].name))


@pytest.mark.long
async def test_a_rematch_stays_in_the_thread(bot, loopback, people):
    ann = people[0]
    there = await begin(ann, loopback)
    await end_table(there)
    over = await until(there, there.board, lambda s: s.has(Verb.REMATCH))
    await there.click(over, over.ids(Verb.REMATCH)[0])
    lobby = await until(there, there.board, lambda s: s.has(Verb.START))
    await there.click(lobby, lobby.ids(Verb.START)[0])
    await until(there, there.board, lambda s: s.has(Verb.HAND) and not s.has(Verb.START))
    assert len(threads(loopback)) == 1
    assert (await there.slash("hand")).has(Verb.REFRESH)


async def told_directly(loopback, player):
    """What the bot has written to a person directly."""
    private = [c.id for c in loopback.world.channels.values() if player.id in c.recipients]
    return [m for channel in private for m in loopback.world.in_channel(channel)]


async def test_a_deleted_channel_is_told_the_host_and_the_game_goes_on_elsewhere(bot, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("add_channel", name="parlour")
    there = await begin(ann, loopback)
    await loopback.remote.arrange("delete_channel", channel="tractor")
    (told,) = await until(ann, lambda: told_directly(loopback, ann), bool)
    assert "`/table`" in str(told)
    elsewhere = LoopbackPlayer(ann.person, "parlour")
    assert there.channel not in {str(c) for c in loopback.world.channels}
    assert (await elsewhere.slash("hand")).has(Verb.REFRESH)
    await elsewhere.slash("table")
    await until(elsewhere, elsewhere.board, lambda s: s.has(Verb.HAND))
    await goes_on(elsewhere)
    await bot.outbox.idle()
    assert len(await told_directly(loopback, ann)) == 1


async def test_lost_permissions_are_told_once_and_the_panels_still_work(bot, loopback, people):
    ann = people[0]
    there = await begin(ann, loopback)
    await there.slash("hand")
    await loopback.remote.arrange("overwrite", channel="tractor", deny=int(EVERYONE))
    for _ in range(2):
        await goes_on(there)
        await bot.outbox.idle()
    assert len(await told_directly(loopback, ann)) == 1
    assert (await there.slash("hand")).has(Verb.REFRESH)
    await loopback.remote.arrange("overwrite", channel="tractor", deny=0)
    before = (await there.board()).id
    await there.slash("table")
    await until(there, there.board, lambda s: s.has(Verb.HAND) and s.id != before)


@pytest.mark.long
async def test_a_buried_board_is_posted_anew_at_the_end_of_a_trick(tmp_path, loopback, people):
    ann, bob = people[:2]
    manners = Manners(pause=0.02, sync=True, buried_age=0.0, look=0.0)
    async with connected(tmp_path, loopback, manners=manners) as bot:
        await sit_down(ann, computers=3)
        first = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
        await bob.person.say("tractor", "what a nice game")
        said = loopback.world.in_channel(loopback.world.messages[first.id].channel)[-1].id
        while (await ann.board()).id < said:
            await goes_on(ann)
            await bot.outbox.idle()
        boards = [s for s in await ann.screens() if not s.private and s.has(Verb.HAND)]
        assert len(boards) == 1, "the old one is gone"
        assert len(bot.registry.live()[0].watch().tricks) >= 1
        second = boards[0].id
        await goes_on(ann)
        await bot.outbox.idle()
        assert (await ann.board()).id == second, "nobody has written below it"
