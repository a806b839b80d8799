"""Decides what follows when Discord does not accept a message: one table from its codes to a reaction."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from functools import partial
from typing import Final, TypeVar

import aiohttp
import discord
import structlog

from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Message

log: Final = structlog.get_logger()
T = TypeVar("T")

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
ALREADY_ANSWERED: Final = 40060
"""Discord's code for a second answer to an interaction."""
THREAD_EXISTS: Final = 160004
INVALID_FORM_BODY: Final = 50035
"""Discord's code for an invalid message; its text names the field."""


class SendFault(Enum):
    """The reaction to a message that Discord did not accept."""

    GONE = "gone"  # the message, channel, thread or interaction no longer exists: send elsewhere, or nothing
    TOO_OLD = "too_old"  # edits of this old message are throttled: replace it
    REFUSED = "refused"  # Discord refuses the content: send it in another form
    BLOCKED = "blocked"  # the server's AutoMod refuses the content in any form
    FORBIDDEN = "forbidden"  # the bot may not write there
    SLOW_MODE = "slow_mode"  # the channel's slow mode applies to the bot
    NO_PICTURES = "no_pictures"  # the bot may not attach pictures, which are sent as text
    TEMPORARY = "passing"  # a fault of Discord, or a rate limit: try again later


_FAULTS_BY_CODE: Final = {
    UNKNOWN_CHANNEL: SendFault.GONE,
    UNKNOWN_MESSAGE: SendFault.GONE,
    10015: SendFault.GONE,  # unknown webhook: the interaction's token has expired
    10062: SendFault.GONE,  # unknown interaction: it was answered too late
    ALREADY_ANSWERED: SendFault.GONE,
    50027: SendFault.GONE,  # invalid webhook token
    50083: SendFault.GONE,  # the thread is archived; a new message opens it again
    160005: SendFault.GONE,  # the thread is locked
    30046: SendFault.TOO_OLD,
    20016: SendFault.SLOW_MODE,
    50001: SendFault.FORBIDDEN,  # missing access
    50007: SendFault.FORBIDDEN,  # the user accepts no direct messages
    50013: SendFault.FORBIDDEN,  # missing permissions
    200000: SendFault.BLOCKED,  # blocked by AutoMod
    200001: SendFault.BLOCKED,  # its title was
    240000: SendFault.BLOCKED,  # a link counts as harmful
}
_FAULTS_BY_STATUS: Final = {
    401: SendFault.GONE,
    403: SendFault.FORBIDDEN,
    404: SendFault.GONE,
    429: SendFault.TEMPORARY,
}
_FIRST_SERVER_ERROR: Final = 500


def names_emoji(refused: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message for an emoji, which was deleted."""
    return refused.code == INVALID_FORM_BODY and "emoji" in refused.text


class SendFailed(Exception):  # noqa: N818 - read as a sentence
    """Discord did not accept a message; the error does not contain the message's content."""

    def __init__(self, fault: SendFault, code: int) -> None:
        super().__init__(f"{fault.value} ({code})")
        self.fault = fault
        self.code = code


def to_send_fault(refused: discord.HTTPException) -> SendFault:
    """Return the reaction to Discord's refusal."""
    if refused.status >= _FIRST_SERVER_ERROR:
        return SendFault.TEMPORARY
    return _FAULTS_BY_CODE.get(refused.code) or _FAULTS_BY_STATUS.get(refused.status, SendFault.REFUSED)


class Attempts:
    """Sends messages, and tries again what Discord may accept in another attempt or form."""

    def __init__(self, emoji: EmojiBook, memory: RefusalMemory) -> None:
        self._emoji = emoji
        self._memory = memory

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Count the errors of discord.py and of the network, and turn them into SendFailed.

        If Discord refuses an emoji, the next attempt is without emoji.
        """
        try:
            yield
        except discord.RateLimited as limited:
            raise self._count(SendFault.TEMPORARY, 429) from limited
        except discord.HTTPException as refused:
            if names_emoji(refused):
                self._emoji.forget_refused()
            raise self._count(to_send_fault(refused), refused.code) from refused
        except (aiohttp.ClientError, OSError, TimeoutError) as lost:
            raise self._count(SendFault.TEMPORARY, 0) from lost

    def _count(self, fault: SendFault, code: int) -> SendFailed:
        self._memory.count(fault.value)
        return SendFailed(fault, code)

    async def once(self, send: Callable[[], Awaitable[T]]) -> T:
        """Call `send`. Raises SendFailed."""
        with self.watch():
            return await send()

    async def twice(self, send: Callable[[], Awaitable[T]]) -> T:
        """Call `send`, and once more if Discord refuses the content. Raises SendFailed."""
        try:
            return await self.once(send)
        except SendFailed as unsent:
            if unsent.fault is not SendFault.REFUSED:
                raise
            log.info("trying once more what Discord refused", code=unsent.code)
        return await self.once(send)

    async def in_forms(
        self, send: Callable[[Message, bool], Awaitable[T]], message: Message, *, plain: bool
    ) -> tuple[T, bool]:
        """Send a message in the first form that Discord accepts; return the result and whether it has no components V2.

        `send` gets the message and whether it has to be without Components V2, as all are with `plain`. After the
        message itself comes the classic form, then that one with text instead of its pictures. Raises SendFailed.
        """
        forms = [(message, plain), (message, True), (message.with_pictures_as_text(), True)]
        first, *others = dict.fromkeys(forms)
        try:
            return await self.twice(partial(send, *first)), plain
        except SendFailed as unsent:
            if unsent.fault is not SendFault.REFUSED or not others:
                raise
        for form in others[:-1]:
            with suppress(SendFailed):
                return await self.once(partial(send, *form)), True
        return await self.once(partial(send, *others[-1])), True
