"""whose deal it is where somebody was replaced in the middle of it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("leagues", sa.Column("replaced", sa.String(16), server_default=sa.text("'seated'"), nullable=False))


def downgrade() -> None:
    op.drop_column("leagues", "replaced")
