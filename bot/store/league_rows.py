"""Conversions between rows and the league's values."""

from typing import Any

from bot.ids import EntrantId, GuildId, LeagueId, PoolId, RoleId, SeasonId, TeamId, UserId
from bot.league.leagues import (
    Entrant,
    LeagueFormat,
    LeagueInfo,
    LeagueSettings,
    LevelReset,
    PointScheme,
    RankedBy,
    ReplacementPolicy,
    Season,
    StandingsOrder,
)
from bot.league.ratings import Rating, RatingChange
from bot.league.season_standings import Score
from bot.names import name_key
from bot.store.league_models import EntrantRow, LeagueRow, RatingRow, ScoreRow, SeasonRow

Columns = tuple[Any, ...]
LEAGUE_COLUMNS: Columns = tuple(LeagueRow.__table__.columns)
SEASON_COLUMNS: Columns = tuple(SeasonRow.__table__.columns)
RATING_COLUMNS: Columns = tuple(RatingRow.__table__.columns)
ENTRANT_COLUMNS: Columns = (EntrantRow.id, EntrantRow.user_id, EntrantRow.team_id, EntrantRow.left_at)
SCORE_COLUMNS: Columns = tuple(c for c in ScoreRow.__table__.columns if c.name not in {"season_id", "fewest"})


def settings_values(settings: LeagueSettings) -> dict[str, Any]:
    """Return the columns of a league's settings."""
    return {
        "name": settings.name,
        "name_key": name_key(settings.name),
        "preset": settings.preset,
        "rules": settings.rules,
        "ranks": settings.ranked_by.value,
        "format": settings.format.value,
        "days": settings.season_days,
        "reset": settings.level_reset.value,
        **scheme_values(settings.scheme),
        "channel_id": settings.announcement_channel,
        "decay": settings.decay,
        "replaced": settings.replacement_policy.value,
        "least_people": settings.min_people,
        "results_channel_id": settings.results_channel,
        "champion_role_id": settings.champion_role,
        "hints": settings.hints,
    }


def league_values(league: LeagueInfo) -> dict[str, Any]:
    """Return the columns of a league."""
    times = {"created_at": league.created_at, "archived_at": league.archived_at}
    times["entries_closed_at"] = league.entries_closed_at
    return {"guild_id": league.guild, **times, **settings_values(league.settings)}


def to_league(row: Any) -> LeagueInfo:
    """Return a league."""
    settings = LeagueSettings(
        row.name,
        row.preset,
        row.rules,
        RankedBy(row.ranks),
        LeagueFormat(row.format),
        row.days,
        LevelReset(row.reset),
        _to_scheme(row),
        row.channel_id,
        row.decay,
        ReplacementPolicy(row.replaced),
        row.least_people,
        results_channel=row.results_channel_id,
        champion_role=None if row.champion_role_id is None else RoleId(row.champion_role_id),
        hints=row.hints,
    )
    times = row.created_at, row.archived_at, row.entries_closed_at
    return LeagueInfo(LeagueId(row.id), GuildId(row.guild_id), settings, *times)


def scheme_values(scheme: PointScheme) -> dict[str, Any]:
    """Return the columns of a point scheme."""
    points = {"per_deal": scheme.deal, "per_level": scheme.level, "per_match": scheme.match}
    events = {"places": " ".join(map(str, scheme.places)), "event_deals": scheme.event_deals}
    return {**points, "ranked": scheme.order.value, "least_deals": scheme.min_deals, **events}


def _to_scheme(row: Any) -> PointScheme:
    order = StandingsOrder(row.ranked)
    places = tuple(map(int, row.places.split()))
    points = row.per_deal, row.per_level, row.per_match
    return PointScheme(*points, order, row.least_deals, places, bool(row.event_deals))


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
        "least_people": season.min_people,
        **scheme_values(season.scheme),
    }


def to_season(row: Any) -> Season:
    """Return a season."""
    return Season(
        SeasonId(row.id),
        LeagueId(row.league_id),
        row.number,
        row.opened_at,
        row.closes_at,
        row.closed_at,
        _to_scheme(row),
        row.preset,
        row.rules,
        row.least_people,
    )


def to_entrant(row: Any, id_: int) -> Entrant:
    """Return an entrant; joined rows name the id column differently, so it is given as `id_`."""
    team = None if row.team_id is None else TeamId(row.team_id)
    user = None if row.user_id is None else UserId(row.user_id)
    return Entrant(EntrantId(id_), user, team, row.left_at is not None)


def score_values(season: int, entrant: int, score: Score) -> dict[str, Any]:
    """Return the row of an entrant's score."""
    return {
        "season_id": season,
        "entrant_id": entrant,
        "points": score.points,
        "deals": score.deals,
        "won": score.won,
        "margin": score.margin,
        "fewest": -score.deals,
        "matches_won": score.matches_won,
        "streak": score.streak,
        "form": score.form,
        "settled": score.settled,
        "value": score.value,
    }


def to_score(row: Any) -> Score:
    """Return an entrant's score."""
    sums = row.points, row.deals, row.won, row.margin, row.matches_won, row.streak, row.form
    return Score(*sums, bool(row.settled), row.value)


def rating_values(pool: PoolId, user: UserId, rating: Rating) -> dict[str, Any]:
    """Return the row of a user's rating."""
    order = {"rank_value": rating.rank_value, "provisional": rating.provisional}
    return {"pool_id": pool, "user_id": user, **_rating_values(rating), **order}


def to_rating(row: Any) -> Rating:
    """Return a rating."""
    return Rating(row.mean, row.spread, row.deals, row.at)


def rating_change_values(pool: PoolId, change: RatingChange) -> dict[str, object]:
    """Return the row of a user's rating after a deal."""
    ids = {"pool_id": pool, "user_id": change.user, "result_id": change.result}
    return ids | _rating_values(change.rating)


def _rating_values(rating: Rating) -> dict[str, object]:
    return {"mean": rating.mean, "spread": rating.spread, "deals": rating.deals, "at": rating.at}
