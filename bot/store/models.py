"""What the database holds. The models are its schema: statements are built from them, rows never leave the store.

Records hold seats and ids, never names. Names live in `people` alone, and every reference to a person follows a change
of id (ON UPDATE CASCADE): to forget a person is to give that row another id and no name.
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
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeEngine

SURROGATE: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite counts up by itself only in a column of exactly this type."""
NEVER_AGAIN: Final = {"sqlite_autoincrement": True}
"""Ids stand in buttons and records: one that was used is not given out a second time."""
LIVE: Final = text("status IN ('lobby', 'playing')")
"""Tables in a lobby or playing. As text: with parameters in it a database would not see that the index fits."""
TOGETHER: Final = text("disbanded_at IS NULL")
NAMING: Final = text("user_id IS NOT NULL")


class Base(DeclarativeBase):
    """All tables; every constraint has a name, so that a migration can speak of it."""

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


def person_key(*, on_delete: str | None = None) -> ForeignKey:
    """Return a reference to a person that follows a change of his id."""
    return ForeignKey("people.id", onupdate="CASCADE", ondelete=on_delete)


def _of_table() -> ForeignKey:
    return ForeignKey("tables.id", ondelete="CASCADE")


class GuildRow(Base):
    """A server that has had a table or a team."""

    __tablename__ = "guilds"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class PersonRow(Base):
    """A person. An id below zero stands for somebody who was forgotten."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str | None] = mapped_column(Text)


class NoteRow(Base):
    """A small fact that outlives the program."""

    __tablename__ = "notes"

    name: Mapped[str] = mapped_column(String(128), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class PreferenceRow(Base):
    """What a person has chosen for himself; without a row all is as usual."""

    __tablename__ = "preferences"

    user_id: Mapped[int] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, autoincrement=False)
    language: Mapped[str | None] = mapped_column(String(8))
    text_hand: Mapped[bool]
    large: Mapped[bool]
    two_colour: Mapped[bool]
    confirm: Mapped[bool]
    auto_forced: Mapped[bool]
    ping: Mapped[str] = mapped_column(String(16))


class GuildSettingRow(Base):
    """What has been chosen for a server; without a row all is as usual. `channels`: ids parted by blanks."""

    __tablename__ = "guild_settings"

    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    channels: Mapped[str] = mapped_column(Text)
    preset: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str | None] = mapped_column(String(8))
    turn_seconds: Mapped[int | None] = mapped_column(Integer)
    bury_seconds: Mapped[int | None] = mapped_column(Integer)
    threads: Mapped[bool]
    may_end: Mapped[str] = mapped_column(String(16))


class TableRow(Base):
    """A table, apart from its record. `rules` and `levels` are in the engine's text form."""

    __tablename__ = "tables"
    __table_args__ = (
        Index(None, "channel_id", "id"),
        Index(None, "host_id"),
        Index(
            "ix_tables_live",
            "id",
            sqlite_where=LIVE,
            postgresql_where=LIVE,
        ),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    channel_id: Mapped[int]
    host_id: Mapped[int] = mapped_column(person_key())
    preset: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(16))
    opened_at: Mapped[float]
    levels: Mapped[str | None] = mapped_column(Text)
    away: Mapped[str | None] = mapped_column(Text)
    """Seats parted by blanks; None: everybody is here."""
    paused: Mapped[bool] = mapped_column(server_default=false())
    turn_seconds: Mapped[float | None]
    bury_seconds: Mapped[float | None]
    successor_id: Mapped[int | None]
    """The table of a rematch."""
    next_seconds: Mapped[float | None]
    ready: Mapped[str | None] = mapped_column(Text)
    """Seats that have asked for the next deal, with their shares in the shuffle: pairs in JSON; None: nobody has."""


class SeatRow(Base):
    """Who sits in a seat: a person, or a computer player of a level and with a number. An empty seat has no row."""

    __tablename__ = "seats"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", "one_kind"),
        CheckConstraint("(computer_level IS NULL) = (computer_number IS NULL)", "numbered"),
        Index(None, "user_id"),
    )

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(person_key())
    computer_level: Mapped[str | None] = mapped_column(String(32))
    computer_number: Mapped[int | None] = mapped_column(SmallInteger)


class ActionRow(Base):
    """One accepted action: the key makes two writers of one revision impossible. `text` is the engine's form."""

    __tablename__ = "actions"
    __table_args__ = (
        Index(
            "ix_actions_user_id",
            "user_id",
            sqlite_where=NAMING,
            postgresql_where=NAMING,
        ),
        {"sqlite_with_rowid": False},  # clustered by the key: a fold reads one run of pages
    )

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[float]
    text: Mapped[str] = mapped_column(Text)
    user_id: Mapped[int | None] = mapped_column(person_key())
    """Whom the text names, if anyone: so that a person is found in the records without reading them all."""


class DealRow(Base):
    """Where the chance of one deal came from. `deck_order` is None until the pack lies on the table."""

    __tablename__ = "deals"

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    secret: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    cut: Mapped[str | None] = mapped_column(Text)
    deck_order: Mapped[str | None] = mapped_column(Text)


