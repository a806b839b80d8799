"""Wrong users, old panels, double presses and illegal plays get a clear private answer, and have no effect."""

import asyncio
import random

import pytest
from play_by_panel import SHORT_DEAL, act, patiently, play_deal, sit_down, until
from screens import LoopbackPlayer, walk

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.deal.legal_actions import legal_plays
from engine.model.view import Ask, PhaseName
from tests.table_control_ids import parse_table_control_id


async def the_table(running):
    return await running.registry.get_table(TableId(1))


async def play_until_follow(player, rng):
    """Play until the person must follow and has at least two plays as buttons; return the panel."""
    for _ in patiently():
        panel = await player.panel()
        # this deal never asked the player to follow with a choice of plays
        if panel is not None and panel.has(ControlVerb.NEXT_DEAL):
            await player.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        elif panel is None or not panel.verbs:
            await player.pause()
        elif len(panel.ids(ControlVerb.PLAY)) > 1 and not panel.has(ControlVerb.PICK):
            return panel
        else:
            await act(player, panel, rng)
    raise AssertionError("never asked to follow")


@pytest.fixture
async def follow_turn(running, people):
    """Seat Ann with three computers; return the bot, the people and her panel once she must follow."""
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    panel = await play_until_follow(ann, random.Random(3))
    table = await the_table(running)
    assert table.view(table.seat_of(ann.id)).ask is Ask.FOLLOW
    return running, people, panel


async def test_press_without_seat_is_refused(follow_turn):
    running, (_, bob, *_), _ = follow_turn
    before = (await the_table(running)).revision
    board = await until(bob, bob.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    answer = await bob.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    assert answer.private
    assert "seat" in answer.text
    answer = await bob.slash("play", cards="SA")
    assert answer.private
    assert (await the_table(running)).revision == before


async def test_only_host_starts_match(running, people):
    ann, bob, *_ = people
    await ann.slash("tractor new", computers=2)
    lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.JOIN))
    await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
    lobby = await until(bob, bob.board, lambda s: s.has(ControlVerb.START))
    answer = await bob.click(lobby, lobby.ids(ControlVerb.START)[0])
    assert answer.private
    assert (await the_table(running)).phase is None


async def test_second_press_plays_nothing(follow_turn):
    running, (ann, *_), panel = follow_turn
    table, press = await the_table(running), panel.ids(ControlVerb.PLAY)[0]
    seat = table.seat_of(ann.id)
    before = len(table.view(seat).hand)
    answers = await asyncio.gather(*(ann.person.click(str(panel.id), custom_id=press) for _ in range(5)))
    assert all(answer.answered for answer in answers)
    played = [e for e in (await running.database.store.tables.load(table.id)).entries if e.seat == seat]
    assert before - len(table.view(seat).hand) == len(parse_table_control_id(press).cards)
    assert len({(e.revision) for e in played}) == len(played)


async def test_old_panel_is_replaced_and_plays_nothing(follow_turn):
    running, (ann, *_), panel = follow_turn
    table = await the_table(running)
    seat = table.seat_of(ann.id)
    task = table.task(seat)
    done, undone = panel.ids(ControlVerb.PLAY)[:2]
    await ann.click(panel, done)
    await until(ann, ann.panel, lambda s: s.verbs - {ControlVerb.NEXT_DEAL} and table.task(seat) != task)
    hand = table.view(seat).hand
    fresh = await press_stale(ann, panel, undone, running)
    assert fresh.private
    assert "moved on" in fresh.text
    assert table.view(seat).hand == hand
    again = await press_stale(ann, panel, done, running)
    assert again.private, "a play that is made already needs no notice"
    assert "moved on" not in again.text
    assert table.view(seat).hand == hand


async def press_stale(player, old, custom_id, running):
    """Press a control of an older version of the panel, as if the player's client had not shown the update in time."""
    message = running.loopback.world.messages[old.id]
    kept = message.components
    control = next(p for p in old.parts if p.get("custom_id") == custom_id)
    message.components = [{"type": 1, "id": 1, "components": [control]}]
    try:
        return await player.click(old, custom_id)
    finally:
        if any(part.get("custom_id") == custom_id for part in walk(message.components)):
            message.components = kept


