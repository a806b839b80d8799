"""A deal in which a player was replaced counts as the league's replacement policy says."""

from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
    begin_match,
    create_running_league,
    wait_until_recomputed,
)
from store_factories import ANN, BEN, CAT, DAN, booking, deal, play, result, sit

from bot.ids import ResultId, UserId
from bot.league.leagues.league_settings import ReplacementPolicy
from bot.league.refusals import LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.league.service import LeagueService
from bot.play.values.occupants import Computer, Person
from engine.model.actions import Sit
from engine.model.seats import TABLE

AFTER = (Person(ANN), Person(CAT), Computer("expert", 1), Person(DAN))


@pytest.fixture
def league(store):
    return LeagueService.build(store.league, now=lambda: 1_700_000_000.0)


async def played_with_a_leaver(store, *, won=False):
    """Ben leaves during a deal that Ben's side loses; a computer finishes it."""
    table = await begin_match(store)
    async with store.tables.begin() as tx:
        for revision, user in enumerate((ANN, CAT, BEN, DAN), 1):
            await tx.append_entry(table, sit(revision, revision - 1, user))
        await tx.append_entry(table, deal(5))
        await tx.append_entry(table, replace(sit(6, 2, 0), seat=TABLE, action=Sit(2, "c:expert:1")))
        await tx.append_entry(table, play(7))
        await tx.book_deal(booking(table, 7, AFTER, result(hold=won, points=120 if not won else 35)))
        await tx.commit()
    return table


async def deals(league, season):
    return {
        line.entrant.user: (line.score.deals, line.score.won)
        for line in (await league.queries.get_standings(season.id)).lines
    }


@pytest.mark.long
@pytest.mark.parametrize(("whose", "counted"), [(ReplacementPolicy.AT_END, 0), (ReplacementPolicy.AT_DEAL, 1)])
async def test_leaving_counts_as_the_policy_says(store, league, whose, counted):
    made, season = await create_running_league(
        league, replace(LEAGUE_SETTINGS, replacement_policy=whose), ANN, BEN, CAT
    )
    await played_with_a_leaver(store)
    assert await deals(league, season) == {ANN: (1, 0), BEN: (counted, 0), CAT: (1, 1)}
    await league.rulings.correct(ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, True, 1, 60), "counted again")
    assert await deals(league, season) == {ANN: (1, 1), BEN: (counted, counted), CAT: (1, 0)}
    assert (await league.access.get_league(HERE, made.id)).settings.replacement_policy is whose
    await wait_until_recomputed(league)


async def test_replacement_policy_changes_between_seasons_only(store, league):
    """Two leagues by the same rules may have different policies; ratings go by the seats at the end."""
    _, ends = await create_running_league(league, LEAGUE_SETTINGS, BEN)
    other = replace(LEAGUE_SETTINGS, name="Tuesday", replacement_policy=ReplacementPolicy.AT_DEAL)
    made, begins = await create_running_league(league, other, BEN)
    await played_with_a_leaver(store)
    assert [(await deals(league, one))[BEN] for one in (ends, begins)] == [(0, 0), (1, 0)]
    assert (await league.ratings.find_profile(HERE, UserId(BEN), "standard")).rating.deals == 0
    with pytest.raises(LeagueRefused, match="season_runs"):
        await league.admin.edit_league(
            ADMIN, HERE, made.id, replace(other, replacement_policy=ReplacementPolicy.AT_END)
        )
    await league.admin.close_season(ADMIN, HERE, made.id)
    await league.admin.edit_league(ADMIN, HERE, made.id, replace(other, replacement_policy=ReplacementPolicy.AT_END))


async def test_incomplete_record_counts_the_seats_at_end(store, league):
    _, season = await create_running_league(
        league, replace(LEAGUE_SETTINGS, replacement_policy=ReplacementPolicy.AT_DEAL), ANN
    )
    table = await begin_match(store)
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(1))
        await tx.book_deal(booking(table, 1, SEATS, result()))
        await tx.commit()
    assert await deals(league, season) == {ANN: (1, 1)}
