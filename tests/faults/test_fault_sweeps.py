"""People play on whichever request meets trouble: a few requests here, more in the long suite, all in `make soak`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from discord_faults import TROUBLES, Disturbance, Trouble
from fault_scenes import SCENES
from fault_sweep import run_once

from bot.ui.discord_io.messages import Messenger

SWEEP = Path(__file__).parent / "fault_sweep.py"
EVERY_DAY = (
    ("learn", "502", "POST", "/interactions/{interaction}/{token}/callback", 1),
    ("learn", "429 20min", "POST", "/interactions/{interaction}/{token}/callback", 0),
    ("league", "403 50013", "PATCH", "/channels/{channel}/messages/{message}", 4),
)
"""Scene, trouble, and the request that meets it."""
LONG = (
    *(("table", "lost answer", 30), ("table", "500", 30), ("table", "404 10008", 40), ("league", "429 40s", 20)),
    *(("event", "reset", 60), ("event", "drop", 90), ("learn", "lost answer", 2), ("learn", "unavailable", 2)),
    *(("table", "500 1min", 30), ("threads", "thread archived", 40), ("table", "channel deleted", 40)),
)
"""Scene, trouble, and a stride that leaves a few requests."""


def sweep(scene, trouble, stride):
    done = subprocess.run(
        [sys.executable, SWEEP, scene, trouble, str(stride), os.environ.get("SEED", "0")],
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.parametrize(("scene", "trouble", "method", "route", "number"), EVERY_DAY)
def test_evening_goes_on_after_trouble(scene, trouble, method, route, number):
    disturbed = Disturbance(trouble=TROUBLES[trouble], method=method, route=route, at=number)
    _, wrong = run_once(scene, disturbed)
    assert disturbed.happened
    assert wrong == []


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("scene", "trouble", "stride"), LONG)
def test_evening_goes_on_whichever_request_fails(scene, trouble, stride):
    report = sweep(scene, trouble, stride)
    assert report["faults"] == []
    assert sum(map(sum, report["table"].values())) >= 1


@pytest.mark.long
@pytest.mark.parametrize("scene", SCENES)
def test_undisturbed_evening_is_without_fault(scene):
    calls, wrong = run_once(scene, Disturbance(trouble=Trouble()))
    assert wrong == []
    assert calls


@pytest.mark.long
def test_person_waits_for_one_round_of_attempts():
    """After the five of discord.py comes one notice, in place of five more."""
    request = "PATCH", "/webhooks/{webhook}/{token}/messages/{message}"
    disturbed = Disturbance(TROUBLES["500 1min"], *request)
    assert run_once("deferred", disturbed)[1] == []
    assert 1 <= disturbed.hits <= 6


async def _edit_nothing(*_, **__):
    pass


@pytest.mark.long
def test_outdated_messages_are_noticed(monkeypatch):
    monkeypatch.setattr(Messenger, "edit", _edit_nothing)
    _, wrong = run_once("league", Disturbance(trouble=Trouble()))
    assert any("is outdated" in one for one in wrong), wrong
