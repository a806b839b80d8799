"""Decides how the bot reacts when Discord does not accept a message: a table maps Discord's codes to reactions."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from enum import Enum
from functools import partial
from typing import Any, Final, TypeVar

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
ARCHIVED: Final = 50083
"""Discord's code for a change in an archived thread, which a new message opens again."""
OLD_MESSAGE: Final = 30046
"""Discord's code for too many edits of an old message."""
SLOW_MODE: Final = 20016
"""Discord's code for a message too soon after the last one in its channel, which comes as a rate limit too."""
TOO_MANY_REQUESTS: Final = 429
INVALID_FORM_BODY: Final = 50035
"""Discord's code for an invalid message; its text names the field."""


class SendFault(Enum):
    """The reaction to a message that Discord did not accept."""

    GONE = "gone"  # the message, channel, thread or interaction no longer exists: send elsewhere, or nothing
    LIMITED = "limited"  # a limit on edits of an old message or on threads lasts too long: do without
    REFUSED = "refused"  # Discord refuses the content: send it in another form
    BLOCKED = "blocked"  # the server's AutoMod refuses the content in any form
    FORBIDDEN = "forbidden"  # the bot may not write there
    SLOW_MODE = "slow_mode"  # the channel's slow mode applies to the bot
    NO_PICTURES = "no_pictures"  # the bot may not attach pictures, which are sent as text
    TEMPORARY = "passing"  # a fault of Discord, or a rate limit: try again later


REPLACED: Final = {SendFault.GONE, SendFault.LIMITED, SendFault.REFUSED}
"""The faults for which a public message that cannot be edited is replaced by a new one."""
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
    160006: SendFault.LIMITED,  # the server has as many active threads as allowed
    SLOW_MODE: SendFault.SLOW_MODE,
    50001: SendFault.FORBIDDEN,  # missing access
    50007: SendFault.FORBIDDEN,  # the user accepts no direct messages
    50013: SendFault.FORBIDDEN,  # missing permissions
    200000: SendFault.BLOCKED,  # blocked by AutoMod
    200001: SendFault.BLOCKED,  # its title was blocked by AutoMod
    240000: SendFault.BLOCKED,  # a link counts as harmful
}
_FAULTS_BY_STATUS: Final = {
    401: SendFault.GONE,
    403: SendFault.FORBIDDEN,
    404: SendFault.GONE,
    TOO_MANY_REQUESTS: SendFault.TEMPORARY,
}
_FIRST_SERVER_ERROR: Final = 500


