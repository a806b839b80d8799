"""Captains, history and invitations of teams; manager roles, entries, results and champion roles of leagues."""

import sqlalchemy as sa
from alembic import op

revision = "0104"
down_revision = "0102"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NOT_ENDED, UNANSWERED, UNSENT = sa.text("ended_at IS NULL"), sa.text("answer IS NULL"), sa.text("sent_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "team_foundings",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("founder_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["founder_id"], ["people.id"], name=op.f("fk_team_foundings_founder_id"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_team_foundings_guild_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team_foundings")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_team_foundings_expires_at",
        "team_foundings",
        ["expires_at"],
        unique=False,
        sqlite_where=NOT_ENDED,
        postgresql_where=NOT_ENDED,
    )
    op.create_index(op.f("ix_team_foundings_founder_id"), "team_foundings", ["founder_id"], unique=False)
    op.create_index(
        "uq_team_foundings_name",
        "team_foundings",
        ["guild_id", "name_key"],
        unique=True,
        sqlite_where=NOT_ENDED,
        postgresql_where=NOT_ENDED,
    )
    op.create_table(
        "champions",
        sa.Column("league_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_champions_league_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_champions_user_id"), onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league_id", "user_id", name=op.f("pk_champions")),
    )
    op.create_index(op.f("ix_champions_user_id"), "champions", ["user_id"], unique=False)
    op.create_table(
        "league_manager_roles",
        sa.Column("league_id", ID, nullable=False),
        sa.Column("role_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_league_manager_roles_league_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league_id", "role_id", name=op.f("pk_league_manager_roles")),
    )
    op.create_table(
        "match_reports",
        sa.Column("id", ID, nullable=False),
        sa.Column("league_id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("sent_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_match_reports_league_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_match_reports_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_reports")),
        sa.UniqueConstraint("league_id", "table_id", name=op.f("uq_match_reports_league_id_table_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_match_reports_table_id"), "match_reports", ["table_id"], unique=False)
    op.create_index(
        "ix_match_reports_unsent", "match_reports", ["id"], unique=False, sqlite_where=UNSENT, postgresql_where=UNSENT
    )
    op.create_table(
        "players_wanted",
        sa.Column("table_id", ID, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_players_wanted_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_players_wanted")),
    )
    op.create_table(
        "team_captains",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_team_captains_team_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_team_captains_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", name=op.f("pk_team_captains")),
    )
    op.create_index(op.f("ix_team_captains_user_id"), "team_captains", ["user_id"], unique=False)
    op.create_table(
        "team_invitations",
        sa.Column("id", ID, nullable=False),
        sa.Column("team_id", ID, nullable=True),
        sa.Column("founding_id", ID, nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("replaces_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("delivered_at", sa.Double(), nullable=True),
        sa.Column("answer", sa.String(length=16), nullable=True),
        sa.Column("answered_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_team_invitations_by_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(
            ["founding_id"], ["team_foundings.id"], name=op.f("fk_team_invitations_founding_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["replaces_id"], ["people.id"], name=op.f("fk_team_invitations_replaces_id"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["team_id"], ["teams.id"], name=op.f("fk_team_invitations_team_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_team_invitations_user_id"), onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team_invitations")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_team_invitations_by_id"), "team_invitations", ["by_id"], unique=False)
    op.create_index(
        "ix_team_invitations_expires_at",
        "team_invitations",
        ["expires_at"],
        unique=False,
        sqlite_where=UNANSWERED,
        postgresql_where=UNANSWERED,
    )
    op.create_index(op.f("ix_team_invitations_founding_id"), "team_invitations", ["founding_id"], unique=False)
    op.create_index(op.f("ix_team_invitations_replaces_id"), "team_invitations", ["replaces_id"], unique=False)
    op.create_index(op.f("ix_team_invitations_team_id"), "team_invitations", ["team_id"], unique=False)
    op.create_index(op.f("ix_team_invitations_user_id"), "team_invitations", ["user_id"], unique=False)
    op.create_index(
        "uq_team_invitations_founding",
        "team_invitations",
        ["founding_id", "user_id"],
        unique=True,
        sqlite_where=UNANSWERED,
        postgresql_where=UNANSWERED,
    )
    op.create_index(
        "uq_team_invitations_team",
        "team_invitations",
        ["team_id", "user_id"],
        unique=True,
        sqlite_where=UNANSWERED,
        postgresql_where=UNANSWERED,
    )
    op.create_table(
        "team_spells",
        sa.Column("id", ID, nullable=False),
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("began_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_team_spells_team_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_team_spells_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team_spells")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_team_spells_team_id_began_at"), "team_spells", ["team_id", "began_at"], unique=False)
    op.create_index(op.f("ix_team_spells_user_id"), "team_spells", ["user_id"], unique=False)
    op.create_index(
        "uq_team_spells_open",
        "team_spells",
        ["team_id", "user_id"],
        unique=True,
        sqlite_where=NOT_ENDED,
        postgresql_where=NOT_ENDED,
    )
    op.create_table(
        "season_awards",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name=op.f("fk_season_awards_season_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("season_id", name=op.f("pk_season_awards")),
    )
    op.add_column("leagues", sa.Column("entries_closed_at", sa.Double(), nullable=True))
    op.add_column("leagues", sa.Column("results_channel_id", sa.BigInteger(), nullable=True))
    op.add_column("leagues", sa.Column("champion_role_id", sa.BigInteger(), nullable=True))
    # Since when they have been in the team was not kept: they count from its first day.
    op.execute(
        "INSERT INTO team_spells (team_id, user_id, role, began_at, ended_at)"
        " SELECT one.team_id, one.user_id, 'member', teams.created_at, teams.disbanded_at FROM team_members AS one"
        " JOIN teams ON teams.id = one.team_id ORDER BY one.team_id, one.user_id"
    )
    op.execute(
        "INSERT INTO team_spells (team_id, user_id, role, began_at, ended_at)"
        " SELECT one.team_id, one.user_id, 'substitute', teams.created_at, teams.disbanded_at"
        " FROM team_substitutes AS one JOIN teams ON teams.id = one.team_id ORDER BY one.team_id, one.user_id"
    )


def downgrade() -> None:
    op.drop_column("leagues", "champion_role_id")
    op.drop_column("leagues", "results_channel_id")
    op.drop_column("leagues", "entries_closed_at")
    op.drop_table("season_awards")
    op.drop_table("team_spells")
    op.drop_table("team_invitations")
    op.drop_table("team_captains")
    op.drop_table("players_wanted")
    op.drop_table("match_reports")
    op.drop_table("league_manager_roles")
    op.drop_table("champions")
    op.drop_table("team_foundings")
