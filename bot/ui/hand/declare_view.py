"""Controls to declare, pass, claim a redeal and take a trick's points."""

from typing import Final

from bot.ui.core.custom_ids import decode_cards, encode_cards
from bot.ui.core.limits import MAX_OPTION_LENGTH, MAX_OPTIONS, MAX_PLACEHOLDER_LENGTH, format_label
from bot.ui.core.message import Button, ButtonStyle, Row, Select, SelectOption, button_rows
from bot.ui.core.table_ids import ControlVerb
from bot.ui.hand.question import SeatQuestion
from engine.deal.legal_actions import check_action, legal_declarations
from engine.model.actions import ClaimRedeal
from engine.model.cards import Card, parse_card
from engine.model.errors import IllegalAction
from engine.model.events import Declined
from engine.model.view import Ask

MAX_DECLARATION_BUTTONS: Final = 4
"""Beside the button to pass; more declarations are picked from a list."""


def declare_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return the controls to declare: a button for each of a few declarations, else the strongest and a list."""
    offers = legal_declarations(question.view)
    if len(offers) <= MAX_DECLARATION_BUTTONS:
        return _declare_buttons(question, offers)
    picked = find_picked_declaration(question)
    return (*_declare_buttons(question, (picked,) if picked else offers[-1:]), _declaration_select(question, picked))


def find_picked_declaration(question: SeatQuestion) -> tuple[Card, ...]:
    """Return the declaration picked from the list; empty if none is, or if it is no longer possible."""
    cards = tuple(parse_card(text) for text in question.draft.picked)
    return cards if cards in legal_declarations(question.view) else ()


def parse_declaration(question: SeatQuestion, value: str) -> tuple[Card, ...]:
    """Return the declaration of an option.

    Raises:
        ValueError: it is not possible now.
    """
    cards = decode_cards(value)
    if cards not in legal_declarations(question.view):
        raise ValueError("no such declaration")
    return cards


def _declaration_select(question: SeatQuestion, picked: tuple[Card, ...]) -> Select:
    options = tuple(
        SelectOption(
            encode_cards(cards),
            format_label(question.format_cards(cards), MAX_OPTION_LENGTH),
            "",
            cards == picked,
            question.emoji_name(cards),
        )
        for cards in legal_declarations(question.view)[-MAX_OPTIONS:]
    )
    id_ = question.custom_id(ControlVerb.PICK_DECLARATION, str(question.draft.press_count))
    return Select(id_, format_label(question.say("ui.declare_prompt"), MAX_PLACEHOLDER_LENGTH), options)


def _declare_buttons(question: SeatQuestion, offers: tuple[tuple[Card, ...], ...]) -> tuple[Row, ...]:
    """Return a button for each declaration, and once all cards are drawn one to pass, until it is pressed."""
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
