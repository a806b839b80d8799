"""Users join, lead and leave teams, and invite others. Impossible changes are refused, possible ones are logged."""

from dataclasses import replace

import pytest

from bot.ids import UNSAVED, FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditAction
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import team_changes
from bot.league.teams.team_checks import MAX_SUBSTITUTES, MAX_TEAMS_PER_USER
from bot.league.teams.teams import (
    Founding,
    Invitation,
    InvitationAnswer,
    KnownTeams,
    Membership,
    Team,
    TeamRole,
    list_members_at,
)

ANN, BEN, CAT, DAN, EVE = map(UserId, range(11, 16))
HERE = GuildId(7)
PAIR = Team(TeamId(1), HERE, "Pair", (ANN, BEN), 2, ANN)
THREE = Team(TeamId(2), HERE, "Three", (ANN, BEN), 3, ANN, (CAT,))
FOUNDING = Founding(FoundingId(1), HERE, "Lions", 2, CAT, 9.0, ())
NOBODY = KnownTeams()
MEMBER, SUBSTITUTE = TeamRole


def draft(user, role=MEMBER, replaces=None):
    return Invitation(InvitationId(UNSAVED), HERE, "", user, ANN, role, 9.0, replaces=replaces)


def invited(team, user, role=MEMBER, replaces=None, id_=5):
    """Return a team with a saved invitation."""
    one = replace(draft(user, role, replaces), id=InvitationId(id_), team=team.id, team_name=team.name)
    return replace(team, invitations=(*team.invitations, one))


def taken(user, count):
    """Return `count` teams that the user is in."""
    return tuple(Team(TeamId(100 + n), HERE, f"Team {n}", (user, UserId(100 + n)), 2) for n in range(count))


def list_records(changed):
    return [(one.action, one.facts.get("user")) for one in changed.records]


def refused(change, *args):
    with pytest.raises(LeagueRefused) as no:
        change(*args)
    return no.value.reason, no.value.facts


def test_rename_is_recorded_with_both_names():
    (entry,) = (changed := team_changes.rename(PAIR, "Lions", NOBODY)).records
    assert (changed.team.name, entry.action) == ("Lions", AuditAction.TEAM_RENAMED)
    assert entry.facts == {"team": PAIR.id, "name": "Lions", "old": "Pair"}


def test_same_name_changes_nothing():
    assert team_changes.rename(PAIR, "Pair", KnownTeams(namesake=THREE)).team is PAIR


@pytest.mark.parametrize(
    ("known", "name"),
    [(KnownTeams(namesake=replace(THREE, name="LIONS")), "LIONS"), (KnownTeams(reserved=FOUNDING), "Lions")],
)
def test_name_of_other_team_or_founding_is_taken(known, name):
    assert refused(team_changes.rename, PAIR, "lions", known) == (LeagueRefusal.NAME_TAKEN, {"name": name})


def test_team_may_change_the_case_of_its_name():
    assert team_changes.rename(PAIR, "PAIR", KnownTeams(namesake=PAIR)).team.name == "PAIR"


def test_member_becomes_captain():
    changed = team_changes.set_captain(PAIR, BEN)
    assert (changed.team.captain, list_records(changed)) == (BEN, [(AuditAction.CAPTAIN_CHANGED, BEN)])
    assert team_changes.set_captain(PAIR, ANN).team is PAIR
    assert refused(team_changes.set_captain, THREE, CAT)[0] is LeagueRefusal.NOT_IN_TEAM


def test_team_without_captain_is_led_by_each_member():
    leaderless = replace(THREE, captain=None)
    assert [leaderless.is_led_by(user) for user in (ANN, BEN, CAT)] == [True, True, False]
    assert [THREE.is_led_by(user) for user in (ANN, BEN, CAT)] == [True, False, False]


def test_disbanding_withdraws_invitations():
    changed = team_changes.disband(invited(PAIR, CAT))
    assert changed.team.is_disbanded
    assert [one.answer for one in changed.team.invitations] == [InvitationAnswer.WITHDRAWN]
    assert list_records(changed) == [(AuditAction.TEAM_DISBANDED, None)]


