"""leagues, seasons, ratings, rulings and who did what; results say what a seat was, and may come from elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
ROLES = """
UPDATE deal_result_seats SET role = CASE
  WHEN seat = (SELECT declarer FROM deal_results r WHERE r.id = result_id) THEN 'declarer'
  WHEN (SELECT t.rules FROM tables t JOIN deal_results r ON r.table_id = t.id WHERE r.id = result_id)
    LIKE '%teams=fixed%'
  THEN 'partner' ELSE 'friend' END
WHERE declaring
"""
POOLS = """
INSERT INTO pools (guild_id, preset, stale_from)
SELECT r.guild_id, t.preset, min(r.id) FROM deal_results r JOIN tables t ON t.id = r.table_id
GROUP BY r.guild_id, t.preset ORDER BY min(r.id)
"""
POOL = """
UPDATE deal_results SET pool_id = (
  SELECT p.id FROM pools p JOIN tables t ON t.preset = p.preset
  WHERE t.id = deal_results.table_id AND p.guild_id = deal_results.guild_id
)
"""


def upgrade() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("ranks", sa.String(length=16), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("reset", sa.String(length=16), nullable=False),
        sa.Column("per_deal", sa.SmallInteger(), nullable=False),
        sa.Column("per_level", sa.SmallInteger(), nullable=False),
        sa.Column("per_match", sa.SmallInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("decay", sa.Double(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("archived_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_leagues_guild_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_leagues_guild_id_id", "leagues", ["guild_id", "id"])
    op.create_index(
        "uq_leagues_name",
        "leagues",
        ["guild_id", "name_key"],
        unique=True,
        sqlite_where=sa.text("archived_at IS NULL"),
        postgresql_where=sa.text("archived_at IS NULL"),
    )

    op.create_table(
        "pools",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("stale_from", sa.BigInteger(), nullable=True),
        sa.Column("asked", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_pools_guild_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pools")),
        sa.UniqueConstraint("guild_id", "preset", name=op.f("uq_pools_guild_id_preset")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_pools_stale",
        "pools",
        ["id"],
        sqlite_where=sa.text("stale_from IS NOT NULL"),
        postgresql_where=sa.text("stale_from IS NOT NULL"),
    )

    op.create_table(
        "entrants",
        sa.Column("id", ID, nullable=False),
        sa.Column("league_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("team_id", ID, nullable=True),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("left_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_entrants_league_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_entrants_team_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_entrants_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrants")),
        sa.UniqueConstraint("league_id", "team_id", name=op.f("uq_entrants_league_id_team_id")),
        sa.UniqueConstraint("league_id", "user_id", name=op.f("uq_entrants_league_id_user_id")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entrants_team_id", "entrants", ["team_id"])
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])

    op.create_table(
        "league_audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("league_id", ID, nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("deed", sa.String(length=32), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_league_audit_guild_id")),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_league_audit_league_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_league_audit_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_audit")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_league_audit_guild_id_id", "league_audit", ["guild_id", "id"])
    op.create_index("ix_league_audit_league_id_id", "league_audit", ["league_id", "id"])
    op.create_index("ix_league_audit_user_id", "league_audit", ["user_id"])

    op.create_table(
        "league_managers",
        sa.Column("league_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_league_managers_league_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_league_managers_user_id"), onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league_id", "user_id", name=op.f("pk_league_managers")),
    )
    op.create_index("ix_league_managers_user_id", "league_managers", ["user_id"])

    op.create_table(
        "ratings",
        sa.Column("pool_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
        sa.Column("rank_value", sa.Double(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_ratings_pool_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_ratings_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("pool_id", "user_id", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_order", "ratings", ["pool_id", "provisional", "rank_value", "user_id"])
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])

    op.create_table(
        "seasons",
        sa.Column("id", ID, nullable=False),
        sa.Column("league_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("closes_at", sa.Double(), nullable=True),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.Column("per_deal", sa.SmallInteger(), nullable=False),
        sa.Column("per_level", sa.SmallInteger(), nullable=False),
        sa.Column("per_match", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_seasons_league_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("league_id", "number", name=op.f("uq_seasons_league_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_seasons_closes_at",
        "seasons",
        ["closes_at"],
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_index(
        "uq_seasons_running",
        "seasons",
        ["league_id"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )

    op.create_table(
        "scores",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=False),
        sa.Column("fewest", sa.Integer(), nullable=False),
        sa.Column("matches_won", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_scores_entrant_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_scores_season_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", name=op.f("pk_scores")),
    )
    op.create_index("ix_scores_entrant_id", "scores", ["entrant_id"])
    op.create_index("ix_scores_order", "scores", ["season_id", "points", "won", "margin", "fewest", "entrant_id"])

    op.create_table(
        "counted_deals",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("result_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name=op.f("fk_counted_deals_entrant_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name=op.f("fk_counted_deals_season_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_counted_deals_result_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", "result_id", name=op.f("pk_counted_deals")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_counted_deals_entrant_id", "counted_deals", ["entrant_id"])
    op.create_index("ix_counted_deals_result_id", "counted_deals", ["result_id"])
    op.create_index("ix_counted_deals_season_id_result_id", "counted_deals", ["season_id", "result_id"])

    op.create_table(
        "rating_changes",
        sa.Column("pool_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("result_id", ID, nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_rating_changes_pool_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_rating_changes_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("pool_id", "user_id", "result_id", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_changes_pool_id_result_id", "rating_changes", ["pool_id", "result_id"])
    op.create_index("ix_rating_changes_user_id", "rating_changes", ["user_id"])

    op.create_table(
        "rulings",
        sa.Column("result_id", ID, autoincrement=False, nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("booked", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_rulings_result_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_rulings_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_rulings")),
    )
    op.create_index("ix_rulings_user_id", "rulings", ["user_id"])

    with op.batch_alter_table("deal_result_seats") as batch_op:
        batch_op.add_column(sa.Column("role", sa.String(length=16), server_default="opponent", nullable=False))

    with op.batch_alter_table("deal_results", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.add_column(sa.Column("pool_id", ID, nullable=True))
        batch_op.add_column(sa.Column("decay", sa.Double(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("void", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.alter_column("table_id", existing_type=sa.BIGINT(), nullable=True)
        batch_op.alter_column("revision", existing_type=sa.INTEGER(), nullable=True)
        batch_op.create_index(("ix_deal_results_pool_id_id"), ["pool_id", "id"])
        batch_op.create_foreign_key(("fk_deal_results_pool_id"), "pools", ["pool_id"], ["id"])

    with op.batch_alter_table("team_levels") as batch_op:
        batch_op.add_column(sa.Column("base_level", sa.SmallInteger(), nullable=True))
        batch_op.add_column(sa.Column("base_result", sa.BigInteger(), nullable=True))

    op.execute(ROLES)
    op.execute(POOLS)  # their ratings are worked out by the program when it starts
    op.execute(POOL)


def downgrade() -> None:
    op.execute("DELETE FROM deal_results WHERE table_id IS NULL")
    with op.batch_alter_table("team_levels") as batch_op:
        batch_op.drop_column("base_result")
        batch_op.drop_column("base_level")
    with op.batch_alter_table("deal_results", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint("fk_deal_results_pool_id", type_="foreignkey")
        batch_op.drop_index("ix_deal_results_pool_id_id")
        batch_op.alter_column("revision", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("table_id", existing_type=sa.BigInteger(), nullable=False)
        for name in ("void", "decay", "pool_id"):
            batch_op.drop_column(name)
    with op.batch_alter_table("deal_result_seats") as batch_op:
        batch_op.drop_column("role")
    for table in (
        "rulings",
        "rating_changes",
        "ratings",
        "counted_deals",
        "scores",
        "seasons",
        "league_managers",
        "league_audit",
        "entrants",
        "pools",
        "leagues",
    ):
        op.drop_table(table)
