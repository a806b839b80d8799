"""who is away, tables that pause, timers, rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("away", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("paused", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tables", sa.Column("turn_seconds", sa.Double(), nullable=True))
    op.add_column("tables", sa.Column("bury_seconds", sa.Double(), nullable=True))
    op.add_column("tables", sa.Column("successor_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    for name in ("successor_id", "bury_seconds", "turn_seconds", "paused", "away"):
        op.drop_column("tables", name)
