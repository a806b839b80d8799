"""The selects of a lead. A lead has one suit, so each select has one; if there are many, the user chooses one."""

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Select
from bot.ui.hand.card_selects import MAX_LISTS, CardGroup, group_by_suit, pick_selects, split_by_suit
from bot.ui.hand.question import SeatQuestion
from engine.model.cards import Card, Suit


def lead_selects(question: SeatQuestion) -> tuple[Select, ...]:
    """Return the select of suits, if there are many, and the selects of cards."""
    suits = _suit_select(question)
    prompt = question.say("turn.cards_prompt") if suits else ""  # the list above names the suit
    return (*suits, *pick_selects(question, list_lead_groups(question), len(question.view.hand), prompt))


def list_lead_groups(question: SeatQuestion) -> tuple[CardGroup, ...]:
    """Return the cards of each select: of the picked suit, else of the listed one, or of all if they are few."""
    if may_mix_suits(question):
        return group_by_suit(question, question.view.hand)
    groups = split_by_suit(question, question.view.hand)
    if not question.picked and len(groups) <= MAX_LISTS:
        return groups
    listed = _find_listed_suit(question, groups)
    return tuple(group for group in groups if group[0] is listed)


def list_lead_suits(question: SeatQuestion) -> tuple[Suit, ...]:
    """Return the suits of the hand, as the picture sorts them."""
    return tuple(dict.fromkeys(suit for suit, _ in split_by_suit(question, question.view.hand)))


def may_mix_suits(question: SeatQuestion) -> bool:
    """Return whether a lead may have several suits here."""
    return question.view.rules.rainbows is not None


def find_lead_list(question: SeatQuestion, number: int, chosen: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of the select in which a choice was made; if the panel has changed, the whole hand."""
    cards = chosen or question.picked
    if may_mix_suits(question) or not cards:
        parts = [part for _, part in list_lead_groups(question)]
    else:
        suit, groups = question.effective_suit(cards[0]), split_by_suit(question, question.view.hand)
        parts = [part for one, part in groups if one is suit]
    return parts[number] if 0 <= number < len(parts) else question.view.hand


def _find_listed_suit(question: SeatQuestion, groups: tuple[CardGroup, ...]) -> Suit:
    suits = [suit for suit, _ in groups]
    if question.picked:
        return question.effective_suit(question.picked[0])
    if question.listed_suit in suits:
        return question.listed_suit
    return question.effective_suit(question.recommended_cards[0]) if question.recommended_cards else suits[0]


def _suit_select(question: SeatQuestion) -> tuple[Select, ...]:
    groups = split_by_suit(question, question.view.hand)
    if question.picked or may_mix_suits(question) or len(groups) <= MAX_LISTS:
        return ()
    listed = _find_listed_suit(question, groups)
    held = [question.effective_suit(card) for card in question.view.hand]
    options = tuple(
        select_option(suit.value, _format_option(question, suit, held.count(suit)), chosen=suit is listed)
        for suit in list_lead_suits(question)
    )
    id_ = question.custom_id(ControlVerb.PICK_SUIT, str(question.draft.press_count))
    return (Select(id_, question.say("call.suit_prompt"), options),)


def _format_option(question: SeatQuestion, suit: Suit, cards: int) -> str:
    name = question.texts.format_suit(suit)
    return question.say("turn.suit_option", suit=name, cards=cards)
