"""After trouble at any request, people can play on. These tests try some requests, and `make soak` all."""

import asyncio
import os
import random

import pytest
from discord_faults import TROUBLES, Disturbance, Trouble
from fault_checks import MAX_HITS
from fault_scenes import DEAL, SCENES
from fault_sweep import disturb, list_calls, run_once

from bot.ui.discord_io.messages import Messenger
from tests.everyday import spread
from tests.wire.faults import Fault, Faults, Kind

CALLBACK = "/interactions/{interaction}/{token}/callback"
FOUND = (
    ("learn", "502", "POST", CALLBACK, "rules", 0),
    ("learn", "403 60003", "POST", CALLBACK, "tutorial", 0),
    ("learn", "429 20min", "POST", CALLBACK, "tutorial", 0),
    ("league", "403 50013", "PATCH", "/channels/{channel}/messages/{message}", "", 4),
    ("table", "403 50013", "POST", CALLBACK, "t1 hint", 0),
    ("deferred", "429 20min", "PATCH", "/webhooks/{webhook}/{token}/messages/{message}", "reply._replace_first", 0),
    ("deferred", "429 20min", "PATCH", "/webhooks/{webhook}/{token}/messages/{message}", "reply.edit", 8),
    (
        "threads",
        "429 20min",
        "PATCH",
        "/channels/{channel}/messages/{message}",
        "messages.edit_as < messages._send_with_pictures < messages.edit < send_failures.once < send_failures.twice",
        0,
    ),
    (
        "deferred",
        "lost answer",
        "POST",
        "/channels/{channel}/messages",
        "messages.send_as < messages._send_with_pictures",
        2,
    ),
    (
        "threads",
        "429 20min",
        "PATCH",
        "/webhooks/{webhook}/{token}/messages/{message}",
        "messages.edit < send_failures.once < send_failures.twice < send_failures.in_own_form < messages.edit_private",
        1,
    ),
    ("threads", "429 20min", "DELETE", "/webhooks/{webhook}/{token}/messages/{message}", "", 0),
    ("deferred", "channel deleted", "POST", CALLBACK, "tractor new", 0),
)
"""(scene, trouble, method, route, caller, number) for each case. The last four choose the request that fails."""
LONG = {
    "table": ("lost answer", "500", "500 1min", "404 10008", "channel deleted"),
    "deferred": ("500 1min", "400 200000"),
    "threads": ("thread archived",),
    "learn": ("lost answer", "unavailable"),
    "league": ("429 40s", "message deleted"),
    "event": ("reset", "drop"),
    "duplicate": ("lost answer", "500 1min"),
}
"""The troubles that the long suite tries in each scene, each at one request."""


ATTEMPTS = 4
"""The most requests that are tried with a trouble, until one of them occurs.

A run can lack a request of an earlier run, because one edit of a message can replace another.
"""


def choose_calls(calls, scene, trouble):
    """Yield requests of different routes; each route has the same chance."""
    chance = random.Random(f"{scene} {trouble} {os.environ.get('SEED', '0')}")
    routes = sorted({call[:2] for call in calls})
    for route in chance.sample(routes, min(ATTEMPTS, len(routes))):
        yield chance.choice([call for call in calls if call[:2] == route])


@pytest.mark.parametrize(("scene", "trouble", "method", "route", "caller", "number"), spread(2, FOUND))
def test_evening_goes_on_after_trouble(scene, trouble, method, route, caller, number):
    disturbed = Disturbance(trouble=TROUBLES[trouble], method=method, route=route, caller=caller, at=number)
    wrong = run_once(scene, disturbed)
    assert disturbed.happened
    assert wrong == []


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("scene", LONG)
def test_evening_goes_on_whichever_request_fails(scene):
    """Any request of a scene may fail, and the scene goes on. Without trouble it must have no fault at all."""
    calls = list_calls(scene)
    for trouble in LONG[scene]:
        for call in choose_calls(calls, scene, trouble):
            report = disturb([(trouble, scene, call)])
            assert report["faults"] == []
            if not report["not reached"]:
                break
        else:
            pytest.fail(f"no request met the trouble: {report}")


@pytest.mark.long
def test_failed_edit_is_sent_at_most_six_times():
    """discord.py tries the edit five times. Then the bot sends a notice with one more request, and no further edit."""
    edit = "/webhooks/{webhook}/{token}/messages/{message}"
    disturbed = Disturbance(trouble=TROUBLES["500 1min"], method="PATCH", route=edit)
    assert run_once("deferred", disturbed) == []
    assert 1 <= disturbed.hits <= 6


async def open_two_tables(evening):
    await asyncio.gather(*(evening.people[n].slash("tractor new") for n in (0, 1)))


@pytest.mark.long
def test_two_messages_cost_ten_requests_in_faulty_minute(monkeypatch):
    """During a minute of faults, each message is sent five times, and discord.py adds no attempts of its own."""
    monkeypatch.setitem(SCENES, "two", open_two_tables)
    disturbed = Disturbance(trouble=TROUBLES["500 1min"], method="POST", route="/channels/{channel}/messages")
    assert run_once("two", disturbed) == []
    assert disturbed.hits == 10


async def play_table_alone(evening):
    await evening.open_table(evening.people[0], computers=3, **DEAL)
    yield
    await evening.play_deal(evening.people[:1])


async def announce_event(evening):
    yield
    await evening.people[0].slash("new event", name="Friday", format="individual")


@pytest.mark.long
@pytest.mark.parametrize("play", [play_table_alone, announce_event])
def test_refused_message_costs_at_most_ten_requests(monkeypatch, play):
    """During ten minutes of refusals the bot makes at most ten requests; afterwards the message is up to date."""

    async def play_refused(evening):
        steps, rest = play(evening), evening.loopback.rest
        await anext(steps)
        here = next(c.id for c in evening.loopback.world.channels.values() if c.name == "tractor")
        refusal = Fault(Kind.STATUS, code=50035, times=1000, path=f"/channels/{here}/messages")
        rest.faults = Faults([refusal])
        await anext(steps, None)
        await asyncio.sleep(600)
        rest.faults.clear()
        refused = [f"{one.method} {one.path}" for one in rest.log if one.status == 400]
        assert 2 <= len(refused) <= MAX_HITS, refused
        await evening.people[0].slash("table")

    monkeypatch.setitem(SCENES, "refused", play_refused)
    assert run_once("refused", Disturbance(trouble=Trouble())) == []


async def _edit_nothing(*_, **__):
    pass


@pytest.mark.long
def test_outdated_messages_are_noticed(monkeypatch):
    monkeypatch.setattr(Messenger, "edit", _edit_nothing)
    wrong = run_once("league", Disturbance(trouble=Trouble()))
    assert any("is outdated" in one for one in wrong), wrong
