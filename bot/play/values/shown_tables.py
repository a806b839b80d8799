"""Where tables are shown: messages, threads and panels, by id."""

from dataclasses import dataclass

from bot.ids import ChannelId, MessageId, TableId, UserId


@dataclass(frozen=True, slots=True)
class StoredTableMessage:
    """The public message of a table. `posted_at`: seconds since the epoch."""

    table: TableId
    channel: ChannelId
    message: MessageId
    posted_at: float
    deal: int
    """The number of the deal that it shows; 0: the lobby."""


@dataclass(frozen=True, slots=True)
class TableThread:
    """The thread opened for a table, and whether the table has left it (or never gets one)."""

    id: ChannelId | None
    stays_in_channel: bool


@dataclass(frozen=True, slots=True)
class PanelHandle:
    """A user's private panel: `token` edits it until 15 minutes after `renewed_at`. A credential: never log it."""

    table: TableId
    user: UserId
    token: str
    renewed_at: float

    def __repr__(self) -> str:
        return f"PanelHandle(table={self.table}, user={self.user}, renewed_at={self.renewed_at})"
