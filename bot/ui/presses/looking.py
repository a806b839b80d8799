"""The controls that are there at any time: to look, to be told, and to go on to the next deal."""

from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.answers import Answer, ShowHand, Tell, tell
from bot.ui.ids import Verb
from bot.ui.panels.book import book_body, book_of_table
from bot.ui.panels.manual import TOPICS, manual_body
from bot.ui.panels.reference import last_trick_text
from bot.ui.presses.press import Handler, Press, seat_at

TABLE_CHAPTER: Final = "rules-pack"
"""Where the rules of a table are opened: at what holds at this one."""


async def _show(press: Press) -> Answer:
    seat_at(press.table, press.user)
    return ShowHand(press.table)


async def _last(press: Press) -> Answer:
    names = await press.kit.people.names(press.table.occupants, press.texts)
    return tell(last_trick_text(press.table.watch(), names, press.texts, press.kit.emoji))


async def _rules(press: Press) -> Answer:
    return Tell(await book_body(press.kit, book_of_table(press.table), TABLE_CHAPTER, press.texts))


async def _help(press: Press) -> Answer:
    return Tell(manual_body(TOPICS[0], press.texts))


async def _next(press: Press) -> Answer:
    if press.table.watch().deal_number != press.id.task:
        raise StaleTask
    await press.table.next_deal(press.user, press.cut)
    return ShowHand(press.table)


HANDLERS: Final[dict[Verb, Handler]] = {
    Verb.HAND: _show,
    Verb.REFRESH: _show,
    Verb.LAST: _last,
    Verb.RULES: _rules,
    Verb.HELP: _help,
    Verb.NEXT: _next,
}