def names_emoji(refused: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message because of an emoji, which must have been deleted."""
    return refused.code == INVALID_FORM_BODY and "emoji" in refused.text


class SendFailed(Exception):  # noqa: N818 - read as a sentence
    """Discord did not accept a message; the error does not contain the message's content.

    `retry_after`: for how many seconds Discord accepts no further one; 0 if it has not said so.
    """

    def __init__(self, fault: SendFault, code: int, retry_after: float = 0.0) -> None:
        super().__init__(f"{fault.value} ({code})")
        self.fault = fault
        self.code = code
        self.retry_after = retry_after


def to_send_fault(refused: discord.HTTPException) -> SendFault:
    """Return the reaction to Discord's refusal."""
    if refused.status >= _FIRST_SERVER_ERROR:
        return SendFault.TEMPORARY
    return _FAULTS_BY_CODE.get(refused.code) or _FAULTS_BY_STATUS.get(refused.status, SendFault.REFUSED)


_PATIENCE: Final[ContextVar[float | None]] = ContextVar("patience", default=None)
"""How many seconds the request in progress may wait for a rate limit."""
_IS_SENT_ONCE: Final = ContextVar("is_sent_once", default=False)
"""Whether the request in progress fails at a fault of Discord."""


@contextmanager
def limit_patience(seconds: float | None, *, once: bool = False) -> Iterator[None]:
    """Let requests raise LimitTooLong at rate limits longer than `seconds`; None keeps the limit set outside, if any.

    `once`: they fail at the first fault of Discord; else discord.py sends them up to five times within 25 s.
    """
    before = _PATIENCE.set(_PATIENCE.get() if seconds is None else seconds)
    sent_before = _IS_SENT_ONCE.set(once or _IS_SENT_ONCE.get())
    try:
        yield
    finally:
        _PATIENCE.reset(before)
        _IS_SENT_ONCE.reset(sent_before)


class LimitTooLong(Exception):  # noqa: N818 - read as a sentence
    """A rate limit lasts longer than the request may wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"for {seconds:g} s")
        self.seconds = seconds


def refuse_long_limits(end_global_limit: Callable[[], object]) -> aiohttp.TraceConfig:
    """Return a trace that makes discord.py raise, not sleep, at long rate limits and limits on edits of old messages.

    `end_global_limit` is called when a global limit is over: discord.py holds all requests back until the one that met
    it has waited, and would do so for ever if that one was cancelled.
    """
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(partial(_raise_at_once, end_global_limit))
    return trace


async def _raise_at_once(
    end_global_limit: Callable[[], object], _session: Any, _context: Any, end: aiohttp.TraceRequestEndParams
) -> None:
    if end.response.status >= _FIRST_SERVER_ERROR and _IS_SENT_ONCE.get():
        raise discord.DiscordServerError(end.response, None)
    if end.response.status != TOO_MANY_REQUESTS or end.response.content_type != "application/json":
        return
    body, patience = await end.response.json(), _PATIENCE.get()
    if body.get("global"):
        asyncio.get_running_loop().call_later(body["retry_after"], end_global_limit)
    is_long = patience is not None and not body.get("global") and body.get("retry_after", 0.0) > patience
    if body.get("code") == OLD_MESSAGE or (is_long and body.get("code") == SLOW_MODE):
        raise discord.HTTPException(end.response, body)
    if is_long:
        raise LimitTooLong(body["retry_after"])


class Attempts:
    """Sends messages, and tries again what Discord may accept in another attempt or form.

    `patience`: how many seconds an attempt may take; None: as long as discord.py waits for rate limits. None is for
    what nothing waits for, and for private messages: discord.py does not release the lock of a token if a request is
    cancelled while it waits for the limit. `once`: discord.py does not repeat a request at a fault of
    Discord, because callers do, with growing pauses and with what is newest by then.
    """

    def __init__(self, emoji: EmojiBook, memory: RefusalMemory, patience: float | None, *, once: bool = False) -> None:
        self._emoji = emoji
        self._memory = memory
        self._patience = patience
        self._once = once

    @asynccontextmanager
    async def watch(self) -> AsyncIterator[None]:
        """Count and log the errors of discord.py and of the network, and turn them into SendFailed.

        If Discord refuses an emoji, the next attempt is without emoji.
        """
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
        """Count and log what Discord did not accept; return it as an error."""
        self._memory.count(fault.value)
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
        """Edit a message, which keeps its form (`plain`; None: unknown); return whether that is the classic one.

        `edit` gets whether it has to be without Components V2. Raises SendFailed.
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
        """Send a message in the first form that Discord accepts; return the result and whether it has no components V2.

        `send` gets the message and whether it must be without Components V2, as in every form if `plain`. After the
        message itself comes the classic form, then that one with text instead of its pictures; if all were `refused`
        before, only this last form is sent. Raises SendFailed.
        """
        forms = [(message, plain), (message, True), (message.with_pictures_as_text(), True)]
        if refused:
            return await self.once(partial(send, *forms[-1])), True
        first, *others = dict.fromkeys(forms)
        try:
            return await self.twice(partial(send, *first)), plain
        except SendFailed as unsent:
            if unsent.fault is not SendFault.REFUSED or not others:
                raise
        for form in others[:-1]:
            try:
                return await self.once(partial(send, *form)), True
            except SendFailed as unsent:
                if unsent.fault is not SendFault.REFUSED:
                    raise
        return await self.once(partial(send, *others[-1])), True
