"""Leagues as rows and back: the one place where columns meet the league's values."""

import json
from collections.abc import Mapping
from typing import Any

from bot.league.callers import Act, Deed, TrailLine
from bot.league.ids import EntrantId, GuildId, LeagueId, SeasonId, TeamId, UserId
from bot.league.leagues import By, Draft, Entrant, Format, LeagueFacts, Replaced, Reset, Scheme, Season
from bot.league.ratings import Rating
from bot.league.scores import Score
from bot.league.teams import name_key
from bot.store.league_models import AuditRow, EntrantRow, LeagueRow, ScoreRow, SeasonRow

Columns = tuple[Any, ...]
LEAGUE: Columns = tuple(LeagueRow.__table__.columns)
SEASON: Columns = tuple(SeasonRow.__table__.columns)
ENTRANT: Columns = (EntrantRow.id, EntrantRow.user_id, EntrantRow.team_id, EntrantRow.left_at)
SCORE: Columns = tuple(c for c in ScoreRow.__table__.columns if c.name not in {"season_id", "fewest"})


def draft_values(draft: Draft) -> dict[str, Any]:
    """Return the columns of what a manager decides about a league."""
    return {
        "name": draft.name,
        "name_key": name_key(draft.name),
        "preset": draft.preset,
        "rules": draft.rules,
        "ranks": draft.by.value,
        "format": draft.format.value,
        "days": draft.days,
        "reset": draft.reset.value,
        **scheme_values(draft.scheme),
        "channel_id": draft.channel,
        "decay": draft.decay,
        "replaced": draft.replaced.value,
    }


def league_of(row: Any) -> LeagueFacts:
    """Return a league."""
    draft = Draft(
        row.name,
        row.preset,
        row.rules,
        By(row.ranks),
        Format(row.format),
        row.days,
        Reset(row.reset),
        _scheme_of(row),
        row.channel_id,
        row.decay,
        Replaced(row.replaced),
    )
    return LeagueFacts(LeagueId(row.id), GuildId(row.guild_id), draft, row.created_at, row.archived_at)


def scheme_values(scheme: Scheme) -> dict[str, int]:
    """Return the columns of what counts in a table."""
    return {"per_deal": scheme.deal, "per_level": scheme.level, "per_match": scheme.match}


def _scheme_of(row: Any) -> Scheme:
    return Scheme(row.per_deal, row.per_level, row.per_match)


def season_of(row: Any) -> Season:
    """Return a season."""
    return Season(
        SeasonId(row.id),
        LeagueId(row.league_id),
        row.number,
        row.opened_at,
        row.closes_at,
        row.closed_at,
        _scheme_of(row),
        row.preset,
        row.rules,
    )


def entrant_of(row: Any, id_: int) -> Entrant:
    """Return an entrant; `id_` because a joined row may call it otherwise."""
    team = None if row.team_id is None else TeamId(row.team_id)
    user = None if row.user_id is None else UserId(row.user_id)
    return Entrant(EntrantId(id_), user, team, row.left_at is not None)


def score_values(season: int, entrant: int, score: Score) -> dict[str, Any]:
    """Return the row of where an entrant stands."""
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
    }


def score_of(row: Any) -> Score:
    """Return where an entrant stands."""
    return Score(row.points, row.deals, row.won, row.margin, row.matches_won, row.streak, row.form)


def rating_values(rating: Rating) -> dict[str, Any]:
    """Return the columns of what is known of a person's play."""
    return {
        "mean": rating.mean,
        "spread": rating.spread,
        "deals": rating.deals,
        "at": rating.at,
        "rank_value": rating.rank_value,
        "provisional": rating.provisional,
    }


def rating_of(row: Any) -> Rating:
    """Return what is known of a person's play."""
    return Rating(row.mean, row.spread, row.deals, row.at)


def trail_values(
    guild: int, act: Act, deed: Deed, facts: Mapping[str, object], league: int | None = None
) -> dict[str, Any]:
    """Return the row of something that was done. A person in `facts` gets the column that follows his id."""
    return {
        "guild_id": guild,
        "league_id": league,
        "user_id": act.by,
        "at": act.at,
        "deed": deed.value,
        "facts": json.dumps({name: value for name, value in facts.items() if name != "user"}, ensure_ascii=False),
        "about_id": facts.get("user"),
    }


def trail_of(row: Any) -> TrailLine:
    """Return something that was done."""
    act = Act(None if row.user_id is None else UserId(row.user_id), row.at)
    league = None if row.league_id is None else LeagueId(row.league_id)
    about = {} if row.about_id is None else {"user": row.about_id}
    return TrailLine(act, Deed(row.deed), league, json.loads(row.facts) | about)


AUDIT: Columns = tuple(AuditRow.__table__.columns)
