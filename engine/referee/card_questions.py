"""Questions about cards: order, adjacency, units, packs and points."""

from typing import Any, Final

from engine.cards_in_play.groupings import groupings
from engine.cards_in_play.shapes import TractorLimits, even_parts, expansions, list_widths
from engine.cards_in_play.units import find_unit
from engine.deal.scoring import points_to_win
from engine.model.cards import Suit, points_of
from engine.model.trump import EFFECTIVE_SUITS
from engine.referee.decode import InvalidQuestion, Question, read_card, read_cards, read_list, read_number, read_suit
from engine.referee.encode import card_texts
from engine.referee.question_kind import QuestionKinds

_MOST_GROUPINGS: Final = 1000
_MOST_TAKEN_APART: Final = 24
_WIDEST: Final = 12

_CLUBS: Final = {"trump": {"rank": "7", "suit": "C"}}
KINDS: Final = QuestionKinds()


@KINDS.add(
    "which suit a card follows", {"card": "a card"}, {"suit": "S H C D trump"}, {**_CLUBS, "input": {"card": "H7"}}
)
def _answer_effective_suit(question: Question) -> dict[str, Any]:
    return {"suit": question.trump.effective_suit(question.get("card", read_card)).value}


def _read_any_suit(value: object) -> Suit:
    return Suit.TRUMP if value == "trump" else read_suit(value)


@KINDS.add(
    "the order of one effective suit",
    {"suit": "S H C D trump"},
    {"high_to_low": "lists of cards of equal strength"},
    {**_CLUBS, "input": {"suit": "trump"}},
)
def _answer_rank_order(question: Question) -> dict[str, Any]:
    tiers = question.trump.order.tiers[EFFECTIVE_SUITS.index(question.get("suit", _read_any_suit))]
    return {"high_to_low": [card_texts(tier) for tier in reversed(tiers) if tier]}


@KINDS.add(
    "whether two ranks touch in a tractor",
    {"cards": "two cards", "played?": "cards of earlier tricks"},
    {"adjacent": "true or false"},
    {**_CLUBS, "input": {"cards": ["S6", "S8"]}},
)
def _answer_adjacent(question: Question) -> dict[str, Any]:
    pair = question.get("cards", read_cards)
    if len(pair) != 2:  # noqa: PLR2004 - a pair
        raise InvalidQuestion("bad_value", "adjacent asks about two cards")
    return {"adjacent": question.trump.are_adjacent(*pair, question.gone)}


@KINDS.add(
    "whether cards are one tractor",
    {"cards": "cards", "played?": "cards of earlier tricks"},
    {"is_tractor": "true or false"},
    {**_CLUBS, "input": {"cards": ["S6", "S6", "S8", "S8"]}},
)
def _answer_tractor_detect(question: Question) -> dict[str, Any]:
    found = question.get_cards("cards")
    suits = {question.trump.effective_suit(one) for one in found}
    whole = find_unit(found, question.trump, question.rules, question.gone) if len(suits) == 1 else None
    return {"is_tractor": whole is not None and whole.length > 1}


@KINDS.add(
    "all maximal groupings of cards of one suit, that with the largest unit first",
    {"cards": "cards", "played?": "cards of earlier tricks", "limit?": "most groupings wanted"},
    {"groupings": "lists of units", "more": "whether there are more than the limit"},
    {**_CLUBS, "input": {"cards": ["S3", "S3", "S4", "S4"]}},
)
def _answer_decompose(question: Question) -> dict[str, Any]:
    found = question.get_cards("cards")
    if len(found) > _MOST_TAKEN_APART:
        raise InvalidQuestion("too_many", f"at most {_MOST_TAKEN_APART} cards are taken apart in every way")
    if len({question.trump.effective_suit(one) for one in found}) > 1:
        raise InvalidQuestion("mixed_suits", "only cards of one effective suit can be taken apart")
    if not found:
        return {"groupings": [], "more": False}
    limit = question.get("limit", lambda value: read_number(value, 1, _MOST_GROUPINGS), _MOST_GROUPINGS)
    ways = groupings(found, question.trump, question.rules, question.gone, limit + 1)
    return {"groupings": [[card_texts(one.cards) for one in way] for way in ways[:limit]], "more": len(ways) > limit}


@KINDS.add(
    "the pack of the rules",
    {"players?": "to check that the rules are for this many"},
    {
        "cards": "in the pack",
        "points": "in the pack",
        "hand": "cards a seat",
        "kitty": "cards",
        "points_to_win": "for the opponents",
    },
    {"rules": {"preset": "looking-for-friends", "overrides": {"players": 7}}},
)
def _answer_deck(question: Question) -> dict[str, Any]:
    rules = question.rules
    question.check_players()
    return {
        "cards": rules.pack_size,
        "points": rules.pack_points,
        "hand": rules.hand_size,
        "kitty": rules.kitty_size,
        "points_to_win": points_to_win(rules),
    }


@KINDS.add("card points", {"cards": "cards"}, {"points": "their sum"}, {"input": {"cards": ["SK", "H5"]}})
def _answer_points(question: Question) -> dict[str, Any]:
    return {"points": points_of(question.get_cards("cards"))}


@KINDS.add(
    "what a unit that is not matched is expanded to",
    {"shape": "one unit: a list of widths"},
    {
        "expands_to": "of a tractor: its tuples; of an uneven one: its even parts",
        "expands_to_best_first": "of a tuple: all smaller cuts",
    },
    {"input": {"shape": [[3]]}},
)
def _answer_shape_expansion(question: Question) -> dict[str, Any]:
    shape = [[read_number(width, 1, _WIDEST) for width in read_list(one)] for one in question.get("shape", read_list)]
    uneven = bool(shape) and len(set(shape[0])) > 1
    if len(shape) != 1 or not shape[0] or (uneven and not question.rules.uneven_tractors):
        raise InvalidQuestion("bad_value", "the shape is one unit: a list of equal widths")
    widths = tuple(shape[0])
    kind = (min(widths), len(widths), *(widths if uneven else ()))
    cuts = (even_parts(kind, TractorLimits.of(question.rules)),) if uneven else expansions(kind)
    ways = [[list(list_widths(one)) for one in way] for way in cuts]
    return {"expands_to": ways[0]} if len(widths) > 1 else {"expands_to_best_first": ways}
