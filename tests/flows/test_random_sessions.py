"""Random people press and type anything. They are always answered without a fault, and the game can carry on."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from random_session import run_session
from usage_stats import UsageStats

from bot.ui.core.interactions.table_controls import ControlVerb
from tests.preset_cover import COVER

SEED, STEPS = 1, 40
USUAL = (ControlVerb.SHOW_HAND, ControlVerb.PLAY, ControlVerb.START)
"""Controls that people must have found by pressing at random."""


async def test_random_session_has_no_faults(tmp_path):
    found = await run_session(tmp_path, "forty-points", 11, 25, to_the_end=False)
    assert not found.faults, "\n".join(found.faults)
    assert found.steps >= 25


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_random_session_in_its_own_process_has_no_faults():
    """The session plays one preset. `make soak` plays all presets, with a million presses."""
    total = UsageStats()
    total.add(await run_in_process(COVER[0]))
    print(total.to_dict())
    assert not total.faults, "\n".join(total.faults)
    assert total.steps >= STEPS
    assert total.deals >= 1
    assert {verb.value for verb in USUAL} <= set(total.controls)


async def run_in_process(rules):
    here = Path(__file__).parent
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(here / "random_session.py"), rules, str(SEED), str(STEPS)),
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(here.parent.parent), str(here)))},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, f"random_session.py {rules} {SEED} {STEPS}"
    return json.loads(said.splitlines()[-1])
