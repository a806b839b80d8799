"""Managers of a league can undo most of their acts, but only the last one and only within ten minutes."""

from dataclasses import replace

import pytest
from league_factories import ADMIN, HERE, LEAGUE_SETTINGS, create_running_league
from store_factories import ANN, CAT, DAN
from test_store_leagues import Clock, refused

from bot.ids import ChannelId, RoleId, UserId
from bot.league.leagues.access import Caller
from bot.league.refusals import LeagueRefusal
from bot.league.service import LeagueService
from bot.league.undo_acts import UNDO_SECONDS
from tests.everyday import chosen

ROLE = RoleId(77)
SETTINGS = replace(LEAGUE_SETTINGS, news_channel=ChannelId(5), champion_role=ROLE)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def league(store, clock):
    return LeagueService(store.league, now=clock)


async def list_users(league, made):
    return {one.user for one in await league.leagues.list_entrants(made.id)}


async def state(league, made):
    known = await league.access.get_league(HERE, made.id)
    return known.settings, known.managers, known.manager_roles, known.season, await list_users(league, made)


async def remove(league, made):
    await league.admin.leave(ADMIN, HERE, made.id, user=UserId(CAT))


async def enter(league, made):
    await league.admin.join(ADMIN, HERE, made.id, user=UserId(DAN))


async def hire(league, made):
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(DAN), manages=True)


async def hire_role(league, made):
    await league.admin.set_manager_role(ADMIN, HERE, made.id, ROLE, manages=True)


async def edit(league, made):
    known = await league.access.get_league(HERE, made.id)
    scheme = replace(known.settings.scheme, deal=9, places=(4, 2))
    await league.admin.edit_league(ADMIN, HERE, made.id, replace(known.settings, name="Other", scheme=scheme))


async def close(league, made):
    await league.admin.close_season(ADMIN, HERE, made.id)


@pytest.mark.parametrize("act", chosen([remove, enter, hire, hire_role, edit, close], {remove, edit, close}))
async def test_last_act_of_a_manager_can_be_undone(league, clock, act):
    made, _ = await create_running_league(league, SETTINGS, ANN, CAT)
    before = await state(league, made)
    clock.at += 1
    await act(league, made)
    assert await state(league, made) != before
    clock.at += UNDO_SECONDS - 1
    done = await league.undo.find(ADMIN, made.id)
    await league.undo.undo(ADMIN, HERE, made.id, done.stamp.milliseconds)
    assert await state(league, made) == before
    assert await league.undo.find(ADMIN, made.id) is None, "an undo is not undone"
    assert await league.posts.list_announcements() == []
    assert await league.posts.list_awards() == []


async def test_managers_undo_their_own_last_act_within_ten_minutes(league, clock):
    made, _ = await create_running_league(league, SETTINGS, ANN, CAT)
    await remove(league, made)
    other = Caller(UserId(DAN), admin=True)
    assert await league.undo.find(other, made.id) is None
    at = (await league.undo.find(ADMIN, made.id)).stamp.milliseconds
    assert await refused(league.undo.undo(ADMIN, HERE, made.id, at - 1)) is LeagueRefusal.UNDO_OVER
    clock.at += UNDO_SECONDS + 1
    assert await refused(league.undo.undo(ADMIN, HERE, made.id, at)) is LeagueRefusal.UNDO_OVER
    assert UserId(CAT) not in await list_users(league, made)


async def test_season_end_cannot_be_undone_once_a_new_season_runs(league, clock):
    made, _ = await create_running_league(league, SETTINGS, ANN)
    await close(league, made)
    done = await league.undo.find(ADMIN, made.id)
    await league.admin.open_season(Caller(UserId(DAN), admin=True), HERE, made.id)
    assert await refused(league.undo.undo(ADMIN, HERE, made.id, done.stamp.milliseconds)) is LeagueRefusal.UNDO_OVER


async def test_move_of_an_entrant_cannot_be_undone(league):
    made, _ = await create_running_league(league, SETTINGS, ANN, CAT)
    target = await league.admin.create_league(ADMIN, HERE, replace(SETTINGS, name="Other"))
    await league.admin.move_entrant(ADMIN, HERE, made.id, target.id, user=UserId(CAT))
    assert await league.undo.find(ADMIN, made.id) is None
    assert await league.undo.find(ADMIN, target.id) is None
