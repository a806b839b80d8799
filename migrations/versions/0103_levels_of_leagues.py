"""A team's level belongs to a league, a table may play for one, and seasons say what decides their standings.

Levels are booked again from the results of teams, in the ladder of the oldest league that counted each of them, else in
the server's open one. Seasons that have been opened already keep their standings by total points and go on counting
deals with computer players; the next one has the new defaults.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0104"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SCORE_ORDER = "ix_scores_order"

COUNTED_LEAGUE = """
UPDATE deal_result_teams SET league_id = COALESCE((
    SELECT min(seasons.league_id) FROM counted_deals
    JOIN seasons ON seasons.id = counted_deals.season_id
    JOIN entrants ON entrants.id = counted_deals.entrant_id
    WHERE counted_deals.result_id = deal_result_teams.result_id AND entrants.team_id = deal_result_teams.team_id
), 0)
"""
LEAGUE_OF_LIVE_TABLES = """
UPDATE tables SET league_id = (
    SELECT min(leagues.id) FROM leagues
    JOIN seasons ON seasons.league_id = leagues.id AND seasons.closed_at IS NULL
    WHERE leagues.guild_id = tables.guild_id AND leagues.rules = tables.rules AND leagues.archived_at IS NULL
) WHERE status IN ('lobby', 'playing')
"""
OLD_LEVELS = "SELECT team_id, start_level, final_level, base_level, table_id, side FROM team_levels"
LEVEL_RESETS = """
SELECT seasons.league_id, seasons.opened_at, leagues.reset FROM seasons
JOIN leagues ON leagues.id = seasons.league_id
WHERE seasons.number > 1 AND leagues.ranks = 'teams' AND leagues.reset <> 'keep' ORDER BY seasons.id
"""
RESULTS = """
SELECT deal_result_teams.*, deal_results.at FROM deal_result_teams
JOIN deal_results ON deal_results.id = deal_result_teams.result_id
WHERE NOT deal_results.void ORDER BY deal_result_teams.result_id
"""
CLIMBING = """
SELECT team_levels.team_id, team_levels.start_level, team_levels.final_level, tables.league_id FROM team_levels
JOIN tables ON tables.id = team_levels.table_id
JOIN leagues ON leagues.id = tables.league_id AND leagues.ranks = 'teams'
JOIN entrants ON entrants.league_id = leagues.id AND entrants.team_id = team_levels.team_id
WHERE entrants.left_at IS NULL
"""


def upgrade() -> None:
    for table, added in _list_added_columns().items():
        for column in added:
            op.add_column(table, column)
    for statement in (
        "UPDATE seasons SET least_people = 1",
        "UPDATE scores SET settled = (deals > 0), value = points",
        COUNTED_LEAGUE,
        LEAGUE_OF_LIVE_TABLES,
    ):
        op.execute(statement)
    op.drop_index(SCORE_ORDER, "scores")
    columns = ["season_id", "settled", "value", "won", "margin", "fewest", "entrant_id"]
    op.create_index(SCORE_ORDER, "scores", columns)
    levels = _rebook_levels(op.get_bind())
    op.drop_table("team_levels")
    _insert(_create_levels("team_id", "league_id", "start_level", "final_level"), levels)


def downgrade() -> None:
    rows = op.get_bind().execute(sa.text("SELECT * FROM team_levels ORDER BY deals")).mappings().all()
    kept = {(row["team_id"], row["start_level"], row["final_level"]): dict(row) for row in rows}  # the most played
    op.drop_table("team_levels")
    table = _create_levels("team_id", "start_level", "final_level")
    _insert(table, [{name: value for name, value in row.items() if name != "league_id"} for row in kept.values()])
    op.drop_index(SCORE_ORDER, "scores")
    op.create_index(SCORE_ORDER, "scores", ["season_id", "points", "won", "margin", "fewest", "entrant_id"])
    for name, added in _list_added_columns().items():
        for column in added:
            op.drop_column(name, column.name)


def _list_added_columns() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "tables": (
            sa.Column("league_id", sa.BigInteger(), nullable=True),
            sa.Column("friendly", sa.Boolean(), server_default=sa.false(), nullable=False),
        ),
        "deal_results": (sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False),),
        "deal_result_teams": (sa.Column("league_id", sa.BigInteger(), server_default=sa.text("0"), nullable=False),),
        "leagues": (
            sa.Column("ranked", sa.String(length=16), server_default=sa.text("'average'"), nullable=False),
            sa.Column("least_deals", sa.Integer(), server_default=sa.text("10"), nullable=False),
            sa.Column("least_people", sa.SmallInteger(), nullable=True),
        ),
        "seasons": (
            sa.Column("ranked", sa.String(length=16), server_default=sa.text("'total'"), nullable=False),
            sa.Column("least_deals", sa.Integer(), server_default=sa.text("1"), nullable=False),
            sa.Column("least_people", sa.SmallInteger(), nullable=True),
        ),
        "scores": (
            sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False),
            sa.Column("value", sa.Double(), server_default=sa.text("0"), nullable=False),
        ),
    }


def _create_levels(*key: str) -> sa.Table:
    league = (sa.Column("league_id", sa.BigInteger(), autoincrement=False, nullable=False),)
    table = op.create_table(
        "team_levels",
        sa.Column("team_id", ID, nullable=False),
        *(league if "league_id" in key else ()),
        sa.Column("start_level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("final_level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("climbs", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("table_id", ID, nullable=True),
        sa.Column("side", sa.SmallInteger(), nullable=True),
        sa.Column("base_level", sa.SmallInteger(), nullable=True),
        sa.Column("base_result", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_team_levels_table_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_team_levels_team_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint(*key, name=op.f("pk_team_levels")),
    )
    op.create_index(op.f("ix_team_levels_table_id"), "team_levels", ["table_id"])
    return table


def _insert(table: sa.Table, rows: list[dict[str, Any]]) -> None:
    for first in range(0, len(rows), 500):
        op.bulk_insert(table, rows[first : first + 500])


@dataclass
class Progress:
    """A team on a ladder, while its results are replayed. `resets`: when its league's seasons opened, and how."""

    key: tuple[int, int, int, int]
    level: int
    resets: list[tuple[float, str]]
    climbs: int = 0
    deals: int = 0
    deals_won: int = 0
    table_side: tuple[int | None, int | None] = (None, None)
    base: tuple[int | None, int | None] = (None, None)
    last_result: int = 0

    def reset_until(self, at: float) -> None:
        start = self.key[2]
        while self.resets and self.resets[0][0] <= at:
            _, reset = self.resets.pop(0)
            self.level = start + max(0, self.level - start) // 2 if reset == "soft" else start
            self.base = self.level, self.last_result

    def add_deal(self, row: Any) -> None:
        _, _, start, final = self.key
        reached = self.level + row.level_after - row.level_before
        self.level = start if row.climbed else max(start, min(final, reached))
        self.climbs += int(row.climbed)
        self.deals, self.deals_won = self.deals + 1, self.deals_won + int(row.won)
        self.last_result = row.result_id

    def values(self) -> dict[str, Any]:
        names = ("team_id", "league_id", "start_level", "final_level", "table_id", "side", "base_level", "base_result")
        sums = {"level": self.level, "climbs": self.climbs, "deals": self.deals, "deals_won": self.deals_won}
        return dict(zip(names, (*self.key, *self.table_side, *self.base), strict=True)) | sums


