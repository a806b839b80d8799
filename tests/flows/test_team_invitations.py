"""Nobody joins a team without agreeing: invitations are answered once, by the right user, even after a restart."""

from dataclasses import replace
from unittest.mock import AsyncMock

import pytest
from bot_harness import connected
from league_steps import manage_league, new_league, show_league
from play_by_panel import until
from sqlalchemy import update
from team_steps import (
    answer,
    ask_leave,
    direct_messages,
    find_control,
    find_invitation,
    form_team,
    lead_team,
    names_all,
    open_team,
    replace_member,
)

from bot.ids import GuildId
from bot.league.management.team_invitations import INVITATION_SECONDS
from bot.loopback.errors import ClientError
from bot.store.schema.league_models import ScoreRow


def of(screen, start):
    return next(i for i in screen.buttons if i.startswith(start))


async def own_invitations(player):
    return await player.click(await player.slash("standings"), "team:do:invitations")


async def team_named(running, name):
    guild = GuildId(running.client.guilds[0].id)
    return await running.client._services.league.teams.get_team_by_name(guild, name)


async def test_team_exists_once_all_have_accepted(running, people):
    ann, bob, cat, dan = people
    asked = await ann.slash("new team", name="Three", partner="bob", third="cat")
    assert "everyone has accepted" in asked.text
    again = await ann.slash("new team", name="Three", partner="bob", third="cat")
    assert "everyone has accepted" in again.text
    assert len([s for s in await direct_messages(bob) if s.buttons]) == 1, "one invitation"
    assert "being formed by Ann" in (await dan.slash("standings")).text
    assert "**Three**" in (await dan.slash("new team", name="three")).text, "the name is reserved"
    assert "exists as soon as Cat" in (await answer(bob)).text
    assert find_control(await open_team(ann), "leave") is None
    assert names_all((await answer(cat)).text, "Three", "created", "Ann", "Bob", "Cat")
    assert names_all((await dan.slash("standings")).text, "Ann", "Bob", "Cat")
    told = await until(ann, lambda: direct_messages(ann), lambda found: len(found) == 2)
    assert "your team **Three** exists now" in told[-1].text
    shown = (await open_team(dan, "three")).text
    assert "Ann (captain)" in shown
    assert "Cat · member since" in shown


async def test_decline_ends_founding_and_frees_name(running, people):
    ann, bob, cat, dan = people
    await ann.slash("new team", name="Three", partner="bob", third="cat")
    late = await find_invitation(cat)
    assert "declined the invitation to **Three**" in (await answer(bob, accept=False)).text
    (told,) = await until(ann, lambda: direct_messages(ann), bool)
    assert "**Bob** declined" in told.text
    assert "is over" in (await cat.click(late, of(late, "team:answer:"))).text
    assert "has no teams" in (await dan.slash("standings")).text
    await dan.slash("new team", name="Three")
    assert "Dan" in (await dan.slash("standings")).text


@pytest.mark.long
async def test_founder_can_give_up_the_team(running, people):
    ann, bob = people[:2]
    asked = await ann.slash("new team", name="Pair", partner="bob")
    invitation = await find_invitation(bob)
    shown = await open_team(ann, "pair")
    assert "isn't formed" in (await ann.click(shown, of(shown, "team:giveup:"))).text
    assert "over" in (await ann.click(asked, of(asked, "team:giveup:"))).text, "pressed twice"
    assert "is over" in (await bob.click(invitation, of(invitation, "team:answer:"))).text


async def test_only_invited_person_answers_in_channel(running, loopback, people, monkeypatch):
    ann, bob, cat = people[:3]
    from bot.ui.discord_io.messages import Messenger
    from bot.ui.discord_io.send_failures import SendFailed, SendFault

    async def refuse(*_, **__):
        raise SendFailed(SendFault.FORBIDDEN, 50007)

    monkeypatch.setattr(Messenger, "send_direct", refuse)
    made = await ann.slash("new team", name="Pair", partner="bob")
    assert "in this channel" in made.text
    board = await until(bob, bob.board, lambda s: any(i.startswith("team:answer:") for i in s.buttons))
    assert f"<@{bob.id}>" in board.text
    accept = of(board, "team:answer:")
    for other in (ann, cat):
        refused = await other.click(board, accept)
        assert refused.private
        assert "isn't for you" in refused.text
    assert names_all((await bob.click(board, accept)).text, "created", "Ann", "Bob")
    public = [s for s in await cat.screens() if not s.private]
    assert "accepted the invitation to **Pair**" in public[-1].text
    assert not public[-1].buttons


@pytest.mark.long
async def test_invitation_outlives_restart_and_expires(tmp_path, loopback, people, monkeypatch):
    ann, bob, cat = people[:3]
    async with connected(tmp_path, loopback):
        await ann.slash("new team", name="Pair", partner="bob")
        await ann.slash("new team", name="Other", partner="cat")
        old = await find_invitation(cat)
    async with connected(tmp_path, loopback) as running:
        assert names_all((await answer(bob)).text, "created", "Ann", "Bob")
        access = running.client._services.league.access
        before = access.now
        object.__setattr__(access, "now", lambda: before() + INVITATION_SECONDS)
        assert "is over" in (await cat.click(old, of(old, "team:answer:"))).text
        assert "being formed" not in (await cat.slash("standings")).text
        assert "no invitations" in (await own_invitations(cat)).text
        assert "Other" in (await bob.slash("new team", name="Other")).text, "its name is free again"


