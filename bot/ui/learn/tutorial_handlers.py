"""Handlers of the tutorial, which judge the learner's action and turn the page if it is right."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_names
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.explain_refusal import describe_legal_actions, explain_button
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response
from bot.ui.core.interactions.table_controls import HIDE, ControlVerb
from bot.ui.core.memory.people import with_coach
from bot.ui.core.messages.custom_id_codec import decode_cards
from bot.ui.core.messages.message import Block, Text
from bot.ui.hand.advice import format_hint
from bot.ui.hand.card_selects import parse_selected_cards
from bot.ui.hand.hand_cards import find_solo_names
from bot.ui.hand.question import SeatQuestion
from bot.ui.learn.tutorial_lessons import LEARNER_SEAT, Attempt, TutorialStep, list_lessons, try_action
from bot.ui.learn.tutorial_view import (
    GO_TO_PAGE,
    PRESET,
    TutorialControl,
    TutorialPage,
    lesson_parameters,
    tutorial_question,
    tutorial_view,
)
from engine.deal.game import view_for
from engine.model.actions import Action, Bury, Declare, Pass, Play
from engine.model.cards import Card, holds
from engine.model.errors import IllegalAction
from engine.model.events import ThrowFailed

_ACTIONS: Final[dict[str, Callable[[tuple[Card, ...]], Action]]] = {
    ControlVerb.DECLARE: Declare,
    ControlVerb.PASS: lambda _: Pass(),
    ControlVerb.BURY: Bury,
    ControlVerb.PLAY: Play,
    ControlVerb.CHOOSE_GROUPING: Play,
}


async def open_tutorial(ctx: Context) -> Response:
    """Return the first page of the tutorial."""
    return NewMessage(await tutorial_view(ctx.services, ctx.user, TutorialPage(), ctx.texts))


async def handle_tutorial(press: ControlPress[TutorialControl]) -> Response:
    """Turn to another page, or handle the learner's action on this one."""
    page = parse_tutorial_page(press)
    try:
        page, notice = await _handle(press, page)
    except IllegalAction as refused:
        page, notice = _reset(page), _explain(refused, page, press.texts)
    except ValueError:  # the id is forged: show the page as it is
        notice = ()
    return EditMessage(await tutorial_view(press.ctx.services, press.ctx.user, page, press.texts, notice))


def parse_tutorial_page(press: ControlPress[TutorialControl]) -> TutorialPage:
    """Return the page of a control, or the first page if its number is too high."""
    number, picked = press.id.number, press.id.picked
    if number >= len(list_lessons()):
        return TutorialPage()
    hand = view_for(list_lessons()[number].phase, LEARNER_SEAT).hand
    return TutorialPage(number, picked if holds(hand, picked) else (), press.id.turn % 1000)


async def _handle(press: ControlPress[TutorialControl], page: TutorialPage) -> tuple[TutorialPage, tuple[Block, ...]]:
    """Return the page to show and its notice. Raises IllegalAction, or ValueError if the control's id is forged."""
    verb, argument = press.id.verb, press.id.argument
    if verb == GO_TO_PAGE:
        number = int(press.chosen or argument)
        return TutorialPage(number, turn=page.turn + 1) if 0 <= number < len(list_lessons()) else page, ()
    prefers = await press.ctx.services.people.get_preferences(press.ctx.user)
    if verb == ControlVerb.COACH:
        await press.ctx.services.people.save_preferences(press.ctx.user, with_coach(prefers))
        return page, _quote(press.texts.say("turn.coach_on"))
    if page.lesson.expected_action is None or argument == HIDE:
        return page, ()
    question = tutorial_question(page, press.texts, prefers)
    if verb == ControlVerb.SHOW_HINT:
        action, page = page.lesson.expected_action, replace(page, opened=ControlVerb.SHOW_HINT)
        return page, _quote(format_hint(question.view, action, press.texts, is_spoken=prefers.text_hand))
    if verb == ControlVerb.STILL_OUT:
        names = await find_solo_names(press.ctx.services, question.view, press.ctx.user, press.texts)
        escaped = escape_names(names)
        told = press.texts.format_still_out(question.view, escaped, is_spoken=prefers.text_hand)
        return replace(page, opened=ControlVerb.STILL_OUT), (Text(told),)
    done = _read_input(press, page, question)
    return (done, ()) if isinstance(done, TutorialPage) else await _judge(press, page, done)


