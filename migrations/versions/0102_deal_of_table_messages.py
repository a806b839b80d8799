"""Which deal the public message of a table shows, so that a restart does not turn it into the next deal's."""

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("table_messages", sa.Column("deal", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("table_messages", "deal")
