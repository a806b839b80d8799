"""The settings of an event are one text, so that a new setting needs no migration; players are pinged, not called."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0120"
down_revision = "0119"
branch_labels = None
depends_on = None


def _list_columns() -> dict[str, sa.Column[Any]]:
    """Return the columns that the text replaces, by the names that they have in it."""
    return {
        "format": sa.Column("format", sa.String(16), server_default="swiss", nullable=False),
        "preset": sa.Column("preset", sa.String(64), server_default="", nullable=False),
        "rules": sa.Column("rules", sa.Text(), server_default="", nullable=False),
        "players": sa.Column("players", sa.SmallInteger(), server_default="4", nullable=False),
        "rounds": sa.Column("rounds", sa.SmallInteger()),
        "deals": sa.Column("deals", sa.Integer()),
        "minutes": sa.Column("minutes", sa.Integer()),
        "no_show": sa.Column("no_show", sa.String(16), server_default="forfeit", nullable=False),
        "grace": sa.Column("grace", sa.Double(), server_default="300", nullable=False),
        "is_automatic": sa.Column("automatic", sa.Boolean(), server_default=sa.true(), nullable=False),
        "late_entry": sa.Column("late_entry", sa.Boolean(), server_default=sa.true(), nullable=False),
        "starts_at": sa.Column("starts_at", sa.Double()),
        "best_of": sa.Column("best_of", sa.SmallInteger(), server_default="1", nullable=False),
        "third_place": sa.Column("third_place", sa.Boolean(), server_default=sa.true(), nullable=False),
        "consolation": sa.Column("consolation", sa.Boolean(), server_default=sa.false(), nullable=False),
        "seeding": sa.Column("seeding", sa.String(16), server_default="lot", nullable=False),
        "seeded_by": sa.Column("seeded_by", sa.BigInteger()),
        "league": sa.Column("league_id", sa.BigInteger()),
        "league_deals": sa.Column("league_deals", sa.Boolean(), server_default=sa.false(), nullable=False),
        "board_scoring": sa.Column("board_scoring", sa.String(16)),
    }


def upgrade() -> None:
    columns = _list_columns()
    op.add_column("events", sa.Column("settings", sa.Text(), server_default="{}", nullable=False))
    for row in _list_events():
        _update(row["id"], settings=json.dumps({name: row[column.name] for name, column in columns.items()}))
    for column in columns.values():
        op.drop_column("events", column.name)
    op.execute("ALTER TABLE event_rounds RENAME COLUMN called TO pinged")


def downgrade() -> None:
    op.execute("ALTER TABLE event_rounds RENAME COLUMN pinged TO called")
    columns = _list_columns()
    for column in columns.values():
        op.add_column("events", column)
    for row in _list_events():
        stored = json.loads(row["settings"])
        _update(row["id"], **{column.name: stored[name] for name, column in columns.items()})
    op.drop_column("events", "settings")


def _list_events() -> Any:
    return op.get_bind().execute(sa.select(_table())).mappings().all()


def _update(event: int, **values: object) -> None:
    table = _table()
    op.get_bind().execute(sa.update(table).where(table.c.id == event).values(**values))


def _table() -> sa.Table:
    return sa.Table("events", sa.MetaData(), autoload_with=op.get_bind())
