"""Decides which sentences of the guide on leading, following and winning apply under given rules."""

from collections.abc import Callable

from bot.text.describe.guide_conditions import OWN_WORDS, has_throws, is_on
from bot.text.describe.guide_facts import find_trick_example
from bot.text.describe.options_in_effect import PAIR, TRIPLE, are_pairs_possible, are_tractors_possible, does_follow
from bot.text.describe.rule_facts import find_trump_chain, find_trump_tractor, is_whole_chain
from engine.model.cards import parse_cards
from engine.model.options import Follow, ThrowCheck
from engine.model.rules import Rules


def find_lead(rules: Rules) -> str:
    """Return the key of the sentence on what may be led."""
    if not are_pairs_possible(rules):
        return "guide.lead.single"
    kind = "triples" if rules.decks >= TRIPLE else "pairs"
    return f"guide.lead.{kind}" if are_tractors_possible(rules) else f"guide.lead.{kind}.no_tractors"


def find_tractor(rules: Rules) -> str | None:
    """Return the key of the sentence on what a tractor is; None if no tractor is possible."""
    if not are_tractors_possible(rules):
        return None
    if rules.uneven_tractors:
        return "guide.tractor.uneven"
    if rules.decks > PAIR or rules.tractor_min_length > PAIR:
        return "guide.tractor.sets"
    return "guide.tractor.two_pairs" if rules.tractor_max_length == PAIR else "guide.tractor.pairs"


def find_throw(rules: Rules) -> str | None:
    """Return the key of the sentence on what a throw is and who can stop it; None if throws are not allowed."""
    if not has_throws(rules):
        return None
    one_side = rules.throw_check is ThrowCheck.OTHER_SIDE and not rules.plays_alone
    return f"guide.throw.{ThrowCheck.OTHER_SIDE if one_side else ThrowCheck.ALL_OTHERS}"


def must_follow(led: str, hand: str, play: str) -> Callable[[Rules], bool]:
    """Return a function that says whether rules on shapes forbid answering `led` with `play` from `hand`."""
    cards = (parse_cards(led), parse_cards(hand), parse_cards(play))
    return lambda rules: rules.follow is not Follow.SUIT_ONLY and not does_follow(rules, *cards)


must_pair = must_follow("SQ SQ", "S9 S9 SA SJ", "SA SJ")
must_split = must_follow("SQ SQ", "S9 S9 S9 SA SJ", "SA SJ")
must_split_triple = must_follow("SQ SQ SQ", "S9 S9 SA SJ S4", "SA SJ S4")
must_tractor = must_follow("SQ SQ SQ SQ", "S9 S9 S8 S8 SJ SJ", "S9 S9 SJ SJ")
must_pair_to_throw = must_follow("SA SK SK", "S9 S9 SJ S4", "SJ S9 S4")


def find_pair(rules: Rules) -> str | None:
    """Return the key of the sentence on how to follow a pair; None if no pair is required."""
    if not are_pairs_possible(rules) or not must_pair(rules):
        return None
    return "guide.pair.split" if rules.decks >= TRIPLE and must_split(rules) else "guide.pair"


def find_follow(rules: Rules) -> str | None:
    """Return the key of the sentence on how to follow a tractor, or `OWN_WORDS`; None if no such rule applies."""
    if rules.follow in {Follow.SHAPES, Follow.SHAPES_NO_NEW_TRACTORS}:
        return "guide.follow.shapes" if are_tractors_possible(rules) else None
    return OWN_WORDS if are_pairs_possible(rules) else None


def find_uneven(rules: Rules) -> str | None:
    """Return the key of the sentence on how to follow a tractor of unequal sets; None if no such rule applies."""
    if not rules.uneven_tractors or not are_tractors_possible(rules) or rules.follow is Follow.SUIT_ONLY:
        return None
    return "guide.follow_uneven.tuples" if rules.follow is Follow.TUPLES else "guide.follow_uneven"


def find_highest(rules: Rules) -> str:
    """Return the key of the sentence on which play wins."""
    if are_pairs_possible(rules):
        return "guide.highest" if are_tractors_possible(rules) else "guide.highest.pairs"
    return "guide.highest.throws" if has_throws(rules) else "guide.highest.single"


def find_trick(rules: Rules) -> str | None:
    """Return the key of the sentence with an example of a trick; None if there is no example."""
    example = find_trick_example(rules)
    return None if example is None else f"guide.trick.{'throw' if has_throws(rules) else 'lead'}"


def find_chain(rules: Rules) -> str | None:
    """Return the key of the sentence on which high trumps are neighbours in tractors; None if none are."""
    chain = find_trump_chain(rules)
    if not are_tractors_possible(rules) or len(chain) == 1:
        return None
    return "guide.chain.order" if is_whole_chain(rules) and find_trump_tractor(rules) else "guide.chain"


def has_paired_throws(rules: Rules) -> bool:
    """Return whether a throw can contain pairs."""
    return has_throws(rules) and are_pairs_possible(rules)


def may_play_low(rules: Rules) -> bool:
    """Return whether a player who follows may choose between high and low cards of the right shape."""
    fixed = rules.follow is Follow.TEMPLATE and are_pairs_possible(rules)
    return not fixed and not is_on("must_beat_failed_throw", rules)
