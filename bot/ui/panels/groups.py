"""Selects of cards, one for each effective suit: from a hand to lists to tick, and back."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from bot.ui.body import Option, Select
from bot.ui.ids import Verb
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import Asked, cut
from engine.cards import Card, Suit, counts, parse_card


def by_suit(asked: Asked, cards: Iterable[Card]) -> tuple[tuple[Suit, tuple[Card, ...]], ...]:
    """Return the cards by effective suit, as hands are shown; a suit of more than 25 cards comes in parts.

    Where rows are few the parts hold what fits, and go by the suit of their first card.
    """
    ordered = asked.in_order(cards)
    whole = [tuple(group) for _, group in groupby(ordered, asked.suit_of)] if not asked.dense else [ordered]
    return tuple((asked.suit_of(part[0]), part) for group in whole for part in _parts(group) if part)


def pick_select(asked: Asked, number: int, suit: Suit, cards: tuple[Card, ...], most: int) -> Select:
    """Return a select whose choice goes into the draft; `number` tells the selects of a panel apart."""
    argument = f"{number}.{asked.draft.turn}"
    most = min(most, len(cards))
    marked = tuple(card for card in asked.picked if card in cards)[:most]
    options = tuple(_options(asked, cards, counts(marked)))
    return Select(asked.id(Verb.PICK, argument), _prompt(asked, suit, cards), options, 0, most)


def now_select(asked: Asked, number: int, suit: Suit, cards: tuple[Card, ...], wanted: int) -> Select:
    """Return a select whose choice is played as soon as it is made."""
    argument = f"{number}.{asked.draft.turn}"
    shown = cards if wanted > 1 else tuple(counts(cards))  # copies are one choice where one card is wanted
    options = tuple(_options(asked, shown, {}))
    return Select(asked.id(Verb.PICK_NOW, argument), _prompt(asked, suit, cards), options, wanted, wanted)


def all_select(asked: Asked, cards: tuple[Card, ...], wanted: int) -> Select:
    """Return a select of cards of any suit whose choice, with what is owed, is played as soon as it is made."""
    options = tuple(_options(asked, cards if wanted > 1 else tuple(counts(cards)), {}))
    prompt = cut(asked.texts.say("turn.any_prompt", count=wanted), PROMPT)
    return Select(asked.id(Verb.PICK_NOW, f"all.{asked.draft.turn}"), prompt, options, wanted, wanted)


def chosen_cards(values: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards behind the values of a select.

    Raises:
        ValueError: a value is no card's.
    """
    return tuple(parse_card(value.partition("#")[0]) for value in values)


def _parts(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Cut a suit into selects of at most 25, never between copies of one card."""
    part: tuple[Card, ...] = ()
    for _, group in groupby(cards):
        copies = tuple(group)
        if len(part) + len(copies) > OPTIONS:
            yield part
            part = ()
        part += copies
    yield part


def _options(asked: Asked, cards: tuple[Card, ...], picked: Mapping[Card, int]) -> Iterator[Option]:
    for card, n in counts(cards).items():
        hint = asked.texts.say("ui.worth", points=card.points) if card.points else ""
        for copy in range(1, n + 1):
            name = asked.texts.card(card)
            label = name if n == 1 else asked.texts.say("ui.copy", card=name, copy=copy, copies=n)
            yield Option(
                f"{card}#{copy}", cut(label, OPTION_TEXT), hint, copy <= picked.get(card, 0), asked.sign((card,))
            )


def _prompt(asked: Asked, suit: Suit, cards: tuple[Card, ...]) -> str:
    named = asked.texts.listed(asked.texts.suit(one) for one in dict.fromkeys((suit, *map(asked.suit_of, cards))))
    return cut(asked.texts.say("ui.suit_prompt", suit=named, cards=len(cards)), PROMPT)
