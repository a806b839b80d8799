"""Which deal the public message of a table shows, and of which table a table is the rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("table_messages", sa.Column("deal", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("predecessor_id", sa.BigInteger(), nullable=True))
    op.execute("UPDATE tables SET predecessor_id = old.id FROM tables AS old WHERE old.successor_id = tables.id")


def downgrade() -> None:
    op.drop_column("tables", "predecessor_id")
    op.drop_column("table_messages", "deal")
