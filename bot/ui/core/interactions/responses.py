"""The responses of handlers, as values that the dispatcher sends."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from bot.ids import ChannelId
from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.form import Form
from bot.ui.core.messages.message import Buttons, Message, Text
from engine.model.cards import Card


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A private message."""

    message: Message


@dataclass(frozen=True, slots=True)
class EditMessage:
    """Replaces the private message that was pressed on; sends a new one where that is impossible."""

    message: Message
    refresh_panels: bool = False
    release_panels: bool = False
    """Whether the user's panels are no longer edited."""


@dataclass(frozen=True, slots=True)
class ShowProgress:
    """A new private message that is edited whenever `updates` has something newer."""

    message: Message
    updates: AsyncIterator[Message]


@dataclass(frozen=True, slots=True)
class OpenForm:
    """A form to be filled in."""

    form: Form


@dataclass(frozen=True, slots=True)
class ShowPanel:
    """Shows the user's panel at a table, as it is at the time of sending, below `notice`."""

    table: Table
    notice: str | None = None
    as_text: bool | None = None
    """Whether the cards are shown as text; None leaves it to the user's preference."""
    explain_rows: tuple[Buttons, ...] = ()
    """The button to the rule that explains `notice`."""
    as_spectator: bool = False
    """Whether a user without a seat gets a spectator's view."""
    hinted: tuple[Card, ...] = ()
    """The cards that the hint in `notice` names, which are ringed in the picture."""
    opened: ControlVerb | None = None
    """The button of the panel whose text is shown, which hides it again."""


@dataclass(frozen=True, slots=True)
class ShowTable:
    """Shows the user's panel if the match is played here; otherwise the way there."""

    table: Table


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Answers without text, because the effect shows on a public message."""


@dataclass(frozen=True, slots=True)
class Share:
    """Posts a message for everyone in a channel, and says so if it is another one; refuses to post `what` twice."""

    message: Message
    channel: ChannelId
    what: str


@dataclass(frozen=True, slots=True)
class WithFollowUp:
    """A response, and below it one more private message."""

    response: "Response"
    message: Message


Response = (
    NewMessage | ShowProgress | EditMessage | OpenForm | ShowPanel | ShowTable | Acknowledge | Share | WithFollowUp
)
Handler = Callable[[Context], Awaitable[Response]]
TableHandler = Callable[[Context, Table], Awaitable[Response]]
FindTable = Callable[[Context], Awaitable[Table]]


def notice_message(words: str) -> NewMessage:
    """Return a private message with this text."""
    return NewMessage(Message((Text(words),)))


def show_in_place(ctx: Context, page: Message | Response) -> Response:
    """Return a page in the place of the private panel; pressed on a public message, it is a new one."""
    if not isinstance(page, Message):
        return page
    return EditMessage(page) if ctx.is_private else NewMessage(page)
