"""Who has no seat looks on, and asks for one; those who sit decide; all of it in private and over a restart."""

import random

import pytest
from hosting import connected
from playing import act, sit_down, until
from screens import LoopbackPlayer

from bot.play.occupants import Person, TableId
from bot.ui.ids import Verb
from bot.ui.ports import Manners


async def watched(player):
    """The newest private message of a watcher."""
    return next((s for s in reversed(await player.screens()) if s.private and s.has(Verb.WATCH)), None)


async def goes_on(player):
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {Verb.NEXT}))
        if await act(player, panel, random.Random(1)):
            return


async def begin(player):
    await sit_down(player, computers=3)
    return await until(player, player.board, lambda s: s.has(Verb.WATCH))


async def test_a_watcher_sees_the_table_and_it_is_kept_fresh(running, people):
    ann, bob = people[:2]
    board = await begin(ann)
    shown = await bob.click(board, board.ids(Verb.WATCH)[0])
    assert shown.private
    assert not shown.has(Verb.PLAY)
    before = shown.alts
    table = await running.registry.table(TableId(1))
    while not table.watch().tricks:
        await goes_on(ann)
    await until(bob, lambda: watched(bob), lambda s: s.id == shown.id and s.alts != before)
    again = await bob.click(await watched(bob), shown.ids(Verb.WATCH)[0])
    assert again.id == shown.id, "it is changed in place"


async def test_who_sits_there_sees_his_hand(running, people):
    ann = people[0]
    board = await begin(ann)
    assert (await ann.click(board, board.ids(Verb.WATCH)[0])).has(Verb.REFRESH)
    assert (await ann.slash("watch")).has(Verb.REFRESH)


async def test_before_a_match_there_is_nothing_to_watch(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new", computers=3)
    assert "not begun" in (await bob.slash("watch")).text


async def asks(player):
    """Watch, and ask for the first seat that is to be had."""
    shown = await player.slash("watch")
    (list_,) = shown.ids(Verb.SIT_IN)
    return await player.select(shown, list_, [shown.selects[list_]["options"][0]["value"]])


async def test_a_watcher_takes_over_a_seat_when_the_host_is_for_it(running, people):
    ann, bob = people[:2]
    await begin(ann)
    asked = await asks(bob)
    assert asked.has(Verb.WITHDRAW)
    assert not asked.has(Verb.SIT_IN)
    board = await until(ann, ann.board, lambda s: any(i.startswith("vote:") for i in s.buttons))
    (button,) = [i for i in board.buttons if i.startswith("vote:")]
    assert "Bob" in board.buttons[button]
    assert "no seat" in (await bob.click(board, button)).text, "a watcher has no vote"
    await ann.click(board, button)
    table = await running.registry.table(TableId(1))
    assert Person(bob.id) in table.occupants
    await until(bob, bob.panel, lambda s: s.has(Verb.REFRESH))
    await until(ann, ann.board, lambda s: button not in s.buttons)


@pytest.mark.long
async def test_a_watcher_thinks_better_of_it(running, people):
    ann, bob = people[:2]
    await begin(ann)
    asked = await asks(bob)
    await until(ann, ann.board, lambda s: any(i.startswith("vote:") for i in s.buttons))
    shown = await bob.click(asked, asked.ids(Verb.WITHDRAW)[0])
    assert shown.has(Verb.SIT_IN)
    await until(ann, ann.board, lambda s: not any(i.startswith("vote:") for i in s.buttons))


@pytest.mark.long
async def test_watching_goes_on_after_a_restart(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await begin(ann)
        shown = await asks(bob)
        await running.outbox.idle()
    async with connected(tmp_path, loopback) as running:
        table = await running.registry.table(TableId(1))
        await ann.slash("hand")
        seen = await until(bob, lambda: watched(bob), lambda s: s.has(Verb.WITHDRAW))
        before = seen.alts
        while not table.watch().tricks:
            await goes_on(ann)
        await until(bob, lambda: watched(bob), lambda s: s.alts != before)
        assert (await bob.click(shown, shown.ids(Verb.WATCH)[0])).has(Verb.WITHDRAW)


@pytest.mark.long
@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "旁观"), ("zh-TW", "旁觀")])
async def test_in_the_readers_language(running, loopback, people, locale, word):
    await begin(people[0])
    reader = LoopbackPlayer(loopback.person("eve", locale=locale))
    shown = await reader.slash("watch")
    assert word in shown.text
    assert any(word[:1] in alt or "桌" in alt or "局" in alt for alt in shown.alts)


@pytest.mark.long
async def test_in_the_older_form_of_messages(tmp_path, loopback, people):
    async with connected(tmp_path, loopback, manners=Manners(pause=0.02, sync=True, v1=True)):
        ann, bob = people[:2]
        await sit_down(ann, computers=3)
        assert (await bob.slash("watch")).has(Verb.WATCH)


async def test_a_computer_is_called_the_same_by_all(running, loopback, people):
    """The board speaks the server's language, the watcher reads his own."""
    ann = people[0]
    await sit_down(ann, computers=3)
    board = await until(ann, ann.board, lambda s: bool(s.alts))
    watcher = LoopbackPlayer(loopback.person("bob", locale="zh-TW"))
    shown = await watcher.slash("watch")
    assert "Rusty" in board.alts[0]
    assert "Rusty" in shown.alts[0]
    assert "鐵牛" not in shown.alts[0] + shown.text
    assert "你正在旁觀" in shown.text
