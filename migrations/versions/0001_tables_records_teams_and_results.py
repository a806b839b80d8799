"""tables, records, teams and results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LIVE = sa.text("status IN ('lobby', 'playing')")
ALIVE = sa.text("disbanded_at IS NULL")
NAMING = sa.text("user_id IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guilds"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_notes"),
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
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_tables_guild_id"),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name="fk_tables_host_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_channel_id_id", "tables", ["channel_id", "id"])
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_tables_live", "tables", ["id"], sqlite_where=LIVE, postgresql_where=LIVE)

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
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_teams_guild_id"),
        sa.PrimaryKeyConstraint("id", name="pk_teams"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_teams_members",
        "teams",
        ["guild_id", "size", "member_key"],
        unique=True,
        sqlite_where=ALIVE,
        postgresql_where=ALIVE,
    )
    op.create_index(
        "uq_teams_name", "teams", ["guild_id", "name_key"], unique=True, sqlite_where=ALIVE, postgresql_where=ALIVE
    )

    op.create_table(
        "actions",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_actions_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_actions_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "revision", name="pk_actions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_actions_user_id", "actions", ["user_id"], sqlite_where=NAMING, postgresql_where=NAMING)

    op.create_table(
        "boards",
        sa.Column("table_id", ID, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_boards_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_boards"),
    )
    op.create_table(
        "deadlines",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("task", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deadlines_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_deadlines"),
    )
    op.create_table(
        "deals",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("cut", sa.Text(), nullable=True),
        sa.Column("deck_order", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deals_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_deals"),
    )
    op.create_table(
        "panels",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("renewed_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_panels_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name="fk_panels_user_id", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_panels"),
    )
    op.create_index("ix_panels_user_id", "panels", ["user_id"])

    op.create_table(
        "seats",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        sa.Column("computer_number", sa.SmallInteger(), nullable=True),
        sa.CheckConstraint("(computer_level IS NULL) = (computer_number IS NULL)", name=op.f("ck_seats_numbered")),
        sa.CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", name=op.f("ck_seats_one_kind")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_seats_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])

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
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_team_levels_table_id", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name="fk_team_levels_team_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "start_level", "final_level", name="pk_team_levels"),
    )
    op.create_index("ix_team_levels_table_id", "team_levels", ["table_id"])

    op.create_table(
        "team_members",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name="fk_team_members_team_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_team_members_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "user_id", name="pk_team_members"),
    )
    op.create_index("ix_team_members_user_id", "team_members", ["user_id"])

    op.create_table(
        "deal_results",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
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
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_deal_results_guild_id"),
        sa.ForeignKeyConstraint(
            ["table_id", "revision"],
            ["actions.table_id", "actions.revision"],
            name="fk_deal_results_table_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deal_results"),
        sa.UniqueConstraint("table_id", "revision", name="uq_deal_results_table_id_revision"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_deal_results_guild_id_at", "deal_results", ["guild_id", "at"])

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
        sa.CheckConstraint(
            "(user_id IS NULL) = (computer_level IS NOT NULL)", name=op.f("ck_deal_result_seats_one_kind")
        ),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name="fk_deal_result_seats_result_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_deal_result_seats_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", "seat", name="pk_deal_result_seats"),
    )
    op.create_index("ix_deal_result_seats_user_id_result_id", "deal_result_seats", ["user_id", "result_id"])

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
            ["result_id"], ["deal_results.id"], name="fk_deal_result_teams_result_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name="fk_deal_result_teams_team_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", "side", name="pk_deal_result_teams"),
    )
    op.create_index("ix_deal_result_teams_team_id_result_id", "deal_result_teams", ["team_id", "result_id"])


def downgrade() -> None:
    for table in (
        "deal_result_teams",
        "deal_result_seats",
        "deal_results",
        "team_members",
        "team_levels",
        "seats",
        "panels",
        "deals",
        "deadlines",
        "boards",
        "actions",
        "teams",
        "tables",
        "notes",
        "people",
        "guilds",
    ):
        op.drop_table(table)
