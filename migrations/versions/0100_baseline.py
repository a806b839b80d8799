"""The schema that the first release starts with.

Numbers below 0100 belonged to versions before it; `bot.store.migrate` refuses their databases.
"""

import sqlalchemy as sa
from alembic import op

revision = "0100"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LIVE_TABLES = sa.text("status IN ('lobby', 'playing')")
NAMES_A_USER = sa.text("user_id IS NOT NULL")
ACTIVE_TEAMS = sa.text("disbanded_at IS NULL")
OPEN_LEAGUES = sa.text("archived_at IS NULL")
RUNNING_SEASONS = sa.text("closed_at IS NULL")
STALE_POOLS = sa.text("stale_from IS NOT NULL")


def upgrade() -> None:  # noqa: PLR0915 - one statement per table and index
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "key_values",
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_key_values")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("turn_seconds", sa.Integer(), nullable=True),
        sa.Column("bury_seconds", sa.Integer(), nullable=True),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("may_end", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_guild_settings_guild_id")),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guild_settings")),
    )
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
        sa.Column("replaced", sa.String(length=16), server_default=sa.text("'seated'"), nullable=False),
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
        sqlite_where=OPEN_LEAGUES,
        postgresql_where=OPEN_LEAGUES,
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
    op.create_index("ix_pools_stale", "pools", ["id"], sqlite_where=STALE_POOLS, postgresql_where=STALE_POOLS)
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("text_hand", sa.Boolean(), nullable=False),
        sa.Column("large", sa.Boolean(), nullable=False),
        sa.Column("two_colour", sa.Boolean(), nullable=False),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("auto_forced", sa.Boolean(), nullable=False),
        sa.Column("ping", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_preferences_user_id"), onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("levels", sa.Text(), nullable=True),
        sa.Column("away", sa.Text(), nullable=True),
        sa.Column("paused", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("turn_seconds", sa.Double(), nullable=True),
        sa.Column("bury_seconds", sa.Double(), nullable=True),
        sa.Column("successor_id", sa.BigInteger(), nullable=True),
        sa.Column("next_seconds", sa.Double(), nullable=True),
        sa.Column("ready", sa.Text(), nullable=True),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("stays_in_channel", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("host_alert", sa.String(length=16), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_tables_guild_id")),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name=op.f("fk_tables_host_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tables_channel_id_id"), "tables", ["channel_id", "id"])
    op.create_index(op.f("ix_tables_host_id"), "tables", ["host_id"])
    op.create_index("ix_tables_live", "tables", ["id"], sqlite_where=LIVE_TABLES, postgresql_where=LIVE_TABLES)
    op.create_index(op.f("ix_tables_thread_id_id"), "tables", ["thread_id", "id"])
    op.create_table(
        "teams",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("member_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("disbanded_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_teams_guild_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_teams_members",
        "teams",
        ["guild_id", "size", "member_key"],
        unique=True,
        sqlite_where=ACTIVE_TEAMS,
        postgresql_where=ACTIVE_TEAMS,
    )
    op.create_index(
        "uq_teams_name",
        "teams",
        ["guild_id", "name_key"],
        unique=True,
        sqlite_where=ACTIVE_TEAMS,
        postgresql_where=ACTIVE_TEAMS,
    )
    op.create_table(
        "actions",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_actions_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_actions_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "revision", name=op.f("pk_actions")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_actions_user_id", "actions", ["user_id"], sqlite_where=NAMES_A_USER, postgresql_where=NAMES_A_USER
    )
    op.create_table(
        "deadlines",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("task", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deadlines_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name=op.f("pk_deadlines")),
    )
    op.create_table(
        "deals",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("cut", sa.Text(), nullable=True),
        sa.Column("deck_order", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deals_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_deals")),
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
    op.create_index(op.f("ix_entrants_team_id"), "entrants", ["team_id"])
    op.create_index(op.f("ix_entrants_user_id"), "entrants", ["user_id"])
    op.create_table(
        "league_audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("league_id", ID, nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["about_id"], ["people.id"], name=op.f("fk_league_audit_about_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_league_audit_guild_id")),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_league_audit_league_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_league_audit_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_audit")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_league_audit_about_id"), "league_audit", ["about_id"])
    op.create_index(op.f("ix_league_audit_guild_id_id"), "league_audit", ["guild_id", "id"])
    op.create_index(op.f("ix_league_audit_league_id_id"), "league_audit", ["league_id", "id"])
    op.create_index(op.f("ix_league_audit_user_id"), "league_audit", ["user_id"])
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
    op.create_index(op.f("ix_league_managers_user_id"), "league_managers", ["user_id"])
    op.create_table(
        "panels",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("renewed_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_panels_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_panels_user_id"), onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_panels")),
    )
    op.create_index(op.f("ix_panels_user_id"), "panels", ["user_id"])
    op.create_table(
        "proposals",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("newcomer_id", sa.BigInteger(), nullable=True),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["newcomer_id"],
            ["people.id"],
            name=op.f("fk_proposals_newcomer_id"),
            onupdate="CASCADE",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_proposals_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name=op.f("pk_proposals")),
    )
    op.create_index(op.f("ix_proposals_newcomer_id"), "proposals", ["newcomer_id"])
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
    op.create_index(op.f("ix_rating_changes_pool_id_result_id"), "rating_changes", ["pool_id", "result_id"])
    op.create_index(op.f("ix_rating_changes_user_id"), "rating_changes", ["user_id"])
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
    op.create_index(op.f("ix_ratings_user_id"), "ratings", ["user_id"])
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
        sa.Column("preset", sa.String(length=64), server_default=sa.text("''"), nullable=False),
        sa.Column("rules", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_seasons_league_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("league_id", "number", name=op.f("uq_seasons_league_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_seasons_closes_at", "seasons", ["closes_at"], sqlite_where=RUNNING_SEASONS, postgresql_where=RUNNING_SEASONS
    )
    op.create_index(
        "uq_seasons_running",
        "seasons",
        ["league_id"],
        unique=True,
        sqlite_where=RUNNING_SEASONS,
        postgresql_where=RUNNING_SEASONS,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        sa.Column("computer_number", sa.SmallInteger(), nullable=True),
        sa.CheckConstraint("(computer_level IS NULL) = (computer_number IS NULL)", name=op.f("ck_seats_numbered")),
        sa.CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", name=op.f("ck_seats_one_kind")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_seats_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"])
    op.create_table(
        "table_messages",
        sa.Column("table_id", ID, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_table_messages_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_table_messages")),
    )
    op.create_table(
        "team_levels",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("start_level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("final_level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("climbs", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("table_id", ID, nullable=True),
        sa.Column("side", sa.SmallInteger(), nullable=True),
        sa.Column("base_level", sa.SmallInteger(), nullable=True),
        sa.Column("base_result", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_team_levels_table_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_team_levels_team_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "start_level", "final_level", name=op.f("pk_team_levels")),
    )
    op.create_index(op.f("ix_team_levels_table_id"), "team_levels", ["table_id"])
    op.create_table(
        "team_members",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_team_members_team_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_team_members_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "user_id", name=op.f("pk_team_members")),
    )
    op.create_index(op.f("ix_team_members_user_id"), "team_members", ["user_id"])
    op.create_table(
        "team_substitutes",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team_id"], ["teams.id"], name=op.f("fk_team_substitutes_team_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_team_substitutes_user_id"), onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("team_id", "user_id", name=op.f("pk_team_substitutes")),
    )
    op.create_index(op.f("ix_team_substitutes_user_id"), "team_substitutes", ["user_id"])
    op.create_table(
        "turn_pings",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_turn_pings_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name=op.f("pk_turn_pings")),
    )
    op.create_table(
        "deal_results",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("declarer", sa.SmallInteger(), nullable=False),
        sa.Column("declarers_hold", sa.Boolean(), nullable=False),
        sa.Column("opponents_points", sa.Integer(), nullable=False),
        sa.Column("trick_points", sa.Integer(), nullable=False),
        sa.Column("kitty_points", sa.Integer(), nullable=False),
        sa.Column("multiplier", sa.Integer(), nullable=False),
        sa.Column("penalty_points", sa.Integer(), nullable=False),
        sa.Column("rise", sa.SmallInteger(), nullable=False),
        sa.Column("match_over", sa.Boolean(), nullable=False),
        sa.Column("pool_id", ID, nullable=True),
        sa.Column("decay", sa.Double(), server_default=sa.text("0"), nullable=False),
        sa.Column("void", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_deal_results_guild_id")),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_deal_results_pool_id")),
        sa.ForeignKeyConstraint(
            ["table_id", "revision"],
            ["actions.table_id", "actions.revision"],
            name=op.f("fk_deal_results_table_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deal_results")),
        sa.UniqueConstraint("table_id", "revision", name=op.f("uq_deal_results_table_id_revision")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_deal_results_guild_id_at"), "deal_results", ["guild_id", "at"])
    op.create_index(op.f("ix_deal_results_pool_id_id"), "deal_results", ["pool_id", "id"])
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
    op.create_index(op.f("ix_scores_entrant_id"), "scores", ["entrant_id"])
    op.create_index("ix_scores_order", "scores", ["season_id", "points", "won", "margin", "fewest", "entrant_id"])
    op.create_table(
        "season_announcements",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("began", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name=op.f("fk_season_announcements_season_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season_announcements")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_season_announcements_season_id"), "season_announcements", ["season_id"])
    op.create_table(
        "counted_deals",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("result_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name=op.f("fk_counted_deals_season_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name=op.f("fk_counted_deals_entrant_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_counted_deals_result_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", "result_id", name=op.f("pk_counted_deals")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_counted_deals_entrant_id"), "counted_deals", ["entrant_id"])
    op.create_index(op.f("ix_counted_deals_result_id"), "counted_deals", ["result_id"])
    op.create_index(op.f("ix_counted_deals_season_id_result_id"), "counted_deals", ["season_id", "result_id"])
    op.create_table(
        "deal_result_seats",
        sa.Column("result_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        sa.Column("declaring", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("match_won", sa.Boolean(), nullable=False),
        sa.Column("level_before", sa.SmallInteger(), nullable=False),
        sa.Column("level_after", sa.SmallInteger(), nullable=False),
        sa.Column("role", sa.String(length=16), server_default="opponent", nullable=False),
        sa.CheckConstraint(
            "(user_id IS NULL) = (computer_level IS NOT NULL)", name=op.f("ck_deal_result_seats_one_kind")
        ),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_deal_result_seats_result_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_deal_result_seats_user_id"), onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "seat", name=op.f("pk_deal_result_seats")),
    )
    op.create_index(op.f("ix_deal_result_seats_user_id_result_id"), "deal_result_seats", ["user_id", "result_id"])
    op.create_table(
        "deal_result_teams",
        sa.Column("result_id", ID, nullable=False),
        sa.Column("side", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("team_id", ID, nullable=False),
        sa.Column("start_level", sa.SmallInteger(), nullable=False),
        sa.Column("final_level", sa.SmallInteger(), nullable=False),
        sa.Column("level_before", sa.SmallInteger(), nullable=False),
        sa.Column("level_after", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("climbed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_deal_result_teams_result_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["team_id"], ["teams.id"], name=op.f("fk_deal_result_teams_team_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "side", name=op.f("pk_deal_result_teams")),
    )
    op.create_index(op.f("ix_deal_result_teams_team_id_result_id"), "deal_result_teams", ["team_id", "result_id"])
    op.create_table(
        "overruled_rulings",
        sa.Column("result_id", ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_overruled_rulings_result_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_overruled_rulings_user_id"), onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_overruled_rulings")),
    )
    op.create_index(op.f("ix_overruled_rulings_user_id"), "overruled_rulings", ["user_id"])
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
    op.create_index(op.f("ix_rulings_user_id"), "rulings", ["user_id"])


def downgrade() -> None:
    for table in (
        "rulings",
        "overruled_rulings",
        "deal_result_teams",
        "deal_result_seats",
        "counted_deals",
        "season_announcements",
        "scores",
        "deal_results",
        "turn_pings",
        "team_substitutes",
        "team_members",
        "team_levels",
        "table_messages",
        "seats",
        "seasons",
        "ratings",
        "rating_changes",
        "proposals",
        "panels",
        "league_managers",
        "league_audit",
        "entrants",
        "deals",
        "deadlines",
        "actions",
        "teams",
        "tables",
        "preferences",
        "pools",
        "leagues",
        "guild_settings",
        "people",
        "key_values",
        "guilds",
    ):
        op.drop_table(table)
