"""Somebody presses whatever there is, at random: always answered, never a fault, and the game can go on."""

import random
from contextlib import suppress

import pytest
from hosting import connected
from playing import act, sit_down
from screens import LoopbackPlayer

from bot.loopback.interactions.client import ClientError
from bot.ui.ids import Verb
from engine.presets import PRESETS, preset

COMMANDS = ("hand", "table", "help", "standings", "team list", "settings", "config", "privacy export", "privacy delete")
TYPED = ("SA", "♠A×2", "黑桃10", "大王", "pass", "h5 h5", "???", "S3 S3 S4 S4", "BJ BJ")


async def tap(player, rng):
    """Press or type something; a control that has just gone is no fault."""
    screens = [s for s in await player.screens() if s.buttons or s.selects]
    screen = rng.choice(screens[-3:])
    custom_id = rng.choice([*screen.buttons, *screen.selects])
    try:
        if custom_id in screen.selects:
            select = screen.selects[custom_id]
            count = rng.randint(select["min_values"], min(select["max_values"], select["min_values"] + 3))
            return await player.select(screen, custom_id, rng.sample([o["value"] for o in select["options"]], count))
        return await player.click(screen, custom_id)
    except ClientError:
        return None


async def type_something(player, rng):
    if rng.random() < 0.5:
        return await player.slash("play", cards=rng.choice(TYPED))
    return await player.slash(rng.choice(COMMANDS))


async def go_on(player, rng):
    """Do something sensible, so that the game moves."""
    panel = await player.panel()
    if panel is None or not panel.verbs:
        await player.pause()
    elif panel.has(Verb.NEXT):
        await player.click(panel, panel.ids(Verb.NEXT)[0])
    elif panel.has(Verb.MIX):
        await begin_again(player)
    else:
        await act(player, panel, rng)


async def begin_again(player):
    """Fill the lobby of a rematch and start it."""
    board = await player.board()
    for verb in (Verb.START, Verb.ADD):
        if board is not None and board.has(verb):
            with suppress(ClientError):  # it may have changed meanwhile
                await player.click(board, board.ids(verb)[0])
            return


async def tap_about(folder, loopback, rules, seed, steps):
    rng = random.Random(seed)
    async with connected(folder, loopback) as running:
        ann = LoopbackPlayer(loopback.person("ann", locale=rng.choice(["en-US", "zh-CN", "zh-TW"])))
        await sit_down(ann, computers=preset(rules).players - 1, preset=rules)
        moved = {}  # revisions by table: a rematch is a table of its own, and it may have just begun
        for _ in range(steps):
            step = rng.choices([tap, type_something, go_on], [5, 1, 5])[0]
            await step(ann, rng)
            moved |= {table.id: table.revision for table in running.registry.live()}
        assert sum(moved.values()) > 5


@pytest.mark.parametrize(("rules", "seed"), [("club", 11), ("looking-for-friends", 12), ("hidden-ten", 13)])
async def test_taps_at_random(tmp_path, loopback, rules, seed):
    await tap_about(tmp_path, loopback, rules, seed, 50)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seed", range(3))
async def test_many_taps_at_random(tmp_path, loopback, rules, seed):
    await tap_about(tmp_path, loopback, rules, seed, 300)
