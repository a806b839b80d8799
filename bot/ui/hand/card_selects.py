"""Builds selects that list cards by effective suit. For a lead, each has one suit, unless leads may mix suits."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Select, SelectOption
from bot.ui.hand.question import SeatQuestion
from engine.model.cards import Card, Suit, count_faces, parse_card

_FIRST_MARK: Final = ord("①")
"""The first of the signs ①, ② … that tell equal cards apart."""

MAX_LISTS: Final = 2
"""How many selects of cards fit on a phone's screen. A panel has more only if these cannot list all cards."""
CardGroup = tuple[Suit, tuple[Card, ...]]
"""The effective suit of the first card in a select, and all cards in the select."""


def group_by_suit(question: SeatQuestion, cards: Iterable[Card]) -> tuple[CardGroup, ...]:
    """Return the cards in lists of up to 25, by effective suit. Suits are joined to get only two lists if possible."""
    groups = split_by_suit(question, cards)
    whole = [part for _, part in groups] if not question.dense else list(_split_suit(question.sort_cards(cards)))
    return tuple((question.effective_suit(part[0]), part) for part in _join_side_suits([p for p in whole if p]))


def split_by_suit(question: SeatQuestion, cards: Iterable[Card]) -> tuple[CardGroup, ...]:
    """Return the cards by effective suit, each suit in lists of at most 25."""
    suits = groupby(question.sort_cards(cards), question.effective_suit)
    return tuple((suit, part) for suit, group in suits for part in _split_suit(tuple(group)))


def _join_side_suits(parts: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Join neighbouring suits, so that there are two lists or as few as possible. Trumps preferably stay alone."""
    if len(parts) > MAX_LISTS and (at := _find_split([len(part) for part in parts])):
        return [tuple(card for part in side for card in part) for side in (parts[:at], parts[at:])]
    while len(parts) > MAX_LISTS:
        sizes = {n: len(parts[n]) + len(parts[n + 1]) for n in range(len(parts) - 1)}
        fitting = {n: (n == 0, size) for n, size in sizes.items() if size <= MAX_OPTIONS}
        if not fitting:
            break
        shortest = min(fitting, key=fitting.__getitem__)
        parts = [*parts[:shortest], parts[shortest] + parts[shortest + 1], *parts[shortest + 2 :]]
    return parts


def _find_split(sizes: list[int]) -> int:
    """Return the number of suits in the first of two lists, 1 if possible. Return 0 if two lists are not enough."""
    splits = [at for at in range(1, len(sizes)) if max(sum(sizes[:at]), sum(sizes[at:])) <= MAX_OPTIONS]
    return min(splits, key=lambda at: (at != 1, max(sum(sizes[:at]), sum(sizes[at:]))), default=0)


def pick_select(
    question: SeatQuestion, number: int, suit: Suit, cards: tuple[Card, ...], most: int, prompt: str = ""
) -> Select:
    """Return the select of this `number` in the panel to pick cards. Its prompt names its suits unless one is given."""
    argument = f"{number}.{question.draft.press_count}"
    most = min(most, len(cards))
    marked = tuple(card for card in question.picked if card in cards)[:most]
    options = tuple(_card_options(question, cards, count_faces(marked)))
    id_ = question.custom_id(ControlVerb.PICK, argument)
    return Select(id_, prompt or _select_prompt(question, suit, cards), options, 0, most)


def pick_selects(
    question: SeatQuestion, groups: tuple[CardGroup, ...], most: int, prompt: str = ""
) -> tuple[Select, ...]:
    """Return a select for each group of cards."""
    return tuple(pick_select(question, n, suit, cards, most, prompt) for n, (suit, cards) in enumerate(groups))


def parse_selected_cards(values: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards that the values of a select name. Raises ValueError if a value is not a card."""
    return tuple(parse_card(value.partition("#")[0]) for value in values)


def _split_suit(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    part: tuple[Card, ...] = ()
    for _, group in groupby(cards):
        copies = tuple(group)
        if len(part) + len(copies) > MAX_OPTIONS:
            yield part
            part = ()
        part += copies
    yield part


def _card_options(
    question: SeatQuestion, cards: tuple[Card, ...], picked: Mapping[Card, int]
) -> Iterator[SelectOption]:
    for card, n in count_faces(cards).items():
        hint = question.say("panel.worth", points=card.points) if card.points else ""
        for copy in range(1, n + 1):
            name = question.format_cards((card,))
            label = name if n == 1 else question.say("panel.copy", card=name, mark=chr(_FIRST_MARK + copy - 1))
            chosen, emoji = copy <= picked.get(card, 0), question.emoji_name((card,))
            yield select_option(f"{card}#{copy}", label, hint, chosen=chosen, emoji=emoji)


def _select_prompt(question: SeatQuestion, suit: Suit, cards: tuple[Card, ...]) -> str:
    suits = tuple(dict.fromkeys((suit, *map(question.effective_suit, cards))))
    named = question.texts.format_suit_signs(suits)
    return question.say("panel.suit_prompt", suit=named, cards=len(cards))


def lead_selects(question: SeatQuestion) -> tuple[Select, ...]:
    """Return the selects of cards. If the hand has many suits, a select to choose a suit comes first."""
    suits = _suit_select(question)
    prompt = question.say("turn.cards_prompt") if suits else ""  # the select of suits names the suit
    return (*suits, *pick_selects(question, list_lead_groups(question), len(question.view.hand), prompt))


def list_lead_groups(question: SeatQuestion) -> tuple[CardGroup, ...]:
    """Return the cards of each select. Once a card is picked, or if there are many suits, only one suit is listed."""
    if may_mix_suits(question):
        return group_by_suit(question, question.view.hand)
    groups = split_by_suit(question, question.view.hand)
    if not question.picked and len(groups) <= MAX_LISTS:
        return groups
    listed = _find_listed_suit(question, groups)
    return tuple(group for group in groups if group[0] is listed)


def list_lead_suits(question: SeatQuestion) -> tuple[Suit, ...]:
    """Return the suits of the hand in the order in which the picture sorts them."""
    return tuple(dict.fromkeys(suit for suit, _ in split_by_suit(question, question.view.hand)))


def may_mix_suits(question: SeatQuestion) -> bool:
    """Return whether the rules allow a lead of several suits."""
    return question.view.rules.rainbows is not None


def find_lead_list(question: SeatQuestion, number: int, chosen: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of the select in which the user chose. If the panel has changed, return the whole hand."""
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
    names = {suit: question.texts.format_suit(suit) for suit in list_lead_suits(question)}
    labels = {suit: question.say("turn.suit_option", suit=names[suit], cards=held.count(suit)) for suit in names}
    options = (select_option(suit.value, label, chosen=suit is listed) for suit, label in labels.items())
    return (question.select(ControlVerb.PICK_SUIT, question.say("call.suit_prompt"), options),)
