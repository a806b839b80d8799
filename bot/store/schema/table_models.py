"""The models of tables: seats, records, deals, deadlines and messages."""

from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, SmallInteger, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.ids import ChannelId, EventMatchId, GuildId, LeagueId, MessageId, TableId, UserId
from bot.store.schema.base import AUTO_ID, NEVER_REUSE_IDS, WITHOUT_ROWID, Base, cascade_key, partial_index, person_key

LIVE_TABLES: Final = text("status IN ('lobby', 'playing')")
"""The SQL condition for tables in a lobby or playing. A query with parameters instead would not use the index."""
OF_EVENTS: Final = text("event_match_id IS NOT NULL")
NAMES_A_USER: Final = text("user_id IS NOT NULL")


class TableRow(Base):
    """A table without its record. `rules` and `levels` are in the engine's text form."""

    __tablename__ = "tables"
    __table_args__ = (
        Index(None, "channel_id", "id"),
        Index(None, "thread_id", "id"),
        partial_index("ix_tables_live", "id", where=LIVE_TABLES),
        partial_index("uq_tables_event_match_id", "event_match_id", where=OF_EVENTS, unique=True),
        NEVER_REUSE_IDS,
    )

    id: Mapped[TableId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    channel_id: Mapped[ChannelId]
    host_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    preset: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str]
    status: Mapped[str] = mapped_column(String(16))
    opened_at: Mapped[float]
    levels: Mapped[str | None]
    away: Mapped[str | None]
    """The seats of players who are away, separated by spaces; None if nobody is."""
    paused: Mapped[bool] = mapped_column(server_default=false())
    turn_seconds: Mapped[float | None]
    bury_seconds: Mapped[float | None]
    successor_id: Mapped[TableId | None]
    """The table of the rematch, if there is one."""
    predecessor_id: Mapped[TableId | None]
    """The earlier table, if this table is its rematch."""
    next_seconds: Mapped[float | None]
    speed: Mapped[str | None] = mapped_column(String(8))
    ready: Mapped[str | None]
    """JSON of the seats that asked for the next deal, with their texts for the shuffle; None if none asked."""
    match_deals: Mapped[int | None] = mapped_column(Integer)
    match_minutes: Mapped[int | None] = mapped_column(Integer)
    match_ends_at: Mapped[float | None]
    league_id: Mapped[LeagueId | None]
    """The league for which the table was opened, if any."""
    friendly: Mapped[bool] = mapped_column(server_default=false())
    event_match_id: Mapped[EventMatchId | None]
    """The match of an event that is played here, if any; no match has two tables."""
    first_declarer: Mapped[int | None] = mapped_column(SmallInteger)
    """The first deal's declarer if that deal is a board, which several tables play; else None."""
    sealed: Mapped[bool] = mapped_column(server_default=false())
    """Whether the board must stay secret, because other tables have not played it yet."""
    language: Mapped[str | None] = mapped_column(String(8))
    """The language in which the table was opened."""
    # The columns below belong to the Discord surface. They are not in `TableInfo`, so `table_values` leaves them out.
    thread_id: Mapped[ChannelId | None]
    stays_in_channel: Mapped[bool] = mapped_column(server_default=false())
    host_alert: Mapped[str | None] = mapped_column(String(16))
    computer_level: Mapped[str | None] = mapped_column(String(32))


class SeatRow(Base):
    """A seat taken by a person, or by a computer player with a level and a number."""

    __tablename__ = "seats"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", "one_kind"),
        CheckConstraint("(computer_level IS NULL) = (computer_number IS NULL)", "numbered"),
    )

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[UserId | None] = mapped_column(person_key(), index=True)
    computer_level: Mapped[str | None] = mapped_column(String(32))
    computer_number: Mapped[int | None] = mapped_column(SmallInteger)


class ActionRow(Base):
    """An accepted action in the engine's text form. The primary key prevents two actions with the same revision."""

    __tablename__ = "actions"
    __table_args__ = (
        partial_index("ix_actions_user_id", "user_id", where=NAMES_A_USER),
        WITHOUT_ROWID,  # so that SQLite stores the actions of a table next to each other
    )

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[float]
    text: Mapped[str]
    user_id: Mapped[UserId | None] = mapped_column(person_key())
    """The person whom `text` names, if any. The column lets a search find these actions without reading all records."""


class DealRow(Base):
    """The randomness of a deal. `deck_order` is None until the deck is shuffled."""

    __tablename__ = "deals"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    secret: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    cut: Mapped[str | None]
    deck_order: Mapped[str | None]


class DeadlineRow(Base):
    """A time at which the bot acts at a table by itself. `place` orders the deadlines of a table."""

    __tablename__ = "deadlines"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[float]
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    task: Mapped[int] = mapped_column(Integer)


class ProposalRow(Base):
    """A proposal that players vote on. `place` orders a table's proposals. `seats` are the seats that voted for it."""

    __tablename__ = "proposals"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    newcomer_id: Mapped[UserId | None] = mapped_column(person_key(on_delete="CASCADE"), index=True)
    seats: Mapped[str]


class TableMessageRow(Base):
    """The public message of a table."""

    __tablename__ = "table_messages"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True, autoincrement=False)
    channel_id: Mapped[ChannelId]
    message_id: Mapped[MessageId]
    posted_at: Mapped[float]
    deal: Mapped[int] = mapped_column(Integer)
    """The number of the deal that the message shows; 0 for the lobby."""


class PlayersWantedRow(Base):
    """The post that looks for players of a table. A table has at most one such post."""

    __tablename__ = "players_wanted"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True, autoincrement=False)
    channel_id: Mapped[ChannelId]
    message_id: Mapped[MessageId]


class TurnPingRow(Base):
    """A message that pinged a player and is not deleted yet. `place` orders the pings of a table."""

    __tablename__ = "turn_pings"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    channel_id: Mapped[ChannelId]
    message_id: Mapped[MessageId]


class PanelRow(Base):
    """A person's private panel at a table. `token` is a credential that lives for fifteen minutes."""

    __tablename__ = "panels"

    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, index=True)
    token: Mapped[str]
    renewed_at: Mapped[float]
