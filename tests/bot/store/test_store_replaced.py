"""Whose deal it is where somebody was replaced in the middle of it: as the league wants."""

from dataclasses import replace

import pytest
from league_samples import BOSS, DRAFT, HERE, SEATS, begin, opened
from store_samples import ANN, BEN, CAT, DAN, booking, deal, play, result, sit

from bot.league.deals import Ruling, Verdict
from bot.league.ids import ResultId, UserId
from bot.league.leagues import Replaced
from bot.league.refusals import LeagueRefused
from bot.league.service import League
from bot.play.occupants import Computer, Person
from engine.actions import Sit
from engine.seats import TABLE

AFTER = (Person(ANN), Person(CAT), Computer("club", 1), Person(DAN))


@pytest.fixture
def league(store):
    return League(store, now=lambda: 1_700_000_000.0)


async def played_with_a_leaver(store, *, won=False):
    """Ben leaves in the middle of a deal that his side loses; a computer plays it to its end."""
    table = await begin(store)
    async with store.begin() as tx:
        for revision, user in enumerate((ANN, CAT, BEN, DAN), 1):
            await tx.append(table, sit(revision, revision - 1, user))
        await tx.append(table, deal(5))
        await tx.append(table, replace(sit(6, 2, 0), seat=TABLE, action=Sit(2, "c:club:1")))
        await tx.append(table, play(7))
        await tx.book(booking(table, 7, AFTER, result(hold=won, points=120 if not won else 35)))
        await tx.commit()
    return table


async def deals(league, season):
    return {line.entrant.user: (line.score.deals, line.score.won) for line in (await league.table(season.id)).lines}


@pytest.mark.parametrize(("whose", "counted"), [(Replaced.SEATED, 0), (Replaced.BEGUN, 1)])
async def test_who_leaves_in_a_deal(store, league, whose, counted):
    made, season = await opened(league, replace(DRAFT, replaced=whose), ANN, BEN, CAT)
    await played_with_a_leaver(store)
    assert await deals(league, season) == {ANN: (1, 0), BEN: (counted, 0), CAT: (1, 1)}
    await league.correct(BOSS, HERE, ResultId(1), Ruling(Verdict.CORRECT, True, 1, 60), "counted again")
    assert await deals(league, season) == {ANN: (1, 1), BEN: (counted, counted), CAT: (1, 0)}
    assert (await league.league(HERE, made.id)).draft.replaced is whose
    await league.settled()


async def test_both_ways_at_once_and_only_between_seasons(store, league):
    """Two leagues by the same rules may see it differently; ratings go by who sat there at the end."""
    _, ends = await opened(league, DRAFT, BEN)
    other = replace(DRAFT, name="Tuesday", replaced=Replaced.BEGUN)
    made, begins = await opened(league, other, BEN)
    await played_with_a_leaver(store)
    assert [(await deals(league, one))[BEN] for one in (ends, begins)] == [(0, 0), (1, 0)]
    assert (await league.profile(HERE, UserId(BEN), "club")).rating.deals == 0
    with pytest.raises(LeagueRefused, match="season_runs"):
        await league.edit_league(BOSS, HERE, made.id, replace(other, replaced=Replaced.SEATED))
    await league.close_season(BOSS, HERE, made.id)
    await league.edit_league(BOSS, HERE, made.id, replace(other, replaced=Replaced.SEATED))


async def test_a_record_that_does_not_say_who_began_goes_by_the_end(store, league):
    _, season = await opened(league, replace(DRAFT, replaced=Replaced.BEGUN), ANN)
    table = await begin(store)
    async with store.begin() as tx:
        await tx.append(table, play(1))
        await tx.book(booking(table, 1, SEATS, result()))
        await tx.commit()
    assert await deals(league, season) == {ANN: (1, 1)}
