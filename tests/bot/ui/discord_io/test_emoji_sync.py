"""The emoji upload logs its retries, and waits even for long rate limits of Discord."""

import asyncio
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from structlog.testing import capture_logs

from bot.ui.core.messages.emoji_book import ApplicationEmoji, EmojiBook
from bot.ui.discord_io.emoji_sync import EmojiSync
from bot.ui.discord_io.rate_limits import limit_patience, refuse_long_limits


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (
            OSError("the database did not answer: database or disk is full"),
            "the database did not answer: database or disk is full",
        ),
        (TimeoutError(), "TimeoutError"),
    ],
)
async def test_retry_is_logged_with_its_cause(error, cause):
    async def fail():
        raise error

    client = SimpleNamespace(fetch_application_emojis=fail)
    sync = EmojiSync(client, SimpleNamespace(emoji=SimpleNamespace()))
    with capture_logs() as logs:
        assert not await sync._sync_once({})
        assert not await sync._sync_once({})
    assert [line["cause"] for line in logs] == [cause]


async def test_upload_waits_for_a_long_rate_limit():
    """The emoji upload may wait an hour for a rate limit. The message that starts it waits at most 3 s."""
    (answered,) = refuse_long_limits(Mock()).on_request_end

    async def read():
        return {"retry_after": 3600.0}

    async def render_emoji():
        await answered(None, None, SimpleNamespace(response=limited))
        rendered.append(True)
        raise asyncio.CancelledError

    rendered, limited = [], SimpleNamespace(status=429, content_type="application/json", json=read)
    emoji, config = EmojiBook(), SimpleNamespace(use_emoji=True)
    services = SimpleNamespace(emoji=emoji, config=config, renderer=SimpleNamespace(render_emoji=render_emoji))
    sync = EmojiSync(SimpleNamespace(), services)
    emoji.replace_known({"c": ApplicationEmoji("c", 1)})
    with limit_patience(3.0, once=True):
        emoji.forget_refused()
        await sync.idle()
    assert rendered
