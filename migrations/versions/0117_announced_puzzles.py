"""Where puzzles are announced, and which were."""

import sqlalchemy as sa
from alembic import op

revision = "0117"
down_revision = "0115"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("puzzle_channel", sa.BigInteger(), nullable=True))
    op.add_column("puzzles", sa.Column("announced", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("puzzles", "announced")
    op.drop_column("guild_settings", "puzzle_channel")
