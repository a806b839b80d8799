"""The handlers of all controls: of tables by verb, and of others by the class of their ids."""

from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.admin.handlers import HANDLERS as ADMIN_HANDLERS
from bot.ui.core.interactions.context import TablePress, get_seat
from bot.ui.core.interactions.explain_refusal import RulebookControl
from bot.ui.core.interactions.responses import ControlHandler, PressHandler, Response, notice_message
from bot.ui.core.interactions.review_control import ReviewControl, ReviewPlayControl, ShareDeal
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.events.handlers import HANDLERS as EVENT_HANDLERS
from bot.ui.hand import handlers as hand_handlers
from bot.ui.hand.coach import submit_action
from bot.ui.league.control_ids import OpenLeagueTable
from bot.ui.league.handlers import HANDLERS as LEAGUE_HANDLERS
from bot.ui.league.players_wanted import TakeWantedSeat, handle_take_seat
from bot.ui.learn import handlers as learn_handlers
from bot.ui.learn.help_view import HelpControl
from bot.ui.learn.tutorial_handlers import handle_tutorial
from bot.ui.learn.tutorial_view import OpenFirstTable, TutorialControl
from bot.ui.lobby import handlers as lobby_handlers
from bot.ui.lobby.open_table import handle_open_first_table, handle_open_league_table
from bot.ui.lobby.rules_view import RuleChangeControl
from bot.ui.puzzles.handlers import HANDLERS as PUZZLE_HANDLERS
from bot.ui.puzzles.retry import handle_retry
from bot.ui.replay.handlers import handle_replay, handle_review, handle_share
from bot.ui.replay.view import ReplayControl
from bot.ui.settings.handlers import handle_config, handle_settings
from bot.ui.settings.house_rules_handlers import handle_house_rules
from bot.ui.settings.house_rules_view import HouseRulesControl
from bot.ui.settings.privacy_handlers import ForgetUser, KeepData, handle_privacy
from bot.ui.settings.view import ChangeSetting, ServerSetting
from bot.ui.table import handlers as table_handlers
from bot.ui.table.end_view import EndTable, KeepTable, LeaveTable
from bot.ui.table.seat_offers import AnswerOffer, handle_offer
from bot.ui.table.vote_view import CastVote, OpenVotes, SpeedControl
from bot.ui.teams.control_ids import AnswerInvitation, GiveUpFounding, TeamControl
from bot.ui.teams.handlers import handle_team_control
from bot.ui.teams.invitations import handle_answer, handle_give_up

ROUTES: Final[dict[type[ControlId], ControlHandler]] = {
    **LEAGUE_HANDLERS,
    **EVENT_HANDLERS,
    **ADMIN_HANDLERS,
    **PUZZLE_HANDLERS,
    ReviewPlayControl: handle_retry,
    ShareDeal: handle_share,
    RulebookControl: learn_handlers.handle_rulebook,
    ServerSetting: handle_config,
    HouseRulesControl: handle_house_rules,
    ChangeSetting: handle_settings,
    ForgetUser: handle_privacy,
    KeepData: handle_privacy,
    ReplayControl: handle_replay,
    ReviewControl: handle_review,
    HelpControl: learn_handlers.handle_help,
    TutorialControl: handle_tutorial,
    OpenFirstTable: handle_open_first_table,
    OpenLeagueTable: handle_open_league_table,
    RuleChangeControl: lobby_handlers.handle_rule_change,
    OpenVotes: table_handlers.handle_vote_panel,
    CastVote: table_handlers.handle_vote,
    SpeedControl: table_handlers.handle_speed,
    AnswerOffer: handle_offer,
    LeaveTable: table_handlers.handle_leave,
    EndTable: table_handlers.handle_end,
    KeepTable: table_handlers.handle_end,
    TeamControl: handle_team_control,
    AnswerInvitation: handle_answer,
    GiveUpFounding: handle_give_up,
    TakeWantedSeat: handle_take_seat,
}


async def handle_table_press(press: TablePress) -> Response:
    """Run a control's handler; refuses if it belongs to another user or an earlier task."""
    verb, seat, task = press.control_id.verb, press.control_id.seat, press.control_id.task
    if seat is not None:
        if get_seat(press.table, press.user) != seat:
            return notice_message(press.texts.say("ui.not_yours"))
        if verb in hand_handlers.DRAFT_HANDLERS and press.table.task(seat) != task:
            raise StaleTask
    if verb is ControlVerb.PLAY:
        return await hand_handlers.play_cards(press)
    if verb in hand_handlers.ACTIONS:
        return await submit_action(press, hand_handlers.ACTIONS[verb](press))
    return await _HANDLERS[verb](press)


_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    **lobby_handlers.HANDLERS,
    **learn_handlers.TABLE_HANDLERS,
    **table_handlers.HANDLERS,
    **hand_handlers.HANDLERS,
}
assert set(_HANDLERS) | set(hand_handlers.ACTIONS) | {ControlVerb.PLAY} == set(ControlVerb)