@pytest.mark.parametrize(
    ("team", "invitation", "why"),
    [
        (THREE, draft(BEN), LeagueRefusal.IS_MEMBER),
        (THREE, draft(BEN, SUBSTITUTE), LeagueRefusal.IS_MEMBER),
        (PAIR, draft(CAT), LeagueRefusal.TEAM_FULL),
        (PAIR, draft(CAT, replaces=DAN), LeagueRefusal.NOT_IN_TEAM),
        (THREE, draft(CAT, SUBSTITUTE), LeagueRefusal.IS_SUBSTITUTE),
        (replace(PAIR, substitutes=tuple(range(MAX_SUBSTITUTES))), draft(CAT, SUBSTITUTE), LeagueRefusal.TOO_MANY_SUBSTITUTES),
        (invited(THREE, DAN), draft(DAN, SUBSTITUTE), LeagueRefusal.ALREADY_INVITED),
        (invited(THREE, DAN), draft(DAN, replaces=BEN), LeagueRefusal.ALREADY_INVITED),
    ],
)  # fmt: skip
def test_useless_invitations_are_refused(team, invitation, why):
    assert refused(team_changes.invite, team, invitation)[0] is why


@pytest.mark.parametrize(
    ("team", "invitation"), [(THREE, draft(CAT)), (PAIR, draft(CAT, replaces=BEN)), (PAIR, draft(CAT, SUBSTITUTE))]
)
def test_invitation_names_team_and_is_found(team, invitation):
    there = team_changes.invite(team, invitation).team.find_invitation(CAT)
    assert (there.team, there.team_name, there.role) == (team.id, team.name, invitation.role)


def test_repeated_invitation_changes_nothing():
    team = invited(THREE, DAN)
    assert team_changes.invite(team, draft(DAN)).team is team


def test_answered_invitation_cannot_be_answered_again():
    team = invited(invited(THREE, DAN), EVE, id_=6)
    gone = team_changes.withdraw(team, DAN).team
    assert [one.answer for one in gone.invitations] == [InvitationAnswer.WITHDRAWN, None]
    declined = team_changes.decline(gone, InvitationId(6)).team
    assert [one.answer for one in declined.invitations] == [InvitationAnswer.WITHDRAWN, InvitationAnswer.DECLINED]
    assert team_changes.withdraw(declined, EVE).team is declined
    for change, args in ((team_changes.accept, (NOBODY,)), (team_changes.decline, ())):
        why = refused(change, declined, InvitationId(6), *args)
        assert why == (LeagueRefusal.INVITATION_OVER, {"name": "Three"})


def test_accepted_member_is_no_longer_a_substitute():
    changed = team_changes.accept(invited(THREE, CAT), InvitationId(5), NOBODY)
    assert (changed.team.members, changed.team.substitutes) == ((ANN, BEN, CAT), ())
    assert changed.team.invitations[0].answer is InvitationAnswer.ACCEPTED
    assert list_records(changed) == [(AuditAction.SUBSTITUTE_WENT, CAT), (AuditAction.MEMBER_CAME, CAT)]


def test_accepted_substitute_is_added_once():
    changed = team_changes.accept(invited(THREE, DAN, SUBSTITUTE), InvitationId(5), NOBODY)
    assert (changed.team.substitutes, list_records(changed)) == ((CAT, DAN), [(AuditAction.SUBSTITUTE_CAME, DAN)])
    again = team_changes.accept(invited(THREE, CAT, SUBSTITUTE), InvitationId(5), NOBODY)
    assert (again.team.substitutes, again.records) == ((CAT,), ())


def test_member_who_replaces_a_captain_is_not_captain():
    changed = team_changes.accept(invited(PAIR, CAT, replaces=ANN), InvitationId(5), NOBODY)
    assert (changed.team.members, changed.team.captain) == ((BEN, CAT), None)
    assert list_records(changed) == [(AuditAction.MEMBER_WENT, ANN), (AuditAction.MEMBER_CAME, CAT)]


def test_replacement_joins_after_the_member_has_left():
    alone = replace(PAIR, members=(ANN,))
    assert team_changes.accept(invited(alone, CAT, replaces=BEN), InvitationId(5), NOBODY).team.members == (ANN, CAT)
    full = invited(replace(PAIR, members=(ANN, DAN)), CAT, replaces=BEN)
    assert refused(team_changes.accept, full, InvitationId(5), NOBODY)[0] is LeagueRefusal.TEAM_FULL


@pytest.mark.parametrize(
    ("team", "known", "why"),
    [
        (invited(replace(PAIR, members=(ANN, CAT)), CAT, replaces=ANN), NOBODY, LeagueRefusal.IS_MEMBER),
        (invited(replace(THREE, members=(ANN, CAT)), CAT), NOBODY, LeagueRefusal.IS_MEMBER),
        (invited(THREE, CAT), KnownTeams(taken(CAT, MAX_TEAMS_PER_USER)), LeagueRefusal.TOO_MANY_TEAMS),
        (invited(PAIR, CAT, replaces=BEN), KnownTeams(taken(CAT, MAX_TEAMS_PER_USER)), LeagueRefusal.TOO_MANY_TEAMS),
        (invited(PAIR, CAT, replaces=BEN), KnownTeams((Team(TeamId(9), HERE, "A", (CAT, ANN), 2),)), LeagueRefusal.TEAM_EXISTS),
    ],
)  # fmt: skip
def test_invitation_that_has_become_impossible_is_refused(team, known, why):
    assert refused(team_changes.accept, team, InvitationId(5), known)[0] is why


