"""Plays a scene again and again. Each time, another request fails because of the chosen trouble.

`python fault_sweep.py SCENE TROUBLE [STRIDE [SEED [CALL]]]` tries every STRIDE-th request of a scene, beginning with
one that the seed chooses. If CALL is given, it tries only this request. `python fault_sweep.py callers TROUBLES [SEED]`
tries each trouble at one request of each caller in all scenes. The seed chooses these requests. Both print one line of
JSON. It has the number of runs, the number of those that did not reach their request, a table of results, and every
fault found with the command that repeats it.

These rules must hold. The bot stays alive. No action is lost or doubled. Every interaction is answered, unless the
trouble prevents it. People can play to the end. A minute after the trouble all messages are up to date. A trouble costs
few requests and few lines of the log.
"""

import asyncio
import gc
import json
import random
import shlex
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/flows"), str(ROOT / "tests/crash"), str(Path(__file__).parent)]

from bot_harness import FAULTS, LOGGED, QUICK, connected  # noqa: E402 - the path is set first
from callers import noted_callers  # noqa: E402 - the path is set first
from discord_faults import TROUBLES, Disturbance, Trouble  # noqa: E402 - the path is set first
from fast_time import FastClock, bot_clock, run_fast  # noqa: E402 - the path is set first
from fault_checks import find_errors, find_floods, list_wrongs, wait_until_shown  # noqa: E402 - the path is set first
from fault_scenes import SCENES, Evening  # noqa: E402 - the path is set first
from shared_resources import BlankRenderer, prepare_database  # noqa: E402 - the path is set first

from bot.ui.core.services import UiConfig  # noqa: E402 - the path is set first
from bot.ui.discord_io.reply import SILENT_AFTER  # noqa: E402 - the path is set first
from tests.wire.driven_loopback import DrivenLoopback  # noqa: E402 - the path is set first

MANNERS = UiConfig(edit_pause=0.3, sync_commands=True, turn_pings=True)
SPECIAL_MANNERS = {"deferred": replace(MANNERS, defer_after=0.0), "threads": replace(MANNERS, use_threads=True)}
"""Settings of two scenes. In `deferred` the bot defers each answer, and in `threads` matches have threads."""
TIMING = replace(QUICK, turn=3600.0, bury=3600.0)
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""A folder whose files are in memory; None if there is none."""


async def run_evening(scene, trouble):
    """Play a scene with a new bot; return descriptions of what is wrong."""
    loop = asyncio.get_running_loop()
    manners = SPECIAL_MANNERS.get(scene, MANNERS)
    FAULTS.clear()
    LOGGED.clear()
    loopback = await DrivenLoopback.start(clock=FastClock(loop))
    loopback.stage.do("limits", {"long": True})
    folder = tempfile.TemporaryDirectory(dir=MEMORY)
    try:
        with folder as name, noted_callers(loop), patch("bot.create_bot.PictureRenderer", BlankRenderer):
            async with connected(
                Path(name), loopback, seed=1, clock=bot_clock(loop), ui_config=manners, timing=TIMING
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
    evening.trouble.evening = evening
    evening.loopback.rest.faults = evening.trouble
    wrong = evening.wrong
    try:
        await SCENES[scene](evening)
    except AssertionError as error:
        wrong.append(str(error).partition("\n")[0][:600])
    wrong = await list_wrongs(evening, wrong)
    if evening.trouble.happened and evening.trouble.trouble.ends_evening:
        return [*find_errors(), *find_floods(evening)]
    return wrong


def run_once(scene, trouble):
    prepare_database()
    return run_fast(lambda: run_evening(scene, trouble))


def list_calls(scene):
    """Play a scene without trouble. Return (method, route, caller, number) of each of its requests."""
    undisturbed, seen = Disturbance(trouble=Trouble()), Counter()
    wrong = run_once(scene, undisturbed)
    assert not wrong, f"undisturbed: {wrong}"
    numbered = []
    for call in undisturbed.calls:
        numbered.append((*call, seen[call]))
        seen[call] += 1
    return numbered


def sweep(scene, name, stride=1, seed=0):
    """Return every `stride`-th request of a scene, or no request if the trouble cannot happen in it."""
    calls = list_calls(scene) if scene in (TROUBLES[name].scenes or SCENES) else []
    return calls[random.Random(f"{scene} {name} {seed}").randrange(stride) :: stride]


def choose_callers(names, seed=0):
    """Yield (trouble, scene, request). For each trouble, choose one request of each caller."""
    chance = random.Random(f"{names} {seed}")
    evenings = {scene: list_calls(scene) for scene in SCENES}
    for name in names:
        found = defaultdict(list)
        for scene in TROUBLES[name].scenes or SCENES:
            for call in evenings[scene]:
                found[call[:3]].append((name, scene, call))
        yield from map(chance.choice, found.values())


def disturb(tried):
    """Play a scene for each of these requests, which then fails. Return counts, a table of results and the faults."""
    table, faults, missed = {}, [], 0
    for name, scene, call in tried:
        method, route, caller, number = call
        disturbed = Disturbance(trouble=TROUBLES[name], method=method, route=route, caller=caller, at=number)
        begun = time.monotonic()
        wrong = run_once(scene, disturbed)
        missed += not disturbed.happened
        row = table.setdefault(f"{method} {route}, {name}", [0, 0])
        row[bool(wrong)] += disturbed.happened
        again = f"fault_sweep.py {scene} {shlex.quote(name)} 1 0 {shlex.quote(json.dumps(call))}"
        faults += [f"{again}: {one}" for one in wrong]
        spent = f"{disturbed.hits} hits, {time.monotonic() - begun:.1f} s"
        print(f"{again}: {wrong or 'ok'} ({spent})", file=sys.stderr)
    return {"runs": len(tried), "not reached": missed, "table": table, "faults": faults}


def main(scene, name, stride="1", seed="0", call=None):
    if scene == "callers":
        tried = list(choose_callers(name.split(","), stride))
    else:
        calls = [json.loads(call)] if call else sweep(scene, name, int(stride), int(seed))
        tried = [(name, scene, one) for one in calls]
    gc.freeze()  # the garbage collector skips all objects that exist by now, because they stay alive
    print(json.dumps(disturb(tried)))


if __name__ == "__main__":
    main(*sys.argv[1:])
