"""Boards of events: deals that all tables of a round play, and the tables that play them."""

import sqlalchemy as sa
from alembic import op

revision = "0113"
down_revision = "0112"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SEALED = sa.text("NOT revealed")


def upgrade() -> None:
    op.add_column("tables", sa.Column("first_declarer", sa.SmallInteger(), nullable=True))
    op.add_column("tables", sa.Column("sealed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("events", sa.Column("board_scoring", sa.String(16), nullable=True))
    op.add_column("event_rounds", sa.Column("cut", sa.Text(), nullable=True))
    op.add_column("event_matches", sa.Column("card_points", sa.Double(), nullable=True))
    for name in ("board", "shared_table"):
        column = sa.Column(name, sa.SmallInteger(), server_default=sa.text("0"), nullable=False)
        op.add_column("event_matches", column)
    op.create_table(
        "event_boards",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("level", sa.String(2), nullable=False),
        sa.Column("declarer", sa.SmallInteger(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_boards_event_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_boards"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_event_boards_sealed", "event_boards", ["event_id"], sqlite_where=SEALED, postgresql_where=SEALED
    )


def downgrade() -> None:
    op.drop_table("event_boards")
    for name in ("card_points", "board", "shared_table"):
        op.drop_column("event_matches", name)
    op.drop_column("event_rounds", "cut")
    op.drop_column("events", "board_scoring")
    op.drop_column("tables", "sealed")
    op.drop_column("tables", "first_declarer")
