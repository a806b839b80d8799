"""Rules of leagues, without a database: each change returns the changed league and what the audit log records."""

from dataclasses import replace

import pytest

from bot.ids import EntrantId, GuildId, LeagueId, RoleId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditAction, AuditStamp
from bot.league.leagues.access import Caller, manages
from bot.league.leagues.league_changes import archive, create, edit, set_manager, set_manager_role
from bot.league.leagues.league_entries import EntryRequest, enter, set_entries, withdraw
from bot.league.leagues.league_settings import (
    LeagueSettings,
    LevelReset,
    PointScheme,
    RankedBy,
    StandingsOrder,
    does_matter,
)
from bot.league.leagues.leagues import DAY_SECONDS, MAX_LEAGUES_PER_GUILD, Entrant, League
from bot.league.leagues.season_changes import close_season, get_season_effects, open_season, roll_over
from bot.league.leagues.validate import validate_settings
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import Team
from engine.model.notation import format_rules
from engine.model.presets import preset

HERE = GuildId(5)
SETTINGS = validate_settings(LeagueSettings("Monday", "standard", format_rules(preset("standard"))))
LEAGUE = League(LeagueId(1), HERE, SETTINGS, 10.0, managers=(UserId(7),), manager_roles=(RoleId(70),))
TEAMS = replace(LEAGUE, settings=replace(SETTINGS, ranked_by=RankedBy.TEAMS))
PAIR = Team(TeamId(3), HERE, "Pair", (UserId(1), UserId(2)), 2)
MANAGER, ANN = Caller(UserId(7)), Caller(UserId(1))


def refused(why, change, *arguments, **options):
    with pytest.raises(LeagueRefused) as raised:
        change(*arguments, **options)
    assert raised.value.reason is why


def actions(changed):
    return [(one.action, dict(one.facts)) for one in changed.records]


def running(league=LEAGUE, at=100.0):
    """Return the league with a running season, as it is loaded from the store."""
    opened = open_season(league, at).league
    return replace(opened, seasons=(replace(opened.seasons[-1], id=SeasonId(9)),))


def test_creator_becomes_the_first_manager():
    made = create(HERE, replace(SETTINGS, name="  New  league "), ["Monday"], AuditStamp(UserId(4), 20.0))
    assert (made.league.name, made.league.managers, made.league.seasons) == ("New league", (4,), ())
    assert actions(made) == [(AuditAction.CREATED, {"name": "New league"})]


def test_leagues_are_limited_in_number_and_need_distinct_names():
    for alike in ("MONDAY", "M\N{CYRILLIC SMALL LETTER O}nday", "M0nday"):
        refused(LeagueRefusal.LEAGUE_TAKEN, create, HERE, SETTINGS, [alike], AuditStamp(None, 0.0))
    many = [f"League {n}" for n in range(MAX_LEAGUES_PER_GUILD)]
    refused(LeagueRefusal.TOO_MANY_LEAGUES, create, HERE, SETTINGS, many, AuditStamp(None, 0.0))
    refused(LeagueRefusal.LEAGUE_TAKEN, edit, LEAGUE, replace(SETTINGS, name="tuesday"), ["Tuesday"])


def test_edit_records_which_settings_changed():
    wanted = replace(SETTINGS, name="Tuesday", hints=True, scheme=PointScheme(deal=2, min_deals=20))
    changed = edit(LEAGUE, wanted, ["Other"])
    assert changed.league.settings == wanted
    before = {"name": "Monday", "deal": 1, "min_deals": 10, "hints": False}
    assert actions(changed) == [(AuditAction.EDITED, {"options": "name deal min_deals hints", "before": before})]
    assert edit(changed.league, wanted, ["Other"]).league is changed.league
    assert not edit(changed.league, wanted, ["Other"]).records


def test_rules_but_not_hints_are_fixed_during_season():
    other = replace(SETTINGS, rules=format_rules(replace(preset("standard"), capture_levels=2)))
    refused(LeagueRefusal.SEASON_RUNS, edit, running(), other, [])
    assert edit(close_season(running(), 200.0).league, other, []).records
    assert edit(running(), replace(SETTINGS, hints=True), []).records


