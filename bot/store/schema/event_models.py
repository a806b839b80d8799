"""The models of events: events, their entrants and invitations, and rounds with boards and matches."""

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, Integer, SmallInteger, String, false, text
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.orm import Mapped, mapped_column

from bot.ids import ChannelId, EventEntrantId, EventId, EventMatchId, GuildId, MessageId, SeasonId, TeamId, UserId
from bot.store.schema.base import AUTO_ID, NEVER_REUSE_IDS, WITHOUT_ROWID, Base, cascade_key, partial_index, person_key

ACTIVE_EVENTS = text("status NOT IN ('finished', 'cancelled')")
UNSHOWN_EVENTS = text("shown_revision < revision")
SEALED_BOARDS = text("NOT revealed")


class EventRow(Base):
    """An event of a server."""

    __tablename__ = "events"
    __table_args__ = (
        partial_index("uq_events_name", "guild_id", "name_key", where=ACTIVE_EVENTS, unique=True),
        partial_index("ix_events_active", "id", where=ACTIVE_EVENTS),
        partial_index("ix_events_unshown", "id", where=UNSHOWN_EVENTS),
        Index("ix_events_guild_id_id", "guild_id", "id"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[EventId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    channel_id: Mapped[ChannelId]
    creator_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    name: Mapped[str]
    name_key: Mapped[str]
    settings: Mapped[str]
    """All settings but the name, as `bot.setting_fields.format_values` writes them."""
    season_id: Mapped[SeasonId | None]
    """The season of the event's league in which the event ended; None before that, or if no season was open."""
    status: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[float]
    seed: Mapped[int]
    planned_rounds: Mapped[int] = mapped_column(SmallInteger)
    wanted_rounds: Mapped[int] = mapped_column(SmallInteger)
    reminded: Mapped[bool]
    """Whether the bot has reminded those who have not checked in. It does so before the start."""
    revision: Mapped[int] = mapped_column(Integer)
    message_channel_id: Mapped[ChannelId | None]
    message_id: Mapped[MessageId | None]
    shown_revision: Mapped[int] = mapped_column(Integer)
    """The revision that the public message was last updated to; -1 before the first message."""
    language: Mapped[str | None] = mapped_column(String(8))
    """The creator's language when they created the event."""
    last_act: Mapped[str | None]
    """A manager's last change, as JSON, so that it can be undone; None if there is nothing to undo."""


class EventEntrantRow(Base):
    """An entrant of an event, with one or more members and perhaps a team."""

    __tablename__ = "event_entrants"
    __table_args__ = WITHOUT_ROWID

    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True)
    entrant: Mapped[EventEntrantId] = mapped_column(Integer, primary_key=True, autoincrement=False)
    team_id: Mapped[TeamId | None] = mapped_column(ForeignKey("teams.id", ondelete="SET NULL"), index=True)
    status: Mapped[str] = mapped_column(String(16))
    entered_at: Mapped[float]
    number: Mapped[int | None] = mapped_column(Integer)


class EventMemberRow(Base):
    """A member of an entrant."""

    __tablename__ = "event_members"
    __table_args__ = (
        ForeignKeyConstraint(
            ["event_id", "entrant"], ["event_entrants.event_id", "event_entrants.entrant"], ondelete="CASCADE"
        ),
        WITHOUT_ROWID,
    )

    event_id: Mapped[EventId] = mapped_column(primary_key=True)
    entrant: Mapped[EventEntrantId] = mapped_column(Integer, primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)


class EventSubstituteRow(Base):
    """A person who may take the seat of a missing player in an event. `place` orders the event's substitutes."""

    __tablename__ = "event_substitutes"
    __table_args__ = WITHOUT_ROWID

    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), index=True)


class EventManagerRow(Base):
    """A person who manages an event besides its creator and the managers of the server."""

    __tablename__ = "event_managers"
    __table_args__ = WITHOUT_ROWID

    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, index=True)


class EventInvitationRow(Base):
    """A person in an invitation to enter together. The person at `place` 0 sent the invitation."""

    __tablename__ = "event_invitations"
    __table_args__ = WITHOUT_ROWID

    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True)
    invitation: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    accepted: Mapped[bool]


class EventRoundRow(Base):
    """A round of an event. `byes` are entrants without a table, separated by spaces."""

    __tablename__ = "event_rounds"
    __table_args__ = WITHOUT_ROWID

    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    byes: Mapped[str]
    due_at: Mapped[float]
    pinged: Mapped[bool]
    reminded: Mapped[bool]
    cut: Mapped[str | None]
    """The cut of the deck for all boards of the round; None without boards or before the first table begins."""


class EventBoardRow(Base):
    """A deal that all tables of a round play. The bot shows its secret to nobody until `revealed` is set."""

    __tablename__ = "event_boards"
    __table_args__ = (partial_index("ix_event_boards_sealed", "event_id", where=SEALED_BOARDS), WITHOUT_ROWID)

    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    round: Mapped[int] = mapped_column(SmallInteger)
    level: Mapped[str] = mapped_column(String(2))
    declarer: Mapped[int] = mapped_column(SmallInteger)
    commitment: Mapped[str] = mapped_column(String(64))
    secret: Mapped[bytes]
    revealed: Mapped[bool]


class EventMatchRow(Base):
    """A match of a round. In `sides`, spaces separate entrants, and a slash separates the sides."""

    __tablename__ = "event_matches"
    __table_args__ = (Unique("event_id", "round", "number"), NEVER_REUSE_IDS)

    id: Mapped[EventMatchId] = mapped_column(AUTO_ID, primary_key=True)
    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"))
    round: Mapped[int] = mapped_column(SmallInteger)
    number: Mapped[int] = mapped_column(SmallInteger)
    sides: Mapped[str]
    status: Mapped[str] = mapped_column(String(16))
    verdict: Mapped[str | None] = mapped_column(String(16))
    first_score: Mapped[float | None]
    second_score: Mapped[float | None]
    forfeited: Mapped[str]
    """The entrants who did not turn up, separated by spaces."""
    part: Mapped[str] = mapped_column(String(16), server_default=text("'main'"))
    """The part of a knockout's bracket."""
    ending: Mapped[bool] = mapped_column(server_default=false())
    """Whether the table has to be ended, because a manager set the result while the table played."""
    card_points: Mapped[float | None]
    """The card points on a board. More points are better for the first side."""
    board: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    """The number of the board that is played; 0 without boards."""
    shared_table: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    """The number of the table, if it plays several matches; 0 if the match has a table of its own."""


class EventSeatRow(Base):
    """A seat in the plan of a match. If `user_id` is None, a computer player takes the seat."""

    __tablename__ = "event_seats"
    __table_args__ = WITHOUT_ROWID

    match_id: Mapped[EventMatchId] = mapped_column(cascade_key("event_matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    entrant: Mapped[EventEntrantId] = mapped_column(Integer)
    user_id: Mapped[UserId | None] = mapped_column(person_key(), index=True)
    share: Mapped[str | None]
    """The user's random text for the shuffle; None before they come to the table, empty for a substitute."""
