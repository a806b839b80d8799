"""Members change their team, answer invitations and leave. A team's history still shows former members."""

from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    SEATS,
    TEAM_LEAGUE_SETTINGS,
    add_substitute,
    begin_match,
    create_team,
    declarers_win,
    end_deal,
    list_progress,
    load_audit_log,
    load_rows,
)
from store_factories import ANN, BEN, CAT, DAN, commit_one

from bot.ids import GuildId, InvitationId, RoleId, TeamId, UserId
from bot.league.leagues.access import Caller
from bot.league.management.team_invitations import INVITATION_SECONDS
from bot.league.pending_posts import SeasonAward
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.service import LeagueService
from bot.league.teams.teams import Founding, TeamRole
from bot.store.schema.league_models import AuditEntryRow
from bot.store.schema.result_models import SeatResultRow

EVE = 10**18 + 15
ann, ben, cat, dan, eve = (Caller(UserId(user)) for user in (ANN, BEN, CAT, DAN, EVE))


class Clock:
    """A clock that a test sets, in seconds since the epoch."""

    now = 1_700_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def league(store, clock):
    return LeagueService(store.league, now=clock)


async def form_pair(league, name="Pair"):
    """Let Ann found a team with Ben, who accepts."""
    founding = await league.invitations.found_team(ann, HERE, name, [UserId(BEN)])
    return (await league.invitations.accept(ben, founding.invitations[0].id)).team


async def refusal(doing):
    with pytest.raises(LeagueRefused) as refused:
        await doing
    return refused.value.reason


async def test_founder_is_captain_and_name_is_reserved(league):
    founding = await league.invitations.found_team(ann, HERE, "Pair", [UserId(BEN), UserId(CAT)], 3)
    assert isinstance(founding, Founding)
    assert set(founding.waiting_for) == {BEN, CAT}
    assert await refusal(league.teams.get_team_by_name(HERE, "Pair")) is LeagueRefusal.NO_TEAM
    assert await refusal(league.invitations.found_team(dan, HERE, "PAIR", [])) is LeagueRefusal.NAME_TAKEN
    solo = await league.invitations.found_team(dan, HERE, "Solo", [])
    assert solo.captain == DAN
    for alike in ("pair", "P\N{CYRILLIC SMALL LETTER A}ir"):
        assert await refusal(league.teams.rename_team(dan, HERE, solo.id, alike)) is LeagueRefusal.NAME_TAKEN
    by_user = {one.user: one.id for one in founding.invitations}
    half = await league.invitations.accept(ben, by_user[BEN])
    assert half.team is None
    assert half.founding.waiting_for == (CAT,)
    whole = await league.invitations.accept(cat, by_user[CAT])
    assert (whole.team.captain, set(whole.team.members), whole.team.size) == (ANN, {ANN, BEN, CAT}, 3)
    assert await league.invitations.list_foundings(HERE) == []


async def test_invitation_expires_and_can_be_repeated(league, clock):
    founding = await league.invitations.found_team(ann, HERE, "Pair", [UserId(BEN)])
    clock.now += INVITATION_SECONDS
    assert await refusal(league.invitations.accept(ben, founding.invitations[0].id)) is LeagueRefusal.INVITATION_OVER
    assert await league.invitations.list_foundings(HERE) == []
    again = await league.invitations.found_team(ann, HERE, "Pair", [UserId(BEN)])
    assert again.id != founding.id
    assert (await league.invitations.accept(ben, again.invitations[0].id)).team.name == "Pair"


async def test_only_invited_user_answers(league):
    founding = await league.invitations.found_team(ann, HERE, "Pair", [UserId(BEN)])
    invitation = founding.invitations[0].id
    for other in (ann, cat, ADMIN):
        assert await refusal(league.invitations.accept(other, invitation)) is LeagueRefusal.NO_INVITATION
        assert await refusal(league.invitations.decline(other, invitation)) is LeagueRefusal.NO_INVITATION
    assert await refusal(league.invitations.accept(ben, InvitationId(99))) is LeagueRefusal.NO_INVITATION
    assert await refusal(league.invitations.give_up_founding(ben, founding.id)) is LeagueRefusal.NO_INVITATION


