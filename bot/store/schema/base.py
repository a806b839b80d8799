"""The base of all models, and the models of people, servers and settings. No model leaves the store."""

from typing import Any, ClassVar, Final, NewType

from sqlalchemy import (
    BigInteger,
    Double,
    ForeignKey,
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
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeEngine

from bot import ids
from bot.ids import ChannelId, GuildId, HouseRulesId, UserId

AUTO_ID: Final = BigInteger().with_variant(Integer(), "sqlite")
"""The type of ids that the database assigns. SQLite assigns ids only to columns of exactly the type INTEGER."""
NEVER_REUSE_IDS: Final = {"sqlite_autoincrement": True}
"""The option of tables that never assign an id twice, because old buttons or records may still contain it."""
WITHOUT_ROWID: Final = {"sqlite_with_rowid": False}
"""The option of tables that SQLite keeps in the order of their primary keys."""


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
    type_annotation_map: ClassVar[dict[Any, TypeEngine[Any]]] = {
        **{kind: BigInteger() for kind in (int, *vars(ids).values()) if kind is int or isinstance(kind, NewType)},
        float: Double(),
        bytes: LargeBinary(),
        str: Text(),
    }


def person_key(*, on_delete: str | None = None) -> ForeignKey:
    """Return a foreign key to a person. If the person's id changes, as when their data is deleted, so does the key."""
    return ForeignKey("people.id", onupdate="CASCADE", ondelete=on_delete)


def cascade_key(column: str) -> ForeignKey:
    """Return a foreign key. If the row that it refers to is deleted, the row with the key is deleted, too."""
    return ForeignKey(column, ondelete="CASCADE")


def partial_index(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """Return an index of the rows that meet a condition."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


class GuildRow(Base):
    """A server to which other rows refer."""

    __tablename__ = "guilds"

    id: Mapped[GuildId] = mapped_column(primary_key=True, autoincrement=False)


class PersonRow(Base):
    """A person. No other table holds users' names. To delete their data, the row gets a negative id and no name."""

    __tablename__ = "people"

    id: Mapped[UserId] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str | None]
    locale: Mapped[str | None] = mapped_column(String(16))
    """The language of the person's Discord client."""


class KeyValueRow(Base):
    """A fact about the program itself."""

    __tablename__ = "key_values"

    name: Mapped[str] = mapped_column(String(128), primary_key=True)
    value: Mapped[str]


class LeaseRow(Base):
    """The lease of a shard. Processes have taken it `epoch` times. `expires_at` is a time of the database's clock."""

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    owner: Mapped[str] = mapped_column(String(32))
    """Identifies the process that owns the lease; empty after a release."""
    host: Mapped[str]
    machine: Mapped[str]
    process: Mapped[int]
    process_started: Mapped[str]
    expires_at: Mapped[float]
    epoch: Mapped[int] = mapped_column(server_default=text("0"))
    shard_count: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    wanted_by: Mapped[str | None] = mapped_column(String(32))
    """The `owner` value of a process that asks this owner to hand over; None if no process does."""
    answered: Mapped[str | None]
    """Ids of the interactions that the owner answered last, separated by spaces; None until it stops answering."""


class PreferencesRow(Base):
    """A person's settings; without a row the defaults apply."""

    __tablename__ = "preferences"

    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True)
    language: Mapped[str | None] = mapped_column(String(8))
    text_hand: Mapped[bool]
    large: Mapped[bool]
    two_colour: Mapped[bool]
    confirm: Mapped[bool]
    auto_forced: Mapped[bool]
    ping: Mapped[str] = mapped_column(String(16))
    confirm_offered: Mapped[bool] = mapped_column(server_default=false())
    coach: Mapped[bool] = mapped_column(server_default=false())
    coach_offered: Mapped[bool] = mapped_column(server_default=false())
    mute_phrases: Mapped[bool] = mapped_column(server_default=false())
    language_offered_in: Mapped[str] = mapped_column(server_default=text("''"))
    """The ids of the servers in which the person has seen the offer to set a language, separated by spaces."""
    speed: Mapped[str | None] = mapped_column(String(8))


class GuildSettingsRow(Base):
    """A server's settings; without a row the defaults apply. `channels` holds ids separated by spaces."""

    __tablename__ = "guild_settings"

    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    channels: Mapped[str]
    preset: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str | None] = mapped_column(String(8))
    turn_seconds: Mapped[int | None] = mapped_column(Integer)
    bury_seconds: Mapped[int | None] = mapped_column(Integer)
    threads: Mapped[bool]
    may_end: Mapped[str] = mapped_column(String(16))
    puzzle_channel: Mapped[ChannelId | None]
    puzzle_language: Mapped[str | None] = mapped_column(String(8))
    """The language of the person who chose `puzzle_channel`."""
    time_zone: Mapped[str | None] = mapped_column(String(64))


class HouseRulesRow(Base):
    """A server's named rules. They are a preset with `changes` such as `option=value`, separated by spaces."""

    __tablename__ = "house_rules"
    __table_args__ = (UniqueConstraint("guild_id", "name_key"), NEVER_REUSE_IDS)

    id: Mapped[HouseRulesId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str]
    name_key: Mapped[str]
    preset: Mapped[str] = mapped_column(String(64))
    changes: Mapped[str]
    is_default: Mapped[bool]
