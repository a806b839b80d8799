"""Controls to lead. Good leads have buttons, and selects list the cards. A throw shows its risk and its groupings."""

from typing import Final

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import encode_cards
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Row, Select, Text, button_rows
from bot.ui.hand.card_selects import lead_selects
from bot.ui.hand.follow_view import confirm_rows, format_play_label, play_buttons, refusal_blocks
from bot.ui.hand.question import SeatQuestion
from bot.ui.typed.parse_answers import find_refusal
from engine.cards_in_play.groupings import groupings
from engine.cards_in_play.units import Grouping
from engine.deal.legal_actions import as_lead
from engine.deal.seen_cards import find_sure_leads
from engine.model.actions import Play
from engine.model.cards import Card, count_faces
from engine.model.errors import IllegalAction
from engine.model.options import ThrowFailure, ThrowPenalty

MAX_MORE_BUTTONS = 3
"""How many further buttons fit into the row with the buttons to play and to clear."""
PENALTY_POINTS = 10
"""What a failed throw costs for each card, group or attempt (pagat, Playing; penalties). `FIVE_PER_CARD` costs half."""
_PENALTIES: Final = {
    ThrowPenalty.FIVE_PER_CARD: "turn.throw_per_card",
    ThrowPenalty.TEN_PER_CARD: "turn.throw_per_card",
    ThrowPenalty.TEN_PER_UNIT: "turn.throw_per_unit",
    ThrowPenalty.TEN_PER_ATTEMPT: "turn.throw_per_attempt",
}


def lead_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls to lead. The buttons that play come first."""
    first = _picked_blocks(question) if question.picked else (claim_buttons(question) or play_buttons(question))
    if len(question.view.hand) == 1 or question.is_crowded:  # there is no choice, or no space for selects
        return first
    return (*first, *lead_selects(question))


def claim_buttons(question: SeatQuestion) -> tuple[Row, ...]:
    """Return buttons to play the whole hand or its first lead; nothing unless the hand surely wins every trick."""
    leads = find_sure_leads(question.view)
    if not leads:
        return ()
    rest = question.button(ControlVerb.CLAIM_REST, question.say("turn.claim_rest"), ButtonStyle.SUCCESS)
    return button_rows((rest, question.cards_button(ControlVerb.PLAY, leads[0], format_play_label(question, leads[0]))))


def _picked_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    risk = describe_throw_risk(question, question.picked)
    text = (Text(risk),) if risk else refusal_blocks(question, find_refusal(question.view, Play(question.picked)))
    rows = confirm_rows(question, question.picked, None, _one_more_buttons(question))
    return (*text, *rows, *_grouping_select(question))


MAX_REGROUPED_CARDS: Final = 20
"""Leads of more cards than this are not regrouped, because finding all groupings would take too long."""


def list_groupings(question: SeatQuestion, cards: tuple[Card, ...]) -> tuple[Grouping, ...]:
    """Return the legal ways to split a lead into groups, as many as a select can list. The usual way comes first."""
    assert question.view.trump is not None
    if len({question.effective_suit(card) for card in cards}) != 1 or len(cards) > MAX_REGROUPED_CARDS:
        return ()
    found = groupings(cards, question.view.trump, question.view.rules, question.view.gone, MAX_OPTIONS)
    return tuple(one for one in found if _is_lead(question, cards, one))


def _is_lead(question: SeatQuestion, cards: tuple[Card, ...], grouping: Grouping) -> bool:
    try:
        as_lead(question.view, cards, tuple(unit.cards for unit in grouping))
    except IllegalAction:
        return False
    return True


def describe_throw_risk(question: SeatQuestion, cards: tuple[Card, ...]) -> str:
    """Return what the user risks with a throw. It is empty for other leads, or if only safe throws are allowed."""
    if not cards or find_refusal(question.view, Play(cards)) is not None:
        return ""
    lead = as_lead(question.view, cards)
    rules = question.view.rules
    if not lead.is_throw or rules.throws_safe_only:
        return ""
    smallest = lead.units[-1].cards
    kept = "turn.throw_smallest" if rules.throw_failure is ThrowFailure.SMALLEST_UNIT else "turn.throw_beaten"
    text = question.say(kept, cards=question.texts.format_cards(smallest, question.view.card_order))
    penalty = _PENALTIES.get(rules.throw_penalty)
    points = PENALTY_POINTS // 2 if rules.throw_penalty is ThrowPenalty.FIVE_PER_CARD else PENALTY_POINTS
    return text + question.say(penalty, points=points) if penalty else text


def _grouping_select(question: SeatQuestion) -> tuple[Row, ...]:
    cards = question.picked
    if find_refusal(question.view, Play(cards)) is not None:
        return ()
    groupings_found = list_groupings(question, cards)
    if len(groupings_found) < 2:  # noqa: PLR2004 - one is no choice
        return ()
    labels = (" + ".join(question.format_cards(unit.cards) for unit in way) for way in groupings_found)
    options = tuple(select_option(str(n), label) for n, label in enumerate(labels))
    id_ = question.custom_id(ControlVerb.CHOOSE_GROUPING, f"{encode_cards(cards)}.{question.draft.press_count}")
    return (Select(id_, question.say("turn.counts_as"), options),)


def _one_more_buttons(question: SeatQuestion) -> tuple[Button, ...]:
    held, picked = count_faces(question.view.hand), count_faces(question.picked)
    short = [card for card in picked if picked[card] < held[card]][:MAX_MORE_BUTTONS]
    labels = {card: question.say("turn.more", card=question.format_cards((card,))) for card in short}
    return tuple(question.cards_button(ControlVerb.PICK_ONE_MORE, (card,), label) for card, label in labels.items())
