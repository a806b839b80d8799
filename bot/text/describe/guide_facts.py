"""The facts that fill the placeholders in the guide's sentences. The engine computes them from the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.text.describe.cards import format_button_cards, format_cards, format_ranks
from bot.text.describe.options_in_effect import PAIR, does_follow
from bot.text.describe.rule_facts import (
    find_example_trump,
    find_tractor_example,
    format_trump_chain,
    format_trump_order,
)
from bot.text.describe.rules import format_joker_counts, format_level
from bot.text.messages import Messages
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.trick import beats, matches_lead
from engine.deal.fair_shuffle import full_pack
from engine.deal.kitty_multiplier import compute_multiplier
from engine.deal.scoring import heavy_loss_points, points_to_win
from engine.model.cards import Card, parse_cards
from engine.model.declaration_ladder import may_jokers_declare
from engine.model.errors import IllegalAction
from engine.model.options import DeclareLadder, JokerDeclaration, Throws
from engine.model.rules import Rules

_TRICKS: Final = {
    (True, True): ("SA SK SK", "S9 S9 SJ S4", "S9 S9 S4", "H5 H9 H9", "HA H4 H4"),
    (True, False): ("SA SK", "S9 SJ S4", "S9 S4", "H5 H9", "HA H4"),
    (False, True): ("SK SK", "S9 S9 SJ S4", "S9 S9", "H4 H4", "H6 H6"),
    (False, False): ("SK", "S9 SJ", "S9", "H4", "H6"),
}
"""A lead, a hand, its play and two ruffs. The keys say whether throws are allowed and whether cards have copies."""

_PEOPLE: Final = 4


@dataclass(frozen=True, slots=True)
class TrickExample:
    """An example of a trick. It has the first player's lead, the second's hand and play, and the other two's ruffs."""

    led: tuple[Card, ...]
    held: tuple[Card, ...]
    follow: tuple[Card, ...]
    ruff: tuple[Card, ...]
    second: tuple[Card, ...]
    winner: int
    """The winner of the trick, which is 2 for the first ruff and 3 for the second."""


@lru_cache(maxsize=256)
def find_trick_example(rules: Rules) -> TrickExample | None:
    """Return an example trick; None if the rules have too few players, lack the cards, or forbid these plays."""
    texts = _TRICKS[rules.throws is not Throws.OFF, rules.decks > 1]
    led, held, follow, ruff, second = map(parse_cards, texts)
    trump = find_example_trump(rules)
    try:
        lead = read_lead(led, trump, rules)
        fits = does_follow(rules, led, held, follow)
    except IllegalAction:
        return None
    is_there = rules.players >= _PEOPLE and set(full_pack(rules)).issuperset((*led, *held, *ruff, *second))
    if not (fits and is_there and all(matches_lead(lead, cards, trump, rules) for cards in (ruff, second))):
        return None
    return TrickExample(led, held, follow, ruff, second, 3 if beats(lead, ruff, second, trump, rules) else 2)


def list_facts(messages: Messages, rules: Rules) -> Mapping[str, object]:
    """Return all facts of the guide's sentences."""
    return {
        **format_trump_order(messages, rules),
        **format_trump_chain(messages, rules),
        "single": _multiply_kitty(rules, 1),
        "pair": _multiply_kitty(rules, 2),
        **_list_trick_facts(messages, rules),
        "players": rules.players,
        "decks": messages.say("count.decks", count=rules.decks),
        "cards": rules.pack_size,
        "hand": rules.hand_size,
        "kitty": rules.kitty_size,
        "jokers": format_joker_counts(messages, rules),
        "jokers_declare": _format_declaring_jokers(messages, rules),
        "example": format_ranks(find_tractor_example(rules)),
        "target": points_to_win(rules),
        "low": rules.low_cut.text,
        "ranks": messages.format_list(rank.text for rank in rules.cuts),
        "left_out": format_cards(messages, rules.list_left_out()),
        "start": format_level(messages, rules.start_level),
        "final": format_level(messages, rules.final_level),
        "count": rules.declare_min_count,
        "heavy": heavy_loss_points(rules) or 0,
    }


def _format_declaring_jokers(messages: Messages, rules: Rules) -> str:
    """Return which jokers declare without level cards. One joker is too few if jokers may also support level cards."""
    if not may_jokers_declare(rules):
        return ""
    supported = rules.declare_ladder is DeclareLadder.JOKER_SUPPORT and rules.joker_declaration is JokerDeclaration.ANY
    kind = JokerDeclaration.PAIR_UP if supported else rules.joker_declaration
    is_pair = kind is JokerDeclaration.PAIR_UP and max(rules.joker_counts) == PAIR
    return messages.say("guide.jokers.pair" if is_pair else f"guide.jokers.{kind}")


def _multiply_kitty(rules: Rules, cards: int) -> int:
    """Return the multiplier of the kitty's points if the last trick was led with `cards` equal cards."""
    return compute_multiplier(rules, led=cards, largest=cards, pairs=cards // 2, by_trumps=True)


def _list_trick_facts(messages: Messages, rules: Rules) -> Mapping[str, object]:
    found = find_trick_example(rules)
    if found is None:
        return {}
    trump = find_example_trump(rules)

    def show(cards: Sequence[Card]) -> str:
        return format_button_cards(messages, cards, trump)

    return {
        "led": show(found.led),
        "held": show(found.held),
        "follow": show(found.follow),
        "ruff": show(found.ruff),
        "second": show(found.second),
        "winner": messages.say(f"guide.winner.{found.winner}"),
    }
