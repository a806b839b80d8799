"""If the bot lacks permissions in a table's channel, it names them or does without them, even during a match."""

import random

import pytest
from play_by_panel import SHORT_DEAL, act, patiently, sit_down, until
from screens import LoopbackPlayer

from bot.loopback.world.permissions import Permission
from bot.ui.core.interactions.table_controls import ControlVerb
from tests.everyday import spread

NAMES = {"en-US": "Attach Files", "zh-CN": "添加文件", "zh-TW": "附加檔案"}


async def deny(loopback, *permissions):
    denied = sum(int(one) for one in permissions)
    await loopback.remote.arrange("overwrite", channel="tractor", deny=denied)


async def read_alerts(loopback, player):
    home = next((c for c in loopback.world.channels.values() if player.id in c.recipients), None)
    return [] if home is None else [seen.text for seen in await player.person.messages(str(home.id))]


async def act_next(player):
    """Answer the next question, so that the table message changes."""
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
        if await act(player, panel, random.Random(1)):
            return


async def start_match(player):
    await sit_down(player, **SHORT_DEAL)
    return await until(player, player.board, lambda s: s.has(ControlVerb.SHOW_HAND))


async def test_table_is_shown_as_soon_as_permission_is_back(running, loopback, people):
    shown = await start_refused(running, people[0], deny(loopback, Permission.VIEW_CHANNEL))
    await deny(loopback)
    await until(people[0], lambda: read(shown), lambda refused: not refused)
    await running.outbox.idle()


@pytest.mark.long
async def test_table_is_shown_as_soon_as_bot_is_back(running, loopback, people):
    guild = str(next(iter(loopback.world.guilds)))
    shown = await start_refused(running, people[0], loopback.remote.arrange("kick_bot", guild=guild))
    await loopback.remote.arrange("invite_bot", guild=guild)
    await until(people[0], lambda: read(shown), lambda refused: not refused)
    await running.outbox.idle()


async def start_refused(running, player, arranging):
    """Start a match whose table message Discord refuses to edit."""
    await start_match(player)
    table = running.registry.list_live()[0]
    await arranging
    shown = running.outbox.table_message(table)
    for _ in patiently():
        if shown.is_refused:
            return shown
        shown.update(table, ())
        await player.pause()
    raise AssertionError("Discord accepts everything")


async def read(shown):
    return shown.is_refused


@pytest.mark.long
@pytest.mark.parametrize("locale", NAMES)
async def test_table_without_attach_files_opens_as_text(running, loopback, people, locale):
    ann = LoopbackPlayer(loopback.person("ann", locale))
    await deny(loopback, Permission.ATTACH_FILES)
    opened = await ann.slash("tractor new", computers=3)
    assert NAMES[locale] in opened.text
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert not lobby.alts
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    table = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert not table.alts
    # a private answer may have pictures whatever the channel permits
    await until(ann, ann.panel, lambda s: bool(s.alts))
    await act_next(ann)
    await running.outbox.idle()
    assert await read_alerts(loopback, ann) == [], "the host knows already"


async def test_table_changes_between_text_and_picture(running, loopback, people):
    ann = people[0]
    with_picture = await start_match(ann)
    await deny(loopback, Permission.ATTACH_FILES)
    table = running.registry.list_live()[0]

    async def refresh():  # called repeatedly, because the bot hears of changed permissions a moment later
        await running.outbox.refresh(table)
        return await ann.board()

    as_text = await until(ann, refresh, lambda s: not s.alts)
    assert "Ann" in as_text.text
    assert len(as_text.text) > len(with_picture.text)
    await deny(loopback)
    again = await until(ann, refresh, lambda s: bool(s.alts))
    assert again.id == as_text.id == with_picture.id


@pytest.mark.long
async def test_host_hears_once_that_pictures_are_gone(running, loopback, people):
    ann = people[0]
    await start_match(ann)
    await deny(loopback, Permission.ATTACH_FILES)
    await act_next(ann)
    (alert,) = await until(ann, lambda: read_alerts(loopback, ann), bool)
    assert "Attach Files" in alert
    await act_next(ann)
    await running.outbox.idle()
    assert len(await read_alerts(loopback, ann)) == 1


@pytest.mark.long
async def test_host_hears_which_permission_is_gone(running, loopback, people):
    ann = people[0]
    await start_match(ann)
    await deny(loopback, Permission.SEND_MESSAGES, Permission.ATTACH_FILES)
    running.outbox.table_message(running.registry.list_live()[0]).repost()
    (alert,) = await until(ann, lambda: read_alerts(loopback, ann), bool)
    assert "Send Messages" in alert
    assert "Attach Files" not in alert


@pytest.mark.parametrize("command", spread(1, ["tractor new", "table"]))
async def test_missing_permissions_are_named_and_nothing_opens(running, loopback, people, command):
    dan = LoopbackPlayer(loopback.person("dan", "zh-TW"))
    if command == "table":
        await start_match(dan)
    before = len(running.registry.list_live())
    await deny(loopback, Permission.SEND_MESSAGES, Permission.ATTACH_FILES)
    refused = await dan.slash(command)
    assert "傳送訊息" in refused.text
    assert "附加檔案" in refused.text
    assert len(running.registry.list_live()) == before


@pytest.mark.long
async def test_stale_cache_is_corrected_by_refusal(running, loopback, people):
    """A picture that Discord refuses is sent as text, even if the bot believes that it may attach files."""
    ann = people[0]
    fault = {"method": "POST", "path": "/messages", "times": 1, "status": 403, "code": 50013}
    await loopback.remote.arrange("fault", kind="status", **fault)
    await ann.slash("tractor new", computers=3)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert not lobby.alts