def test_every_change_of_an_archived_league_is_refused():
    ended = archive(running(), 300.0)
    assert [action for action, _ in actions(ended)] == [AuditAction.SEASON_CLOSED, AuditAction.ARCHIVED]
    assert (ended.league.archived_at, ended.league.season.closed_at) == (300.0, 300.0)
    for change in (
        lambda: edit(ended.league, SETTINGS, []),
        lambda: archive(ended.league, 1.0),
        lambda: set_manager(ended.league, UserId(1), manages=True),
        lambda: set_manager_role(ended.league, RoleId(1), manages=True),
        lambda: set_entries(ended.league, 1.0, is_open=False),
        lambda: open_season(ended.league, 1.0),
        lambda: close_season(ended.league, 1.0),
        lambda: enter(ended.league, None, EntryRequest(ANN)),
        lambda: withdraw(ended.league, None, EntryRequest(ANN)),
    ):
        refused(LeagueRefusal.LEAGUE_ARCHIVED, change)
    assert roll_over(ended.league, SeasonId(9), 1e9).league is ended.league


def test_repeated_manager_change_records_nothing():
    added = set_manager(LEAGUE, UserId(3), manages=True)
    assert added.league.managers == (3, 7)
    assert actions(added) == [(AuditAction.MANAGER_ADDED, {"user": 3})]
    assert set_manager(added.league, UserId(3), manages=True).league is added.league
    assert set_manager(added.league, UserId(3), manages=False).league == LEAGUE
    gone = set_manager_role(LEAGUE, RoleId(70), manages=False)
    assert gone.league.manager_roles == ()
    assert actions(gone) == [(AuditAction.MANAGER_ROLE_REMOVED, {"role": 70})]
    assert set_manager_role(gone.league, RoleId(70), manages=False).records == ()


def test_managers_admins_and_members_of_a_role_may_manage_a_league():
    stranger = Caller(UserId(8))
    callers = (MANAGER, replace(stranger, admin=True), replace(stranger, roles=frozenset({RoleId(70)})), stranger)
    assert [manages(caller, LEAGUE) for caller in callers] == [True, True, True, False]


def test_entries_open_and_close():
    closed = set_entries(LEAGUE, 50.0, is_open=False)
    assert (closed.league.entries_closed_at, actions(closed)) == (50.0, [(AuditAction.ENTRIES_CLOSED, {})])
    assert set_entries(closed.league, 60.0, is_open=False).league is closed.league
    assert set_entries(closed.league, 60.0, is_open=True).league == LEAGUE
    refused(LeagueRefusal.ENTRIES_CLOSED, enter, closed.league, None, EntryRequest(ANN))
    assert enter(closed.league, None, EntryRequest(MANAGER, named_user=UserId(1))).entrant.user == 1


def test_season_keeps_the_settings_of_its_opening():
    league = running(replace(LEAGUE, settings=replace(SETTINGS, season_days=7, min_people=2)))
    season = league.season
    assert (season.number, season.closes_at) == (1, 100.0 + 7 * DAY_SECONDS)
    assert (season.preset, season.rules, season.min_people) == ("standard", SETTINGS.rules, 2)
    assert edit(league, replace(SETTINGS, scheme=PointScheme(deal=9)), []).league.season == season
    refused(LeagueRefusal.SEASON_RUNS, open_season, league, 200.0)
    refused(LeagueRefusal.NO_SEASON, close_season, LEAGUE, 200.0)
    again = open_season(close_season(league, 200.0).league, 300.0)
    assert [one.number for one in again.league.seasons] == [1, 2]
    assert actions(again) == [(AuditAction.SEASON_OPENED, {"number": 2})]


def test_due_season_rolls_over_once():
    league = running(replace(LEAGUE, settings=replace(SETTINGS, season_days=1)))
    early = roll_over(league, SeasonId(9), 100.0 + DAY_SECONDS - 1)
    assert (early.league, early.records) == (league, ())
    assert roll_over(league, SeasonId(8), 1e9).league is league
    over = roll_over(league, SeasonId(9), 100.0 + DAY_SECONDS)
    closed, opened = over.league.seasons
    assert (closed.closed_at, opened.number, opened.opened_at) == (100.0 + DAY_SECONDS, 2, 100.0 + DAY_SECONDS)
    assert [action for action, _ in actions(over)] == [AuditAction.SEASON_CLOSED, AuditAction.SEASON_OPENED]