async def test_invitation_into_team_waits_for_one_answer(league, clock):
    team = await create_team(league, HERE, "Three", (UserId(ANN), UserId(BEN)), 3)
    invitation, is_new = await league.invitations.invite(ann, HERE, team.id, UserId(CAT))
    again, is_new_again = await league.invitations.invite(ann, HERE, team.id, UserId(CAT))
    assert (is_new, is_new_again, again.id) == (True, False, invitation.id)
    await league.invitations.mark_delivered(invitation.id)
    (waiting,) = league.invitations.list_invited(await league.teams.get_team_by_name(HERE, "Three"))
    assert (waiting.user, waiting.is_delivered, waiting.expires_at) == (CAT, True, clock.now + INVITATION_SECONDS)
    assert (await league.invitations.decline(cat, invitation.id)).id == invitation.id
    assert await league.invitations.list_invitations(UserId(CAT)) == []
    assert not await league.invitations.withdraw(ann, HERE, team.id, UserId(CAT))
    await league.invitations.invite(ann, HERE, team.id, UserId(CAT))
    assert await league.invitations.withdraw(ann, HERE, team.id, UserId(CAT))
    last, _ = await league.invitations.invite(ann, HERE, team.id, UserId(CAT))
    clock.now += INVITATION_SECONDS
    assert league.invitations.list_invited(await league.teams.get_team_by_name(HERE, "Three")) == []
    for answer in (league.invitations.accept, league.invitations.decline):
        assert await refusal(answer(cat, last.id)) is LeagueRefusal.INVITATION_OVER


@pytest.mark.parametrize("end", ["declined", "given up"])
async def test_founding_that_ended_creates_no_team(league, end):
    founding = await league.invitations.found_team(ann, HERE, "Three", [UserId(BEN), UserId(CAT)], 3)
    by_user = {one.user: one.id for one in founding.invitations}
    if end == "declined":
        await league.invitations.decline(ben, by_user[BEN])
    else:
        await league.invitations.give_up_founding(ann, founding.id)
    assert await league.invitations.list_foundings(HERE) == []
    assert await refusal(league.invitations.accept(cat, by_user[CAT])) is LeagueRefusal.INVITATION_OVER
    assert await refusal(league.invitations.give_up_founding(ann, founding.id)) is LeagueRefusal.NO_INVITATION
    assert await refusal(league.teams.get_team_by_name(HERE, "Three")) is LeagueRefusal.NO_TEAM


async def make_manager_of_team(league, team):
    made = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    await league.admin.join(ADMIN, HERE, made.id, team.id)
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(DAN), manages=True)
    await league.admin.set_manager_role(ADMIN, HERE, made.id, RoleId(5), manages=True)


async def test_team_is_changed_by_its_captain_and_by_managers_and_admins(league):
    team = await form_pair(league)
    await make_manager_of_team(league, team)
    umpire = Caller(UserId(EVE), roles=frozenset({RoleId(5), RoleId(6)}))
    for n, caller in enumerate((ann, dan, umpire, ADMIN)):
        assert (await league.teams.rename_team(caller, HERE, team.id, f"Name {n}")).name == f"Name {n}"
    assert await refusal(league.teams.rename_team(ben, HERE, team.id, "No")) is LeagueRefusal.NOT_CAPTAIN
    stranger = Caller(UserId(EVE), roles=frozenset({RoleId(6)}))
    assert await refusal(league.teams.rename_team(stranger, HERE, team.id, "No")) is LeagueRefusal.NOT_MEMBER
    elsewhere = Caller(UserId(77), admin=True)
    assert await refusal(league.teams.disband_team(elsewhere, GuildId(9), team.id)) is LeagueRefusal.NO_TEAM


