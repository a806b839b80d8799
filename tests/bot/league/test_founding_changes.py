"""A team that is being founded exists as soon as everybody has accepted."""

from dataclasses import replace

import pytest

from bot.ids import FoundingId, GuildId, InvitationId, TeamId, UserId
from bot.league.audit_log import AuditAction
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import founding_changes
from bot.league.teams.team_checks import MAX_TEAMS_PER_USER
from bot.league.teams.teams import InvitationAnswer, KnownTeams, Team

ANN, BEN, CAT = map(UserId, range(11, 14))
HERE = GuildId(7)
NOBODY = KnownTeams()


def draft(*members, size=3, by=ANN):
    return founding_changes.draft(HERE, "Lions", members, size, by, 9.0)


def saved(founding):
    invitations = (replace(one, id=InvitationId(n)) for n, one in enumerate(founding.invitations, 1))
    return replace(founding, id=FoundingId(4), invitations=tuple(invitations))


FOUNDING = saved(draft(ANN, BEN, CAT))


def refused(change, *args):
    with pytest.raises(LeagueRefused) as no:
        change(*args)
    return no.value.reason


def list_answers(changed):
    return [one.answer for one in changed.founding.invitations]


def test_founding_invites_all_but_the_founder():
    changed = founding_changes.start(draft(ANN, BEN, CAT), NOBODY)
    assert (changed.founding.members, changed.founding.waiting_for) == ((ANN, BEN, CAT), (BEN, CAT))
    assert (changed.formed, changed.founding.is_over) == (None, False)


def test_team_of_one_exists_at_once():
    changed = founding_changes.start(draft(ANN, size=2), NOBODY)
    team = changed.formed.team
    assert (team.name, team.members, team.size, team.captain, changed.founding.is_over) == (
        "Lions",
        (ANN,),
        2,
        ANN,
        True,
    )
    assert [(one.action, one.facts["name"]) for one in changed.formed.records] == [(AuditAction.TEAM_FOUNDED, "Lions")]


def test_last_acceptance_forms_the_team():
    half = founding_changes.accept(FOUNDING, InvitationId(1), NOBODY)
    assert (half.founding.waiting_for, half.formed) == ((CAT,), None)
    whole = founding_changes.accept(half.founding, InvitationId(2), KnownTeams(reserved=FOUNDING))
    assert (whole.formed.team.members, whole.formed.team.captain, whole.founding.is_over) == (
        (ANN, BEN, CAT),
        ANN,
        True,
    )
    assert refused(founding_changes.accept, half.founding, InvitationId(1), NOBODY) is LeagueRefusal.INVITATION_OVER


def test_decline_ends_a_founding():
    changed = founding_changes.decline(FOUNDING, InvitationId(2))
    assert list_answers(changed) == [InvitationAnswer.WITHDRAWN, InvitationAnswer.DECLINED]
    assert changed.founding.is_over


def test_only_the_founder_can_cancel():
    assert refused(founding_changes.give_up, FOUNDING, BEN) is LeagueRefusal.NO_INVITATION
    changed = founding_changes.give_up(FOUNDING, ANN)
    assert (list_answers(changed), changed.founding.is_over) == ([InvitationAnswer.WITHDRAWN] * 2, True)


def test_repeated_founding_returns_the_pending_founding():
    known = KnownTeams(reserved=FOUNDING)
    assert founding_changes.start(draft(ANN, BEN, CAT), known).founding is FOUNDING
    for other in (draft(ANN, BEN), draft(ANN, BEN, CAT, size=4), draft(ANN, BEN, CAT, by=BEN)):
        assert refused(founding_changes.start, other, known) is LeagueRefusal.NAME_TAKEN


SAME = Team(TeamId(1), HERE, "Other", (ANN, BEN, CAT), 3)
MANY = tuple(Team(TeamId(n), HERE, f"{n}", (CAT, UserId(n)), 2) for n in range(MAX_TEAMS_PER_USER))


@pytest.mark.parametrize(
    ("known", "why"),
    [
        (KnownTeams((SAME,)), LeagueRefusal.TEAM_EXISTS),
        (KnownTeams(namesake=SAME), LeagueRefusal.NAME_TAKEN),
        (KnownTeams(reserved=replace(FOUNDING, id=FoundingId(5), founder=BEN)), LeagueRefusal.NAME_TAKEN),
        (KnownTeams(MANY), LeagueRefusal.TOO_MANY_TEAMS),
    ],
)
def test_obstacles_are_checked_at_start_and_acceptance(known, why):
    assert refused(founding_changes.start, draft(ANN, BEN, CAT), known) is why
    half = founding_changes.accept(FOUNDING, InvitationId(1), NOBODY).founding
    assert refused(founding_changes.accept, half, InvitationId(2), known) is why
    assert founding_changes.start(draft(ANN, BEN), KnownTeams((replace(SAME, size=4), *MANY[1:]))).formed is None
