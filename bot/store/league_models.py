"""What the database holds of leagues: seasons, who plays, what counted, ratings, rulings and who did what.

Scores and ratings are sums over `deal_results`: they can be worked out anew from there, and a test does.
"""

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, SmallInteger, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.models import NEVER_AGAIN, SURROGATE, Base, person_key

OPEN = text("archived_at IS NULL")
RUNNING = text("closed_at IS NULL")
STALE = text("stale_from IS NOT NULL")
_RESULT = BigInteger().with_variant(Integer(), "sqlite")


def _league() -> ForeignKey:
    return ForeignKey("leagues.id", ondelete="CASCADE")


def _result() -> ForeignKey:
    return ForeignKey("deal_results.id", ondelete="CASCADE")


class LeagueRow(Base):
    """A league of a server. `rules` is the engine's text: deals by exactly these rules count."""

    __tablename__ = "leagues"
    __table_args__ = (
        Index("uq_leagues_name", "guild_id", "name_key", unique=True, sqlite_where=OPEN, postgresql_where=OPEN),
        Index("ix_leagues_guild_id_id", "guild_id", "id"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str] = mapped_column(Text)
    preset: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str] = mapped_column(Text)
    ranks: Mapped[str] = mapped_column(String(16))
    format: Mapped[str] = mapped_column(String(16))
    days: Mapped[int | None] = mapped_column(Integer)
    reset: Mapped[str] = mapped_column(String(16))
    per_deal: Mapped[int] = mapped_column(SmallInteger)
    per_level: Mapped[int] = mapped_column(SmallInteger)
    per_match: Mapped[int] = mapped_column(SmallInteger)
    channel_id: Mapped[int | None]
    decay: Mapped[float]
    created_at: Mapped[float]
    archived_at: Mapped[float | None]
    replaced: Mapped[str] = mapped_column(String(16), server_default=text("'seated'"))


class ManagerRow(Base):
    """Who may manage a league besides those who may manage its server."""

    __tablename__ = "league_managers"
    __table_args__ = (Index(None, "user_id"),)

    league_id: Mapped[int] = mapped_column(_league(), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True)


