"""Log lines of the emoji synchronisation."""

from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from bot.ui.discord_io.emoji_sync import EmojiSync


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
