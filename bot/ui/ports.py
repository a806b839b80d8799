"""What the Discord surface needs from outside beyond `bot.play.ports`, as protocols that it owns."""

from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.play.occupants import ChannelId, GuildId, TableId, UserId
from bot.play.ports import BoardMessage, PanelHandle, StoredTable
from bot.render.examples import ExamplePicture
from bot.render.pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.replay import ReplayPicture
from bot.render.statistics import (
    CrossTablePicture,
    HeadToHeadPicture,
    MatchPicture,
    RatingPicture,
    SeasonPicture,
    StandingsPicture,
)

LeaguePicture = StandingsPicture | RatingPicture | HeadToHeadPicture | CrossTablePicture | SeasonPicture | MatchPicture


class Surfaces(Protocol):
    """Where the messages of tables are kept, and what people are called; a table store has all of it."""

    async def load(self, table: TableId) -> StoredTable | None:
        """Return a table with its record; None if there is none."""

    async def tables_in(self, channel: ChannelId) -> Sequence[TableId]:
        """Return the tables of a channel, newest first."""

    async def save_board(self, board: BoardMessage) -> None:
        """Keep the public message of a table, replacing what was kept."""

    async def board(self, table: TableId) -> BoardMessage | None:
        """Return the public message of a table."""

    async def save_panel(self, panel: PanelHandle) -> None:
        """Keep a person's panel at a table, replacing what was kept."""

    async def drop_panel(self, table: TableId, user: UserId) -> None:
        """Forget a person's panel at a table."""

    async def panels(self, table: TableId) -> Sequence[PanelHandle]:
        """Return all panels of a table."""

    async def save_name(self, user: UserId, name: str) -> None:
        """Keep what a person is called, for pictures and standings only."""

    async def names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return what these people are called, as far as known."""


class Notes(Protocol):
    """Small facts that outlive the program, by name."""

    async def recall(self, name: str) -> str | None:
        """Return what was noted under `name`; None if nothing was."""

    async def note(self, name: str, value: str) -> None:
        """Note `value` under `name`, replacing what was there."""


class Choices(Protocol):
    """What people have chosen for themselves and what has been chosen for servers, as plain facts by name."""

    async def preferences(self, user: UserId) -> Mapping[str, Any] | None:
        """Return what a person has chosen; None if he never has."""

    async def save_preferences(self, user: UserId, chosen: Mapping[str, Any]) -> None:
        """Keep what a person has chosen."""

    async def guild_settings(self) -> Mapping[GuildId, Mapping[str, Any]]:
        """Return what has been chosen for each server that has chosen anything."""

    async def save_guild_settings(self, guild: GuildId, chosen: Mapping[str, Any]) -> None:
        """Keep what has been chosen for a server."""


class Private(Protocol):
    """What is kept of a person: shown to him, and forgotten if he wishes."""

    async def kept_of(self, user: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return all rows about a person by table, as JSON can hold them."""

    async def forget(self, user: UserId, beside: Collection[TableId] = ()) -> UserId:
        """Forget a person: what was played stays under an id that means nothing, which is returned.

        Raises:
            StillSeated: he sits, or is host, at a live table.
        """


class Drawing(Protocol):
    """A picture as PNG."""

    @property
    def png(self) -> bytes:
        """The file's bytes."""


class Moving(Protocol):
    """A moving picture as GIF."""

    @property
    def gif(self) -> bytes:
        """The file's bytes."""


class Artist(Protocol):
    """Draws pictures off the event loop."""

    def hand(self, picture: HandPicture) -> Awaitable[Drawing]:
        """Draw a hand."""

    def hand_large(self, picture: HandPicture) -> Awaitable[Sequence[Drawing]]:
        """Draw a hand with large cards: in one picture or two."""

    def table(self, picture: TablePicture) -> Awaitable[Drawing]:
        """Draw a table."""

    def lobby(self, picture: LobbyPicture) -> Awaitable[Drawing]:
        """Draw a lobby."""

    def result(self, picture: ResultPicture) -> Awaitable[Drawing]:
        """Draw how a deal ended."""

    def draw(self, picture: ExamplePicture | ReplayPicture | LeaguePicture) -> Awaitable[Drawing]:
        """Draw examples of the rules, a moment of a deal that is over, or figures of a league."""

    def animation(self, frames: Sequence[TablePicture], milliseconds: Sequence[int]) -> Awaitable[Moving]:
        """Draw a moving picture of one table, each frame shown for so long; raises where none would be small enough."""

    def emoji(self) -> Awaitable[dict[str, bytes]]:
        """Draw all application emoji, as PNG by name."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How the surface behaves: set by whoever runs the bot. Times in seconds."""

    v1: bool = False
    """Send messages in the older form, without Components V2."""
    sync: bool = False
    """Send the commands to Discord at every start, whether they changed or not."""
    emoji: bool = False
    """Keep the application's emoji up to date, and use them."""
    emoji_pause: float = 1.0
    """Between two uploads of emoji: Discord throttles these in ways of its own."""
    calls: bool = False
    """Call people to their turns by a message that rings."""
    call_after: float = 10.0
    """How long somebody may take before he is called; those who want it are called at once."""
    last_call: float = 15.0
    """How long before his time is up he is called once more."""
    threads: bool = False
    """Show each table in a thread of its own, where its server wants that and the bot may."""
    language: str = "en"
    """For public text in servers that have not said which language they read."""
    pause: float = 1.2
    """Between two edits of one message."""
    patience: float = 1.0
    """How long an answer may take before Discord is told to wait for it; Discord itself waits three seconds."""
    panel_age: float = 14 * 60.0
    """How long a panel can be changed after its owner last pressed something; Discord allows 15 minutes."""
    board_age: float = 50 * 60.0
    """When a table's message is replaced; Discord throttles edits of messages older than an hour."""
    buried_age: float = 300.0
    """How old a table's message is at least when it is posted anew because others were written below it."""
    look: float = 60.0
    """How often at most it is looked whether others were."""
