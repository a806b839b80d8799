"""What holds under nearly all rules: the opening sentences of the rulebook's chapters."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.text.messages import Messages
from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import read_lead
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction
from engine.model.rules import DeclareLadder, PermanentTrumps, Rules, Teams, Throws
from engine.model.trump import Trump


def list_rules_basics(messages: Messages, part: str, rules: Rules) -> tuple[str, ...]:
    """Return the sentences that open a part of the rules (`RULE_SECTIONS`), if any."""
    return tuple(messages.say(f"basics.{key}") for key in _OPENINGS[part](rules)) if part in _OPENINGS else ()


def _list_play_keys(rules: Rules) -> Iterator[str]:
    yield "follow_suit"
    if rules.decks > 1 and is_pair_owed(rules):
        yield "follow_pair"
    yield "void" if rules.decks > 1 else "void_single"
    yield "highest"


def is_pair_owed(rules: Rules) -> bool:
    """Tell whether a player must follow a pair with a pair."""
    trump = Trump.of(rules, Rank.SIX if rules.teams is not Teams.HIDDEN_TEN else None, Suit.HEARTS)
    lead = read_lead(parse_cards("SQ SQ"), trump, rules)
    try:
        check_follow(parse_cards("S9 S9 SA SJ"), lead, parse_cards("SA SJ"), trump, rules)
    except IllegalAction:
        return True
    return False


def _list_throw_keys(rules: Rules) -> Iterator[str]:
    if rules.throws is not Throws.OFF:
        yield "throw"
        yield "throw_fails"


def _list_trump_keys(rules: Rules) -> Iterator[str]:
    if rules.teams is Teams.HIDDEN_TEN or rules.permanent_trumps is not PermanentTrumps.NONE:
        return
    yield "trumps"
    if rules.declare_ladder is not DeclareLadder.JOKER_TEN and rules.declare_min_count == 1:
        yield "declare"


_OPENINGS: Final[Mapping[str, Callable[[Rules], Iterator[str]]]] = {
    "following": _list_play_keys,
    "throws": _list_throw_keys,
    "declaring": _list_trump_keys,
}
