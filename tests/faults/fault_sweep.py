"""Lets every request of an evening meet every kind of trouble, one after the other.

`python fault_sweep.py SCENE TROUBLE [STRIDE [SEED [CALL]]]` prints one line of JSON: how many requests there are, how
many runs were made, a table of what was tried, and every fault found with how to repeat it. Every STRIDE-th request is
tried, beginning with one that the seed chooses; CALL tries that one alone.

The law: the bot lives; no action is lost or doubled; every interaction is answered; people can play to the end, and a
minute after the trouble everything shown is right; a trouble costs few requests and few lines of the log.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/flows"), str(ROOT / "tests/crash"), str(Path(__file__).parent)]

from bot_harness import FAULTS, LOGGED, QUICK, connected  # noqa: E402 - the path is set first
from discord_faults import TROUBLES, Disturbance, Trouble  # noqa: E402 - the path is set first
from fast_time import FastClock, bot_clock, run_fast  # noqa: E402 - the path is set first
from fault_checks import find_errors, find_floods, list_wrongs, wait_until_shown  # noqa: E402 - the path is set first
from fault_scenes import SCENES, Evening  # noqa: E402 - the path is set first
from shared_resources import BlankRenderer  # noqa: E402 - the path is set first

from bot.ui.core.config import UiConfig  # noqa: E402 - the path is set first
from bot.ui.discord_io.reply import SILENT_AFTER  # noqa: E402 - the path is set first
from tests.wire.driven_loopback import DrivenLoopback  # noqa: E402 - the path is set first

MANNERS = UiConfig(edit_pause=0.3, sync_commands=True, turn_pings=True)
SPECIAL_MANNERS = {"deferred": replace(MANNERS, defer_after=0.0), "threads": replace(MANNERS, use_threads=True)}
"""Those of scenes in which each answer is deferred first, and in which matches have threads."""
TIMING = replace(QUICK, turn=3600.0, bury=3600.0)


async def run_evening(scene, trouble):
    """Play a scene with a new bot; return the requests that it made and what is wrong."""
    loop = asyncio.get_running_loop()
    manners = SPECIAL_MANNERS.get(scene, MANNERS)
    FAULTS.clear()
    LOGGED.clear()
    loopback = await DrivenLoopback.start(clock=FastClock(loop))
    loopback.stage.do("limits", {"long": True})
    try:
        with tempfile.TemporaryDirectory() as folder, patch("bot.create_bot.PictureRenderer", BlankRenderer):
            async with connected(
                Path(folder), loopback, seed=1, clock=bot_clock(loop), ui_config=manners, timing=TIMING
            ) as running:
                with (
                    patch("bot.loopback.interactions.answer.ANSWER_WITHIN", 3.0),
                    patch("bot.loopback.interactions.start.ANSWER_WITHIN", 3.0),
                    patch("bot.ui.discord_io.reply.SILENT_AFTER", SILENT_AFTER),
                ):
                    return await _play(Evening(running, loopback, trouble, wait_until_shown), scene)
    finally:
        await loopback.stop()


async def _play(evening, scene):
    begun = evening.loopback.rest.count
    evening.trouble.evening = evening
    evening.loopback.rest.faults = evening.trouble
    wrong = evening.wrong
    try:
        await SCENES[scene](evening)
    except AssertionError as error:
        wrong.append(str(error).partition("\n")[0][:600])
    calls, wrong = evening.loopback.rest.calls(begun), await list_wrongs(evening, wrong)
    if evening.trouble.happened and evening.trouble.trouble.ends_evening:
        return calls, [*find_errors(), *find_floods(evening)]
    return calls, wrong


def run_once(scene, trouble):
    return run_fast(lambda: run_evening(scene, trouble))


def list_calls(scene):
    """Return the requests of an undisturbed evening, which must be without fault."""
    calls, wrong = run_once(scene, Disturbance(trouble=Trouble()))
    assert not wrong, f"undisturbed: {wrong}"
    return calls


def sweep(scene, name, stride=1, seed=0, only=None):
    """Let every `stride`-th request meet a trouble; return the numbers, a table, and the faults."""
    calls = list_calls(scene) if scene in (TROUBLES[name].scenes or SCENES) else []
    first = random.Random(f"{scene} {name} {seed}").randrange(stride)
    return disturb(scene, name, calls, range(first, len(calls), stride) if only is None else [only])


def disturb(scene, name, calls, tried):
    """Let these of an evening's calls meet a trouble, one after the other; return what `sweep` does."""
    table, faults, missed = {}, [], 0
    for at in tried:
        method, route, number = calls[at]
        disturbed = Disturbance(trouble=TROUBLES[name], method=method, route=route, at=number)
        begun = time.monotonic()
        _, wrong = run_once(scene, disturbed)
        missed += not disturbed.happened
        row = table.setdefault(f"{method} {route}, {name}", [0, 0])
        row[bool(wrong)] += disturbed.happened
        faults += [f"fault_sweep.py {scene} '{name}' 1 0 {at}: {method} {route} #{number}: {one}" for one in wrong]
        spent = f"{disturbed.hits} hits, {time.monotonic() - begun:.1f} s"
        print(f"{at} {method} {route} {number}: {wrong or 'ok'} ({spent})", file=sys.stderr)
    return {"calls": len(calls), "runs": len(tried), "not reached": missed, "table": table, "faults": faults}


def main(scene, name, stride="1", seed="0", only=None):
    print(json.dumps(sweep(scene, name, int(stride), int(seed), None if only is None else int(only))))


if __name__ == "__main__":
    main(*sys.argv[1:])
