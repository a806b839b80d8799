"""The models of leagues. `check --records` verifies that ratings and most scores follow from `deal_results`."""

from sqlalchemy import ForeignKey, Index, Integer, SmallInteger, String, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.ids import (
    AnnouncementId,
    ChannelId,
    EntrantId,
    EventId,
    GuildId,
    LeagueId,
    MessageId,
    PoolId,
    ResultId,
    SeasonId,
    TeamId,
    UserId,
)
from bot.store.schema.base import AUTO_ID, NEVER_REUSE_IDS, WITHOUT_ROWID, Base, cascade_key, partial_index, person_key

OPEN_LEAGUES = text("archived_at IS NULL")
RUNNING_SEASONS = text("closed_at IS NULL")
STALE_POOLS = text("stale_from IS NOT NULL")


class LeagueRow(Base):
    """A league of a server. It counts only deals whose rules, in the engine's text form, equal `rules`."""

    __tablename__ = "leagues"
    __table_args__ = (
        partial_index("uq_leagues_name", "guild_id", "name_key", where=OPEN_LEAGUES, unique=True),
        Index("ix_leagues_guild_id_id", "guild_id", "id"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[LeagueId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str]
    name_key: Mapped[str]
    preset: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str]
    settings: Mapped[str]
    """The other settings, as JSON."""
    created_at: Mapped[float]
    archived_at: Mapped[float | None]
    entries_closed_at: Mapped[float | None]
    """When a manager closed the entries; None if they are open."""
    results_channel_id: Mapped[ChannelId | None]
    language: Mapped[str | None] = mapped_column(String(8))
    """The creator's language."""


class LeagueManagerRow(Base):
    """A manager of a league. The managers of its server are managers even without a row."""

    __tablename__ = "league_managers"

    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, index=True)


class SeasonRow(Base):
    """A season of a league. At most one season of a league is open."""

    __tablename__ = "seasons"
    __table_args__ = (
        UniqueConstraint("league_id", "number"),
        partial_index("uq_seasons_running", "league_id", where=RUNNING_SEASONS, unique=True),
        partial_index("ix_seasons_closes_at", "closes_at", where=RUNNING_SEASONS),
        NEVER_REUSE_IDS,
    )

    id: Mapped[SeasonId] = mapped_column(AUTO_ID, primary_key=True)
    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"))
    number: Mapped[int] = mapped_column(Integer)
    opened_at: Mapped[float]
    closes_at: Mapped[float | None]
    closed_at: Mapped[float | None]
    preset: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str]
    """The league's rules when the season opened. Like `preset` and the columns below, they never change."""
    min_people: Mapped[int | None] = mapped_column(SmallInteger)
    """How many people a table needs for its deals to count; None if every seat needs a person."""
    order: Mapped[str] = mapped_column(String(16))
    """What decides the standings."""
    scheme: Mapped[str]
    """The other settings of the season's point scheme, as JSON."""


class LeagueCardRow(Base):
    """The public message that shows a league's present state."""

    __tablename__ = "league_cards"

    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"), primary_key=True, autoincrement=False)
    channel_id: Mapped[ChannelId]
    message_id: Mapped[MessageId]
    shown: Mapped[str]
    """A hash of the message's content."""


class SeasonAnnouncementRow(Base):
    """A closed season whose end the bot has not announced yet."""

    __tablename__ = "season_announcements"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[AnnouncementId] = mapped_column(AUTO_ID, primary_key=True)
    season_id: Mapped[SeasonId] = mapped_column(cascade_key("seasons.id"), index=True)
    at: Mapped[float]


