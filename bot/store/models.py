"""The database schema as models. Statements are built from them; rows never leave the store.

Records hold seats and ids, never names. Names live in `people` alone, and every reference to a person follows a change
of id (ON UPDATE CASCADE): forgetting a person gives that row another id and no name.
"""

from typing import Any, ClassVar, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Text,
    TextClause,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeEngine

AUTO_ID: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite counts up by itself only in a column of exactly this type."""
NEVER_REUSE_IDS: Final = {"sqlite_autoincrement": True}
"""Ids stand in buttons and records, so an id is never given out twice."""
LIVE_TABLES: Final = text("status IN ('lobby', 'playing')")
"""Tables in a lobby or playing. Text, because with parameters a database would not see that the index fits."""
OF_EVENTS: Final = text("event_match_id IS NOT NULL")
ACTIVE_TEAMS: Final = text("disbanded_at IS NULL")
NAMES_A_USER: Final = text("user_id IS NOT NULL")


class Base(DeclarativeBase):
    """Base of all models. Every constraint has a name that migrations can use."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[type, TypeEngine[Any]]] = {
        int: BigInteger(),
        float: Double(),
        bytes: LargeBinary(),
    }


def person_foreign_key(*, on_delete: str | None = None) -> ForeignKey:
    """Return a reference to a person that follows a change of id."""
    return ForeignKey("people.id", onupdate="CASCADE", ondelete=on_delete)


def partial_index(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """Return an index of the rows that meet a condition."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _table_foreign_key() -> ForeignKey:
    return ForeignKey("tables.id", ondelete="CASCADE")


class GuildRow(Base):
    """A server that has had a table, a team or settings."""

    __tablename__ = "guilds"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class PersonRow(Base):
    """A person. An id below zero stands for a forgotten person."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str | None] = mapped_column(Text)
    locale: Mapped[str | None] = mapped_column(String(16))
    """The language of their Discord client."""


class KeyValueRow(Base):
    """A fact about the program itself."""

    __tablename__ = "key_values"

    name: Mapped[str] = mapped_column(String(128), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class LeaseRow(Base):
    """Which process plays a shard. `expires_at`: by the database's clock.

    `epoch` counts how often it was taken. An owner has all of its leases or none.
    """

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    owner: Mapped[str] = mapped_column(String(32))
    """Empty once it was released."""
    host: Mapped[str] = mapped_column(Text)
    machine: Mapped[str] = mapped_column(Text)
    process: Mapped[int]
    process_started: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[float]
    epoch: Mapped[int] = mapped_column(server_default=text("0"))
    shard_count: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    wanted_by: Mapped[str | None] = mapped_column(String(32))
    """The process that asks the owner to hand over."""
    answered: Mapped[str | None] = mapped_column(Text)
    """The interactions that an owner which hands over has answered lately; None: it answers all."""


class PreferencesRow(Base):
    """A person's settings; without a row the defaults apply."""

    __tablename__ = "preferences"

    user_id: Mapped[int] = mapped_column(person_foreign_key(on_delete="CASCADE"), primary_key=True, autoincrement=False)
    language: Mapped[str | None] = mapped_column(String(8))
    text_hand: Mapped[bool]
    large: Mapped[bool]
    two_colour: Mapped[bool]
    confirm: Mapped[bool]
    auto_forced: Mapped[bool]
    ping: Mapped[str] = mapped_column(String(16))
    confirm_offered: Mapped[bool] = mapped_column(server_default=false())
    coach: Mapped[bool] = mapped_column(server_default=false())


class GuildSettingsRow(Base):
    """A server's settings; without a row the defaults apply. `channels`: ids separated by spaces."""

    __tablename__ = "guild_settings"

    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    channels: Mapped[str] = mapped_column(Text)
    preset: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str | None] = mapped_column(String(8))
    turn_seconds: Mapped[int | None] = mapped_column(Integer)
    bury_seconds: Mapped[int | None] = mapped_column(Integer)
    threads: Mapped[bool]
    may_end: Mapped[str] = mapped_column(String(16))


class HouseRulesRow(Base):
    """A named set of rules of a server. `changes`: words `option=value` beside the preset."""

    __tablename__ = "house_rules"
    __table_args__ = (UniqueConstraint("guild_id", "name_key"), NEVER_REUSE_IDS)

    id: Mapped[int] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str] = mapped_column(Text)
    preset: Mapped[str] = mapped_column(String(64))
    changes: Mapped[str] = mapped_column(Text)
    is_default: Mapped[bool]


