"""Ratings are recomputed in parts: `stale_from` of a pool moves on, `ruled_from` keeps where it began."""

import sqlalchemy as sa
from alembic import op

revision = "0116"
down_revision = "0113"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pools", sa.Column("ruled_from", sa.BigInteger(), nullable=True))
    op.execute("UPDATE pools SET ruled_from = stale_from")


def downgrade() -> None:
    op.drop_column("pools", "ruled_from")
