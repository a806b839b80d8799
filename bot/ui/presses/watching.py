"""The controls of somebody who watches: to look, and to ask for a seat."""

from typing import Final

from bot.play.refusals import Refused, StaleTask, Why
from bot.ui.answers import Answer, ShowHand
from bot.ui.ids import Verb
from bot.ui.presses.press import Handler, Press
from engine.seats import Seat


async def _watch(press: Press) -> Answer:
    """Show the table to a watcher; whoever sits there sees his own hand."""
    if not press.table.snapshot().begun:
        raise Refused(Why.NOT_STARTED)
    return ShowHand(press.table, watching=True)


async def _sit_in(press: Press) -> Answer:
    """Ask for the seat that was chosen."""
    if not press.values or not press.values[0].isdecimal():
        raise StaleTask
    await press.table.request(press.user, Seat(int(press.values[0])))
    return ShowHand(press.table, watching=True)


async def _withdraw(press: Press) -> Answer:
    await press.table.withdraw(press.user)
    return ShowHand(press.table, watching=True)


HANDLERS: Final[dict[Verb, Handler]] = {Verb.WATCH: _watch, Verb.SIT_IN: _sit_in, Verb.WITHDRAW: _withdraw}
