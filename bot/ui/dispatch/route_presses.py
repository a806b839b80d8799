"""Routes presses to handlers. The verb decides for a table's control, and the class of the id for all others."""

from typing import Any, Final, cast

import discord
import structlog

from bot.play.refusals import StaleTask
from bot.play.tables.table import Table
from bot.ui.admin.handlers import HANDLERS as ADMIN_HANDLERS
from bot.ui.core.interactions.context import Context, ControlPress, PickedPerson, TablePress, get_seat
from bot.ui.core.interactions.explain_refusal import RulebookControl
from bot.ui.core.interactions.responses import ControlHandler, PressHandler, Response, notice_message
from bot.ui.core.interactions.review_control import ReviewControl, ReviewPlayControl, ShareDeal
from bot.ui.core.interactions.table_controls import ControlVerb, TableControlId
from bot.ui.core.messages.custom_id_codec import ControlId, parse_id
from bot.ui.core.services import Services
from bot.ui.discord_io.components import parse_form_values
from bot.ui.dispatch.dispatcher import InteractionDispatcher
from bot.ui.events.handlers import HANDLERS as EVENT_HANDLERS
from bot.ui.hand import handlers as hand_handlers
from bot.ui.hand.advice import submit_action
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
from bot.ui.puzzles.retry_costly_play import handle_retry
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
    """Run a control's handler, unless the seat is another user's. Raises StaleTask if picked cards are out of date."""
    verb, seat, task = press.control_id.verb, press.control_id.seat, press.control_id.task
    if seat is not None:
        if get_seat(press.table, press.user) != seat:
            return notice_message(press.texts.say("failure.not_yours"))
        # The other handlers compare the task themselves.
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


log: Final = structlog.get_logger()


class Router:
    """Routes all components and forms to their handlers. Unknown ids get an answer, too."""

    def __init__(self, services: Services, dispatcher: InteractionDispatcher) -> None:
        self._services = services
        self._dispatcher = dispatcher

    async def handle(self, interaction: discord.Interaction) -> None:
        """Handle an interaction of a component or a form."""
        data = cast("dict[str, Any]", interaction.data)
        id_ = parse_id(str(data.get("custom_id", "")))
        if isinstance(id_, TableControlId):
            await self._handle_table_control(interaction, id_, data)
        elif id_ is None:
            await self._dispatcher.run(self._context_of(interaction, None), _answer_old_control)
        else:
            await self._handle_control(interaction, id_, data)
            log.debug("pressed", route=id_.route)

    async def _handle_control(self, interaction: discord.Interaction, id_: ControlId, data: dict[str, Any]) -> None:
        async def handler(ctx: Context) -> Response:
            press = ControlPress(ctx, id_, _selected_values(data), parse_form_values(data), _picked_people(data))
            return await ROUTES[type(id_)](press)

        await self._dispatcher.run(self._context_of(interaction, None), handler)

    async def _handle_table_control(
        self, interaction: discord.Interaction, id_: TableControlId, data: dict[str, Any]
    ) -> None:
        cut = str(interaction.id)  # used for shuffling, because Discord chose it and the program cannot predict it

        async def find(_: Context) -> Table:
            return await self._services.registry.get_table(id_.table)

        async def handler(ctx: Context, table: Table) -> Response:
            prefers = await self._services.people.get_preferences(ctx.user)
            press = TablePress(self._services, table, ctx.user, id_, _selected_values(data), ctx.texts, cut, prefers)
            return await handle_table_press(press)

        await self._dispatcher.run_at_table(self._context_of(interaction, id_), find, handler)
        log.debug("pressed", table=id_.table, verb=id_.verb.value)  # the argument may hold cards, so it is left out

    def _context_of(self, interaction: discord.Interaction, id_: TableControlId | None) -> Context:
        message = interaction.message
        private = message is not None and message.flags.ephemeral  # private controls of a table are on its panels
        texts = self._services.catalogue.texts_for(str(interaction.locale))
        return Context(self._services, interaction, texts, id_.table if id_ is not None and private else None, private)


def _selected_values(data: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in data.get("values", ()))


def _picked_people(data: dict[str, Any]) -> tuple[PickedPerson, ...]:
    resolved = data.get("resolved", {})
    users, members = resolved.get("users", {}), resolved.get("members", {})
    return tuple(
        PickedPerson(
            int(id_),
            user["username"],
            members.get(id_, {}).get("nick") or user.get("global_name") or user["username"],
            bool(user.get("bot")),
        )
        for id_ in _selected_values(data)
        if (user := users.get(id_)) is not None
    )


async def _answer_old_control(ctx: Context) -> Response:
    return notice_message(ctx.texts.say("failure.old_control"))