async def test_without_captain_each_member_leads(league):
    team = await create_team(league, HERE, "Old", (UserId(ANN), UserId(BEN), UserId(CAT)), 3)
    assert (await league.teams.leave_team(ann, HERE, team.id)).captain is None
    await league.teams.rename_team(ben, HERE, team.id, "Older")
    assert await league.teams.set_captain(ben, HERE, team.id, UserId(CAT))
    assert not await league.teams.set_captain(cat, HERE, team.id, UserId(CAT))
    assert await refusal(league.teams.rename_team(ben, HERE, team.id, "No")) is LeagueRefusal.NOT_CAPTAIN
    await league.teams.leave_team(cat, HERE, team.id)
    await league.teams.rename_team(ben, HERE, team.id, "Ben's")


async def test_leaving_disbands_too_small_teams(league):
    team = await form_pair(league)
    await league.invitations.found_team(ben, HERE, "Ben alone", [])
    gone = await league.teams.leave_team(ann, HERE, team.id)
    assert gone.is_disbanded, "Ben alone already is a team"
    assert [one.name for one in await league.teams.list_teams_of(UserId(BEN), HERE)] == ["Ben alone"]
    other = await form_pair(league, "Second")
    removing = league.teams.remove_from_team(ann, HERE, other.id, UserId(ANN))
    assert await refusal(removing) is LeagueRefusal.TEAM_EXISTS
    assert set((await league.teams.get_team_by_name(HERE, "Second")).members) == {ANN, BEN}


@pytest.mark.long
async def test_history_lists_when_each_user_was_a_member(league, clock):
    team = await form_pair(league)
    start = clock.now
    clock.now += 100
    invited, _ = await league.invitations.invite(ann, HERE, team.id, UserId(CAT), replaces=UserId(BEN))
    await league.invitations.accept(cat, invited.id)
    clock.now += 100
    await add_substitute(league, team.id, DAN)
    clock.now += 100
    await league.teams.leave_team(dan, HERE, team.id)
    await league.teams.disband_team(ann, HERE, team.id)
    spells = {
        (s.user, s.role, s.began_at - start, s.ended_at - start) for s in await league.teams.list_memberships(team.id)
    }
    assert spells == {
        (ANN, TeamRole.MEMBER, 0, 300),
        (BEN, TeamRole.MEMBER, 0, 100),
        (CAT, TeamRole.MEMBER, 100, 300),
        (DAN, TeamRole.SUBSTITUTE, 200, 300),
    }
    then = [await league.teams.list_members_at([team.id], start + after) for after in (50, 150, 400)]
    assert [set(found.get(team.id, ())) for found in then] == [{ANN, BEN}, {ANN, CAT}, set()]


@pytest.mark.long
async def test_replacement_keeps_progress_and_moves_no_results(store, league, clock):
    team = await form_pair(league)
    await end_deal(store, await begin_match(store), 1, declarers_win(rise=3), SEATS)
    invited, _ = await league.invitations.invite(ann, HERE, team.id, UserId(EVE), replaces=UserId(BEN))
    await league.invitations.accept(eve, invited.id)
    (progress,) = await list_progress(league, team.id)
    assert progress.deals == 1
    assert BEN in {row["user_id"] for row in await load_rows(store, SeatResultRow)}
    assert EVE not in {row["user_id"] for row in await load_rows(store, SeatResultRow)}


