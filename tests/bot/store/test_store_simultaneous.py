"""Each command of a league takes effect once, even if it is sent ten times at the same moment."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    TEAM_LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    create_team,
    declarers_win,
    end_deal,
    load_rows,
    wait_until_recomputed,
)
from store_factories import ANN, BEN, CAT, DAN

from bot.ids import RoleId, UserId
from bot.league.leagues.access import Caller
from bot.league.refusals import LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.league.service import LeagueService
from bot.league.teams.teams import TeamRole
from bot.store.connection.engines import Unavailable
from bot.store.database import Database
from bot.store.schema.league_models import (
    AuditEntryRow,
    EntrantRow,
    LeagueManagerRow,
    LeagueRow,
    RulingRow,
    ScoreRow,
    SeasonRow,
)
from bot.store.schema.result_models import DealResultRow
from bot.store.schema.team_models import (
    LeagueManagerRoleRow,
    SeasonAwardRow,
    TeamCaptainRow,
    TeamFoundingRow,
    TeamInvitationRow,
    TeamMemberRow,
    TeamMembershipRow,
    TeamRow,
    TeamSubstituteRow,
)
from tests.everyday import chosen

PRESSES = 10
NOW = 1_700_000_900.0
FILE = (
    "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4\n"
    "2023-11-14T20:15,1,1 3,declarers,35,2,no,u:1,u:2,c:expert,u:3\n"
    "2023-11-14T20:25,1,1 3,declarers,35,2,no,u:1,u:2,c:expert,u:3\n"
)
ROWS = (
    *(AuditEntryRow, EntrantRow, LeagueManagerRow, LeagueRow, RulingRow, ScoreRow, SeasonRow),
    *(DealResultRow, TeamMemberRow, TeamRow, TeamSubstituteRow),
    *(TeamCaptainRow, TeamFoundingRow, TeamInvitationRow, TeamMembershipRow, LeagueManagerRoleRow, SeasonAwardRow),
)
CHANGING = {"asked", "at", "id"}


class Club:
    """The data on which the commands act: leagues, a season, results, a ruling, teams, a founding and an invitation."""

    async def prepare(self, store, league):
        self.made, self.season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
        self.idle = await league.admin.create_league(
            ADMIN, HERE, replace(LEAGUE_SETTINGS, name="Idle", champion_role=RoleId(9))
        )
        self.teams = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
        self.team = await create_team(league, HERE, "Dragons", [UserId(ANN), UserId(BEN)])
        self.other = await create_team(league, HERE, "Solo", [UserId(DAN)])
        self.founding = await league.invitations.found_team(Caller(UserId(BEN)), HERE, "New", [UserId(DAN)])
        self.invitation, _ = await league.invitations.invite(
            Caller(UserId(ANN)), HERE, self.team.id, UserId(CAT), TeamRole.SUBSTITUTE
        )
        table = await begin_match(store, league=self.made.id)
        await end_deal(store, table, 1, declarers_win())
        self.result = (await league.queries.list_results(self.made.id, 0, 1)).results[0].deal.id
        await self._rule_twice(store, league)
        return self

    async def _rule_twice(self, store, league):
        await end_deal(store, await begin_match(store, league=self.made.id), 1, declarers_win(), at=1_700_000_600.0)
        self.ruled = (await league.queries.list_results(self.made.id, 0, 1)).results[0].deal.id
        correction = Ruling(RulingKind.CORRECT, True, 3, 35)
        await league.rulings.correct(ADMIN, HERE, self.ruled, correction, "counted again")
        await league.rulings.void(ADMIN, HERE, self.ruled, "wrong table")
        await wait_until_recomputed(league)


COMMANDS: dict[str, Callable[[LeagueService, Club], object]] = {
    "create_league": lambda league, _: league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name="Friday")),
    "edit_league": lambda league, club: league.admin.edit_league(
        ADMIN, HERE, club.idle.id, replace(LEAGUE_SETTINGS, name="Sunday")
    ),
    "archive_league": lambda league, club: league.admin.archive_league(ADMIN, HERE, club.made.id),
    "add_manager": lambda league, club: league.admin.set_manager(ADMIN, HERE, club.made.id, UserId(CAT), manages=True),
    "join": lambda league, club: league.admin.join(Caller(UserId(DAN)), HERE, club.made.id),
    "join_team": lambda league, club: league.admin.join(Caller(UserId(ANN)), HERE, club.teams.id, team=club.team.id),
    "leave": lambda league, club: league.admin.leave(Caller(UserId(ANN)), HERE, club.made.id),
    "open_season": lambda league, club: league.admin.open_season(ADMIN, HERE, club.idle.id),
    "close_season": lambda league, club: league.admin.close_season(ADMIN, HERE, club.made.id),
    "void": lambda league, club: league.rulings.void(ADMIN, HERE, club.result, "cheated"),
    "correct": lambda league, club: league.rulings.correct(
        ADMIN, HERE, club.result, Ruling(RulingKind.CORRECT, True, 3, 35), "counted again"
    ),
    "restore": lambda league, club: league.rulings.restore(ADMIN, HERE, club.ruled, "by mistake"),
    "import": lambda league, club: league.files.import_results(ADMIN, HERE, club.made.id, FILE, dry_run=False),
    "rename_team": lambda league, club: league.teams.rename_team(Caller(UserId(ANN)), HERE, club.team.id, "Lions"),
    "disband_team": lambda league, club: league.teams.disband_team(Caller(UserId(ANN)), HERE, club.team.id),
    "found_team": lambda league, _: league.invitations.found_team(Caller(UserId(CAT)), HERE, "Two", [UserId(DAN)]),
    "give_up_founding": lambda league, club: league.invitations.give_up_founding(Caller(UserId(BEN)), club.founding.id),
    "invite": lambda league, club: league.invitations.invite(
        Caller(UserId(ANN)), HERE, club.team.id, UserId(DAN), TeamRole.SUBSTITUTE
    ),
    "withdraw": lambda league, club: league.invitations.withdraw(Caller(UserId(ANN)), HERE, club.team.id, UserId(CAT)),
    "accept": lambda league, club: league.invitations.accept(Caller(UserId(CAT)), club.invitation.id),
    "decline": lambda league, club: league.invitations.decline(Caller(UserId(CAT)), club.invitation.id),
    "accept_founding": lambda league, club: league.invitations.accept(
        Caller(UserId(DAN)), club.founding.invitations[0].id
    ),
    "decline_founding": lambda league, club: league.invitations.decline(
        Caller(UserId(DAN)), club.founding.invitations[0].id
    ),
    "leave_team": lambda league, club: league.teams.leave_team(Caller(UserId(BEN)), HERE, club.team.id),
    "remove_from_team": lambda league, club: league.teams.remove_from_team(
        Caller(UserId(ANN)), HERE, club.team.id, UserId(BEN)
    ),
    "set_captain": lambda league, club: league.teams.set_captain(Caller(UserId(ANN)), HERE, club.team.id, UserId(BEN)),
    "move_member": lambda league, club: league.teams.move_member(ADMIN, HERE, club.team.id, club.other.id, UserId(BEN)),
    "close_entries": lambda league, club: league.admin.set_entries(ADMIN, HERE, club.made.id, is_open=False),
    "add_manager_role": lambda league, club: league.admin.set_manager_role(
        ADMIN, HERE, club.made.id, RoleId(5), manages=True
    ),
    "move_entrant": lambda league, club: league.admin.move_entrant(
        ADMIN, HERE, club.made.id, club.idle.id, user=UserId(ANN)
    ),
}


async def load_state(store):
    """Return everything that the commands write, without ids and moments."""
    return {
        model.__tablename__: sorted(
            str({key: value for key, value in row.items() if key not in CHANGING})
            for row in await load_rows(store, model)
        )
        for model in ROWS
    }


async def press(database, name, times):
    """Run a command `times` times at once. Return how many runs succeeded, since a busy database may refuse some."""
    league = LeagueService(database.store.league, now=lambda: NOW)
    club = await Club().prepare(database.store, league)
    presses = (COMMANDS[name](league, club) for _ in range(times))
    done = await asyncio.gather(*presses, return_exceptions=True)
    await wait_until_recomputed(league)
    assert not [one for one in done if isinstance(one, Exception) and not isinstance(one, LeagueRefused | Unavailable)]
    return sum(not isinstance(one, Exception) for one in done)


@pytest.mark.parametrize("name", chosen(COMMANDS, {"accept"}))
async def test_ten_presses_act_like_one(two_urls, name):
    states = []
    for url, presses in zip(two_urls, (1, PRESSES), strict=True):
        database = await Database.open(url)
        assert await press(database, name, presses)
        states.append(await load_state(database.store))
        await database.close()
    assert states[0] == states[1]
