"""The models of teams. The posts of leagues and the roles of their champions are here, too."""

from sqlalchemy import ForeignKey, Index, Integer, SmallInteger, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.ids import FoundingId, GuildId, InvitationId, LeagueId, ReportId, RoleId, SeasonId, TableId, TeamId, UserId
from bot.store.schema.base import AUTO_ID, NEVER_REUSE_IDS, Base, cascade_key, partial_index, person_key

ACTIVE_TEAMS = text("disbanded_at IS NULL")
PRESENT_MEMBERSHIPS = text("ended_at IS NULL")
OPEN_FOUNDINGS = text("ended_at IS NULL")
OPEN_INVITATIONS = text("answer IS NULL")
UNSENT = text("sent_at IS NULL")


class TeamRow(Base):
    """A named team. No two active teams of a server have the same name, or the same members and size."""

    __tablename__ = "teams"
    __table_args__ = (
        partial_index("uq_teams_name", "guild_id", "name_key", where=ACTIVE_TEAMS, unique=True),
        partial_index("uq_teams_members", "guild_id", "size", "member_key", where=ACTIVE_TEAMS, unique=True),
        NEVER_REUSE_IDS,
    )

    id: Mapped[TeamId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str]
    name_key: Mapped[str]
    size: Mapped[int] = mapped_column(SmallInteger)
    member_key: Mapped[str]
    """The members' ids, ascending, separated by spaces."""
    created_at: Mapped[float]
    disbanded_at: Mapped[float | None]


class TeamMemberRow(Base):
    """A person in a team."""

    __tablename__ = "team_members"

    team_id: Mapped[TeamId] = mapped_column(cascade_key("teams.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), primary_key=True, index=True)


class TeamSubstituteRow(Base):
    """A substitute of a team."""

    __tablename__ = "team_substitutes"

    team_id: Mapped[TeamId] = mapped_column(cascade_key("teams.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), primary_key=True, index=True)


class TeamLevelRow(Base):
    """A team's progress on a ladder, and the table and side of its last match on this ladder, if any."""

    __tablename__ = "team_levels"

    team_id: Mapped[TeamId] = mapped_column(cascade_key("teams.id"), primary_key=True)
    league_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The ladder's league. It is 0 for the open ladder, so the column is no foreign key. Leagues are never deleted."""
    start_level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    final_level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    level: Mapped[int] = mapped_column(SmallInteger)
    climbs: Mapped[int] = mapped_column(Integer)
    deals: Mapped[int] = mapped_column(Integer)
    deals_won: Mapped[int] = mapped_column(Integer)
    table_id: Mapped[TableId | None] = mapped_column(ForeignKey("tables.id", ondelete="SET NULL"), index=True)
    side: Mapped[int | None] = mapped_column(SmallInteger)
    base_level: Mapped[int | None] = mapped_column(SmallInteger)
    """The level that a season's last reset gave the team; None if there was no reset."""
    base_result: Mapped[int | None]
    """The id of the newest result (of any team) at the time of that reset; None if there was no reset."""


class TeamCaptainRow(Base):
    """A team's captain. In a team without a captain, each member has a captain's rights."""

    __tablename__ = "team_captains"

    team_id: Mapped[TeamId] = mapped_column(cascade_key("teams.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)


class TeamMembershipRow(Base):
    """A period during which a user belonged to a team; a present membership has no end."""

    __tablename__ = "team_spells"
    __table_args__ = (
        partial_index("uq_team_spells_open", "team_id", "user_id", where=PRESENT_MEMBERSHIPS, unique=True),
        Index(None, "team_id", "began_at"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(AUTO_ID, primary_key=True)
    team_id: Mapped[TeamId] = mapped_column(cascade_key("teams.id"))
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    role: Mapped[str] = mapped_column(String(16))
    began_at: Mapped[float]
    ended_at: Mapped[float | None]


class TeamFoundingRow(Base):
    """A team that will exist as soon as all invited people accept. `ended_at` is set when it exists or fails."""

    __tablename__ = "team_foundings"
    __table_args__ = (
        partial_index("uq_team_foundings_name", "guild_id", "name_key", where=OPEN_FOUNDINGS, unique=True),
        partial_index("ix_team_foundings_expires_at", "expires_at", where=OPEN_FOUNDINGS),
        NEVER_REUSE_IDS,
    )

    id: Mapped[FoundingId] = mapped_column(AUTO_ID, primary_key=True)
    guild_id: Mapped[GuildId] = mapped_column(ForeignKey("guilds.id"))
    name: Mapped[str]
    name_key: Mapped[str]
    size: Mapped[int] = mapped_column(SmallInteger)
    founder_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    created_at: Mapped[float]
    expires_at: Mapped[float]
    ended_at: Mapped[float | None]


class TeamInvitationRow(Base):
    """An invitation into a team, or into a team that is being founded."""

    __tablename__ = "team_invitations"
    __table_args__ = (
        partial_index("uq_team_invitations_team", "team_id", "user_id", where=OPEN_INVITATIONS, unique=True),
        partial_index("uq_team_invitations_founding", "founding_id", "user_id", where=OPEN_INVITATIONS, unique=True),
        partial_index("ix_team_invitations_expires_at", "expires_at", where=OPEN_INVITATIONS),
        NEVER_REUSE_IDS,
    )

    id: Mapped[InvitationId] = mapped_column(AUTO_ID, primary_key=True)
    team_id: Mapped[TeamId | None] = mapped_column(cascade_key("teams.id"), index=True)
    founding_id: Mapped[FoundingId | None] = mapped_column(cascade_key("team_foundings.id"), index=True)
    user_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    by_id: Mapped[UserId] = mapped_column(person_key(), index=True)
    replaces_id: Mapped[UserId | None] = mapped_column(person_key(), index=True)
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[float]
    expires_at: Mapped[float]
    delivered_at: Mapped[float | None]
    """When Discord accepted the message to the invited user. If this is None, the message may be sent again."""
    answer: Mapped[str | None] = mapped_column(String(16))
    answered_at: Mapped[float | None]


class LeagueManagerRoleRow(Base):
    """A Discord role whose members manage a league."""

    __tablename__ = "league_manager_roles"

    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"), primary_key=True)
    role_id: Mapped[RoleId] = mapped_column(primary_key=True, autoincrement=False)


class MatchReportRow(Base):
    """The report of a match to post in a league's channel for results. The unique key allows one for each match."""

    __tablename__ = "match_reports"
    __table_args__ = (
        UniqueConstraint("league_id", "table_id"),
        partial_index("ix_match_reports_unsent", "id", where=UNSENT),
        NEVER_REUSE_IDS,
    )

    id: Mapped[ReportId] = mapped_column(AUTO_ID, primary_key=True)
    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"))
    table_id: Mapped[TableId] = mapped_column(cascade_key("tables.id"), index=True)
    at: Mapped[float]
    sent_at: Mapped[float | None]


class SeasonAwardRow(Base):
    """A closed season whose champions the bot has not given their role yet."""

    __tablename__ = "season_awards"

    season_id: Mapped[SeasonId] = mapped_column(cascade_key("seasons.id"), primary_key=True)
    role_id: Mapped[RoleId]
    at: Mapped[float]


class ChampionRow(Base):
    """A person whom the bot gave a league's champion role."""

    __tablename__ = "champions"

    league_id: Mapped[LeagueId] = mapped_column(cascade_key("leagues.id"), primary_key=True)
    user_id: Mapped[UserId] = mapped_column(person_key(on_delete="CASCADE"), primary_key=True, index=True)
    role_id: Mapped[RoleId]
