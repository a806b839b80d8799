"""Random people press and type whatever there is: always answered, never a fault, and the game can go on."""

import asyncio
import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hosting import connected
from tally import Tally, short_of
from tapping import MADE, evening
from typing_at_random import Commands

from bot.ui.ids import Verb
from bot.ui.rooms import ROOMS
from engine.presets import PRESETS

SEEDS, STEPS = (1, 2), 660
EACH = 20
"""How often everything there is must have been used."""
MORE = 16
"""How many pairs of evenings may be added to look for what came by too seldom."""


async def test_taps_at_random(tmp_path):
    found = await evening(tmp_path, "forty-points", 11, 40, to_the_end=False)
    assert not found.faults, "\n".join(found.faults)
    assert found.steps >= 40


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_twenty_thousand_taps_at_random(tmp_path, loopback):
    """Every evening is a process of its own, two at a time; what they did is added up.

    What came by too seldom is looked for in some evenings more, where most of it was seen.
    """
    total, seen, two = Tally(), {}, asyncio.Semaphore(2)
    controls = {verb.value for verb in Verb} | {f"room {name}" for name in ROOMS}
    async with connected(tmp_path, loopback) as bot:
        commands = {f"/{name}" for name in Commands(bot.client, ()).known}

    async def play(evenings, wanted):
        found = await asyncio.gather(*(in_a_process(two, *one, wanted) for one in evenings))
        for one, counted in zip(evenings, found, strict=True):
            seen[one] = Counter(counted["controls"]) + Counter(counted["commands"])
            total.add(counted)

    def missing():
        return short_of(total.controls, controls, EACH) | short_of(total.commands, commands, EACH)

    for seed in SEEDS:
        short = missing() if total.steps else ()
        await play([(rules, seed) for rules in (*MADE, *PRESETS)], ",".join(sorted(short)))
    for more in range(1, MORE + 1):
        if not (short := missing()):
            break
        scarcest = sorted(short, key=lambda kind: (short[kind], kind))[:2]
        best = [max(seen, key=lambda one, kind=kind: seen[one][kind]) for kind in (*scarcest, scarcest[0])[:2]]
        again = [(rules, 6 * more + 3 * n + seed % 3) for n, (rules, seed) in enumerate(best)]
        await play(again, ",".join(sorted(short)))
    print(total.plain())
    assert not total.faults, "\n".join(total.faults)
    assert total.steps >= 20_000
    assert total.deals >= 100
    assert total.late <= total.steps / 1000, "answers within three seconds"
    assert not missing()


async def in_a_process(two, rules, seed, wanted):
    async with two:
        here = Path(__file__).parent
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(here / "tapping.py"), rules, str(seed), str(STEPS), wanted),
            env=os.environ | {"PYTHONPATH": os.pathsep.join((str(here.parent.parent), str(here)))},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        said, _ = await process.communicate()
    assert process.returncode == 0, f"tapping.py {rules} {seed} {STEPS} '{wanted}'"
    return json.loads(said.splitlines()[-1])
