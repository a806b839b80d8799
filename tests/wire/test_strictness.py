"""The table of refusals, on our stand-in and on simcord: two readings of Discord that must agree or be listed."""

import asyncio

import discord
import pytest
import pytest_asyncio
import simcord
from probe import on_loopback, on_simcord
from strictness import CASES, OK

ALONE = [c for c in CASES if c.alone]
TOGETHER = [c for c in CASES if not c.alone]

# Where simcord answers otherwise than Discord, as far as the sources say. A difference that is not listed fails,
# and so does a listed one that is gone.
NOT_COVERED = "not covered"
SIMCORD_DIFFERS = {
    "a reply where one may not read": OK,
    "changing a message in a thread that has gone quiet": OK,
    "an empty message": (400, 50035),
    "a message of one blank embed": OK,
    "flags of more than 63 bits": OK,
    "eleven files": OK,
    "a description of a file of 1025 characters": OK,
    "a button with nothing on it": OK,
    "a link that runs a script": OK,
    "an unknown emoji on a button": OK,
    "a word as an emoji": OK,
    "more to choose than there is": OK,
    "two chosen beforehand where one may be": OK,
    "10,176 bytes of Chinese": OK,
    "an empty container": OK,
    "emptying a message": OK,
    "an empty answer": (400, 50035),
    "suggesting to a command": OK,
    "a deferred answer with components": OK,
    "following up before the answer": OK,
    "following up after 15 minutes": (404, 10015),
    "changing the answer after 15 minutes": (404, 10015),
    "a press that names a file it does not send again": OK,
    "a preset text of 4001 characters": OK,
    "a form after a form": OK,
    "25 suggestions": NOT_COVERED,
    "26 suggestions": NOT_COVERED,
    "a suggestion of 101 characters": NOT_COVERED,
    "a message as a suggestion": NOT_COVERED,
    "a command in capitals": OK,
    "a command with a space": OK,
    "a command of 33 characters": OK,
    "a command in a language that is none": OK,
    "a description of 101 characters": OK,
    "a command without a description": OK,
    "two commands of one name": OK,
    "26 options of a command": OK,
    "a required option after an optional one": OK,
    "two options of one name": OK,
    "a number of more than 53 bits": OK,
    "a text of at most 6001 characters": OK,
    "26 choices": OK,
    "choices and suggestions": OK,
    "a group in a group": OK,
    "8001 characters in a command": OK,
    "101 commands": OK,
    "two threads on a message": OK,
    "a thread's name of 101 characters": OK,
    "changing a message in an archived thread": OK,
    "a file where one may not attach": OK,
    "deleting somebody else's message": OK,
    "a message to one who takes none": NOT_COVERED,
    "two emoji of one name": OK,
    "an emoji of more than 256 KiB": OK,
    "an emoji that is no picture": OK,
    "deleting in bulk where one may not": (400, 50035),
    "deleting in bulk in a direct conversation": OK,
    "101 users who may be rung": OK,
    "a reply to nothing": OK,
    "an embed that names no file": OK,
    "an embed where one may not": OK,
    "adding a file where one may not": OK,
    "a thread without a name": NOT_COVERED,
    "a thread that rests after two hours": OK,
    "a thread that is a voice channel": NOT_COVERED,
    "a thread with seven hours between messages": OK,
    "a thread's new name of 101 characters": OK,
    "locking one's thread where one may not": OK,
    "bringing a stranger into a thread": OK,
}


async def outcome(case, stage):
    try:
        await case.act(stage)
    except discord.HTTPException as refused:
        return refused.status, refused.code
    except (simcord.RouteNotImplemented, simcord.UnsupportedField, NotImplementedError, KeyError):
        return NOT_COVERED
    return OK


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared_loopback():
    async with on_loopback() as stage:
        yield stage


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("case", TOGETHER, ids=lambda c: c.name)
async def test_our_stand_in_refuses_what_discord_refuses(case, shared_loopback, monkeypatch):
    if case.wanted == (500, 0):  # discord.py tries again and again, with long pauses
        real = asyncio.sleep
        monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: real(min(seconds, 0.01)))
    assert await outcome(case, shared_loopback) == case.wanted


@pytest.mark.parametrize("case", ALONE, ids=lambda c: c.name)
async def test_our_stand_in_refuses_alone(case):
    async with on_loopback() as stage:
        assert await outcome(case, stage) == case.wanted


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
async def test_simcord_agrees_or_differs_as_listed(case):
    async with on_simcord() as stage:
        assert await outcome(case, stage) == SIMCORD_DIFFERS.get(case.name, case.wanted)


def test_every_listed_difference_is_one():
    wanted = {c.name: c.wanted for c in CASES}
    assert len(wanted) == len(CASES)
    assert set(SIMCORD_DIFFERS) <= set(wanted)
    assert all(wanted[name] != theirs for name, theirs in SIMCORD_DIFFERS.items())
