"""The format of control IDs never changes, because the buttons of old messages must keep working."""

import pytest

from bot.ids import EventId, LeagueId, TableId, TeamId, UserId
from bot.league.results.deals import RulingKind
from bot.puzzles.days import Day, Period
from bot.ui.admin.selftest import AdminSelftest, SelftestStep
from bot.ui.admin.view import AdminAnnounce, AdminEnd, AdminKeep
from bot.ui.core.interactions.explain_refusal import RulebookAction, RulebookControl
from bot.ui.core.interactions.review_control import ReviewControl, ReviewPlayControl, ShareDeal
from bot.ui.core.interactions.table_controls import ControlVerb, TableControlId
from bot.ui.core.messages.custom_id_codec import _CLASSES, ControlId, parse_id
from bot.ui.dispatch.route_presses import ROUTES
from bot.ui.events.control_ids import (
    ChangeEvent,
    EventAction,
    EventControl,
    NewEvent,
    ReportResult,
)
from bot.ui.league.control_ids import (
    ChangeLeague,
    EventList,
    LeagueAction,
    LeagueControl,
    LeagueList,
    NewLeague,
    OpenEvent,
    OpenLeagueTable,
    PostStandings,
    RuleOnResult,
    ShowStandings,
)
from bot.ui.league.players_wanted import TakeWantedSeat
from bot.ui.learn.help_view import HelpAction, HelpControl
from bot.ui.learn.tutorial_view import OpenFirstTable, TutorialControl
from bot.ui.lobby.rules_view import RuleChangeAction, RuleChangeControl
from bot.ui.puzzles.control_ids import (
    ChoosePractice,
    DailyControl,
    OpenDaily,
    OpenPuzzle,
    PuzzleControl,
    ShareDaily,
    SharePuzzle,
    ShowDailyBoard,
    ShowMaster,
    ShowPuzzleBoard,
)
from bot.ui.ratings.leaderboard_view import ChooseLeaderboard
from bot.ui.ratings.profile_view import ShowLeaderboard, ShowProfile, ShowVersus
from bot.ui.replay.view import ReplayAction, ReplayControl
from bot.ui.settings.house_rules_view import HouseRulesAction, HouseRulesControl
from bot.ui.settings.privacy_handlers import ForgetUser, KeepData
from bot.ui.settings.view import ChangeSetting, ServerSetting
from bot.ui.table.end_view import EndTable, KeepTable, LeaveTable
from bot.ui.table.seat_offers import AnswerOffer
from bot.ui.table.vote_view import CastVote, OpenVotes, SpeedControl
from bot.ui.teams.control_ids import (
    AnswerInvitation,
    GiveUpFounding,
    TeamAction,
    TeamControl,
)
from engine.model.cards import Card