def test_closed_season_is_announced_and_new_one_resets_levels():
    settings = replace(TEAMS.settings, news_channel=6, champion_role=RoleId(2), level_reset=LevelReset.FULL)
    first = running(replace(TEAMS, settings=settings))
    effects = get_season_effects(first, first.season)
    assert (effects.is_announced, effects.champion_role, effects.level_reset) == (False, None, LevelReset.KEEP)
    closed = close_season(first, 200.0).league
    effects = get_season_effects(closed, closed.season)
    assert (effects.is_announced, effects.champion_role, effects.level_reset) == (True, 2, LevelReset.KEEP)
    second = open_season(closed, 300.0).league
    effects = get_season_effects(second, second.season)
    assert (effects.is_announced, effects.champion_role, effects.level_reset) == (False, None, LevelReset.FULL)
    assert get_season_effects(LEAGUE, second.season).level_reset is LevelReset.KEEP
    assert not get_season_effects(LEAGUE, second.season).is_announced


def test_users_enter_leave_and_return():
    joined = enter(LEAGUE, None, EntryRequest(ANN))
    assert (joined.entrant.user, joined.entrant.left) == (1, False)
    assert (joined.record.action, joined.record.facts) == (AuditAction.JOINED, {"user": 1})
    known = Entrant(EntrantId(4), UserId(1))
    refused(LeagueRefusal.ALREADY_IN, enter, LEAGUE, known, EntryRequest(ANN))
    gone = withdraw(LEAGUE, known, EntryRequest(ANN)).entrant
    assert gone == replace(known, left=True)
    refused(LeagueRefusal.NOT_IN, withdraw, LEAGUE, gone, EntryRequest(ANN))
    refused(LeagueRefusal.NOT_IN, withdraw, LEAGUE, None, EntryRequest(ANN))
    assert enter(LEAGUE, gone, EntryRequest(ANN)).entrant == known
    refused(LeagueRefusal.NOT_MANAGER, enter, LEAGUE, None, EntryRequest(ANN, named_user=UserId(2)))
    refused(LeagueRefusal.PERSONS_ONLY, enter, LEAGUE, None, EntryRequest(ANN, TeamId(3), team=PAIR))


def test_team_is_entered_by_a_member_or_a_manager():
    joined = enter(TEAMS, None, EntryRequest(ANN, TeamId(3), team=PAIR))
    assert (joined.entrant.team, joined.record.facts) == (3, {"team": 3, "name": "Pair"})
    assert enter(TEAMS, None, EntryRequest(MANAGER, TeamId(3), team=PAIR)).entrant.team == 3
    refused(LeagueRefusal.TEAMS_ONLY, enter, TEAMS, None, EntryRequest(ANN))
    refused(LeagueRefusal.NO_TEAM, enter, TEAMS, None, EntryRequest(ANN, TeamId(3)))
    refused(LeagueRefusal.NO_TEAM, enter, TEAMS, None, EntryRequest(ANN, TeamId(3), team=replace(PAIR, guild=6)))
    refused(LeagueRefusal.NOT_MEMBER, enter, TEAMS, None, EntryRequest(Caller(UserId(8)), TeamId(3), team=PAIR))
    three = replace(PAIR, size=3)
    refused(LeagueRefusal.TEAM_SIZE, enter, TEAMS, None, EntryRequest(ANN, TeamId(3), team=three))
    known = Entrant(EntrantId(4), team=TeamId(3))
    # The team has the wrong size for the league, but may still leave it.
    assert withdraw(TEAMS, known, EntryRequest(ANN, TeamId(3), team=three)).entrant.left


def test_settings_without_effect_are_recognized():
    names = ["name", "hints", "level_reset", "rating_decay", "places", "deal"]
    assert [one for one in names if does_matter(SETTINGS, one)] == ["name", "hints", "deal"]
    assert [one for one in names if does_matter(TEAMS.settings, one)] == ["name", "hints", "level_reset", "deal"]
    by_places = replace(SETTINGS, scheme=PointScheme(order=StandingsOrder.PLACES))
    assert [does_matter(one, "min_deals") for one in (SETTINGS, by_places)] == [True, False]
