"""The controls with which people come and go at a match, and play another."""

from typing import Final

from bot.play.ports import News
from bot.ui.answers import Answer, ShowHand
from bot.ui.ids import Verb
from bot.ui.presses.press import Handler, Press


async def _here(press: Press) -> Answer:
    await press.table.come_back(press.user)
    return ShowHand(press.table)


async def _away(press: Press) -> Answer:
    await press.table.step_away(press.user)
    return ShowHand(press.table)


async def _rematch(press: Press) -> Answer:
    table = await press.kit.registry.rematch(press.table, press.user)
    if await press.kit.places.carry_over(press.kit.notes, press.table.id, table.id):
        press.kit.registry.publish(table, News(0, ()))  # its message may be in the channel already
    return ShowHand(table)


HANDLERS: Final[dict[Verb, Handler]] = {Verb.HERE: _here, Verb.AWAY: _away, Verb.REMATCH: _rematch}
