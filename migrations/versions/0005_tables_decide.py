"""what the people at a table decide together, who has asked for the next deal, and when it begins by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("next_seconds", sa.Double(), nullable=True))
    op.add_column("tables", sa.Column("ready", sa.Text(), nullable=True))
    op.create_table(
        "motions",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("newcomer_id", sa.BigInteger(), nullable=True),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "place", name=op.f("pk_motions")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_motions_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["newcomer_id"], ["people.id"], name=op.f("fk_motions_newcomer_id"), onupdate="CASCADE", ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_motions_newcomer_id"), "motions", ["newcomer_id"])


def downgrade() -> None:
    op.drop_table("motions")
    op.drop_column("tables", "ready")
    op.drop_column("tables", "next_seconds")
