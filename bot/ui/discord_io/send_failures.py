"""Decides how the bot reacts when Discord does not accept a message. A table maps Discord's codes to reactions."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum
from functools import partial
from typing import Final, TypeVar

import aiohttp
import discord
import structlog

from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.rate_limits import (
    FIRST_SERVER_ERROR,
    OLD_MESSAGE,
    SLOW_MODE,
    TOO_MANY_REQUESTS,
    LimitTooLong,
    limit_patience,
)

log: Final = structlog.get_logger()
T = TypeVar("T")

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
ALREADY_ANSWERED: Final = 40060
"""Discord's code for a second answer to an interaction."""
THREAD_EXISTS: Final = 160004
ARCHIVED: Final = 50083
"""Discord's code for a change in an archived thread. A new message opens the thread again."""
INVALID_FORM_BODY: Final = 50035
"""Discord's code for an invalid message; the error's text names the field."""


class SendFault(Enum):
    """A kind of reason why Discord did not accept a message. The bot treats all reasons of one kind alike."""

    GONE = "gone"  # the message, channel, thread or interaction no longer exists, so the bot may send it elsewhere
    LIMITED = "limited"  # Discord refuses for a long time to edit an old message or to open a thread
    REFUSED = "refused"  # Discord refuses the content: send it in another form
    BLOCKED = "blocked"  # the server's AutoMod refuses the content in any form
    FORBIDDEN = "forbidden"  # the bot may not write there
    SLOW_MODE = "slow_mode"  # the channel's slow mode applies to the bot
    NO_PICTURES = "no_pictures"  # the bot may not attach pictures: it sends text in their place
    TEMPORARY = "passing"  # a fault of Discord, or a rate limit: try again later


REPLACED: Final = {SendFault.GONE, SendFault.LIMITED, SendFault.REFUSED}
"""After these faults of an edit, the bot replaces a public message by a new one."""
_FAULTS_BY_CODE: Final = {
    UNKNOWN_CHANNEL: SendFault.GONE,
    UNKNOWN_MESSAGE: SendFault.GONE,
    10015: SendFault.GONE,  # unknown webhook: the interaction's token has expired
    10062: SendFault.GONE,  # unknown interaction: it was answered too late
    ALREADY_ANSWERED: SendFault.GONE,
    50027: SendFault.GONE,  # invalid webhook token
    ARCHIVED: SendFault.GONE,
    160005: SendFault.GONE,  # the thread is locked
    OLD_MESSAGE: SendFault.LIMITED,
    160006: SendFault.LIMITED,  # the server has reached Discord's limit of active threads
    SLOW_MODE: SendFault.SLOW_MODE,
    50001: SendFault.FORBIDDEN,  # missing access
    50007: SendFault.FORBIDDEN,  # the user accepts no direct messages
    50013: SendFault.FORBIDDEN,  # missing permissions
    200000: SendFault.BLOCKED,  # blocked by AutoMod
    200001: SendFault.BLOCKED,  # a title was blocked by AutoMod
    240000: SendFault.BLOCKED,  # a link counts as harmful
}
_FAULTS_BY_STATUS: Final = {
    401: SendFault.GONE,
    403: SendFault.FORBIDDEN,
    404: SendFault.GONE,
    TOO_MANY_REQUESTS: SendFault.TEMPORARY,
}
REQUEST_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What discord.py raises when Discord refuses a request or cannot be reached."""
MAX_LENGTH: Final = 300


def names_emoji(refused: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message because of an emoji. This happens if the emoji was deleted."""
    return refused.code == INVALID_FORM_BODY and "emoji" in refused.text


class SendFailed(Exception):  # noqa: N818 - the name reads as a sentence
    """Discord did not accept a message or another request. The error's text does not contain the message."""

    def __init__(self, fault: SendFault, code: int, retry_after: float = 0.0) -> None:
        super().__init__(f"{fault.value} ({code})")
        self.fault = fault
        self.code = code
        self.retry_after = retry_after  # seconds until Discord accepts such a request; 0 if unknown


