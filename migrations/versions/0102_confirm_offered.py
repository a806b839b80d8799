"""Whether a person was offered to confirm every play."""

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("preferences", sa.Column("confirm_offered", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("preferences", "confirm_offered")