class SeasonRow(Base):
    """A season. A league has at most one that runs."""

    __tablename__ = "seasons"
    __table_args__ = (
        UniqueConstraint("league_id", "number"),
        Index("uq_seasons_running", "league_id", unique=True, sqlite_where=RUNNING, postgresql_where=RUNNING),
        Index("ix_seasons_closes_at", "closes_at", sqlite_where=RUNNING, postgresql_where=RUNNING),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    league_id: Mapped[int] = mapped_column(_league())
    number: Mapped[int] = mapped_column(Integer)
    opened_at: Mapped[float]
    closes_at: Mapped[float | None]
    closed_at: Mapped[float | None]
    per_deal: Mapped[int] = mapped_column(SmallInteger)
    per_level: Mapped[int] = mapped_column(SmallInteger)
    per_match: Mapped[int] = mapped_column(SmallInteger)
    preset: Mapped[str] = mapped_column(String(64), server_default=text("''"))
    rules: Mapped[str] = mapped_column(Text, server_default=text("''"))
    """As the league's when it was opened: while a season runs they do not change."""


class NewsRow(Base):
    """That a season has begun or ended, until it was told."""

    __tablename__ = "season_news"
    __table_args__ = (Index(None, "season_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id", ondelete="CASCADE"))
    began: Mapped[bool]
    """False: it has ended."""
    at: Mapped[float]


class EntrantRow(Base):
    """A person or a team in a league. Who left and comes back is the same entrant."""

    __tablename__ = "entrants"
    __table_args__ = (
        UniqueConstraint("league_id", "user_id"),
        UniqueConstraint("league_id", "team_id"),
        Index(None, "user_id"),
        Index(None, "team_id"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    league_id: Mapped[int] = mapped_column(_league())
    user_id: Mapped[int | None] = mapped_column(person_key())
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"))
    joined_at: Mapped[float]
    left_at: Mapped[float | None]


class ScoreRow(Base):
    """Where an entrant stands in a season."""

    __tablename__ = "scores"
    __table_args__ = (
        Index("ix_scores_order", "season_id", "points", "won", "margin", "fewest", "entrant_id"),
        Index(None, "entrant_id"),
    )

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id", ondelete="CASCADE"), primary_key=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrants.id", ondelete="CASCADE"), primary_key=True)
    points: Mapped[int] = mapped_column(Integer)
    deals: Mapped[int] = mapped_column(Integer)
    won: Mapped[int] = mapped_column(Integer)
    margin: Mapped[int] = mapped_column(Integer)
    fewest: Mapped[int] = mapped_column(Integer)
    """Deals, below zero: so that one index, read backwards, is the order of the table."""
    matches_won: Mapped[int] = mapped_column(Integer)
    streak: Mapped[int] = mapped_column(Integer)
    form: Mapped[str] = mapped_column(String(16))


class CountedRow(Base):
    """That a deal counts for an entrant in a season, and in which seat."""

    __tablename__ = "counted_deals"
    __table_args__ = (
        Index(None, "season_id", "result_id"),
        Index(None, "result_id"),
        Index(None, "entrant_id"),
        {"sqlite_with_rowid": False},
    )

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id", ondelete="CASCADE"), primary_key=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrants.id", ondelete="CASCADE"), primary_key=True)
    result_id: Mapped[int] = mapped_column(_RESULT, _result(), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[bool | None]
    """None: a manager has ruled that the deal counts for nothing."""


class PoolRow(Base):
    """Where ratings are kept together. `stale_from`: the result from which they are still to be worked out anew."""

    __tablename__ = "pools"
    __table_args__ = (
        UniqueConstraint("guild_id", "preset"),
        Index("ix_pools_stale", "id", sqlite_where=STALE, postgresql_where=STALE),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    preset: Mapped[str] = mapped_column(String(64))
    stale_from: Mapped[int | None]
    asked: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    """Counts how often something was to be worked out anew: a result worked out for an older count is not kept."""


class RatingRow(Base):
    """What is known of a person's play."""

    __tablename__ = "ratings"
    __table_args__ = (
        Index(None, "user_id"),
        Index("ix_ratings_order", "pool_id", "provisional", "rank_value", "user_id"),
    )

    pool_id: Mapped[int] = mapped_column(ForeignKey("pools.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_key(), primary_key=True)
    mean: Mapped[float]
    spread: Mapped[float]
    deals: Mapped[int] = mapped_column(Integer)
    at: Mapped[float | None]
    rank_value: Mapped[float]
    provisional: Mapped[bool]


class RatingChangeRow(Base):
    """A person's rating after a deal. Results are never deleted: no constraint has to watch over that."""

    __tablename__ = "rating_changes"
    __table_args__ = (
        Index(None, "user_id"),
        Index(None, "pool_id", "result_id"),
        {"sqlite_with_rowid": False},
    )

    pool_id: Mapped[int] = mapped_column(ForeignKey("pools.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(person_key(), primary_key=True)
    result_id: Mapped[int] = mapped_column(_RESULT, primary_key=True)
    mean: Mapped[float]
    spread: Mapped[float]
    deals: Mapped[int] = mapped_column(Integer)
    at: Mapped[float | None]


class RulingRow(Base):
    """What a manager has ruled about a result that does not count as it was booked; `booked` is how it was (JSON)."""

    __tablename__ = "rulings"
    __table_args__ = (Index(None, "user_id"),)

    result_id: Mapped[int] = mapped_column(_RESULT, _result(), primary_key=True, autoincrement=False)
    verdict: Mapped[str] = mapped_column(String(16))
    user_id: Mapped[int] = mapped_column(person_key())
    at: Mapped[float]
    reason: Mapped[str] = mapped_column(Text)
    booked: Mapped[str] = mapped_column(Text)


class OverruledRow(Base):
    """Who corrected a result that was voided since: what `restore` goes back to."""

    __tablename__ = "overruled"
    __table_args__ = (Index(None, "user_id"),)

    result_id: Mapped[int] = mapped_column(_RESULT, _result(), primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(person_key())
    at: Mapped[float]
    reason: Mapped[str] = mapped_column(Text)


class AuditRow(Base):
    """Who did what in the leagues of a server. `facts` is JSON without names and without ids of people."""

    __tablename__ = "league_audit"
    __table_args__ = (
        Index(None, "guild_id", "id"),
        Index(None, "league_id", "id"),
        Index(None, "user_id"),
        Index(None, "about_id"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(SURROGATE, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("guilds.id"))
    league_id: Mapped[int | None] = mapped_column(_league())
    user_id: Mapped[int | None] = mapped_column(person_key())
    """None: it happened by itself."""
    at: Mapped[float]
    deed: Mapped[str] = mapped_column(String(32))
    facts: Mapped[str] = mapped_column(Text)
    about_id: Mapped[int | None] = mapped_column(person_key())
    """To whom it was done. A column of its own, so that it follows when a person is forgotten."""