@pytest.mark.parametrize(
    ("locale", "word"),
    [
        ("en-US", "you chose"),
        *(pytest.param(*one, marks=pytest.mark.long) for one in (("zh-CN", "你选"), ("zh-TW", "你選"))),
    ],
)
async def test_illegal_play_is_refused_in_readers_language(follow_turn, locale, word):
    running, (ann, *_), _ = follow_turn
    table = await the_table(running)
    seat = table.seat_of(ann.id)
    view = table.view(seat)
    legal = set(legal_plays(view))
    wanted = len(view.trick.plays[0].cards)
    bad = next((c for c in view.hand if wanted == 1 and (c,) not in legal), None)
    typed = str(bad) if bad is not None else " ".join(map(str, view.hand[: wanted + 1]))
    before = table.revision
    reader = LoopbackPlayer(running.loopback.person("ann", locale=locale))
    answer = await reader.slash("play", cards=typed)
    assert answer.private
    assert word in answer.text
    assert table.revision == before
    assert table.view(seat).hand == view.hand


@pytest.mark.long
async def test_old_controls_do_nothing_after_deal(follow_turn):
    running, (ann, *_), panel = follow_turn
    await play_deal([ann])
    table = await the_table(running)
    before = table.revision
    assert table.spectator_view().phase is PhaseName.FINISHED
    answer = await press_stale(ann, panel, panel.ids(ControlVerb.PLAY)[0], running)
    assert answer.private
    assert table.revision == before
    answer = await ann.slash("play", cards="SA")
    assert answer.private
    assert table.revision == before


@pytest.mark.long
async def test_hundred_simultaneous_presses_play_once(follow_turn):
    running, (ann, *_), panel = follow_turn
    custom_ids = panel.ids(ControlVerb.PLAY)
    table = await the_table(running)
    seat = table.seat_of(ann.id)
    held = len(table.view(seat).hand)
    presses = [custom_ids[n % len(custom_ids)] for n in range(100)]
    await asyncio.gather(*(ann.person.click(str(panel.id), custom_id=i) for i in presses), return_exceptions=True)
    while any("on_interaction" in task.get_name() for task in asyncio.all_tasks()):  # noqa: ASYNC110 - of discord.py
        await asyncio.sleep(0.02)  # a press that got no answer in time is still being handled
    lost = held - len(table.view(seat).hand)
    assert lost == len(parse_table_control_id(custom_ids[0]).cards)


async def test_typed_plays_are_suggested_and_accepted(follow_turn):
    running, (ann, *_), _ = follow_turn
    table = await the_table(running)
    seat = table.seat_of(ann.id)
    offered = await ann.autocomplete("play", "cards", "")
    assert offered
    held = len(table.view(seat).hand)
    answer = await ann.slash("play", cards=offered[0])
    assert answer.private
    assert len(table.view(seat).hand) < held


async def press_unknown(player, panel, custom_id, running):
    """Press a control that the panel does not have, as if an older program had sent it or somebody had invented it."""
    message = running.loopback.world.messages[panel.id]
    message.components = [
        {"type": 1, "id": 1, "components": [{"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": custom_id}]}
    ]
    return await player.click(panel, custom_id)


NEVER_OFFERED = (
    ("tt:play:1:2:SA", "/hand"),
    ("t9:1:0:5:play:A", "/hand"),
    ("t1:1:0:5:juggle:", "/hand"),
    ("t1:77:::hand:", "no longer exists"),
    ("t1:1:2:{task}:pass:", "another player"),
    ("t1:1:0:{task}:play:ABCDEFGH", "Choose"),
    ("t1:1:0:{task}:pick:77.0", "moved on"),
    ("t1:1:0:{task}:call:", "moved on|now"),
)


@pytest.mark.long
async def test_controls_never_offered_are_refused(follow_turn):
    running, (ann, *_), panel = follow_turn
    table = await the_table(running)
    seat = table.seat_of(ann.id)
    hand, revision = table.view(seat).hand, table.revision
    for custom_id, says in NEVER_OFFERED:
        answer = await press_unknown(ann, panel, custom_id.format(task=table.task(seat)), running)
        assert answer.private, custom_id
        assert any(word in answer.text for word in says.split("|")), (custom_id, answer.text)
        assert (table.view(seat).hand, table.revision) == (hand, revision), custom_id
