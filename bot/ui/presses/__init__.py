"""What each control does: one function for each verb, which calls the table once and says what to show."""

from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.answers import Answer, tell
from bot.ui.ids import Verb
from bot.ui.presses import attending, drafting, lobby, looking, watching
from bot.ui.presses.deciding import ACTIONS
from bot.ui.presses.press import Handler, Press, seat_at, submit

__all__ = ["Press", "answer", "seat_at"]


async def answer(press: Press) -> Answer:
    """Do what a control says; refuses when it is another person's, or asks what is no longer asked.

    Raises:
        StaleTask: the control is old.
        IllegalAction: the rules forbid what it does.
        Refused: the table does.
    """
    if press.id.seat is not None:
        if seat_at(press.table, press.user) != press.id.seat:
            return tell(press.texts.say("ui.not_yours"))
        if press.id.verb in drafting.HANDLERS and press.table.task(press.id.seat) != press.id.task:
            raise StaleTask
    if press.id.verb is Verb.PLAY and press.prefers.confirm:
        if press.table.task(seat_at(press.table, press.user)) != press.id.task:
            raise StaleTask
        return drafting.hold(press)
    if press.id.verb in ACTIONS:
        return await submit(press, ACTIONS[press.id.verb](press))
    return await _HANDLERS[press.id.verb](press)


_HANDLERS: Final[dict[Verb, Handler]] = {
    **lobby.HANDLERS,
    **looking.HANDLERS,
    **attending.HANDLERS,
    **watching.HANDLERS,
    **drafting.HANDLERS,
}
assert set(_HANDLERS) | set(ACTIONS) == set(Verb)