def to_send_fault(refused: discord.HTTPException) -> SendFault:
    """Return why Discord refused a request."""
    if refused.status >= FIRST_SERVER_ERROR:
        return SendFault.TEMPORARY
    return _FAULTS_BY_CODE.get(refused.code) or _FAULTS_BY_STATUS.get(refused.status, SendFault.REFUSED)


class Attempts:
    """Sends messages. Tries again if Discord may accept a second attempt or another form.

    `patience` is the most seconds for an attempt; None sets no limit. Private messages need None, because discord.py
    keeps the token locked if a request is cancelled while it waits for a rate limit. With `once`, discord.py does not
    repeat a request after a fault of Discord, because the caller repeats it with newer content.
    """

    def __init__(self, emoji: EmojiBook, memory: RefusalMemory, patience: float | None, *, once: bool = False) -> None:
        self._emoji = emoji
        self._memory = memory
        self._patience = patience
        self._once = once

    @asynccontextmanager
    async def watch(self) -> AsyncIterator[None]:
        """Turn errors of discord.py and of the network into SendFailed. Also count and log them."""
        try:
            with limit_patience(self._patience, once=self._once):
                async with asyncio.timeout(self._patience):
                    yield
        except discord.HTTPException as refused:
            if names_emoji(refused):
                self._emoji.forget_refused()
            raise self._count(to_send_fault(refused), refused.code) from refused
        except LimitTooLong as limited:
            raise self._count(SendFault.TEMPORARY, TOO_MANY_REQUESTS, limited.seconds) from limited
        except (aiohttp.ClientError, OSError, TimeoutError) as lost:
            raise self._count(SendFault.TEMPORARY, 0) from lost

    def _count(self, fault: SendFault, code: int, retry_after: float = 0.0) -> SendFailed:
        self._memory.counts[fault.value] += 1
        log.info("Discord did not accept a request", fault=fault.value, code=code)
        return SendFailed(fault, code, retry_after)

    async def once(self, send: Callable[[], Awaitable[T]]) -> T:
        """Call `send`. Raises SendFailed."""
        async with self.watch():
            return await send()

    async def twice(self, send: Callable[[], Awaitable[T]]) -> T:
        """Call `send`, and once more if Discord refuses the content. Raises SendFailed."""
        try:
            return await self.once(send)
        except SendFailed as unsent:
            if unsent.fault is not SendFault.REFUSED:
                raise
        return await self.once(send)

    async def in_own_form(self, edit: Callable[[bool], Awaitable[None]], plain: bool | None) -> bool:  # noqa: FBT001
        """Edit a message in the form that it has. Return whether this is the classic form, without Components V2.

        `plain` says whether the message has the classic form. If it is None, Components V2 is tried first. `edit` gets
        True for the classic form. Raises SendFailed.
        """
        try:
            await self.twice(partial(edit, bool(plain)))
        except SendFailed as unsent:
            if plain is not None or unsent.fault is not SendFault.REFUSED:
                raise
        else:
            return bool(plain)
        await self.once(partial(edit, True))
        return True

    async def in_forms(
        self, send: Callable[[Message, bool], Awaitable[T]], message: Message, *, plain: bool, refused: bool = False
    ) -> tuple[T, bool]:
        """Send a message in the first form that Discord accepts. Return the result, and whether this form is classic.

        `send` gets the message, and whether it must be classic. With `refused`, only the simplest form is tried. Raises
        SendFailed.
        """
        forms = [(message, plain), (message, True), (message.with_pictures_as_text(), True)]
        *earlier, last = forms[-1:] if refused else dict.fromkeys(forms)
        attempt = self.once if refused else self.twice
        for form in earlier:
            try:
                return await attempt(partial(send, *form)), form[1]
            except SendFailed as unsent:
                if unsent.fault is not SendFault.REFUSED:
                    raise
            attempt = self.once
        return await attempt(partial(send, *last)), last[1]


def describe_failure(error: BaseException) -> str:
    """Return one line about a failed request. It may quote the request, so never use it for requests with secrets."""
    return " ".join(str(error).split())[:MAX_LENGTH] or type(error).__name__
