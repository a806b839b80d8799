"""The controls that change a draft: what a person has picked but not yet played. None of them fits a later task."""

from typing import Final

from bot.play.refusals import StaleTask
from bot.ui.answers import Answer, ShowHand
from bot.ui.hints import advice
from bot.ui.ids import Verb, read_cards
from bot.ui.panels.asked import Asked
from bot.ui.panels.calling import call_groups, call_value
from bot.ui.panels.following import owed_and_free
from bot.ui.panels.groups import by_suit, chosen_cards
from bot.ui.panels.leading import plays_at_once, ways_of
from bot.ui.presses.press import Handler, Press, submit
from engine.actions import Bury, Play
from engine.cards import Card, holds
from engine.errors import IllegalAction, Reason
from engine.options import calls_wanted
from engine.view import Ask

ADVISER: Final = "club"
"""The computer player that is asked for a suggestion."""


async def _pick(press: Press) -> Answer:
    """Put what is chosen in one select in the place of what of its cards was picked before."""
    asked, chosen = press.asked, chosen_cards(press.values)
    group = _listed(asked, press.id.argument)
    if not holds(group, chosen):
        raise IllegalAction(Reason.NOT_HELD, missing=chosen)
    others = tuple(c for c in asked.picked if c not in group)
    leads = asked.view.ask is Ask.LEAD
    kept = () if leads and asked.view.rules.rainbows is None and chosen else others
    if leads and not kept and chosen and plays_at_once(asked, asked.in_order(chosen)):
        _put(asked, press, ())
        return await submit(press, Play(asked.in_order(chosen)))
    return _put(asked, press, tuple(str(c) for c in (*kept, *chosen)))


def hold(press: Press) -> Answer:
    """Put the cards of a play into the draft: its owner wants to be asked once more."""
    return _put(press.asked, press, tuple(map(str, press.id.cards)))


def _put(asked: Asked, press: Press, picked: tuple[str, ...]) -> Answer:
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, picked)
    return ShowHand(press.table)


async def _more(press: Press) -> Answer:
    """Pick one more of a card."""
    asked = press.asked
    picked = (*asked.picked, *press.id.cards)
    if not holds(asked.view.hand, picked):
        raise StaleTask
    return _put(asked, press, tuple(map(str, picked)))


async def _back(press: Press) -> Answer:
    """Put back what was picked last."""
    asked = press.asked
    return _put(asked, press, asked.draft.picked[:-1])


async def _group(press: Press) -> Answer:
    """Lead the picked cards, counted as chosen."""
    asked = press.asked
    cards = read_cards(press.id.argument.partition(".")[0])
    ways = ways_of(asked, cards) if asked.view.ask is Ask.LEAD and holds(asked.view.hand, cards) else ()
    number = int(press.values[0])
    if not 0 <= number < len(ways):
        raise StaleTask
    return await submit(press, Play(asked.in_order(cards), tuple(unit.cards for unit in ways[number])))


async def _advise(press: Press) -> Answer:
    """Say what a good player would do, and why."""
    asked = press.asked
    action = await press.kit.brain.choose(asked.view, ADVISER, f"hint:{asked.table}:{asked.draft.task}")
    return ShowHand(press.table, advice(asked.view, action, asked.texts))


def _listed(asked: Asked, argument: str) -> tuple[Card, ...]:
    """Return the cards that a select listed."""
    number = int(argument.partition(".")[0])
    cards = owed_and_free(asked)[1] if asked.view.ask is Ask.FOLLOW else asked.view.hand
    groups = by_suit(asked, cards)
    if not 0 <= number < len(groups):
        raise StaleTask
    return groups[number][1]


async def _pick_now(press: Press) -> Answer:
    """Play what is chosen, with the cards that are owed besides."""
    asked = press.asked
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, ())  # a refusal shows a select with nothing marked
    if asked.view.ask is not Ask.FOLLOW:
        raise StaleTask
    owed, _ = owed_and_free(asked)
    return await submit(press, Play(asked.in_order((*owed, *chosen_cards(press.values)))))


async def _pick_call(press: Press) -> Answer:
    """Put what is chosen in one select of calls in the place of what of them was picked before."""
    asked, number = press.asked, int(press.id.argument.partition(".")[0])
    groups = call_groups(asked)
    if not 0 <= number < len(groups):
        raise StaleTask
    listed = {call_value(call) for call in groups[number]}
    others = tuple(text for text in asked.draft.picked if text not in listed)
    chosen = tuple(value for value in press.values if value in listed)
    newest = (*others, *chosen)[-calls_wanted(asked.view) :]  # one too many takes the place of the first
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, newest)
    return ShowHand(press.table)


async def _clear(press: Press) -> Answer:
    asked = press.asked
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, ())
    return ShowHand(press.table)


async def _suggest(press: Press) -> Answer:
    """Put the cards that a computer player would bury into the draft."""
    asked = press.asked
    action = await press.kit.brain.choose(asked.view, ADVISER, f"hint:{asked.table}:{asked.draft.task}")
    if isinstance(action, Bury):
        press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, tuple(map(str, action.cards)))
    return ShowHand(press.table)


HANDLERS: Final[dict[Verb, Handler]] = {
    Verb.PICK: _pick,
    Verb.PICK_NOW: _pick_now,
    Verb.PICK_CALL: _pick_call,
    Verb.CLEAR: _clear,
    Verb.SUGGEST: _suggest,
    Verb.MORE: _more,
    Verb.BACK: _back,
    Verb.GROUP: _group,
    Verb.ADVICE: _advise,
}
