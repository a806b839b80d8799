"""Tries each case of the table of refusals on the local Discord and on simcord. A list names where simcord differs."""

import asyncio

import discord
import pytest
import pytest_asyncio
import simcord
from bare_bot import on_loopback, on_simcord
from strictness import CASES, OK

from tests.everyday import spread

ALONE = [c for c in CASES if c.alone]
TOGETHER = [c for c in CASES if not c.alone]

# Cases in which simcord differs from Discord, as far as the sources say. The test fails if another case differs, or if
# a listed case no longer does.
NOT_COVERED = "not covered"
SIMCORD_DIFFERS = {
    "a reply without permission to read": OK,
    "changing a message in a quiet thread": OK,
    "an empty message": (400, 50035),
    "a message of one blank embed": OK,
    "flags of more than 63 bits": OK,
    "eleven files": OK,
    "a description of a file of 1025 characters": OK,
    "a button without label and emoji": OK,
    "a link that runs a script": OK,
    "an unknown emoji on a button": OK,
    "a word as an emoji": OK,
    "a maximum above the number of options": OK,
    "two defaults where one is allowed": OK,
    "10,176 bytes of Chinese": OK,
    "an empty container": OK,
    "emptying a message": OK,
    "an empty answer": (400, 50035),
    "suggesting to a command": OK,
    "a deferred answer with components": OK,
    "following up before the answer": OK,
    "following up after 15 minutes": (404, 10015),
    "changing the answer after 15 minutes": (404, 10015),
    "a press answer that refers to an old file": OK,
    "a preset text of 4001 characters": OK,
    "a form after a form": OK,
    "25 suggestions": NOT_COVERED,
    "26 suggestions": NOT_COVERED,
    "a suggestion of 101 characters": NOT_COVERED,
    "a message as a suggestion": NOT_COVERED,
    "a command in capitals": OK,
    "a command with a space": OK,
    "a command of 33 characters": OK,
    "a command in an unknown language": OK,
    "a description of 101 characters": OK,
    "a command without a description": OK,
    "two commands with one name": OK,
    "a command with 26 options": OK,
    "a required option after an optional one": OK,
    "two options with one name": OK,
    "a number of more than 53 bits": OK,
    "a maximum length of 6001": OK,
    "26 choices": OK,
    "choices and autocomplete": OK,
    "a group in a group": OK,
    "8001 characters in a command": OK,
    "101 commands": OK,
    "two threads on a message": OK,
    "a thread's name of 101 characters": OK,
    "changing a message in an archived thread": OK,
    "a file without permission": OK,
    "deleting somebody else's message": OK,
    "a message to a user with closed DMs": NOT_COVERED,
    "two emoji with one name": OK,
    "an emoji of more than 256 KiB": OK,
    "an emoji that is not a picture": OK,
    "deleting in bulk without permission": (400, 50035),
    "deleting in bulk in a direct conversation": OK,
    "101 allowed users": OK,
    "a reply to an unknown message": OK,
    "an embed that refers to a missing file": OK,
    "an embed without permission": OK,
    "adding a file without permission": OK,
    "a thread without a name": NOT_COVERED,
    "a thread with auto-archive after two hours": OK,
    "a thread that is a voice channel": NOT_COVERED,
    "a thread with seven hours of slowmode": OK,
    "a thread's new name of 101 characters": OK,
    "locking a thread without permission": OK,
    "adding an unknown user to a thread": OK,
}


async def outcome(case, backend):
    try:
        await case.act(backend)
    except discord.HTTPException as refused:
        return refused.status, refused.code
    except (simcord.RouteNotImplemented, simcord.UnsupportedField, NotImplementedError, KeyError):
        return NOT_COVERED
    return OK


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared_loopback():
    async with on_loopback() as backend:
        yield backend


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("case", TOGETHER, ids=lambda c: c.name)
async def test_shared_stand_in_answers_as_discord(case, shared_loopback, monkeypatch):
    if case.wanted == (500, 0):  # discord.py would retry with long pauses
        real = asyncio.sleep
        monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: real(min(seconds, 0.01)))
    assert await outcome(case, shared_loopback) == case.wanted


@pytest.mark.parametrize("case", spread(20, ALONE), ids=lambda c: c.name)
async def test_fresh_stand_in_answers_as_discord(case):
    async with on_loopback() as backend:
        assert await outcome(case, backend) == case.wanted


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
async def test_simcord_agrees_or_differs_as_listed(case):
    async with on_simcord() as backend:
        assert await outcome(case, backend) == SIMCORD_DIFFERS.get(case.name, case.wanted)


def test_listed_differences_are_real():
    wanted = {c.name: c.wanted for c in CASES}
    assert len(wanted) == len(CASES)
    assert set(SIMCORD_DIFFERS) <= set(wanted)
    assert all(wanted[name] != theirs for name, theirs in SIMCORD_DIFFERS.items())
