"""Deals of the day, and how people play them."""

import sqlalchemy as sa
from alembic import op

revision = "0117"
down_revision = "0115"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("master_levels", sa.Integer(), nullable=True),
        sa.Column("master_points", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_daily_deals_guild_id"),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_deals"),
    )
    op.create_index("ix_daily_deals_day", "daily_deals", ["day"])
    op.create_table(
        "daily_plays",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("levels", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("played_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_daily_plays_guild_id"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name="fk_daily_plays_user_id", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_plays"),
    )
    op.create_index("ix_daily_plays_user_id", "daily_plays", ["user_id"])


def downgrade() -> None:
    op.drop_table("daily_plays")
    op.drop_table("daily_deals")