def _read_input(
    press: ControlPress[TutorialControl], page: TutorialPage, question: SeatQuestion
) -> TutorialPage | Action:
    if press.id.verb in _ACTIONS:
        return _ACTIONS[press.id.verb](decode_cards(press.id.argument.partition(".")[0]))
    picked = _change_pick(press, page, question.view.hand)
    return page if picked is None else TutorialPage(page.number, picked, page.turn + 1)


def _change_pick(
    press: ControlPress[TutorialControl], page: TutorialPage, hand: tuple[Card, ...]
) -> tuple[Card, ...] | None:
    """Return the picked cards after a press. Return None if the control does not pick cards."""
    match press.id.verb:
        case ControlVerb.PICK:  # the choice in the select replaces the picked cards
            chosen = parse_selected_cards(press.values)
            if not holds(hand, chosen):
                raise ValueError("cards of another page")
            return chosen
        case ControlVerb.PICK_ONE_MORE:
            picked = (*page.picked, *decode_cards(press.id.argument))
            return picked if holds(hand, picked) else page.picked
        case ControlVerb.UNPICK_LAST:
            return page.picked[:-1]
        case ControlVerb.CLEAR:
            return ()
        case ControlVerb.SUGGEST_BURY:
            wanted = page.lesson.expected_action
            return wanted.cards if isinstance(wanted, Bury) else page.picked
        case _:
            return None


async def _judge(
    press: ControlPress[TutorialControl], page: TutorialPage, action: Action
) -> tuple[TutorialPage, tuple[Block, ...]]:
    attempt = try_action(page.lesson, action)
    if attempt.is_correct:
        return TutorialPage(page.number + 1), _quote(press.texts.say("tutorial.done"))
    view = view_for(page.lesson.phase, LEARNER_SEAT)
    names = await find_solo_names(press.ctx.services, view, press.ctx.user, press.texts)
    facts = lesson_parameters(page, names, press.texts)
    return _reset(page), _quote(_advise(page, action, attempt, facts, press.texts))


def _reset(page: TutorialPage) -> TutorialPage:
    """Return the page after a wrong action, with its selects cleared. Only cards picked to bury stay picked."""
    keeps = page.lesson.step is TutorialStep.BURY
    return TutorialPage(page.number, page.picked if keeps else (), page.turn + 1)


def _advise(page: TutorialPage, action: Action, attempt: Attempt, facts: dict[str, object], texts: Texts) -> str:
    step, points = page.lesson.step, 0
    key = "rather"
    match action:
        case Pass():
            key = "pass"
        case Bury(cards):
            trump = view_for(page.lesson.phase, LEARNER_SEAT).trump
            assert trump is not None
            points = sum(card.points for card in cards)
            key = "points" if points else "trumps" if any(map(trump.is_trump, cards)) else "rather"
        case _:
            pass
    failed = next((event for event in attempt.events if isinstance(event, ThrowFailed)), None)
    fails = [texts.say("tutorial.throw.fails", cards=texts.format_cards(failed.played))] if failed is not None else []
    return texts.join_sentences((*fails, texts.say(f"tutorial.{step}.{key}", **(facts | {"points": points}))))


def _explain(refused: IllegalAction, page: TutorialPage, texts: Texts) -> tuple[Block, ...]:
    legal = describe_legal_actions(view_for(page.lesson.phase, LEARNER_SEAT), texts)
    words = "\n".join(filter(None, (texts.format_refusal(refused), legal)))
    return (*_quote(words), *explain_button(PRESET, refused, texts))


def _quote(words: str) -> tuple[Block, ...]:
    return (Text("\n".join(f"> {line}" for line in words.split("\n"))),)
