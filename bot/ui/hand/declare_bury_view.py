"""Controls to declare, pass, claim a redeal, bury, and take a trick's points."""

from typing import Final

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards, encode_cards
from bot.ui.core.messages.discord_limits import MAX_OPTIONS, count_phone_rows
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Row, Select, button_rows
from bot.ui.hand.card_selects import group_by_suit, pick_selects
from bot.ui.hand.question import SeatQuestion
from bot.ui.typed.parse_answers import find_refusal
from engine.deal.legal_actions import legal_declarations
from engine.model.actions import Action, ClaimRedeal, Declare, Pass, PickUp
from engine.model.cards import Card, parse_card
from engine.model.events import Declined
from engine.model.view import Ask

MAX_DECLARATION_ROWS: Final = 4
"""The most rows of a phone that the buttons to declare and to pass may take."""
MAX_DECLARATION_BUTTONS: Final = 4
"""The most declarations that get buttons. If there are more, the user picks one from a select."""


def declare_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return the buttons to declare and to pass. Many declarations share one button and a select that changes it."""
    offers = legal_declarations(question.view)
    labels = (*(_declare_label(question, cards) for cards in offers), question.texts.format_pass(question.view))
    if len(offers) <= MAX_DECLARATION_BUTTONS and count_phone_rows(labels) <= MAX_DECLARATION_ROWS:
        return _declare_buttons(question, offers)
    picked = tuple(parse_card(text) for text in question.draft.picked)
    picked = picked if picked in offers else ()
    first = picked or _recommended_declaration(question) or offers[-1]
    return (*_declare_buttons(question, (first,)), _declaration_select(question, offers, picked))


def _recommended_declaration(question: SeatQuestion) -> tuple[Card, ...]:
    action = question.recommended
    found = action.cards if isinstance(action, Declare) else ()
    return next((cards for cards in legal_declarations(question.view) if sorted(cards) == sorted(found)), ())


def pass_button(question: SeatQuestion) -> Button:
    """Return the button to pass. It is green if a good player would pass and no cards are picked."""
    passes = isinstance(question.recommended, Pass) and not question.picked
    style = ButtonStyle.SUCCESS if passes else ButtonStyle.SECONDARY
    return question.button(ControlVerb.PASS, question.texts.format_pass(question.view), style)


def parse_declaration(question: SeatQuestion, value: str) -> tuple[Card, ...]:
    """Return the declaration that an option's value stands for. Raises ValueError: it is not possible now."""
    cards = decode_cards(value)
    if cards not in legal_declarations(question.view):
        raise ValueError("no such declaration")
    return cards


def _declaration_select(
    question: SeatQuestion, offers: tuple[tuple[Card, ...], ...], picked: tuple[Card, ...]
) -> Select:
    named = ((cards, question.format_cards(cards), question.emoji_name(cards)) for cards in offers[-MAX_OPTIONS:])
    options = (select_option(encode_cards(one), name, chosen=one == picked, emoji=sign) for one, name, sign in named)
    return question.select(ControlVerb.PICK_DECLARATION, question.say("panel.declare_prompt"), options)


def _declare_buttons(question: SeatQuestion, offers: tuple[tuple[Card, ...], ...]) -> tuple[Row, ...]:
    """Return a button for each of `offers`. Add one to pass, unless the seat has passed or the draw goes on."""
    view, advised = question.view, _recommended_declaration(question)
    styles = (ButtonStyle.SUCCESS if cards == advised else ButtonStyle.PRIMARY for cards in offers)
    buttons = tuple(
        question.cards_button(ControlVerb.DECLARE, cards, _declare_label(question, cards), style)
        for cards, style in zip(offers, styles, strict=True)
    )
    declined = view.ask is Ask.DECLARE and (view.passed[question.seat] or view.to_draw > 0)
    return button_rows(buttons if declined else (*buttons, pass_button(question)), 4)


def claim_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return the buttons to claim a redeal and to pass."""
    style = _answer_style(question, ClaimRedeal())
    may_not = find_refusal(question.view, ClaimRedeal()) is not None
    claim = question.button(ControlVerb.CLAIM_REDEAL, question.say("panel.claim"), style, disabled=may_not)
    return button_rows((claim, pass_button(question)))


def _answer_style(question: SeatQuestion, answer: Action, usual: ButtonStyle = ButtonStyle.PRIMARY) -> ButtonStyle:
    return ButtonStyle.SUCCESS if question.recommended == answer else usual


def pick_up_rows(question: SeatQuestion) -> tuple[Row, ...]:
    """Return the buttons to take a trick's points or leave them."""
    style = _answer_style(question, PickUp(take=True))
    leave_style = _answer_style(question, PickUp(take=False), ButtonStyle.SECONDARY)
    take = question.button(ControlVerb.TAKE_POINTS, question.say("panel.take_points"), style)
    leave = question.button(ControlVerb.LEAVE_POINTS, question.say("panel.leave_points"), leave_style)
    return button_rows((take, leave))


def _declare_label(question: SeatQuestion, cards: tuple[Card, ...]) -> str:
    key = "panel.call_trumps" if question.view.declined_by_pass is Declined.CALL else "panel.declare"
    return question.say(key, cards=question.format_cards(cards))


def bury_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls to bury."""
    wanted = question.view.kitty_size
    groups = group_by_suit(question, question.view.hand)
    picks = () if question.is_crowded else pick_selects(question, groups, wanted)
    suggest = question.button(ControlVerb.SUGGEST_BURY, question.say("panel.suggest"))
    clear = question.button(ControlVerb.CLEAR, question.say("panel.clear"))
    back = question.button(ControlVerb.UNPICK_LAST, question.say("turn.back"))
    undo = (back, clear) if question.draft.picked else ()
    has_all = len(question.picked) == wanted
    # A phone's row has no space for the suggestion once all cards are picked.
    more = () if has_all or not question.offers_help else (suggest,)
    return (*button_rows((_bury_button(question, wanted), *undo, *more)), *picks)


def _bury_button(question: SeatQuestion, wanted: int) -> Button:
    label = question.say("panel.bury_count", picked=len(question.picked), wanted=wanted)
    if len(question.picked) != wanted:
        return question.button(ControlVerb.BURY, label, ButtonStyle.PRIMARY, disabled=True)
    return question.cards_button(ControlVerb.BURY, question.picked, label, question.choose_style(question.picked))
