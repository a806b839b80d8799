"""If Discord refuses a message, the bot classifies the refusal, tries other forms, and remembers the result."""

from contextlib import nullcontext
from types import SimpleNamespace
from unittest.mock import Mock

import discord
import pytest
from structlog.testing import capture_logs

from bot.ids import GuildId
from bot.ui.core.memory.refusal_memory import PROBE_AFTER, RefusalMemory, Surface
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Message, Picture, Text
from bot.ui.discord_io.rate_limits import LimitTooLong, limit_patience, refuse_long_limits
from bot.ui.discord_io.send_failures import Attempts, SendFailed, SendFault, to_send_fault
from tests.bot.ui.manual_clock import ManualClock

HERE, ELSEWHERE = GuildId(1), GuildId(2)
SHOWN = Message((Text("the table"), Picture(b"", "seven of hearts")))


def refusal(status, code=0, text="refused"):
    response = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": text})


@pytest.mark.parametrize(
    ("status", "code", "fault"),
    [
        (404, 10003, SendFault.GONE),
        (404, 10008, SendFault.GONE),
        (400, 40060, SendFault.GONE),
        (401, 50027, SendFault.GONE),
        (400, 50083, SendFault.GONE),
        (403, 160005, SendFault.GONE),
        (429, 30046, SendFault.LIMITED),
        (429, 20016, SendFault.SLOW_MODE),
        (403, 50001, SendFault.FORBIDDEN),
        (400, 50007, SendFault.FORBIDDEN),
        (403, 50013, SendFault.FORBIDDEN),
        (400, 200000, SendFault.BLOCKED),
        (400, 50035, SendFault.REFUSED),
        (400, 0, SendFault.REFUSED),
        (429, 0, SendFault.TEMPORARY),
        (503, 0, SendFault.TEMPORARY),
    ],
)
def test_error_code_outweighs_the_http_status(status, code, fault):
    assert to_send_fault(refusal(status, code)) is fault


def test_refusal_is_remembered_per_surface_and_server():
    clock = ManualClock()
    memory = RefusalMemory(clock)
    memory.note_refused_edit(Surface.TABLE, HERE)
    assert memory.is_classic(Surface.TABLE, HERE)
    assert not memory.is_classic(Surface.PANEL, HERE)
    assert not memory.is_classic(Surface.TABLE, ELSEWHERE)
    clock.time += PROBE_AFTER
    assert not memory.is_classic(Surface.TABLE, HERE), "the usual form is tried again"


@pytest.fixture
def memory():
    return RefusalMemory(ManualClock())


async def send_in_forms(memory, answers, **known):
    """Return (forms tried, whether the accepted form is classic). The latter is None if all are refused."""
    tried, answers = [], iter(answers)

    async def send(message, is_plain):
        tried.append(("picture" if message.pictures else "text", is_plain))
        if (refused := next(answers, None)) is not None:
            raise refused

    try:
        _, accepted = await Attempts(EmojiBook(), memory, None).in_forms(send, SHOWN, **{"plain": False} | known)
    except SendFailed:
        accepted = None
    return tried, accepted


async def test_forms_are_tried_in_order(memory):
    bad = [refusal(400, 50035)] * 9
    usual, classic, text = ("picture", False), ("picture", True), ("text", True)
    assert await send_in_forms(memory, bad[:0]) == ([usual], False)
    assert await send_in_forms(memory, bad[:1]) == ([usual, usual], False)
    assert await send_in_forms(memory, bad[:2]) == ([usual, usual, classic], True)
    assert await send_in_forms(memory, bad[:3]) == ([usual, usual, classic, text], True)
    assert await send_in_forms(memory, bad) == ([usual, usual, classic, text], None)
    assert await send_in_forms(memory, bad[:2], plain=True) == ([classic, classic, text], True)
    assert await send_in_forms(memory, bad, refused=True) == ([text], None)
    assert memory.counts == {"refused": 13}


@pytest.mark.parametrize("refused", [refusal(400, 200000), refusal(403, 50013), refusal(404, 10003), refusal(503)])
async def test_other_faults_are_not_tried_in_other_forms(memory, refused):
    usual, classic, bad = ("picture", False), ("picture", True), refusal(400, 50035)
    assert await send_in_forms(memory, [refused] * 9) == ([usual], None)
    assert await send_in_forms(memory, [bad, bad, *[refused] * 9]) == ([usual, usual, classic], None)


async def test_each_refusal_leaves_its_code_in_the_log(memory):
    with capture_logs() as lines:
        await send_in_forms(memory, [refusal(404, 10008)])
    assert [(line["fault"], line["code"]) for line in lines] == [("gone", 10008)]


@pytest.mark.parametrize(
    ("code", "seconds", "raises"),
    [
        (0, 40.0, LimitTooLong),
        (0, 2.0, None),
        (20016, 40.0, discord.HTTPException),
        (20016, 2.0, None),
        (30046, 2.0, discord.HTTPException),
    ],
)
async def test_long_rate_limits_raise(code, seconds, raises):
    """The bot waits for a short rate limit. It raises if the limit is long or an old message had too many edits."""
    (answered,) = refuse_long_limits(Mock()).on_request_end

    async def read():
        return {"code": code, "retry_after": seconds, "global": False, "message": "You are being rate limited."}

    end = SimpleNamespace(response=SimpleNamespace(status=429, reason="", content_type="application/json", json=read))
    with limit_patience(30.0), pytest.raises(raises) if raises else nullcontext():
        await answered(None, None, end)


@pytest.mark.parametrize("once", [False, True])
async def test_server_error_raises_only_without_retries(once):
    (answered,) = refuse_long_limits(Mock()).on_request_end
    end = SimpleNamespace(response=SimpleNamespace(status=503, reason="", content_type="text/html"))
    expected = pytest.raises(discord.DiscordServerError) if once else nullcontext()
    with limit_patience(3.0, once=once), limit_patience(None), expected:
        await answered(None, None, end)
