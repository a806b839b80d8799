"""Puzzles of servers, where they are announced, and the answers of people."""

import sqlalchemy as sa
from alembic import op

revision = "0114"
down_revision = "0116"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("puzzle_channel", sa.BigInteger(), nullable=True))
    op.create_table(
        "puzzles",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("plays", sa.Text(), nullable=False),
        sa.Column("announced", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_puzzles_guild_id"),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_puzzles"),
    )
    op.create_index("ix_puzzles_day", "puzzles", ["day"])
    op.create_table(
        "puzzle_answers",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("loss", sa.Double(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_puzzle_answers_guild_id"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name="fk_puzzle_answers_user_id", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_user_id", "puzzle_answers", ["user_id"])
    op.create_index("ix_puzzle_answers_day", "puzzle_answers", ["day"])


def downgrade() -> None:
    op.drop_table("puzzle_answers")
    op.drop_table("puzzles")
    op.drop_column("guild_settings", "puzzle_channel")
