"""A match may end after a number of deals or minutes."""

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("match_deals", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("match_minutes", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("match_ends_at", sa.Double(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "match_ends_at")
    op.drop_column("tables", "match_minutes")
    op.drop_column("tables", "match_deals")
