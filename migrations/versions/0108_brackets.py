"""Knockouts: best-of matches, third place, consolation, seeding; what each table of a bracket is for."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0108"
down_revision = "0105"
branch_labels = None
depends_on = None

THIRD_PLACE = """
UPDATE event_matches SET part = 'third' WHERE number = 2 AND EXISTS (
    SELECT 1 FROM events WHERE events.id = event_matches.event_id AND events.format = 'knockout'
    AND events.planned_rounds = event_matches.round
)
"""


def upgrade() -> None:
    for column in _list_added_columns():
        op.add_column("events", column)
    op.add_column("event_matches", sa.Column("part", sa.String(16), server_default=sa.text("'main'"), nullable=False))
    op.execute(THIRD_PLACE)


def downgrade() -> None:
    op.drop_column("event_matches", "part")
    for column in _list_added_columns():
        op.drop_column("events", column.name)


def _list_added_columns() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("best_of", sa.SmallInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("third_place", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("consolation", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("seeding", sa.String(16), server_default=sa.text("'lot'"), nullable=False),
        sa.Column("seeded_by", sa.BigInteger(), nullable=True),
    )