SENT = {
    "admin:end:7": AdminEnd(TableId(7)),
    "admin:keep": AdminKeep(),
    "admin:say": AdminAnnounce(),
    "admin:test:slow:3:1700000000:1690000000": AdminSelftest(SelftestStep.SLOW, 3, 1_700_000_000, 1_690_000_000),
    "t1:7:::join:": TableControlId(7, None, None, ControlVerb.JOIN, ""),
    "t1:7:2:31:play:aab": TableControlId(7, 2, 31, ControlVerb.PLAY, "aab"),
    "t1:7:0:5:pick:2.14": TableControlId(7, 0, 5, ControlVerb.PICK, "2.14"),
    "t1:7:::sure2:": TableControlId(7, None, None, ControlVerb.CONFIRM_ALWAYS, ""),
    "t1:7:0:5:suit:3": TableControlId(7, 0, 5, ControlVerb.PICK_SUIT, "3"),
    "t1:7:0:5:rule:mixed_suits.1": TableControlId(7, 0, 5, ControlVerb.EXPLAIN, "mixed_suits.1"),
    "t1:7:2:41:pdecl:3": TableControlId(7, 2, 41, ControlVerb.PICK_DECLARATION, "3"),
    "t1:7:2:41:fsuit:3": TableControlId(7, 2, 41, ControlVerb.PICK_FRIEND_SUIT, "3"),
    "t1:7:2:41:fcard:3": TableControlId(7, 2, 41, ControlVerb.PICK_FRIEND_CARD, "3"),
    "t1:7:2:41:fcopy:3": TableControlId(7, 2, 41, ControlVerb.PICK_FRIEND_COPY, "3"),
    "t1:7:::len:d4m60": TableControlId(7, None, None, ControlVerb.CHOOSE_LENGTH, "d4m60"),
    "t1:7:::for:open": TableControlId(7, None, None, ControlVerb.CHOOSE_PURPOSE, "open"),
    "t1:7:::start:anyway": TableControlId(7, None, None, ControlVerb.START, "anyway"),
    "rules:t7:said:mixed_suits": RulebookControl("t7", RulebookAction.REASON, "mixed_suits"),
    "rules:t7:why:leading": RulebookControl("t7", RulebookAction.WHY, "leading"),
    "rules:standard:at": RulebookControl("standard", RulebookAction.AT),
    "help:at": HelpControl(HelpAction.AT),
    "tutor:4:ab:3:pick:0.3": TutorialControl(4, (Card(0), Card(1)), 3, "pick", "0.3"),
    "tutor:0::0:goto:1": TutorialControl(0, (), 0, "goto", "1"),
    "tutor:table": OpenFirstTable(),
    "set:large:1": ChangeSetting("large", "1"),
    "set:ping": ChangeSetting("ping"),
    "conf:here:0": ServerSetting("here", "0"),
    "house:save:0:7": HouseRulesControl(HouseRulesAction.SAVE, table=TableId(7)),
    "house:put:3:7": HouseRulesControl(HouseRulesAction.REPLACE, 3, 7),
    "house:at:3": HouseRulesControl(HouseRulesAction.OPEN, 3),
    "house:list": HouseRulesControl(HouseRulesAction.LIST),
    "speed:7:fast": SpeedControl(TableId(7), "fast"),
    "rules:h3:of": RulebookControl("h3", RulebookAction.OF),
    "priv:forget": ForgetUser(),
    "priv:keep": KeepData(),
    "film:7:2:13:trick": ReplayControl(7, 2, 13, ReplayAction.TRICK),
    "review:7:2": ReviewControl(7, 2),
    "review:play:7:2:10:try": ReviewPlayControl(7, 2, 10, "try"),
    "film:7:2:13:menu:1": ReplayControl(7, 2, 13, ReplayAction.MENU, all_hands=True),
    "film:7::0:deal": ReplayControl(7, None, 0, ReplayAction.DEAL),
    "alter:7:3:to:play:follow": RuleChangeControl(7, 3, RuleChangeAction.TO, "play", "follow"),
    "alter:7:0:open": RuleChangeControl(7, 0, RuleChangeAction.OPEN),
    "council:7": OpenVotes(7),
    "vote:7:close..": CastVote(7, "close.."),
    "vote:7::2": CastVote(7, "", "2"),
    "stop:7": EndTable(TableId(7)),
    "stop:keep": KeepTable(),
    "seat:offer:7:2:1": AnswerOffer(TableId(7), 2, accepts=True),
    "leave:7": LeaveTable(TableId(7)),
    "ev:enter:3": EventControl(EventAction.ENTER, EventId(3)),
    "ev:team:3": EventControl(EventAction.TEAM, EventId(3)),
    "ev:check:3": EventControl(EventAction.CHECK_IN, EventId(3)),
    "ev:withdraw:3": EventControl(EventAction.WITHDRAW, EventId(3)),
    "ev:volunteer:3": EventControl(EventAction.VOLUNTEER, EventId(3)),
    "ev:here:3": EventControl(EventAction.HERE, EventId(3)),
    "ev:standings:3": EventControl(EventAction.STANDINGS, EventId(3)),
    "ev:round:3:2": EventControl(EventAction.ROUND, EventId(3), 2),
    "ev:cancel:3": EventControl(EventAction.CANCEL, EventId(3)),
    "ev:here:3:2": EventControl(EventAction.HERE, EventId(3), 2),
    "ev:leave:3": EventControl(EventAction.LEAVE, EventId(3)),
    "ev:accept:3:9": EventControl(EventAction.ACCEPT, EventId(3), 9),
    "ev:decline:3:9": EventControl(EventAction.DECLINE, EventId(3), 9),
    "ev:report:3:2:1:first:2": ReportResult(EventId(3), 2, 1, "first", 2),
    "ev:set:3:grace:type:7": ChangeEvent(EventId(3), "grace", "type", 7),
    "ev:new:swiss:1": NewEvent("swiss", again=True),
    "ev:list": EventList(),
    "ev:list:4": EventList(LeagueId(4)),
    "ev:see:3": OpenEvent(EventId(3)),
    "lobby:league:5": OpenLeagueTable(5),
    "ev:match:3:2:1.7": EventControl(EventAction.MATCH, EventId(3), 2, "1.7"),
    "lg:set:4:days:type:7": ChangeLeague(LeagueId(4), "days", "type", "7"),
    "lg:new:season": NewLeague("season"),
    "lg:list": LeagueList(),
    "ev:board:3": EventControl(EventAction.BOARD, EventId(3)),
    "ev:bracket:3": EventControl(EventAction.BRACKET, EventId(3)),
    "ev:bracket:3:2:f": EventControl(EventAction.BRACKET, EventId(3), 2, "f"),
    "ev:cross:3:1:b": EventControl(EventAction.CROSSTABLE, EventId(3), 1, "b"),
    "team:do:replace:4:7": TeamControl(TeamAction.REPLACE, TeamId(4), UserId(7)),
    "team:answer:9:1": AnswerInvitation(9, accepts=True),
    "team:giveup:3": GiveUpFounding(3),
    "wanted:7": TakeWantedSeat(TableId(7)),
    "lg:card:5": LeagueControl(LeagueAction.CARD, 5),
    "lg:report:5:2:f": LeagueControl(LeagueAction.REPORT, 5, 2, "f"),
    "lg:table:5": ShowStandings(5),
    "lg:table:5:3:1:2:b": ShowStandings(5, 3, True, 2, "b"),
    "lg:show:5:3:0:1": PostStandings(5, 3, False, 1),
    "lg:rule:5:9:correct": RuleOnResult(5, 9, RulingKind.CORRECT),
    "lg:rule:5:9:void:1": RuleOnResult(5, 9, RulingKind.VOID, again=True),
    "lg:profile:101": ShowProfile(101),
    "lg:rival:101:102": ShowVersus(101, 102),
    "lg:board:standard:2:a b:f": ShowLeaderboard("standard", 2, "a b", "f"),
    "lg:boards:": ChooseLeaderboard(""),
    "puzzle:20000:0:play:abc": PuzzleControl(Day(20_000), False, "play", "abc"),
    "puzzle:20000:1:tricks": PuzzleControl(Day(20_000), True, "tricks"),
    "puzzle:open": OpenPuzzle(),
    "puzzle:old": ChoosePractice(),
    "daily:20000:7:play:abc": DailyControl(Day(20_000), 7, "play", "abc"),
    "daily:open": OpenDaily(),
    "daily:board:20000": ShowDailyBoard(Day(20_000)),
    "daily:board:20000:2:f": ShowDailyBoard(Day(20_000), 2, "f"),
    "daily:master:20000": ShowMaster(Day(20_000)),
    "daily:master:20000:3:onward": ShowMaster(Day(20_000), 3, "onward"),
    "puzzle:share:20000": SharePuzzle(Day(20_000)),
    "daily:share:20000": ShareDaily(Day(20_000)),
    "film:share:7:2": ShareDeal(TableId(7), 2),
    "puzzle:board:week": ShowPuzzleBoard(Period.WEEK),
    "puzzle:board:all:2:f": ShowPuzzleBoard(Period.ALL, 2, "f"),
}  # fmt: skip


