"""The stored figures equal a recount after any rulings on any deals."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from league_factories import ADMIN, HERE, load_results, load_rows, wait_until_recomputed
from ruling_checks import TABLES, check_all, never, play_all, rate_with, set_up

from bot.ids import ResultId
from bot.league.results.deals import Ruling, RulingKind
from bot.league.rulings.recompute_ratings import rate_in_thread
from bot.league.service import LeagueService
from bot.store.database import Database
from bot.store.schema.league_models import RatingPoolRow


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


DEALS = st.lists(
    st.tuples(
        st.integers(0, len(TABLES) - 1), st.booleans(), st.integers(0, 3), st.integers(0, 3), st.integers(0, 200),
        st.booleans(), st.integers(0, 40),
    ),
    min_size=1, max_size=7,
)  # fmt: skip


async def fresh(file, folder):
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(file, folder / "a.db")
    return await Database.open(f"sqlite:///{folder}/a.db")


LAWS = {
    "deals": DEALS,
    "later": DEALS,
    "pick": st.integers(0, 100),
    "rise": st.integers(0, 5),
    "holds": st.booleans(),
}


@settings(max_examples=1, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**LAWS)
def test_stored_figures_equal_a_recount_after_rulings(migrated_file, tmp_path, **drawn):
    """The rulings void a deal, restore it and correct it. Further deals are booked while figures are recomputed."""
    laws(migrated_file, tmp_path, **drawn)


@pytest.mark.long
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**LAWS)
def test_stored_figures_equal_a_recount_in_more_examples(migrated_file, tmp_path, **drawn):
    laws(migrated_file, tmp_path, **drawn)


def laws(migrated_file, tmp_path, deals, later, pick, rise, holds):
    async def run():
        database = await fresh(migrated_file, tmp_path / "laws")
        store, league = database.store, LeagueService(database.store.league, now=lambda: 1_700_000_000.0)
        await set_up(league)
        await play_all(store, deals)
        await check_all(store)
        before = await load_results(store)
        target = ResultId(1 + pick % len(deals))
        await league.rulings.void(ADMIN, HERE, target, "why")
        await wait_until_recomputed(league)
        await check_all(store)
        await league.rulings.correct(ADMIN, HERE, target, Ruling(RulingKind.CORRECT, holds, rise, 77), "why")
        await wait_until_recomputed(league)
        await check_all(store)
        corrected = await load_results(store)
        await league.rulings.void(ADMIN, HERE, target, "why")
        await league.rulings.restore(ADMIN, HERE, target, "why not")
        await wait_until_recomputed(league)
        assert await load_results(store) == corrected
        await league.rulings.restore(ADMIN, HERE, target, "not this either")
        await wait_until_recomputed(league)
        assert await load_results(store) == before
        rate_with(league, never)
        await league.rulings.void(ADMIN, HERE, target, "why")
        await play_all(store, later)  # booked while the ratings are being recomputed
        await league.rulings.close()
        rate_with(league, rate_in_thread)
        await league.rulings.recompute_stale_ratings()
        await check_all(store)
        assert [row["stale_from"] for row in await load_rows(store, RatingPoolRow)] == [None]
        await database.close()

    asyncio.run(run())