class DeadlineRow(Base):
    """Something that happens by itself. `place` keeps the deadlines of a table in order."""

    __tablename__ = "deadlines"

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[float]
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    task: Mapped[int] = mapped_column(Integer)


class MotionRow(Base):
    """What the people at a table are deciding, in order of `place`. `seats`: who is for it, parted by blanks."""

    __tablename__ = "motions"
    __table_args__ = (Index(None, "newcomer_id"),)

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True)
    place: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    newcomer_id: Mapped[int | None] = mapped_column(person_key(on_delete="CASCADE"))
    seats: Mapped[str] = mapped_column(Text)


class BoardRow(Base):
    """The public message of a table."""

    __tablename__ = "boards"

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True, autoincrement=False)
    channel_id: Mapped[int]
    message_id: Mapped[int]
    posted_at: Mapped[float]


class PanelRow(Base):
    """A person's private panel at a table. `token` is a credential that lives for fifteen minutes."""

    __tablename__ = "panels"
    __table_args__ = (Index(None, "user_id"),)

    table_id: Mapped[int] = mapped_column(_of_table(), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True)
    token: Mapped[str] = mapped_column(Text)
    renewed_at: Mapped[float]


class TeamRow(Base):
    """A named team. The keys say what two living teams of a server may not share: the name; people and size."""

    __tablename__ = "teams"
    __table_args__ = (
        Index(
            "uq_teams_name",
            "guild_id",
            "name_key",
            unique=True,
            sqlite_where=TOGETHER,
            postgresql_where=TOGETHER,
        ),
        Index(
            "uq_teams_members",
            "guild_id",
            "size",
            "member_key",
            unique=True,
            sqlite_where=TOGETHER,
            postgresql_where=TOGETHER,
        ),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str] = mapped_column(Text)
    size: Mapped[int] = mapped_column(SmallInteger)
    member_key: Mapped[str] = mapped_column(Text)
    """The members' ids, ascending, parted by blanks."""
    created_at: Mapped[float]
    disbanded_at: Mapped[float | None]


class MemberRow(Base):
    """A person in a team."""

    __tablename__ = "team_members"
    __table_args__ = (Index(None, "user_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_key(), primary_key=True)


class SubstituteRow(Base):
    """A person who may sit in for a member of a team."""

    __tablename__ = "team_substitutes"
    __table_args__ = (Index(None, "user_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_key(), primary_key=True)


class LevelRow(Base):
    """How far a team has come on a ladder, and where it climbs now."""

    __tablename__ = "team_levels"
    __table_args__ = (Index(None, "table_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    start_level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    final_level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    level: Mapped[int] = mapped_column(SmallInteger)
    climbs: Mapped[int] = mapped_column(Integer)
    deals: Mapped[int] = mapped_column(Integer)
    deals_won: Mapped[int] = mapped_column(Integer)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id", ondelete="SET NULL"))
    side: Mapped[int | None] = mapped_column(SmallInteger)
    base_level: Mapped[int | None] = mapped_column(SmallInteger)
    """Where a season's beginning put the team; None: none ever did."""
    base_result: Mapped[int | None]
    """The last result before that."""


class ResultRow(Base):
    """How a deal ended. The key makes it impossible to book one twice."""

    __tablename__ = "deal_results"
    __table_args__ = (
        UniqueConstraint("table_id", "revision"),
        ForeignKeyConstraint(["table_id", "revision"], ["actions.table_id", "actions.revision"], ondelete="CASCADE"),
        Index(None, "guild_id", "at"),
        Index(None, "pool_id", "id"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    table_id: Mapped[int | None]
    """None, as the revision: it was played elsewhere and brought in by a manager."""
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
    """Where its people are rated."""
    decay: Mapped[float] = mapped_column(server_default=text("0"))
    """How fast ratings faded when it was booked."""
    void: Mapped[bool] = mapped_column(server_default=false())
    """A manager has ruled that it counts for nothing."""


class SeatResultRow(Base):
    """What a deal meant for one seat and who sat there."""

    __tablename__ = "deal_result_seats"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", "one_kind"),
        Index(None, "user_id", "result_id"),
    )

    result_id: Mapped[int] = mapped_column(ForeignKey("deal_results.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(person_key())
    computer_level: Mapped[str | None] = mapped_column(String(32))
    declaring: Mapped[bool]
    won: Mapped[bool]
    match_won: Mapped[bool]
    level_before: Mapped[int] = mapped_column(SmallInteger)
    level_after: Mapped[int] = mapped_column(SmallInteger)
    role: Mapped[str] = mapped_column(String(16), server_default="opponent")


class TeamResultRow(Base):
    """What a deal changed for a team: all of `team_levels` follows from these."""

    __tablename__ = "deal_result_teams"
    __table_args__ = (Index(None, "team_id", "result_id"),)

    result_id: Mapped[int] = mapped_column(ForeignKey("deal_results.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"))
    start_level: Mapped[int] = mapped_column(SmallInteger)
    final_level: Mapped[int] = mapped_column(SmallInteger)
    level_before: Mapped[int] = mapped_column(SmallInteger)
    level_after: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[bool]
    climbed: Mapped[bool]
