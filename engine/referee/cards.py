"""Questions about cards: order, adjacency, units, packs and points."""

from collections.abc import Mapping
from typing import Any, Final

from engine.cards import SUITS, Rank, Suit, points_of
from engine.referee.asking import Bad, Question, cards, face, items, number, suit_of
from engine.referee.kinds import Kind
from engine.referee.words import texts
from engine.scoring import turnover
from engine.shapes import expansions
from engine.trump import EFFECTIVE_SUITS
from engine.units import groupings, is_unit

_MOST_GROUPINGS: Final = 1000
_MOST_TAKEN_APART: Final = 24
_WIDEST: Final = 12


def _effective_suit(question: Question) -> dict[str, Any]:
    return {"suit": question.trump.effective_suit(question.get("card", face)).value}


def _any_suit(value: object) -> Suit:
    return Suit.TRUMP if value == "trump" else suit_of(value)


def _rank_order(question: Question) -> dict[str, Any]:
    tiers = question.trump.order.tiers[EFFECTIVE_SUITS.index(question.get("suit", _any_suit))]
    return {"high_to_low": [texts(tier) for tier in reversed(tiers) if tier]}


def _adjacent(question: Question) -> dict[str, Any]:
    pair = question.get("cards", cards)
    if len(pair) != 2:  # noqa: PLR2004 - a pair
        raise Bad("bad_value", "adjacent asks about two cards")
    return {"adjacent": question.trump.touch(*pair, question.gone)}


def _tractor_detect(question: Question) -> dict[str, Any]:
    found = question.held("cards")
    suits = {question.trump.effective_suit(one) for one in found}
    whole = is_unit(found, question.trump, question.rules, question.gone) if len(suits) == 1 else None
    return {"is_tractor": whole is not None and whole.length > 1}


def _decompose(question: Question) -> dict[str, Any]:
    found = question.held("cards")
    if len(found) > _MOST_TAKEN_APART:
        raise Bad("too_many", f"at most {_MOST_TAKEN_APART} cards are taken apart in every way")
    if len({question.trump.effective_suit(one) for one in found}) > 1:
        raise Bad("mixed_suits", "only cards of one effective suit can be taken apart")
    if not found:
        return {"groupings": [], "more": False}
    limit = question.get("limit", lambda value: number(value, 1, _MOST_GROUPINGS), _MOST_GROUPINGS)
    ways = groupings(found, question.trump, question.rules, question.gone, limit + 1)
    return {"groupings": [[texts(one.cards) for one in way] for way in ways[:limit]], "more": len(ways) > limit}


def _deck(question: Question) -> dict[str, Any]:
    rules = question.rules
    if question.get("players", number, rules.players) != rules.players:
        raise Bad("bad_value", f"these rules are for {rules.players} players")
    suit = range(rules.low_cut, Rank.ACE + 1)
    points = rules.decks * len(SUITS) * sum({5: 5, 10: 10, 13: 10}.get(rank, 0) for rank in suit)
    return {
        "cards": rules.pack_size,
        "points": points,
        "hand": rules.hand_size,
        "kitty": rules.kitty_size,
        "points_to_win": turnover(rules),
    }


def _points(question: Question) -> dict[str, Any]:
    return {"points": points_of(question.held("cards"))}


def _shape_expansion(question: Question) -> dict[str, Any]:
    shape = [[number(width, 1, _WIDEST) for width in items(one)] for one in question.get("shape", items)]
    if len(shape) != 1 or not shape[0] or len(set(shape[0])) > 1:
        raise Bad("bad_value", "the shape is one unit: a list of equal widths")
    width, length = shape[0][0], len(shape[0])
    ways = [[[wide] * long for wide, long in way] for way in expansions((width, length))]
    return {"expands_to": ways[0]} if length > 1 else {"expands_to_best_first": ways}


KINDS: Final[Mapping[str, Kind]] = {
    "effective_suit": Kind(_effective_suit, "which suit a card follows", {"card": "a card"}, {"suit": "S H C D trump"}),
    "rank_order": Kind(
        _rank_order,
        "the order of one effective suit",
        {"suit": "S H C D trump"},
        {"high_to_low": "lists of cards of equal strength"},
    ),
    "adjacent": Kind(
        _adjacent,
        "whether two ranks touch in a tractor",
        {"cards": "two cards", "played?": "cards of earlier tricks"},
        {"adjacent": "true or false"},
    ),
    "tractor_detect": Kind(
        _tractor_detect,
        "whether cards are one tractor",
        {"cards": "cards", "played?": "cards of earlier tricks"},
        {"is_tractor": "true or false"},
    ),
    "decompose": Kind(
        _decompose,
        "all maximal groupings of cards of one suit, that with the largest unit first",
        {"cards": "cards", "played?": "cards of earlier tricks", "limit?": "most groupings wanted"},
        {"groupings": "lists of units", "more": "whether there are more than the limit"},
    ),
    "deck": Kind(
        _deck,
        "the pack of the rules",
        {"players?": "to check that the rules are for so many"},
        {
            "cards": "in the pack",
            "points": "in the pack",
            "hand": "cards a seat",
            "kitty": "cards",
            "points_to_win": "for the opponents",
        },
    ),
    "points": Kind(_points, "card points", {"cards": "cards"}, {"points": "their sum"}),
    "shape_expansion": Kind(
        _shape_expansion,
        "what a unit that is not matched is expanded to",
        {"shape": "one unit: a list of widths"},
        {"expands_to": "of a tractor: its tuples", "expands_to_best_first": "of a tuple: all smaller cuts"},
    ),
}