def test_sent_ids_keep_their_meaning():
    for text, value in SENT.items():
        assert parse_id(text) == value
        assert str(value) == text


def test_every_kind_of_control_has_a_sample_id_and_a_route():
    kinds = {kind for kind in _CLASSES.values() if kind.__module__.startswith("bot.")}
    assert {type(value) for value in SENT.values()} == kinds
    assert {*ROUTES, TableControlId} == kinds


@pytest.mark.parametrize(
    "text",
    [
        "", ":", "nonsense:1", "lg", "lg:nonsense:1", "lg:card", "lg:card:x", "lg:card:-1", f"lg:card:{2**63}",
        "lg:card:" + "9" * 5000, "lg:table:5:3:yes", "lg:ask:5:9:praise", "tutor:0:A B:0:goto:1", "team:answer:1", "stop",
        "stop:7:8", "film:7:2:13:dance", "help",
    ],
)  # fmt: skip
def test_forged_ids_are_none(text):
    assert parse_id(text) is None


class Odd(ControlId, route="odd"):
    """A kind of control that only this test uses."""

    words: str


@pytest.mark.parametrize("words", ["a:b", "x" * 100])
def test_id_that_could_not_be_parsed_is_not_built(words):
    with pytest.raises(ValueError, match="no id"):
        str(Odd(words))
