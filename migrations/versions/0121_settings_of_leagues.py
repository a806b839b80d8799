"""The settings of a league are one text, and so is a season's point scheme: a new setting needs no migration."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0121"
down_revision = "0119"
branch_labels = None
depends_on = None

SCHEME = {
    "deal": "per_deal",
    "level": "per_level",
    "match": "per_match",
    "order": "ranked",
    "min_deals": "least_deals",
    "places": "places",
    "event_deals": "event_deals",
}
SETTINGS = {
    "ranked_by": "ranks",
    "season_days": "days",
    "level_reset": "reset",
    "announcement_channel": "channel_id",
    "rating_decay": "decay",
    "replacement_policy": "replaced",
    "min_people": "least_people",
    "champion_role": "champion_role_id",
    "hints": "hints",
    **SCHEME,
}
COLUMNS: dict[str, tuple[Any, str | None]] = {
    "per_deal": (sa.SmallInteger(), "1"),
    "per_level": (sa.SmallInteger(), "1"),
    "per_match": (sa.SmallInteger(), "3"),
    "ranked": (sa.String(16), "average"),
    "least_deals": (sa.Integer(), "10"),
    "places": (sa.Text(), "10 7 5 3 1"),
    "event_deals": (sa.Boolean(), "0"),
    "ranks": (sa.String(16), "persons"),
    "days": (sa.Integer(), None),
    "reset": (sa.String(16), "keep"),
    "channel_id": (sa.BigInteger(), None),
    "decay": (sa.Double(), "0"),
    "replaced": (sa.String(16), "seated"),
    "least_people": (sa.SmallInteger(), None),
    "champion_role_id": (sa.BigInteger(), None),
    "hints": (sa.Boolean(), "0"),
}
DECAY_RATES = {"fast": 0.4, "slow": 0.15, "none": 0.0}


def upgrade() -> None:
    _replace("leagues", "settings", SETTINGS, ("format",))
    _replace("seasons", "scheme", SCHEME, ())
    op.add_column("seasons", sa.Column("ranked", sa.String(16), server_default="average", nullable=False))
    seasons = _table("seasons")
    for row in op.get_bind().execute(sa.select(seasons)).mappings().all():
        scheme = json.loads(row["scheme"])
        values = {"ranked": scheme.pop("order"), "scheme": json.dumps(scheme)}
        op.get_bind().execute(sa.update(seasons).where(seasons.c.id == row["id"]).values(values))


def _replace(table: str, text: str, columns: dict[str, str], others: tuple[str, ...]) -> None:
    """Let one column with JSON replace these columns."""
    op.add_column(table, sa.Column(text, sa.Text(), server_default="{}", nullable=False))
    known = _table(table)
    for row in op.get_bind().execute(sa.select(known)).mappings().all():
        stored = json.dumps({name: _convert(name, row[column]) for name, column in columns.items()})
        op.get_bind().execute(sa.update(known).where(known.c.id == row["id"]).values({text: stored}))
    for column in (*columns.values(), *others):
        op.drop_column(table, column)


def downgrade() -> None:
    op.drop_column("seasons", "ranked")
    _restore("seasons", "scheme", SCHEME)
    _restore("leagues", "settings", SETTINGS)
    op.add_column("leagues", sa.Column("format", sa.String(16), server_default="ladder", nullable=False))


def _restore(table: str, text: str, columns: dict[str, str]) -> None:
    """Let these columns replace one with JSON."""
    for column in columns.values():
        kind, default = COLUMNS[column]
        op.add_column(table, sa.Column(column, kind, server_default=default, nullable=default is None))
    known = _table(table)
    for row in op.get_bind().execute(sa.select(known)).mappings().all():
        stored = {"order": "average", **json.loads(row[text])}
        values = {column: _revert(name, stored[name]) for name, column in columns.items()}
        op.get_bind().execute(sa.update(known).where(known.c.id == row["id"]).values(values))
    op.drop_column(table, text)


def _convert(name: str, value: Any) -> Any:
    if name == "places":
        return [int(word) for word in value.split()]
    if name == "rating_decay":
        return next(word for word, rate in DECAY_RATES.items() if rate <= value)
    if name in {"event_deals", "hints"}:
        return bool(value)
    return "average" if value == "total" else value


def _revert(name: str, value: Any) -> Any:
    if name == "places":
        return " ".join(map(str, value))
    return DECAY_RATES[value] if name == "rating_decay" else value


def _table(name: str) -> sa.Table:
    return sa.Table(name, sa.MetaData(), autoload_with=op.get_bind())
