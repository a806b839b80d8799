"""Events belong to leagues: their deals may count there, and places give points in a season."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0111"
down_revision = "0109"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    for table, added in _list_added_columns().items():
        for column in added:
            op.add_column(table, column)
    op.create_table(
        "event_points",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("points", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_event_points_season_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name="fk_event_points_entrant_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_points_event_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", "event_id", name="pk_event_points"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_points_event_id", "event_points", ["event_id"])
    op.create_index("ix_event_points_entrant_id", "event_points", ["entrant_id"])


def downgrade() -> None:
    op.drop_table("event_points")
    for table, added in _list_added_columns().items():
        for column in added:
            op.drop_column(table, column.name)


def _list_added_columns() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "leagues": _scheme_columns(),
        "seasons": _scheme_columns(),
        "events": (
            sa.Column("league_id", sa.BigInteger(), nullable=True),
            sa.Column("league_deals", sa.Boolean(), server_default=sa.false(), nullable=False),
            sa.Column("season_id", sa.BigInteger(), nullable=True),
        ),
    }


def _scheme_columns() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("places", sa.Text(), server_default=sa.text("'10 7 5 3 1'"), nullable=False),
        sa.Column("event_deals", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
