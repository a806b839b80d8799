"""Converts leagues to rows and back. Also adds audit entries, and loads the members of teams."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, PoolId, ResultId, TeamId, UserId
from bot.league.audit_log import AuditAction, AuditEntry, AuditRecord, AuditStamp
from bot.league.leagues.league_settings import LeagueSettings, PointScheme, StandingsOrder
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.results.ratings import Rating, RatingChange
from bot.league.results.season_standings import Score
from bot.league.teams.ladder import Ladder, LadderOutcome, Progress, TableSide, TeamSquad
from bot.names import name_key
from bot.setting_fields import build_settings, format_values, parse_values
from bot.store.connection.upsert import insert_all
from bot.store.people.person_store import parse_members
from bot.store.schema.league_models import AuditEntryRow, EntrantRow, LeagueRow, RatingRow, ScoreRow, SeasonRow
from bot.store.schema.result_models import TeamResultRow
from bot.store.schema.team_models import TeamLevelRow, TeamSubstituteRow
from engine.model.options import Level

Columns = tuple[Any, ...]
LEAGUE_COLUMNS: Columns = tuple(LeagueRow.__table__.columns)
SEASON_COLUMNS: Columns = tuple(SeasonRow.__table__.columns)
RATING_COLUMNS: Columns = tuple(RatingRow.__table__.columns)
ENTRANT_COLUMNS: Columns = (EntrantRow.id, EntrantRow.user_id, EntrantRow.team_id, EntrantRow.left_at)
SCORE_COLUMNS: Columns = tuple(c for c in ScoreRow.__table__.columns if c.name not in {"season_id", "fewest"})

_LEAGUE_COLUMNS = frozenset({"name", "preset", "rules", "results_channel"})
"""The settings of a league that have columns of their own. All other settings are stored together as one text."""
_SEASON_COLUMNS = frozenset({"order"})
"""The settings of a season's point scheme that have columns of their own."""
AUDIT_COLUMNS = tuple(AuditEntryRow.__table__.columns)
PROGRESS_COLUMNS: Columns = tuple(c for c in TeamLevelRow.__table__.columns if not c.name.startswith("base_"))
OPEN_LADDER: Final = 0
"""The value of the column `league_id` for a ladder that belongs to no league."""


def league_values(league: LeagueInfo) -> dict[str, Any]:
    """Return the columns of a league."""
    settings = league.settings
    return {
        "guild_id": league.guild,
        "created_at": league.created_at,
        "archived_at": league.archived_at,
        "entries_closed_at": league.entries_closed_at,
        "language": league.language,
        "name": settings.name,
        "name_key": name_key(settings.name),
        "preset": settings.preset,
        "rules": settings.rules,
        "results_channel_id": settings.results_channel,
        "settings": format_values(settings, _LEAGUE_COLUMNS),
    }


def to_league(row: Any) -> LeagueInfo:
    """Return a league."""
    own = {"name": row.name, "preset": row.preset, "rules": row.rules, "results_channel": row.results_channel_id}
    settings = build_settings(LeagueSettings, {**parse_values(LeagueSettings, row.settings), **own})
    times = row.created_at, row.archived_at, row.entries_closed_at
    return LeagueInfo(row.id, row.guild_id, settings, *times, row.language)


def season_values(season: Season) -> dict[str, Any]:
    """Return the columns of a season."""
    return {
        "league_id": season.league,
        "number": season.number,
        "opened_at": season.opened_at,
        "closes_at": season.closes_at,
        "closed_at": season.closed_at,
        "preset": season.preset,
        "rules": season.rules,
        "min_people": season.min_people,
        "order": season.scheme.order.value,
        "scheme": format_values(season.scheme, _SEASON_COLUMNS),
    }


def to_season(row: Any) -> Season:
    """Return a season."""
    order = {"order": StandingsOrder(row.order)}
    scheme = build_settings(PointScheme, {**parse_values(PointScheme, row.scheme), **order})
    times = row.opened_at, row.closes_at, row.closed_at
    return Season(row.id, row.league_id, row.number, *times, scheme, row.preset, row.rules, row.min_people)


def to_entrant(row: Any) -> Entrant:
    """Return an entrant."""
    return Entrant(row.id, row.user_id, row.team_id, row.left_at is not None)


def score_values(season: int, entrant: int, score: Score) -> dict[str, Any]:
    """Return the row of an entrant's score."""
    return {"season_id": season, "entrant_id": entrant, "fewest": -score.deals, **asdict(score)}


def to_score(row: Any) -> Score:
    """Return an entrant's score."""
    sums = row.points, row.deals, row.won, row.margin, row.matches_won, row.streak, row.form
    return Score(*sums, bool(row.settled), row.value)


def rating_values(pool: PoolId, user: UserId, rating: Rating) -> dict[str, Any]:
    """Return the row of a user's rating."""
    order = {"rank_value": rating.rank_value, "provisional": rating.provisional}
    return {"pool_id": pool, "user_id": user, **asdict(rating), **order}


