"""Compares the local Discord with Discord's own OpenAPI document, if DISCORD_OPENAPI has its path.

Most other tests in this folder compare their exchanges with the document, too; see the fixture `loopback` and the
context manager `on_loopback`.
"""

import os
import re
from pathlib import Path

import pytest

from bot.loopback.rest.serve import Exchange
from tests.discord_contract import load

DOCUMENT = os.environ.get("DISCORD_OPENAPI")
NUMBER = "123456789012345678"


@pytest.fixture
def contract():
    if not DOCUMENT:
        pytest.skip("DISCORD_OPENAPI is not set: NOTHING was held against Discord's own document")
    return load(Path(DOCUMENT))


def exchange(method, path, body=None, reply=None, status=200):
    return Exchange(0.0, method, path, {}, body, [], status, reply)


async def test_flow_matches_document(contract, bot, ann, loopback):
    assert loopback.rest.observers, "the stand-in does not hold exchanges against the document"
    held = []
    loopback.rest.observers.append(lambda e: held.extend(contract.check(e)))
    stall = (await ann.slash("tractor", "stall")).message
    await ann.click(stall, "buy")
    assert await ann.submit(await ann.click(stall, "note"), {"who": "Bob"})
    await ann.autocomplete("tractor", "fruit", "kind", "p")
    assert held == []
    assert len(loopback.rest.log) >= 5


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (exchange("POST", f"/channels/{NUMBER}/messages", {"content": 5}, None), "request of POST .*content"),
        (exchange("GET", "/users/@me", None, {"id": 1}), "answer of GET /users/@me: id"),
        (exchange("GET", "/users/@me/nonsense", None, {}), "no such route"),
        (exchange("GET", f"/channels/{NUMBER}/messages/{NUMBER}", None, {"message": "x", "code": "a"}, 404), "code"),
        (exchange("GET", "/users/@me", None, {"message": "x", "code": 0, "global": False}, 429), "retry_after"),
        (exchange("DELETE", f"/channels/{NUMBER}/messages/{NUMBER}", None, {}, 200), "status 200"),
    ],
)
def test_mismatch_is_described(contract, given, why):
    told = "\n".join(map(str, contract.check(given)))
    assert re.search(why, told), told


def test_refused_request_is_no_mismatch(contract):
    refused = {"message": "Invalid Form Body", "code": 50035, "errors": {"content": {"_errors": []}}}
    assert contract.check(exchange("POST", f"/channels/{NUMBER}/messages", {"content": 5}, refused, 400)) == []
