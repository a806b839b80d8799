"""A person may have mistakes against computer players explained at once; nobody has until they choose it."""

import sqlalchemy as sa
from alembic import op

revision = "0112"
down_revision = "0106"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("preferences", sa.Column("coach", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("preferences", "coach")