def test_teams_of_other_size_or_members_are_no_obstacle():
    others = (Team(TeamId(9), HERE, "A", (ANN, CAT), 3), Team(TeamId(10), HERE, "B", (CAT, DAN), 2))
    known = KnownTeams((*taken(CAT, MAX_TEAMS_PER_USER - 3), *others, PAIR))
    assert team_changes.accept(invited(PAIR, CAT, replaces=BEN), InvitationId(5), known).team.members == (ANN, CAT)


def test_removed_captain_leaves_a_team_without_one():
    changed = team_changes.remove(PAIR, ANN, KnownTeams((PAIR,)))
    assert (changed.team.members, changed.team.captain) == ((BEN,), None)
    assert list_records(changed) == [(AuditAction.MEMBER_WENT, ANN)]


@pytest.mark.parametrize(
    ("team", "user", "known", "why"),
    [
        (PAIR, CAT, NOBODY, LeagueRefusal.NOT_IN_TEAM),
        (replace(PAIR, members=(ANN,)), ANN, NOBODY, LeagueRefusal.LAST_MEMBER),
        (PAIR, ANN, KnownTeams((Team(TeamId(9), HERE, "Alone", (BEN,), 2),)), LeagueRefusal.TEAM_EXISTS),
    ],
)
def test_impossible_removals_are_refused(team, user, known, why):
    assert refused(team_changes.remove, team, user, known)[0] is why


def test_leaving_disbands_a_team_that_cannot_remain():
    same = KnownTeams((PAIR, Team(TeamId(9), HERE, "Alone", (BEN,), 2)))
    for team, known in ((replace(PAIR, members=(ANN,)), NOBODY), (PAIR, same)):
        changed = team_changes.leave(team, ANN, known)
        assert (changed.team.is_disbanded, changed.team.members) == (True, team.members)
    assert team_changes.leave(PAIR, ANN, KnownTeams((PAIR,))).team.members == (BEN,)


def test_substitute_leaves_a_team_of_one():
    alone = replace(THREE, members=(ANN,))
    changed = team_changes.leave(alone, CAT, NOBODY)
    assert (changed.team, list_records(changed)) == (
        replace(alone, substitutes=()),
        [(AuditAction.SUBSTITUTE_WENT, CAT)],
    )
    assert refused(team_changes.leave, alone, DAN, NOBODY)[0] is LeagueRefusal.NOT_IN_TEAM


def test_moved_member_leaves_one_team_for_another():
    other = Team(TeamId(3), HERE, "Other", (DAN,), 2, DAN)
    left, joined = team_changes.move(PAIR, other, BEN, KnownTeams((PAIR, other, *taken(BEN, MAX_TEAMS_PER_USER - 1))))
    assert (left.team.members, joined.team.members) == ((ANN,), (BEN, DAN))
    assert (list_records(left), list_records(joined)) == (
        [(AuditAction.MEMBER_WENT, BEN)],
        [(AuditAction.MEMBER_CAME, BEN)],
    )
    assert [one.records[0].facts["name"] for one in (left, joined)] == ["Pair", "Other"]


@pytest.mark.parametrize(
    ("left", "joined", "known", "why"),
    [
        (PAIR, Team(TeamId(3), HERE, "Full", (CAT, DAN), 2), NOBODY, LeagueRefusal.TEAM_FULL),
        (PAIR, replace(THREE, id=TeamId(3)), NOBODY, LeagueRefusal.IS_MEMBER),
        (PAIR, PAIR, KnownTeams((PAIR,)), LeagueRefusal.IS_MEMBER),
        (replace(PAIR, members=(BEN,)), THREE, NOBODY, LeagueRefusal.LAST_MEMBER),
        (replace(PAIR, members=(ANN, CAT)), THREE, NOBODY, LeagueRefusal.NOT_IN_TEAM),
    ],
)
def test_impossible_moves_are_refused(left, joined, known, why):
    assert refused(team_changes.move, left, joined, BEN, known)[0] is why


def test_members_are_listed_for_any_past_moment():
    history = [Membership(BEN, MEMBER, 0, 10), Membership(ANN, MEMBER, 0), Membership(CAT, SUBSTITUTE, 0)]
    history.append(Membership(CAT, MEMBER, 10))
    assert [list_members_at(history, at) for at in (-1, 0, 9, 10)] == [(), (ANN, BEN), (ANN, BEN), (ANN, CAT)]