class TableRow(Base):
    """A table without its record. `rules` and `levels` are in the engine's text form."""

    __tablename__ = "tables"
    __table_args__ = (
        Index(None, "channel_id", "id"),
        Index(None, "thread_id", "id"),
        Index(None, "host_id"),
        partial_index("ix_tables_live", "id", where=LIVE_TABLES),
        partial_index("uq_tables_event_match_id", "event_match_id", where=OF_EVENTS, unique=True),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    channel_id: Mapped[int]
    host_id: Mapped[int] = mapped_column(person_foreign_key())
    preset: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(16))
    opened_at: Mapped[float]
    levels: Mapped[str | None] = mapped_column(Text)
    away: Mapped[str | None] = mapped_column(Text)
    """Seats separated by spaces; None: nobody is away."""
    paused: Mapped[bool] = mapped_column(server_default=false())
    turn_seconds: Mapped[float | None]
    bury_seconds: Mapped[float | None]
    successor_id: Mapped[int | None]
    """The table of a rematch."""
    predecessor_id: Mapped[int | None]
    """The table that this one is a rematch of."""
    next_seconds: Mapped[float | None]
    ready: Mapped[str | None] = mapped_column(Text)
    """Seats that asked for the next deal, with their shares in the shuffle: pairs in JSON; None: nobody did."""
    match_deals: Mapped[int | None] = mapped_column(Integer)
    match_minutes: Mapped[int | None] = mapped_column(Integer)
    match_ends_at: Mapped[float | None]
    league_id: Mapped[int | None]
    """The league that it was opened for."""
    friendly: Mapped[bool] = mapped_column(server_default=false())
    event_match_id: Mapped[int | None]
    """The match of an event that is played here; no match has two tables."""
    first_declarer: Mapped[int | None] = mapped_column(SmallInteger)
    """The declarer of the first deal of a board that several tables play."""
    sealed: Mapped[bool] = mapped_column(server_default=false())
    """Whether others still have to play its board."""
    # The columns below belong to the Discord surface: they are no part of `TableInfo`, and `table_values` omits them.
    thread_id: Mapped[int | None]
    stays_in_channel: Mapped[bool] = mapped_column(server_default=false())
    host_alert: Mapped[str | None] = mapped_column(String(16))
    computer_level: Mapped[str | None] = mapped_column(String(32))


class SeatRow(Base):
    """A taken seat: a person, or a computer player with a level and a number."""

    __tablename__ = "seats"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", "one_kind"),
        CheckConstraint("(computer_level IS NULL) = (computer_number IS NULL)", "numbered"),
        Index(None, "user_id"),
    )

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(person_foreign_key())
    computer_level: Mapped[str | None] = mapped_column(String(32))
    computer_number: Mapped[int | None] = mapped_column(SmallInteger)


class ActionRow(Base):
    """An accepted action; two writers of one revision break the primary key. `text` is the engine's form."""

    __tablename__ = "actions"
    __table_args__ = (
        partial_index("ix_actions_user_id", "user_id", where=NAMES_A_USER),
        {"sqlite_with_rowid": False},  # clustered by the key: a fold reads one run of pages
    )

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[float]
    text: Mapped[str] = mapped_column(Text)
    user_id: Mapped[int | None] = mapped_column(person_foreign_key())
    """The person named in the text, who is found through this column without reading all records."""


class DealRow(Base):
    """The randomness of a deal. `deck_order` is None until the deck is shuffled."""

    __tablename__ = "deals"

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    secret: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    cut: Mapped[str | None] = mapped_column(Text)
    deck_order: Mapped[str | None] = mapped_column(Text)


class DeadlineRow(Base):
    """Something that happens by itself. `place` orders the deadlines of a table."""

    __tablename__ = "deadlines"

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[float]
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    task: Mapped[int] = mapped_column(Integer)


class ProposalRow(Base):
    """A proposal that players vote on, in order of `place`. `seats`: the votes for it, separated by spaces."""

    __tablename__ = "proposals"
    __table_args__ = (Index(None, "newcomer_id"),)

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    newcomer_id: Mapped[int | None] = mapped_column(person_foreign_key(on_delete="CASCADE"))
    seats: Mapped[str] = mapped_column(Text)


class TableMessageRow(Base):
    """The public message of a table."""

    __tablename__ = "table_messages"

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True, autoincrement=False)
    channel_id: Mapped[int]
    message_id: Mapped[int]
    posted_at: Mapped[float]
    deal: Mapped[int | None] = mapped_column(Integer)
    """The deal that it shows; 0: the lobby; None: unknown."""


class PlayersWantedRow(Base):
    """The post that looks for players of a table; there is at most one while the table waits."""

    __tablename__ = "players_wanted"

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True, autoincrement=False)
    channel_id: Mapped[int]
    message_id: Mapped[int]


class TurnPingRow(Base):
    """A message that pinged a player and is not deleted yet. `place` orders the pings of a table."""

    __tablename__ = "turn_pings"

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    channel_id: Mapped[int]
    message_id: Mapped[int]


class PanelRow(Base):
    """A person's private panel at a table. `token` is a credential that lives for fifteen minutes."""

    __tablename__ = "panels"
    __table_args__ = (Index(None, "user_id"),)

    table_id: Mapped[int] = mapped_column(_table_foreign_key(), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_foreign_key(on_delete="CASCADE"), primary_key=True)
    token: Mapped[str] = mapped_column(Text)
    renewed_at: Mapped[float]


