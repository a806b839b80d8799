"""The models of the results of deals, for seats and for teams."""

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    SmallInteger,
    String,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from bot.ids import GuildId, PoolId, ResultId, TableId, TeamId, UserId
from bot.store.schema.base import AUTO_ID, NEVER_REUSE_IDS, Base, cascade_key, person_key


class DealResultRow(Base):
    """The result of a deal. Because of its unique key, no deal of a table is booked twice."""

    __tablename__ = "deal_results"
    __table_args__ = (
        UniqueConstraint("table_id", "revision"),
        ForeignKeyConstraint(["table_id", "revision"], ["actions.table_id", "actions.revision"], ondelete="CASCADE"),
        Index(None, "guild_id", "at"),
        Index(None, "pool_id", "id"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[ResultId] = mapped_column(AUTO_ID, primary_key=True)
    table_id: Mapped[TableId | None]
    """The table of the deal. For an imported result, this and `revision` are None."""
    revision: Mapped[int | None] = mapped_column(Integer)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
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
    pool_id: Mapped[PoolId | None] = mapped_column(ForeignKey("pools.id"))
    """The pool in which the deal's players are rated."""
    decay: Mapped[float] = mapped_column(server_default=text("0"))
    """The league's `decay` when the deal was booked (see `ratings.decayed_spread`); 0 if its ratings did not decay."""
    void: Mapped[bool] = mapped_column(server_default=false())
    """Whether a vote at the table or a manager's ruling has decided that the deal does not count."""
    rated: Mapped[bool] = mapped_column(server_default=true())
    """Whether the deal counts for ratings unless it is void. Deals at friendly tables, for example, do not."""


class SeatResultRow(Base):
    """A deal's result for one seat and its occupant."""

    __tablename__ = "deal_result_seats"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", "one_kind"),
        Index(None, "user_id", "result_id"),
    )

    result_id: Mapped[ResultId] = mapped_column(cascade_key("deal_results.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[UserId | None] = mapped_column(person_key())
    computer_level: Mapped[str | None] = mapped_column(String(32))
    declaring: Mapped[bool]
    won: Mapped[bool]
    match_won: Mapped[bool]
    level_before: Mapped[int] = mapped_column(SmallInteger)
    level_after: Mapped[int] = mapped_column(SmallInteger)
    role: Mapped[str] = mapped_column(String(16), server_default="opponent")


class TeamResultRow(Base):
    """What a deal has changed for a team on a ladder. `check --records` verifies `team_levels` with these rows."""

    __tablename__ = "deal_result_teams"
    __table_args__ = (Index(None, "team_id", "result_id"),)

    result_id: Mapped[ResultId] = mapped_column(cascade_key("deal_results.id"), primary_key=True)
    side: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    team_id: Mapped[TeamId] = mapped_column(cascade_key("teams.id"))
    league_id: Mapped[int] = mapped_column(server_default=text("0"))
    """The league of the ladder; 0 if there is none, as in `team_levels`."""
    start_level: Mapped[int] = mapped_column(SmallInteger)
    final_level: Mapped[int] = mapped_column(SmallInteger)
    level_before: Mapped[int] = mapped_column(SmallInteger)
    level_after: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[bool]
    climbed: Mapped[bool]