async def test_members_come_leave_and_are_replaced(running, people):
    ann, bob, cat, dan = people
    await form_team(ann, "Dragons", bob)
    assert "is full" in (await lead_team(ann, "invite", "cat")).text
    assert find_control(await open_team(bob), "manage") is None
    assert "invited cat" in (await replace_member(ann, "Bob", "cat")).text.lower()
    assert "already invited" in (await replace_member(ann, "Bob", "cat")).text
    assert "another invitation" in (await lead_team(ann, "substitute", "cat")).text
    assert "withdrawn" in (await lead_team(ann, "remove", "Cat")).text
    await replace_member(ann, "Bob", "cat")
    listed = await own_invitations(cat)
    assert "invited by Ann" in listed.text
    assert "member of **Dragons** now" in (await cat.click(listed, of(listed, "team:answer:"))).text
    team = await team_named(running, "Dragons")
    assert set(team.members) == {ann.id, cat.id}
    shown = (await open_team(dan, "dragons")).text
    assert "Bob · member from" in shown
    assert "captain of **Dragons**" in (await lead_team(ann, "captain", "Cat")).text
    asked, again = await ask_leave(ann), await ask_leave(ann)
    assert "left **Dragons**" in (await ann.click(asked, of(asked, "team:do:leave:"))).text
    assert "isn't in" in (await ann.click(again, of(again, "team:do:leave:"))).text
    last = await ask_leave(cat)
    assert "disbanded" in (await cat.click(last, of(last, "team:do:leave:"))).text
    assert "has no teams" in (await dan.slash("standings")).text


@pytest.mark.long
async def test_invitation_speaks_language_of_invited_person(running, people):
    ann, bob = people[:2]
    people_ = running.client._services.people
    await people_.save_preferences(bob.id, replace(await people_.get_preferences(bob.id), language="zh-TW"))
    made = await ann.slash("new team", name="Pair", partner="bob")
    assert "exists as soon as" in made.text
    invitation = await find_invitation(bob)
    assert "同意嗎" in invitation.text
    assert {"接受", "拒絕"} <= set(invitation.buttons.values())


@pytest.mark.long
async def test_past_champions_are_the_members_of_that_time(running, people):
    ann, bob, _, dan = people
    await new_league(ann, name="Pairs", preset="forty-points", ranked_by="teams")
    await form_team(ann, "Dragons", bob)
    await show_league(ann, "join")
    store = running.database.store
    async with store.tables._connections.write() as connection:
        await connection.execute(
            update(ScoreRow).values(points=9, deals=30, won=30, fewest=-30, settled=True, value=9.0)
        )
        await connection.commit()
    asked = await manage_league(ann, "toclose")
    await ann.click(asked, of(asked, "lg:close:"))
    await replace_member(ann, "Bob", "dan")
    await answer(dan)
    history = (await show_league(dan, "history")).text
    assert names_all(history, "Dragons", "Ann", "Bob")
    assert "Dan" not in history


@pytest.mark.long
async def test_admin_of_another_server_has_no_say(running, loopback, people):
    """Administrators of another server cannot disband a team, even if they know its number."""
    from bot.ids import TeamId, UserId
    from bot.league.leagues.access import Caller
    from bot.league.refusals import LeagueRefused

    ann, bob = people[:2]
    await form_team(ann, "Dragons", bob)
    team = await team_named(running, "Dragons")
    teams = running.client._services.league.teams
    with pytest.raises(LeagueRefused, match="no_team"):
        await teams.disband_team(Caller(UserId(5), admin=True), GuildId(99), TeamId(team.id))


@pytest.mark.long
async def test_bad_names_are_refused_in_words(running, people):
    ann = people[0]
    for name in ("discord.gg/abc", "**bold**", "@everyone"):
        assert "can't hold a link" in (await ann.slash("new team", name=name)).text
    with pytest.raises(ClientError):
        await ann.slash("new team", name="x" * 33)


@pytest.mark.long
async def test_undelivered_invitation_is_sent_again(running, people, monkeypatch):
    """If the bot cannot reach a person, they find the invitation in their list, and the same command sends it again."""
    from bot.ui.discord_io.messages import Messenger
    from bot.ui.discord_io.send_failures import SendFailed, SendFault

    ann, bob = people[:2]
    with monkeypatch.context() as broken:
        for name in ("send_direct", "send_ping"):
            broken.setattr(Messenger, name, AsyncMock(side_effect=SendFailed(SendFault.FORBIDDEN, 50007)))
        assert f"can't reach <@{bob.id}>" in (await ann.slash("new team", name="Pair", partner="bob")).text
        listed = await own_invitations(bob)
        assert any(i.startswith("team:answer:") for i in listed.buttons)
    assert "can't reach" not in (await ann.slash("new team", name="Pair", partner="bob")).text
    assert names_all((await answer(bob)).text, "created", "Ann", "Bob")
    assert "is over" in (await bob.click(listed, of(listed, "team:answer:"))).text