class TeamRow(Base):
    """A named team. Two active teams of a server share neither their name nor both members and size."""

    __tablename__ = "teams"
    __table_args__ = (
        partial_index("uq_teams_name", "guild_id", "name_key", where=ACTIVE_TEAMS, unique=True),
        partial_index("uq_teams_members", "guild_id", "size", "member_key", where=ACTIVE_TEAMS, unique=True),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str] = mapped_column(Text)
    size: Mapped[int] = mapped_column(SmallInteger)
    member_key: Mapped[str] = mapped_column(Text)
    """The members' ids, ascending, separated by spaces."""
    created_at: Mapped[float]
    disbanded_at: Mapped[float | None]


class TeamMemberRow(Base):
    """A person in a team."""

    __tablename__ = "team_members"
    __table_args__ = (Index(None, "user_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_foreign_key(), primary_key=True)


class TeamSubstituteRow(Base):
    """A substitute of a team."""

    __tablename__ = "team_substitutes"
    __table_args__ = (Index(None, "user_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_foreign_key(), primary_key=True)


class TeamLevelRow(Base):
    """A team's progress on a ladder, and the table at which it climbs now."""

    __tablename__ = "team_levels"
    __table_args__ = (Index(None, "table_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    league_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """0: the server's open ladder. A key has no null, so nothing guards it; leagues are archived, never deleted."""
    start_level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    final_level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    level: Mapped[int] = mapped_column(SmallInteger)
    climbs: Mapped[int] = mapped_column(Integer)
    deals: Mapped[int] = mapped_column(Integer)
    deals_won: Mapped[int] = mapped_column(Integer)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id", ondelete="SET NULL"))
    side: Mapped[int | None] = mapped_column(SmallInteger)
    base_level: Mapped[int | None] = mapped_column(SmallInteger)
    """The level that the last season reset gave the team; None: never reset."""
    base_result: Mapped[int | None]
    """The last result before that reset."""


class DealResultRow(Base):
    """The result of a deal. The unique key makes booking one twice impossible."""

    __tablename__ = "deal_results"
    __table_args__ = (
        UniqueConstraint("table_id", "revision"),
        ForeignKeyConstraint(["table_id", "revision"], ["actions.table_id", "actions.revision"], ondelete="CASCADE"),
        Index(None, "guild_id", "at"),
        Index(None, "pool_id", "id"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(AUTO_ID, primary_key=True)
    table_id: Mapped[int | None]
    """None, like `revision`, for an imported result."""
    revision: Mapped[int | None] = mapped_column(Integer)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    at: Mapped[float]
    declarer: Mapped[int] = mapped_column(SmallInteger)
    declarers_hold: Mapped[bool]
    opponents_points: Mapped[int] = mapped_column(Integer)
    trick_points: Mapped[int] = mapped_column(Integer)
    kitty_points: Mapped[int] = mapped_column(Integer)
    multiplier: Mapped[int] = mapped_column(Integer)
    penalty_points: Mapped[int] = mapped_column(Integer)
    rise: Mapped[int] = mapped_column(SmallInteger)
    match_over: Mapped[bool]
    pool_id: Mapped[int | None] = mapped_column(ForeignKey("pools.id"))
    """The pool in which its players are rated."""
    decay: Mapped[float] = mapped_column(server_default=text("0"))
    """How fast ratings decayed when it was booked."""
    void: Mapped[bool] = mapped_column(server_default=false())
    """Whether a manager has ruled that it does not count."""
    rated: Mapped[bool] = mapped_column(server_default=true())
    """Whether it was played by the preset's own rules."""


class SeatResultRow(Base):
    """A deal's result for one seat and its occupant."""

    __tablename__ = "deal_result_seats"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", "one_kind"),
        Index(None, "user_id", "result_id"),
    )

    result_id: Mapped[int] = mapped_column(ForeignKey("deal_results.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(person_foreign_key())
    computer_level: Mapped[str | None] = mapped_column(String(32))
    declaring: Mapped[bool]
    won: Mapped[bool]
    match_won: Mapped[bool]
    level_before: Mapped[int] = mapped_column(SmallInteger)
    level_after: Mapped[int] = mapped_column(SmallInteger)
    role: Mapped[str] = mapped_column(String(16), server_default="opponent")


class TeamResultRow(Base):
    """What a deal changed for a team; `team_levels` can be recomputed from these rows."""

    __tablename__ = "deal_result_teams"
    __table_args__ = (Index(None, "team_id", "result_id"),)

    result_id: Mapped[int] = mapped_column(ForeignKey("deal_results.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"))
    league_id: Mapped[int] = mapped_column(server_default=text("0"))
    """As in `team_levels`."""
    start_level: Mapped[int] = mapped_column(SmallInteger)
    final_level: Mapped[int] = mapped_column(SmallInteger)
    level_before: Mapped[int] = mapped_column(SmallInteger)
    level_after: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[bool]
    climbed: Mapped[bool]
