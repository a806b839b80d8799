"""The responses of handlers, which are values that the dispatcher sends. One of them shows the progress of a job."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.ids import ChannelId
from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context, ControlPress, TablePress
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.form import Form
from bot.ui.core.messages.message import Buttons, Message, Text
from engine.model.cards import Card

SHOWN_AT_ONCE: Final = 0.8
"""How many seconds the response waits for the job, so that a short job shows no progress."""
UPDATE_PAUSE: Final = 1.5
"""Seconds between two edits of the progress."""
MAX_UPDATE_SECONDS: Final = 13 * 60.0
"""Seconds for which progress is updated. Discord allows edits of a private message for fifteen minutes."""


@dataclass(frozen=True, slots=True)
class NewMessage:
    """Sends a new private message."""

    message: Message


@dataclass(frozen=True, slots=True)
class EditMessage:
    """Replaces the private message on which the user pressed, or sends a new one if that is impossible."""

    message: Message
    refresh_panels: bool = False
    release_panels: bool = False
    """Whether the bot stops editing the user's panels."""


@dataclass(frozen=True, slots=True)
class ShowProgress:
    """Sends a new private message, and edits it with each message from `updates`."""

    message: Message
    updates: AsyncIterator[Message]


@dataclass(frozen=True, slots=True)
class OpenForm:
    """A form to be filled in."""

    form: Form


@dataclass(frozen=True, slots=True)
class ShowPanel:
    """Shows the user's panel at a table below `notice`. The panel is rendered when the response is sent."""

    table: Table
    notice: str | None = None
    as_text: bool | None = None
    """Whether the cards are shown as text; None leaves it to the user's preference."""
    explain_rows: tuple[Buttons, ...] = ()
    as_spectator: bool = False
    """Whether a user without a seat gets a spectator's view."""
    hinted: tuple[Card, ...] = ()
    """The cards that the hint in `notice` names. The picture has a ring around them."""
    opened: ControlVerb | None = None
    """The verb of the button whose text the panel shows. Another press on it hides the text."""


@dataclass(frozen=True, slots=True)
class ShowTable:
    """Shows the user's panel if the table's message is in this channel, else a link to the table."""

    table: Table


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Answers without text, because the effect shows on a public message."""


@dataclass(frozen=True, slots=True)
class Share:
    """Posts `message` in `channel`, but only once for each text `what` since the bot's start.

    A user in another channel gets a link to `channel`.
    """

    message: Message
    channel: ChannelId
    what: str


@dataclass(frozen=True, slots=True)
class WithFollowUp:
    """A response that another private message follows."""

    response: "Response"
    message: Message


Response = (
    NewMessage | ShowProgress | EditMessage | OpenForm | ShowPanel | ShowTable | Acknowledge | Share | WithFollowUp
)
Handler = Callable[[Context], Awaitable[Response]]
TableHandler = Callable[[Context, Table], Awaitable[Response]]
FindTable = Callable[[Context], Awaitable[Table]]
ControlHandler = Callable[[ControlPress[Any]], Awaitable[Response]]
PressHandler = Callable[[TablePress], Awaitable[Response]]


def show_page(page: Callable[[ControlPress[Any]], Awaitable[Message]]) -> ControlHandler:
    """Return a handler that shows a page in the place of the pressed message."""

    async def handle(press: ControlPress[Any]) -> Response:
        return EditMessage(await page(press))

    return handle


def notice_message(words: str) -> NewMessage:
    """Return a private message with this text."""
    return NewMessage(Message((Text(words),)))


def show_in_place(ctx: Context, page: Message | Response) -> Response:
    """Return a response that puts `page` in place of a private message, or else sends it as a new message."""
    if not isinstance(page, Message):
        return page
    return EditMessage(page) if ctx.is_private else NewMessage(page)


class Job(Protocol):
    """A job in progress. At each step, it sets the event `changed` and then puts a new event in its place."""

    changed: asyncio.Event

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""


async def show_job(job: Job, show: Callable[[], Awaitable[Message]]) -> Response:
    """Return a job's result as `show` builds it, or its progress if the job takes longer than `SHOWN_AT_ONCE`."""
    with suppress(TimeoutError):
        await asyncio.wait_for(_wait_until_over(job), SHOWN_AT_ONCE)
    is_over = job.is_over
    shown = await show()
    return NewMessage(shown) if is_over else ShowProgress(shown, _follow(job, show))


async def _wait_until_over(job: Job) -> None:
    while not job.is_over:
        await job.changed.wait()


async def _follow(job: Job, show: Callable[[], Awaitable[Message]]) -> AsyncIterator[Message]:
    """Yield the changed progress at most every `UPDATE_PAUSE` seconds. The result comes last, unless time runs out."""
    loop = asyncio.get_running_loop()
    until = loop.time() + MAX_UPDATE_SECONDS
    while not job.is_over and loop.time() < until:
        changed = job.changed
        with suppress(TimeoutError):
            await asyncio.wait_for(_wait_until_over(job), UPDATE_PAUSE)
        await changed.wait()
        if not job.is_over:
            yield await show()
    yield await show()


class Dispatcher(Protocol):
    """Runs handlers and sends their responses."""

    async def run(self, ctx: Context, handler: Handler, /) -> None:
        """Run a handler that needs no table."""

    async def run_at_table(self, ctx: Context, find: FindTable, handler: TableHandler, /) -> None:
        """Run a handler at the table that `find` returns."""


class TableMessages(Protocol):
    """The public messages of all tables."""

    async def refresh(self, table: Table, /) -> None:
        """Send or edit a table's message, and update its panels."""

    async def show_again(self, ctx: Context, table: Table, /) -> str:
        """Repost a table's message and return the answer for the user."""
