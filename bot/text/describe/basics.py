"""What holds under nearly all rules, told in a chapter of the book before what is peculiar to the rules at hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.text.words import Words
from engine.cards import Rank, Suit, parse_cards
from engine.errors import IllegalAction
from engine.follows import check_follow
from engine.leads import read_lead
from engine.rules import DeclareLadder, PermanentTrumps, Rules, Teams, Throws
from engine.trump import Trump


def basics(words: Words, part: str, rules: Rules) -> tuple[str, ...]:
    """Return the sentences that open a part of the rules (`SECTIONS`); nothing where a part needs none."""
    return tuple(words.say(f"basics.{key}") for key in _OPENINGS[part](rules)) if part in _OPENINGS else ()


def _play(rules: Rules) -> Iterator[str]:
    yield "follow_suit"
    if rules.decks > 1 and pair_is_owed(rules):
        yield "follow_pair"
    yield "void" if rules.decks > 1 else "void_single"
    yield "highest"


def pair_is_owed(rules: Rules) -> bool:
    """Tell whether somebody who holds a pair and other cards of the suit has to play it to a pair."""
    trump = Trump.of(rules, Rank.SIX if rules.teams is not Teams.HIDDEN_TEN else None, Suit.HEARTS)
    lead = read_lead(parse_cards("SQ SQ"), trump, rules)
    try:
        check_follow(parse_cards("S9 S9 SA SJ"), lead, parse_cards("SA SJ"), trump, rules)
    except IllegalAction:
        return True
    return False


def _throws(rules: Rules) -> Iterator[str]:
    if rules.throws is not Throws.OFF:
        yield "throw"
        yield "throw_fails"


def _trumps(rules: Rules) -> Iterator[str]:
    if rules.teams is Teams.HIDDEN_TEN or rules.permanent_trumps is not PermanentTrumps.NONE:
        return
    yield "trumps"
    if rules.declare_ladder is not DeclareLadder.JOKER_TEN:
        yield "declare"


_OPENINGS: Final[Mapping[str, Callable[[Rules], Iterator[str]]]] = {
    "play": _play,
    "throws": _throws,
    "trumps": _trumps,
}