async def test_moving_a_member_needs_a_manager_of_both_teams(league):
    team, other = await form_pair(league), await league.invitations.found_team(dan, HERE, "Solo", [])
    await make_manager_of_team(league, team)
    moving = league.teams.move_member(dan, HERE, team.id, other.id, UserId(BEN))
    assert await refusal(moving) is LeagueRefusal.NOT_MANAGER
    left, joined = await league.teams.move_member(ADMIN, HERE, team.id, other.id, UserId(BEN))
    assert (left.members, set(joined.members)) == ((ANN,), {DAN, BEN})
    again = league.teams.move_member(ADMIN, HERE, team.id, other.id, UserId(BEN))
    assert await refusal(again) is LeagueRefusal.NOT_IN_TEAM
    last = league.teams.move_member(ADMIN, HERE, team.id, other.id, UserId(ANN))
    assert await refusal(last) is LeagueRefusal.LAST_MEMBER
    nowhere = league.teams.move_member(ADMIN, HERE, other.id, other.id, UserId(BEN))
    assert await refusal(nowhere) is LeagueRefusal.IS_MEMBER
    missing = league.teams.move_member(ADMIN, HERE, TeamId(99), other.id, UserId(ANN))
    assert await refusal(missing) is LeagueRefusal.NO_TEAM
    missing = league.teams.move_member(ADMIN, HERE, other.id, TeamId(99), UserId(DAN))
    assert await refusal(missing) is LeagueRefusal.NO_TEAM


async def test_refused_move_changes_nothing(store, league):
    """A full team takes nobody, and then the old team keeps its member."""
    team, other = await form_pair(league), await create_team(league, HERE, "Full", (UserId(CAT), UserId(DAN)))
    before = await league.teams.list_memberships(team.id), len(await load_rows(store, AuditEntryRow))
    moving = league.teams.move_member(ADMIN, HERE, team.id, other.id, UserId(BEN))
    assert await refusal(moving) is LeagueRefusal.TEAM_FULL
    assert (await league.teams.list_memberships(team.id), len(await load_rows(store, AuditEntryRow))) == before
    assert set((await league.teams.get_team_by_name(HERE, "Pair")).members) == {ANN, BEN}


async def test_changes_of_team_are_audited_in_its_leagues(store, league):
    team = await form_pair(league)
    made = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    await league.admin.join(ADMIN, HERE, made.id, team.id)
    await league.teams.rename_team(ann, HERE, team.id, "Lions")
    await league.teams.remove_from_team(ann, HERE, team.id, UserId(BEN))
    entries, _ = await league.standings.list_audit_entries(made.id)
    found = [(entry.action.value, entry.stamp.by, entry.facts.get("user")) for entry in entries[:2]]
    assert found == [("member_went", ANN, BEN), ("team_renamed", ANN, None)]
    everything = await load_audit_log(store)
    assert [entry.league for entry in everything if entry.action.value == "team_founded"] == [None]


async def test_team_champions_are_members_at_season_end(store, league, clock):
    team = await form_pair(league)
    settings = replace(TEAM_LEAGUE_SETTINGS, champion_role=RoleId(9))
    made = await league.admin.create_league(ADMIN, HERE, settings)
    await league.admin.join(ADMIN, HERE, made.id, team.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    clock.now += 1000
    await end_deal(store, await begin_match(store), 1, declarers_win(), SEATS)
    season = await league.admin.close_season(ADMIN, HERE, made.id)
    clock.now += 10
    await league.teams.leave_team(ben, HERE, team.id)
    (award,) = await league.posts.list_awards()
    assert award == SeasonAward(award.league, season, RoleId(9), season.closed_at)
    assert award.league.id == made.id
    assert await league.posts.list_winners(award) == {ANN, BEN}
    clock.now += 8 * 86_400
    assert await league.posts.list_awards() == []


async def test_match_report_is_listed_until_it_is_posted(store, league, clock):
    team = await form_pair(league)
    made = await league.admin.create_league(ADMIN, HERE, replace(TEAM_LEAGUE_SETTINGS, results_channel=7))
    await league.admin.join(ADMIN, HERE, made.id, team.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    clock.now += 1000
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(), SEATS)
    assert await league.posts.list_match_reports() == []
    for _ in range(2):
        await commit_one(store, lambda tx: tx.report_match(table))
        for report in await league.posts.list_match_reports():
            assert len(await league.posts.list_match_results(report)) == 1
    (report,) = await league.posts.list_match_reports()
    await league.posts.mark_reported(report)
    await commit_one(store, lambda tx: tx.report_match(table))
    assert await league.posts.list_match_reports() == []
