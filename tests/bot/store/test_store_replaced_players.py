"""A deal counts for the users who were dealt in, even if others finished it. A void deal counts for nobody."""

from dataclasses import replace

import pytest
from league_factories import ADMIN, HERE, LEAGUE_SETTINGS, begin_match, create_running_league, wait_until_recomputed
from store_factories import ANN, BEN, CAT, DAN, booking, play, result

from bot.ids import ResultId, UserId
from bot.league.results.deals import Ruling, RulingKind
from bot.league.results.read_models import LastDeal
from bot.league.service import LeagueService
from bot.play.values.table_info import Person

DEALT = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def play_deal(store, **how):
    """Let Ann and Ben lose a deal; return the table."""
    table = await begin_match(store)
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(1))
        await tx.book_deal(replace(booking(table, 1, DEALT, result(hold=False, points=120)), **how))
        await tx.commit()
    return table


async def deals(league, season):
    return {
        line.entrant.user: (line.score.deals, line.score.won)
        for line in (await league.queries.get_standings(season.id)).lines
    }


async def test_deal_counts_for_those_dealt_in(store, league):
    _, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN, CAT)
    await play_deal(store)
    assert await deals(league, season) == {ANN: (1, 0), BEN: (1, 0), CAT: (1, 1)}
    assert (await league.ratings.find_profile(HERE, UserId(BEN), "standard")).rating.deals == 1
    await league.rulings.correct(ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, True, 1, 60), "counted again")
    assert await deals(league, season) == {ANN: (1, 1), BEN: (1, 1), CAT: (1, 0)}
    await wait_until_recomputed(league)


async def test_void_deal_is_kept_and_counts_for_nobody(store, league):
    _, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN, CAT)
    table = await play_deal(store, is_void=True)
    assert not any(counted for counted, _ in (await deals(league, season)).values())
    assert (await league.ratings.find_profile(HERE, UserId(BEN), "standard")).rating.deals == 0
    assert await league.history.summarize_last_deal(table) == LastDeal(is_void=True)