def _rebook_levels(connection: sa.Connection) -> list[dict[str, Any]]:
    """Return the rows of `team_levels`, recomputed from the results of the teams."""
    old = {tuple(row[:3]): row for row in connection.execute(sa.text(OLD_LEVELS)).all()}
    climbing = {tuple(row[:3]): row.league_id for row in connection.execute(sa.text(CLIMBING)).all()}
    resets = defaultdict(list)
    for row in connection.execute(sa.text(LEVEL_RESETS)):
        resets[row.league_id].append((row.opened_at, row.reset))
    found: dict[tuple[int, int, int, int], Progress] = {}

    def progress_of(team: int, league: int, start: int, final: int) -> Progress:
        known = old.get((team, start, final))
        was_reset = known is not None and known.base_level is not None
        new = Progress((team, league, start, final), start, list(resets[league]) if was_reset else [])
        return found.setdefault(new.key, new)

    for (team, start, final), row in old.items():
        progress_of(team, climbing.get((team, start, final), 0), start, final).table_side = row.table_id, row.side
    for row in connection.execute(sa.text(RESULTS)):
        progress = progress_of(row.team_id, row.league_id, row.start_level, row.final_level)
        progress.reset_until(row.at)
        progress.add_deal(row)
    for progress in found.values():
        progress.reset_until(float("inf"))
    return [one.values() for one in found.values() if one.deals or one.table_side[0] is not None]
