"""Random people press and type whatever there is: always answered, never a fault, and the game can go on."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from hosting import connected
from tally import Tally, short_of
from tapping import evening
from typing_at_random import Commands

from bot.ui.ids import Verb
from bot.ui.rooms import ROOMS
from engine.presets import PRESETS

SEEDS, STEPS = (1, 2), 800
EACH = 20
"""How often everything there is must have been used."""
OUT_OF_REACH = frozenset()
"""Controls that random people come by too seldom; other tests press them."""


@pytest.mark.parametrize(("rules", "seed"), [("forty-points", 11), ("looking-for-friends", 13), ("hidden-ten", 15)])
async def test_taps_at_random(tmp_path, rules, seed):
    to_the_end = rules == "forty-points"  # it has the shortest deals
    found = await evening(tmp_path, rules, seed, 50, to_the_end=to_the_end)
    assert not found.faults, "\n".join(found.faults)
    assert found.steps >= 50
    assert found.deals > 0 or not to_the_end


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_twenty_thousand_taps_at_random(tmp_path, loopback):
    """Every evening is a process of its own, two at a time; what they did is added up."""
    total, two = Tally(), asyncio.Semaphore(2)
    evenings = [(rules, seed) for seed in SEEDS for rules in PRESETS]
    for found in await asyncio.gather(*(in_a_process(two, *one) for one in evenings)):
        total.add(found)
    print(total.plain())
    assert not total.faults, "\n".join(total.faults)
    assert total.steps >= 20_000
    assert total.deals >= 100
    assert total.late <= total.steps / 1000, "answers within three seconds"
    controls = {verb.value for verb in Verb} | {f"room {name}" for name in ROOMS}
    async with connected(tmp_path, loopback) as bot:
        commands = {f"/{name}" for name in Commands(bot.client, ()).known}
    assert not short_of(total.controls, controls - OUT_OF_REACH, EACH)
    assert not short_of(total.commands, commands, EACH)


async def in_a_process(two, rules, seed):
    async with two:
        here = Path(__file__).parent
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(here / "tapping.py"), rules, str(seed), str(STEPS)),
            env=os.environ | {"PYTHONPATH": os.pathsep.join((str(here.parent.parent), str(here)))},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        said, _ = await process.communicate()
    assert process.returncode == 0, f"tapping.py {rules} {seed} {STEPS}"
    return json.loads(said.splitlines()[-1])
