"""Results of matches are posted at most once, and champions get their role once, whatever fails meanwhile."""

from unittest.mock import patch

import pytest
from bot_harness import connected
from league_steps import (
    SHORT_DEALS,
    choose_on,
    create_league,
    edit_league,
    find_control,
    ids,
    import_won_deal,
    manage_league,
    play_league_deal,
    show_league,
)
from play_by_panel import end_table
from screens import LoopbackPlayer

from bot.ids import LeagueId, UserId
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault

ADMINISTRATOR, MANAGE_ROLES = 1 << 3, 1 << 28


async def results(player):
    return [s for s in await LoopbackPlayer(player.person, "general").screens() if "match over" in s.text]


async def close_season(ann):
    asked = await manage_league(ann, "toclose")
    return await ann.click(asked, ids(asked, "lg:close:")[0])


def members_with(loopback, role):
    return {member.user for member in loopback.world.members.values() if role.id in member.roles}


async def test_match_result_is_posted_once(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await create_league(ann, **SHORT_DEALS)
        assert "Results of matches are posted in" in (await edit_league(ann, results_channel="general")).text
        await play_league_deal(ann)
        await running.client.season_clock.action()
        assert await results(bob) == [], "the match goes on"
        await end_table(ann)
        with patch.object(Messenger, "send", side_effect=SendFailed(SendFault.TEMPORARY, 500)):
            await running.client.season_clock.action()
        assert await results(bob) == []
    async with connected(tmp_path, loopback) as running:
        for _ in range(2):
            await running.client.season_clock.action()
        (posted,) = await results(bob)
        assert "Spring · table 1" in posted.text
        assert "Ann" in posted.text
        assert "of 1" in posted.text
        assert len(posted.text.splitlines()) == 3, "a line for each side"


@pytest.mark.long
async def test_result_that_discord_refuses_is_dropped(running, people):
    ann, bob = people[:2]
    await create_league(ann, **SHORT_DEALS)
    await edit_league(ann, results_channel="general")
    await play_league_deal(ann)
    await end_table(ann)
    with patch.object(Messenger, "send", side_effect=SendFailed(SendFault.FORBIDDEN, 50013)):
        await running.client.season_clock.action()
    await running.client.season_clock.action()
    assert await results(bob) == []


@pytest.mark.long
async def test_league_without_channel_posts_nothing(running, people):
    ann, bob = people[:2]
    await create_league(ann, **SHORT_DEALS)
    await edit_league(ann, results_channel="general")
    assert "Results of matches" not in (await edit_league(ann, results_channel=None)).text
    await play_league_deal(ann)
    await end_table(ann)
    await running.client.season_clock.action()
    assert await results(bob) == []


@pytest.mark.long
async def test_champion_role_passes_to_next_champions(running, loopback, people):
    ann, bob = people[:2]
    await loopback.remote.arrange("bot_permissions", permissions=ADMINISTRATOR)
    await create_league(ann)
    role = await running.client.guilds[0].create_role(name="Champion")
    assert f"Champions get the role <@&{role.id}>" in (await edit_league(ann, champion_role=str(role.id))).text
    await import_won_deal(ann)
    await close_season(ann)
    assert members_with(loopback, role) == {ann.id}
    opened = await manage_league(ann, "toopen")
    await ann.click(opened, ids(opened, "lg:open:")[0])
    one = await choose_on(ann, await manage_league(ann, "people"), "entrant", "Ann")
    await ann.click(one, find_control(one, "drop"))
    await choose_on(ann, await manage_league(ann, "people"), "enter", bob.name)
    league = running.client._services.league
    champions = running.database.store.league.queries
    season = (await league.leagues.list_seasons(LeagueId(1)))[0]
    await crown(running, season, bob)
    await close_season(ann)
    assert await champions.list_scores(season.id, 0, 9)
    assert members_with(loopback, role) == {bob.id}
    report = await show_league(ann, "report")
    audit = await ann.click(report, next(i for i in report.buttons if i.startswith("lg:audit:")))
    assert f"gave <@&{role.id}> to the champion Bob" in audit.text
    assert f"took <@&{role.id}> from Ann" in audit.text


@pytest.mark.long
async def test_forgotten_champion_loses_the_role(running, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("bot_permissions", permissions=ADMINISTRATOR)
    role = await running.client.guilds[0].create_role(name="Champion")
    await create_league(ann)
    await edit_league(ann, champion_role=str(role.id))
    await import_won_deal(ann)
    await close_season(ann)
    assert members_with(loopback, role) == {ann.id}
    asked = await ann.slash("privacy delete")
    await ann.click(asked, "priv:forget")
    assert members_with(loopback, role) == set()


async def crown(running, season, player):
    """Give a player the only score of a season, which makes them its champion."""
    from sqlalchemy import update

    from bot.store.schema.league_models import ScoreRow

    async with running.database.store.tables._connections.write() as connection:
        here = update(ScoreRow).where(ScoreRow.season_id == season.id)
        await connection.execute(here.values(points=9, deals=1, won=1, fewest=-1, settled=True, value=9.0))
        await connection.commit()
    entrants = await running.client._services.league.leagues.list_entrants(season.league)
    assert [one.user for one in entrants] == [UserId(player.id)]


@pytest.mark.long
async def test_missing_permission_is_named_and_role_given_later(running, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("bot_permissions", permissions=ADMINISTRATOR)
    role = await running.client.guilds[0].create_role(name="Champion")
    await loopback.remote.arrange("bot_permissions", permissions=0)
    await create_league(ann)
    await edit_league(ann, champion_role=str(role.id))
    await import_won_deal(ann)
    closed = await close_season(ann)
    assert "I need the permission Manage Roles" in closed.text
    await running.client.season_clock.action()
    assert members_with(loopback, role) == set()
    await loopback.remote.arrange("bot_permissions", permissions=MANAGE_ROLES)
    for _ in range(2):
        await running.client.season_clock.action()
    assert members_with(loopback, role) == {ann.id}
    audit = await running.client._services.league.standings.list_audit_entries(LeagueId(1))
    assert [entry.action.value for entry in audit[0]].count("crowned") == 1


@pytest.mark.long
async def test_role_above_bot_is_explained(running, loopback, people):
    ann = people[0]
    await create_league(ann)
    shown = await edit_league(ann, champion_role=str(running.client.guilds[0].me.top_role.id))
    assert "Discord lets nobody give this role" in shown.text
    assert "Champions" not in (await edit_league(ann, champion_role=None)).text
