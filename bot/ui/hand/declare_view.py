"""Controls to declare, pass, claim a redeal and take a trick's points."""

from bot.ui.core.message import Button, ButtonStyle, Row, button_rows
from bot.ui.core.table_ids import ControlVerb
from bot.ui.hand.question import SeatQuestion
from engine.deal.legal_actions import check_action, legal_declarations
from engine.model.actions import ClaimRedeal
from engine.model.cards import Card
from engine.model.errors import IllegalAction
from engine.model.events import Declined
from engine.model.view import Ask

MAX_DECLARATIONS = 14


def declare_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return a button for each possible declaration and, once all cards are drawn, one to pass until it is pressed."""
    offers = tuple(legal_declarations(question.view))[:MAX_DECLARATIONS]
    buttons = tuple(_declare_button(question, cards) for cards in offers)
    view = question.view
    declined = view.ask is Ask.DECLARE and (view.passed[question.seat] or view.to_draw > 0)
    return button_rows(
        buttons
        if declined
        else (*buttons, question.button(ControlVerb.PASS, question.texts.format_pass(question.view))),
        4,
    )


def claim_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return the buttons to claim a redeal or not."""
    claim = question.button(
        ControlVerb.CLAIM_REDEAL, question.say("ui.claim"), ButtonStyle.PRIMARY, disabled=not _may_claim(question)
    )
    return button_rows((claim, question.button(ControlVerb.PASS, question.texts.format_pass(question.view))))


def _may_claim(question: SeatQuestion) -> bool:
    try:
        check_action(question.view, ClaimRedeal())
    except IllegalAction:
        return False
    return True


def pick_up_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return the buttons to take a trick's points or leave them."""
    take = question.button(ControlVerb.TAKE_POINTS, question.say("ui.take_points"), ButtonStyle.PRIMARY)
    return button_rows((take, question.button(ControlVerb.LEAVE_POINTS, question.say("ui.leave_points"))))


def _declare_button(question: SeatQuestion, cards: tuple[Card, ...]) -> Button:
    key = "ui.call_trumps" if question.view.declined_by_pass is Declined.CALL else "ui.declare"
    label = question.say(key, cards=question.format_cards(cards))
    return question.cards_button(ControlVerb.DECLARE, cards, label, ButtonStyle.PRIMARY)
