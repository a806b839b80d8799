"""Managers of events, people who want to enter together, and matches whose tables have to be ended."""

import sqlalchemy as sa
from alembic import op

revision = "0106"
down_revision = "0111"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("event_matches", sa.Column("ending", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "event_managers",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_managers_event_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name="fk_event_managers_user_id", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "user_id", name="pk_event_managers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_managers_user_id", "event_managers", ["user_id"])
    op.create_table(
        "event_invitations",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("invitation", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("place", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_invitations_event_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_event_invitations_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "invitation", "place", name="pk_event_invitations"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_invitations_user_id", "event_invitations", ["user_id"])


def downgrade() -> None:
    for table in ("event_invitations", "event_managers"):
        op.drop_table(table)
    op.drop_column("event_matches", "ending")