def to_rating(row: Any) -> Rating:
    """Return a rating."""
    return Rating(row.mean, row.spread, row.deals, row.at)


def rating_change_values(pool: PoolId, change: RatingChange) -> dict[str, object]:
    """Return the row of a user's rating after a deal."""
    ids = {"pool_id": pool, "user_id": change.user, "result_id": change.result}
    return ids | asdict(change.rating)


async def add_audit_entries(
    connection: AsyncConnection,
    guild: GuildId,
    stamp: AuditStamp,
    records: Iterable[AuditRecord],
    league: LeagueId | None,
) -> None:
    """Add entries to the audit log of a league, or of the server if `league` is None."""
    common = {"guild_id": guild, "league_id": league, "user_id": stamp.by, "at": stamp.at}
    rows = [common | _audit_values(record, undoes=stamp.undoes) for record in records]
    await insert_all(connection, AuditEntryRow, rows)


def _audit_values(record: AuditRecord, *, undoes: bool) -> dict[str, Any]:
    """Return the columns of an audit record. If its facts name a user, `about_id` has the user's id."""
    kept = {name: fact for name, fact in record.facts.items() if name != "user"} | ({"undoes": True} if undoes else {})
    facts = json.dumps(kept, ensure_ascii=False)
    return {"action": record.action.value, "facts": facts, "about_id": record.facts.get("user")}


def to_audit_entry(row: Any) -> AuditEntry:
    """Return an audit entry."""
    facts = json.loads(row.facts) | ({} if row.about_id is None else {"user": row.about_id})
    stamp = AuditStamp(row.user_id, row.at, facts.pop("undoes", False))
    return AuditEntry(stamp, AuditAction.from_value(row.action), row.league_id, facts)


def to_ladder(row: Any) -> Ladder:
    """Return a ladder from the columns of `ladder_values`."""
    return Ladder(Level(row.start_level), Level(row.final_level), row.league_id or None)


def ladder_values(ladder: Ladder) -> dict[str, Any]:
    """Return the columns of a ladder."""
    return {
        "league_id": ladder.league or OPEN_LADDER,
        "start_level": int(ladder.start),
        "final_level": int(ladder.final),
    }


def is_on(row: type[TeamLevelRow] | type[TeamResultRow], ladder: Ladder) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions that select the rows of a ladder."""
    return tuple(getattr(row, name) == value for name, value in ladder_values(ladder).items())


def to_progress(row: Any) -> Progress:
    """Return a team's progress."""
    table_side = None if row.table_id is None else TableSide(row.table_id, row.side)
    ladder = to_ladder(row)
    return Progress(row.team_id, ladder, Level(row.level), row.climbs, row.deals, row.deals_won, table_side)


def progress_values(progress: Progress) -> dict[str, Any]:
    """Return the row of a team's progress."""
    return {
        "team_id": progress.team,
        **ladder_values(progress.ladder),
        "level": int(progress.level),
        "climbs": progress.climbs,
        "deals": progress.deals,
        "deals_won": progress.deals_won,
        "table_id": progress.table_side.table if progress.table_side else None,
        "side": progress.table_side.side if progress.table_side else None,
    }


def team_result_values(result: ResultId, outcome: LadderOutcome) -> dict[str, Any]:
    """Return the row with what a deal has changed for a team on a ladder."""
    progress = outcome.progress
    return {
        "result_id": result,
        "side": progress.table_side.side if progress.table_side else None,
        "team_id": progress.team,
        **ladder_values(progress.ladder),
        "level_before": int(outcome.level_before),
        "level_after": int(outcome.level_after),
        "won": outcome.won,
        "climbed": outcome.climbed,
    }


async def load_squads(connection: AsyncConnection, query: Select[TeamId, str]) -> list[TeamSquad]:
    """Return the members and substitutes of teams. `query` selects the teams' ids and member keys."""
    teams = (await connection.execute(query)).all()
    substitutes = await load_substitutes(connection, [team for team, _ in teams])
    return [TeamSquad(team, frozenset(parse_members(key)), frozenset(substitutes.get(team, ()))) for team, key in teams]


async def load_substitutes(
    connection: AsyncConnection, teams: Sequence[int] | Select[int]
) -> dict[TeamId, tuple[UserId, ...]]:
    """Return the substitutes of these teams by team, ids ascending. Teams without substitutes are left out."""
    found: dict[TeamId, tuple[UserId, ...]] = {}
    if isinstance(teams, Sequence) and not teams:
        return found
    query = select(TeamSubstituteRow.team_id, TeamSubstituteRow.user_id).where(TeamSubstituteRow.team_id.in_(teams))
    for row in await connection.execute(query.order_by(TeamSubstituteRow.team_id, TeamSubstituteRow.user_id)):
        found[row.team_id] = (*found.get(row.team_id, ()), row.user_id)
    return found
