"""what people and servers have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
            ["user_id"], ["people.id"], name="fk_preferences_user_id", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_preferences"),
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
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_guild_settings_guild_id"),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_settings"),
    )


def downgrade() -> None:
    op.drop_table("guild_settings")
    op.drop_table("preferences")
