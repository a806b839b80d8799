"""Who answers the controls of the tutorial: judges what the pupil does, and turns the page when it was right."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.text.describe.teaching import Step
from bot.ui.answers import Answer, Update
from bot.ui.asker import Asker
from bot.ui.body import Block, Body, Text
from bot.ui.hints import advice
from bot.ui.ids import Verb, read_cards
from bot.ui.kit import Kit
from bot.ui.lesson import PUPIL, Tried, attempt, lessons
from bot.ui.panels.asked import Asked
from bot.ui.panels.groups import by_suit, chosen_cards
from bot.ui.panels.leading import plays_at_once
from bot.ui.panels.legal import legal_words, why_button
from bot.ui.panels.tutorial import BOOK, GO, Page, asked_on, lesson_facts, occupants, tutorial_body
from bot.ui.routes import Call
from engine.actions import Action, Bury, Declare, Pass, Play
from engine.cards import Card, holds
from engine.errors import IllegalAction
from engine.events import ThrowFailed
from engine.game import view_for
from engine.view import Ask

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

_ACTIONS: Final[dict[str, Callable[[tuple[Card, ...]], Action]]] = {
    Verb.DECLARE: Declare,
    Verb.PASS: lambda _: Pass(),
    Verb.BURY: Bury,
    Verb.PLAY: Play,
    Verb.GROUP: Play,
}


async def first_page(kit: Kit, asker: Asker) -> Body:
    """Return the tutorial from its beginning."""
    return await tutorial_body(kit, asker.user, Page(), asker.texts)


async def tutor_room(call: Call) -> Answer:
    """Turn to another page, or take what the pupil does on this one."""
    page = read_page(call)
    try:
        page, notice = await _taken(call, page)
    except ValueError as wrong:
        if isinstance(wrong, IllegalAction):
            page, notice = _kept(page), _refused(wrong, page, call.texts)
        else:  # an id that was never made, or of a version that is gone: the page stands as it is
            notice = ()
    return Update(await tutorial_body(call.kit, call.asker.user, page, call.texts, notice))


def read_page(call: Call) -> Page:
    """Return the page that a control stands on; the first one if there is none like it."""
    try:
        number, turn = int(call.argument(0)), int(call.argument(2))
        picked = read_cards(call.argument(1))
    except ValueError:
        return Page()
    if not 0 <= number < len(lessons()):
        return Page()
    hand = view_for(lessons()[number].phase, PUPIL).hand
    return Page(number, picked if holds(hand, picked) else (), turn % 1000)


async def _taken(call: Call, page: Page) -> tuple[Page, tuple[Block, ...]]:
    """Return the page to be shown, and what is to be said above it.

    Raises:
        IllegalAction: the rules forbid what was pressed.
        ValueError: the control is none of ours.
    """
    verb, argument = call.argument(3), call.argument(4)
    if verb == GO:
        return _other(page, call.values[0] if call.values else argument), ()
    if page.lesson.wanted is None:
        return page, ()
    prefers = await call.kit.people.preferences(call.asker.user)
    asked = asked_on(page, call.texts, prefers, v1=call.kit.manners.v1)
    if verb == Verb.ADVICE:
        return page, _said(advice(asked.view, page.lesson.wanted, call.texts))
    done = _done(call, page, asked)
    return (done, ()) if isinstance(done, Page) else await _judged(call, page, done)


def _done(call: Call, page: Page, asked: Asked) -> Page | Action:
    """Return the page with other cards picked, or what the pupil does."""
    verb, argument = call.argument(3), call.argument(4)
    if verb in _DRAFTING:
        changed = _DRAFTING[verb](asked, page, argument, call.values)
        picked = asked.in_order(changed.picked)
        leads = verb == Verb.PICK and asked.view.ask is Ask.LEAD and bool(picked)
        return Play(picked) if leads and plays_at_once(asked, picked) else changed
    if verb == Verb.PICK_NOW:
        return Play(asked.in_order(chosen_cards(call.values)))
    if verb in _ACTIONS:
        return _ACTIONS[verb](read_cards(argument.partition(".")[0]))
    return page


def _other(page: Page, text: str) -> Page:
    number = int(text)
    return Page(number, turn=page.turn + 1) if 0 <= number < len(lessons()) else page


async def _judged(call: Call, page: Page, action: Action) -> tuple[Page, tuple[Block, ...]]:
    tried = attempt(page.lesson, action)
    if tried.right:
        return Page(page.number + 1), _said(call.texts.say("tutorial.done"))
    names = await call.kit.people.captions(occupants(call.asker.user), call.texts)
    facts = lesson_facts(page, names, call.texts)
    return _kept(page), _said(_rather(page, action, tried, facts, call.texts))


def _kept(page: Page) -> Page:
    """Return the page after something that was not right: its lists forget what was marked, a bury stays picked."""
    keeps = page.lesson.step is Step.BURY
    return Page(page.number, page.picked if keeps else (), page.turn + 1)


def _rather(page: Page, action: Action, tried: Tried, facts: dict[str, object], texts: "Texts") -> str:
    """Return why something else is better than what the rules would allow."""
    step, points = page.lesson.step, 0
    key = "rather"
    match action:
        case Pass():
            key = "pass"
        case Bury(cards):
            trump = view_for(page.lesson.phase, PUPIL).trump
            assert trump is not None
            points = sum(card.points for card in cards)
            key = "points" if points else "trumps" if any(map(trump.is_trump, cards)) else "rather"
        case _:
            pass
    failed = next((event for event in tried.events if isinstance(event, ThrowFailed)), None)
    fails = [texts.say("tutorial.throw.fails", cards=texts.cards(failed.played))] if failed is not None else []
    return texts.sentences((*fails, texts.say(f"tutorial.{step}.{key}", **(facts | {"points": points}))))


def _refused(refused: IllegalAction, page: Page, texts: "Texts") -> tuple[Block, ...]:
    legal = legal_words(view_for(page.lesson.phase, PUPIL), texts)
    words = "\n".join(filter(None, (texts.refusal(refused), legal)))
    return (*_said(words), *why_button(BOOK, refused, texts))


def _said(words: str) -> tuple[Block, ...]:
    return (Text("\n".join(f"> {line}" for line in words.split("\n"))),)


# --- what is picked -------------------------------------------------------------------------------------------------


def _pick(asked: Asked, page: Page, argument: str, values: tuple[str, ...]) -> Page:
    """Put what is chosen in one list in the place of what of its cards was picked before."""
    number = int(argument.partition(".")[0])
    groups = by_suit(asked, asked.view.hand)
    chosen = chosen_cards(values)
    listed = groups[number][1] if 0 <= number < len(groups) else ()
    if not holds(listed, chosen):
        raise ValueError("cards of another list")
    others = tuple(card for card in page.picked if card not in listed)
    one_suit = asked.view.ask is Ask.LEAD and bool(chosen)
    return Page(page.number, chosen if one_suit else (*others, *chosen), page.turn + 1)


def _more(asked: Asked, page: Page, argument: str, _: tuple[str, ...]) -> Page:
    picked = (*page.picked, *read_cards(argument))
    return Page(page.number, picked if holds(asked.view.hand, picked) else page.picked, page.turn + 1)


def _suggest(_: Asked, page: Page, __: str, ___: tuple[str, ...]) -> Page:
    wanted = page.lesson.wanted
    return Page(page.number, wanted.cards if isinstance(wanted, Bury) else page.picked, page.turn + 1)


_DRAFTING: Final[dict[str, Callable[[Asked, Page, str, tuple[str, ...]], Page]]] = {
    Verb.PICK: _pick,
    Verb.MORE: _more,
    Verb.BACK: lambda _, page, __, ___: Page(page.number, page.picked[:-1], page.turn + 1),
    Verb.CLEAR: lambda _, page, __, ___: Page(page.number, (), page.turn + 1),
    Verb.SUGGEST: _suggest,
}
