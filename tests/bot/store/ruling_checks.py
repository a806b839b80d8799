"""Leagues for tests of rulings, and a recount of ratings and scores from the saved results."""

import asyncio
from contextlib import nullcontext
from dataclasses import replace

from league_factories import (
    ADMIN,
    BY_POINTS,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
    TEAM_LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    create_team,
    declarers_win,
    end_deal,
    load_rows,
    opponents_win,
)
from sqlalchemy import text
from store_factories import ANN, BEN, CAT, DAN, seat_four

from bot.ids import UserId
from bot.league.leagues.league_settings import RatingDecay
from bot.league.results.ratings import rate_deals
from bot.league.results.season_standings import compute_score
from bot.store.leagues.league_rows import to_season
from bot.store.results.booked_deals import load_deals_where
from bot.store.schema.league_models import RatingChangeRow, RatingRow, ScoreRow
from bot.store.schema.result_models import DealResultRow

TABLES = (SEATS, seat_four(ANN, CAT), seat_four(BEN), (SEATS[1], SEATS[0], SEATS[3], SEATS[2]))


async def set_up(league):
    """Create two teams, a league of players and one of teams; return the open season of each league."""
    await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    await create_team(league, HERE, "Other", (UserId(CAT), UserId(DAN)))
    _, season = await create_running_league(
        league,
        replace(LEAGUE_SETTINGS, rating_decay=RatingDecay.SLOW, scheme=replace(BY_POINTS, level=2, match=5)),
        ANN,
        BEN,
        CAT,
    )
    made = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    for team in (1, 2):
        await league.admin.join(ADMIN, HERE, made.id, team)
    return season, await league.admin.open_season(ADMIN, HERE, made.id)


async def play_all(store, deals, start=1):
    """Play deals at several tables; each table continues at the levels of its last deal."""
    tables, revisions, levels = {}, {}, {}
    at = 1_700_000_500.0
    for where, holds, rise, declarer, points, over, days in deals:
        if where not in tables:
            tables[where] = await begin_match(
                store, TABLES[where], league=1 + where % 2
            )  # odd tables belong to the league of teams, even ones to the league of players
            revisions[where] = 0
            levels[where] = (2, 2)
        revisions[where] += 1
        at += days * 86_400.0
        winner = declarer % 2 if holds else 1 - declarer % 2
        winners = (winner, winner + 2) if over else ()
        risen = min(rise, 14 - max(levels[where]))
        how = (declarers_win if holds else opponents_win)(risen, points, declarer, winners, levels[where])
        await end_deal(store, tables[where], revisions[where], how, TABLES[where], at=at)
        levels[where] = tuple(int(level) for level in how.levels_after[:2])


async def worked_out(store):
    """Return all rating changes and scores, computed from the saved results alone."""
    async with store.tables._connections.read() as connection:
        deals = await load_deals_where(connection, DealResultRow.id > 0)
        counted = (
            await connection.execute(
                text("SELECT season_id, entrant_id, result_id, seat FROM counted_deals ORDER BY 3")
            )
        ).all()
        schemes = {
            row.id: to_season(row).scheme for row in (await connection.execute(text("SELECT * FROM seasons"))).all()
        }
        entrants = (await connection.execute(text("SELECT season_id, entrant_id FROM scores"))).all()
    changes = rate_deals({}, deals)
    by_id = {deal.id: deal for deal in deals}
    scores = {
        (season, entrant): compute_score(
            ((by_id[r], seat) for s, e, r, seat in counted if (s, e) == (season, entrant) and not by_id[r].void),
            schemes[season],
        )
        for season, entrant in entrants
    }
    return changes, scores


async def check_all(store):
    """Check that saved ratings and scores equal those computed from the saved results, to the last bit."""
    changes, scores = await worked_out(store)
    kept_changes = {
        (r["user_id"], r["result_id"]): (r["mean"], r["spread"], r["deals"], r["at"])
        for r in await load_rows(store, RatingChangeRow)
    }
    assert kept_changes == {
        (c.user, c.result): (c.rating.mean, c.rating.spread, c.rating.deals, c.rating.at) for c in changes
    }
    latest = {c.user: c.rating for c in changes}
    kept_ratings = {
        r["user_id"]: (r["mean"], r["spread"], r["deals"], r["at"]) for r in await load_rows(store, RatingRow)
    }
    assert kept_ratings == {u: (r.mean, r.spread, r.deals, r.at) for u, r in latest.items()}
    kept_scores = {
        (r["season_id"], r["entrant_id"]): (
            r["points"],
            r["deals"],
            r["won"],
            r["margin"],
            r["matches_won"],
            r["streak"],
            r["form"],
        )
        for r in await load_rows(store, ScoreRow)
    }
    assert kept_scores == {
        key: (s.points, s.deals, s.won, s.margin, s.matches_won, s.streak, s.form) for key, s in scores.items()
    }


def rate_with(league, rate):
    """Make `rate` the function that recomputes ratings."""
    league.rulings._recompute.open_worker = lambda: nullcontext(rate)


async def never(_known, _deals):
    await asyncio.Event().wait()
