"""The models of puzzles and the answers to them, and of deals of the day and how people played them."""

from sqlalchemy import ForeignKey, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.ids import GuildId, UserId
from bot.puzzles.days import Day
from bot.store.schema.base import Base, person_key


class PuzzleRow(Base):
    """A server's puzzle of a day. It asks what to lead after `record`, which is in the engine's text form.

    `day` is the number of days since 1970.
    """

    __tablename__ = "puzzles"

    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    day: Mapped[Day] = mapped_column(Integer, primary_key=True, autoincrement=False, index=True)
    preset: Mapped[str] = mapped_column(String(64))
    record: Mapped[str]
    plays: Mapped[str]
    """The best leads and how much each is worth, as JSON."""
    announced: Mapped[bool]


class PuzzleAnswerRow(Base):
    """A person's first answer to a puzzle. `loss` is the number of card points by which the best lead is better."""

    __tablename__ = "puzzle_answers"

    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    day: Mapped[Day] = mapped_column(Integer, primary_key=True, autoincrement=False, index=True)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, index=True)
    cards: Mapped[str]
    loss: Mapped[float]
    is_right: Mapped[bool]
    answered_at: Mapped[float]


class DailyDealRow(Base):
    """The deal of a day that everybody in a server plays. `record` is its rules and deck in the engine's text form."""

    __tablename__ = "daily_deals"

    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    day: Mapped[Day] = mapped_column(Integer, primary_key=True, autoincrement=False, index=True)
    preset: Mapped[str] = mapped_column(String(64))
    record: Mapped[str]
    seed: Mapped[str] = mapped_column(String(64))
    """The seed of the computer players' random choices."""
    master_levels: Mapped[int | None] = mapped_column(Integer)
    master_points: Mapped[int | None] = mapped_column(Integer)
    master_actions: Mapped[str] = mapped_column(server_default=text("''"))


class DailyPlayRow(Base):
    """A person's own actions in the deal of a day, and its result. `levels` is None until the deal is over."""

    __tablename__ = "daily_plays"

    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"), primary_key=True, autoincrement=False)
    day: Mapped[Day] = mapped_column(Integer, primary_key=True, autoincrement=False)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, index=True)
    actions: Mapped[str]
    revision: Mapped[int] = mapped_column(Integer)
    levels: Mapped[int | None] = mapped_column(Integer)
    points: Mapped[int | None] = mapped_column(Integer)
    """The card points of the declarers' opponents. The number is negative if the person is one of the declarers."""
    played_at: Mapped[float]
