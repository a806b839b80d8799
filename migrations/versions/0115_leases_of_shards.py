"""A lease for each shard: which process plays it, how often it was taken, and who wants it."""

import sqlalchemy as sa
from alembic import op

revision = "0115"
down_revision = "0114"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("leases", sa.Column("epoch", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("leases", sa.Column("shard_count", sa.SmallInteger(), server_default=sa.text("1"), nullable=False))
    op.add_column("leases", sa.Column("wanted_by", sa.String(32), nullable=True))
    op.add_column("leases", sa.Column("answered", sa.Text(), nullable=True))


def downgrade() -> None:
    for name in ("answered", "wanted_by", "shard_count", "epoch"):
        op.drop_column("leases", name)