class EntrantRow(Base):
    """A person or team in a league. Somebody who leaves and returns is the same entrant."""

    __tablename__ = "entrants"
    __table_args__ = (
        UniqueConstraint("league_id", "user_id"),
        UniqueConstraint("league_id", "team_id"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[EntrantId] = mapped_column(AUTO_ID, primary_key=True)
    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"))
    user_id: Mapped[UserId | None] = mapped_column(person_key(), index=True)
    team_id: Mapped[TeamId | None] = mapped_column(cascade_key("teams.id"), index=True)
    joined_at: Mapped[float]
    left_at: Mapped[float | None]


class ScoreRow(Base):
    """An entrant's score in a season."""

    __tablename__ = "scores"
    __table_args__ = (
        Index("ix_scores_order", "season_id", "settled", "value", "won", "margin", "fewest", "entrant_id"),
    )

    season_id: Mapped[SeasonId] = mapped_column(cascade_key("seasons.id"), primary_key=True)
    entrant_id: Mapped[EntrantId] = mapped_column(cascade_key("entrants.id"), primary_key=True, index=True)
    points: Mapped[int] = mapped_column(Integer)
    deals: Mapped[int] = mapped_column(Integer)
    won: Mapped[int] = mapped_column(Integer)
    margin: Mapped[int] = mapped_column(Integer)
    fewest: Mapped[int] = mapped_column(Integer)
    """The number of deals times -1. With it, one index that is read backwards gives the order of the standings."""
    matches_won: Mapped[int] = mapped_column(Integer)
    streak: Mapped[int] = mapped_column(Integer)
    form: Mapped[str] = mapped_column(String(16))
    settled: Mapped[bool] = mapped_column(server_default=false())
    value: Mapped[float] = mapped_column(server_default=text("0"))
    """The figure by which the season ranks its entrants."""


class CountedDealRow(Base):
    """A deal that counts for an entrant in a season. The entrant gets the result of `seat`."""

    __tablename__ = "counted_deals"
    __table_args__ = (Index(None, "season_id", "result_id"), WITHOUT_ROWID)

    season_id: Mapped[SeasonId] = mapped_column(cascade_key("seasons.id"), primary_key=True)
    entrant_id: Mapped[EntrantId] = mapped_column(cascade_key("entrants.id"), primary_key=True, index=True)
    result_id: Mapped[ResultId] = mapped_column(AUTO_ID, cascade_key("deal_results.id"), primary_key=True, index=True)
    seat: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[bool | None]
    """Whether the entrant won the deal; None if it was voided."""


class EventPointsRow(Base):
    """An entrant's points for a place in an event that counts towards a season."""

    __tablename__ = "event_points"
    __table_args__ = WITHOUT_ROWID

    season_id: Mapped[SeasonId] = mapped_column(cascade_key("seasons.id"), primary_key=True)
    entrant_id: Mapped[EntrantId] = mapped_column(cascade_key("entrants.id"), primary_key=True, index=True)
    event_id: Mapped[EventId] = mapped_column(cascade_key("events.id"), primary_key=True, index=True)
    place: Mapped[int] = mapped_column(SmallInteger)
    points: Mapped[int] = mapped_column(SmallInteger)


class RatingPoolRow(Base):
    """A rating pool. Its ratings must be recomputed from the result `stale_from` on; None if they are up to date."""

    __tablename__ = "pools"
    __table_args__ = (
        UniqueConstraint("guild_id", "preset"),
        partial_index("ix_pools_stale", "id", where=STALE_POOLS),
        NEVER_REUSE_IDS,
    )

    id: Mapped[PoolId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    preset: Mapped[str] = mapped_column(String(64))
    stale_from: Mapped[ResultId | None]
    ruled_from: Mapped[ResultId | None]
    """The earliest result with a ruling since the last complete recompute; None if there is none."""
    asked: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    """How many recomputes of the ratings were requested. A recompute is discarded if this has changed meanwhile."""


class RatingRow(Base):
    """A person's rating in a pool."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_order", "pool_id", "provisional", "rank_value", "user_id"),)

    pool_id: Mapped[PoolId] = mapped_column(cascade_key("pools.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), primary_key=True, index=True)
    mean: Mapped[float]
    spread: Mapped[float]
    deals: Mapped[int] = mapped_column(Integer)
    at: Mapped[float | None]
    rank_value: Mapped[float]
    provisional: Mapped[bool]


class RatingChangeRow(Base):
    """A person's rating after a deal. `result_id` is no foreign key, because results are never deleted."""

    __tablename__ = "rating_changes"
    __table_args__ = (Index(None, "pool_id", "result_id"), WITHOUT_ROWID)

    pool_id: Mapped[PoolId] = mapped_column(cascade_key("pools.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), primary_key=True, index=True)
    result_id: Mapped[ResultId] = mapped_column(AUTO_ID, primary_key=True)
    mean: Mapped[float]
    spread: Mapped[float]
    deals: Mapped[int] = mapped_column(Integer)
    at: Mapped[float | None]


class RulingRow(Base):
    """A manager's ruling on a result. `booked` holds the result as it was booked, in JSON."""

    __tablename__ = "rulings"

    result_id: Mapped[ResultId] = mapped_column(
        AUTO_ID, cascade_key("deal_results.id"), primary_key=True, autoincrement=False
    )
    verdict: Mapped[str] = mapped_column(String(16))
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    at: Mapped[float]
    reason: Mapped[str]
    booked: Mapped[str]


class OverruledRulingRow(Base):
    """A ruling that corrected a result before another ruling voided it. It applies again if the result is restored."""

    __tablename__ = "overruled_rulings"

    result_id: Mapped[ResultId] = mapped_column(
        AUTO_ID, cascade_key("deal_results.id"), primary_key=True, autoincrement=False
    )
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    at: Mapped[float]
    reason: Mapped[str]


class AuditEntryRow(Base):
    """An entry in the audit log of a league or a server. `facts` is JSON without names or ids of people."""

    __tablename__ = "league_audit"
    __table_args__ = (Index(None, "guild_id", "id"), Index(None, "league_id", "id"), NEVER_REUSE_IDS)

    id: Mapped[int] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    league_id: Mapped[LeagueId | None] = mapped_column(cascade_key("leagues.id"))
    user_id: Mapped[UserId | None] = mapped_column(person_key(), index=True)
    """The user who made the change; None if the bot made it on schedule."""
    at: Mapped[float]
    action: Mapped[str] = mapped_column(String(32))
    facts: Mapped[str]
    about_id: Mapped[UserId | None] = mapped_column(person_key(), index=True)
    """The person whom the entry is about, if any. As a foreign key, the column follows a change of their id."""
