"""Let the user open a refused league form again with the values they filled in."""

from typing import Final

from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.play.refusals import TableRefused
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import format_label
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.league.control_ids import ApplyRuling, LeagueAction, LeagueControl, RetryForm

_NOT_RETRYABLE: Final = {
    LeagueRefusal.NOT_ADMIN,
    LeagueRefusal.NOT_MANAGER,
    LeagueRefusal.NOT_EVERY_MANAGER,
    LeagueRefusal.NO_LEAGUE,
    LeagueRefusal.NO_RESULT,
    LeagueRefusal.LEAGUE_ARCHIVED,
    LeagueRefusal.AS_BOOKED,
}
"""Refusals that other values in the form could not avoid."""


def offer_retry(press: ControlPress[ControlId], refused: LeagueRefused | TableRefused) -> Response:
    """Return why a form was refused, with a button that opens it again as filled in.

    Raises:
        LeagueRefused, TableRefused: the same refusal, if no form was sent or other values would not help.
    """
    retry = _retry_id(press.id)
    if not press.form_values or retry is None or refused.reason in _NOT_RETRYABLE:
        raise refused
    press.ctx.services.refused_forms.keep(press.ctx.user, str(press.id), press.form_values)
    again = Button(retry, format_label(press.texts.say("managing.again")), ButtonStyle.PRIMARY)
    return NewMessage(Message((Text(format_refusal(refused, press.texts)), *button_rows((again,)))))


def _retry_id(form: ControlId) -> RetryForm | None:
    match form:
        case LeagueControl(LeagueAction.EDIT, league):
            return RetryForm(league)
        case ApplyRuling(league, result, verdict):
            return RetryForm(league, result, verdict)
        case _:
            return None
