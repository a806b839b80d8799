"""Decides which sentences of the guide apply under given rules. Its functions return a message key or None."""

from collections.abc import Callable
from typing import Final

from bot.text.describe.options_in_effect import PAIR, are_pairs_possible, can_overrule, list_idle_options
from engine.model.declaration_ladder import is_every_deal_first, may_jokers_declare
from engine.model.options import (
    DeclareLadder,
    FriendCallStyle,
    KittyMultiplier,
    NoDeclaration,
    OwnDeclaration,
    Teams,
    Throws,
    Win,
)
from engine.model.rules import Rules

_FOUR: Final = 4
OWN_WORDS: Final = ""
"""Returned by a function in place of a message key, so that the guide uses the option's own sentence."""
FindKey = Callable[[Rules], str | None]


def when(key: str, holds: Callable[[Rules], bool]) -> FindKey:
    """Return a function that returns `key` for rules that meet the condition `holds`, else None."""
    return lambda rules: key if holds(rules) else None


def always(key: str) -> FindKey:
    """Return a function that returns `key` for all rules."""
    return lambda _: key


def is_on(name: str, rules: Rules) -> bool:
    """Return whether an option with the values yes and no is on and has an effect."""
    return bool(getattr(rules, name)) and name not in list_idle_options(rules)


def is_hidden(rules: Rules) -> bool:
    """Return whether the sides are secret and depend on who holds a ten."""
    return rules.teams is Teams.HIDDEN_TEN


def calls_friends(rules: Rules) -> bool:
    """Return whether the declarer calls cards to find friends."""
    return rules.teams is Teams.FRIENDS and not rules.plays_alone


def may_next_copy_decide(rules: Rules) -> bool:
    """Return whether declarers may play a called card themselves, after which its next copy decides the friend."""
    counts_own = rules.friend_call is FriendCallStyle.NTH_COPY or rules.friend_count > 1
    return calls_friends(rules) and counts_own and not is_on("double_join", rules)


def has_throws(rules: Rules) -> bool:
    """Return whether throws are allowed. In a throw, several units, such as pairs, are led together."""
    return rules.throws is not Throws.OFF


def has_shapes(rules: Rules) -> bool:
    """Return whether more than one card can be led."""
    return are_pairs_possible(rules) or has_throws(rules)


def is_personal(rules: Rules) -> bool:
    """Return whether levels belong to players instead of teams."""
    return rules.plays_alone or rules.teams is Teams.FRIENDS


def own(name: str, holds: Callable[[Rules], bool]) -> FindKey:
    """Return a function that returns `OWN_WORDS` if the option has an effect and `holds` is true, else None."""
    return lambda rules: OWN_WORDS if name not in list_idle_options(rules) and holds(rules) else None


def find_teams(rules: Rules) -> str:
    """Return the key of the sentence on who plays with whom."""
    if rules.plays_alone:
        return "guide.teams.two" if rules.players == PAIR else "guide.teams.alone"
    if rules.teams is Teams.FIXED:
        return "guide.teams.four" if rules.players == _FOUR else "guide.teams.many"
    names = {Teams.THREE_PAIRS: "three_pairs", Teams.FRIENDS: "friends", Teams.HIDDEN_TEN: "hidden"}
    return f"guide.teams.{names[rules.teams]}"


def find_trumps(rules: Rules) -> str:
    """Return the key of the sentence on which cards are trumps."""
    if is_hidden(rules):
        return "guide.trumps.hidden"
    return "guide.trumps" if sum(rules.joker_counts) else "guide.trumps.no_jokers"


def find_declare(rules: Rules) -> str:
    """Return the key of the sentence on how trumps are declared."""
    usual = ".several" if rules.declare_min_count > 1 else ""
    return f"guide.declare.{rules.deal}{'.ten' if rules.declare_ladder is DeclareLadder.JOKER_TEN else usual}"


def find_ladder(rules: Rules) -> str:
    """Return the key of the sentence on which declarations overrule others. It depends also on the pack's jokers."""
    ladder = rules.declare_ladder
    if not can_overrule(rules):
        return "guide.ladder.first"
    if ladder is DeclareLadder.JOKER_TEN:
        return "guide.ladder.joker_ten"
    if may_jokers_declare(rules):
        six = ladder is DeclareLadder.SIX_STEP and has_six_steps(rules)
        return f"guide.ladder.{'classic' if ladder is DeclareLadder.SIX_STEP and not six else ladder}"
    if ladder is DeclareLadder.JOKER_SUPPORT:
        return f"guide.ladder.joker_support.{'support' if sum(rules.joker_counts) else 'level_cards'}"
    if ladder is DeclareLadder.GREATER_COUNT:
        return "guide.ladder.greater_count.level_cards"
    return f"guide.ladder.level_cards{'.by_suit' if ladder is DeclareLadder.COUNT_JOKER_SUIT else ''}"


def has_six_steps(rules: Rules) -> bool:
    """Return whether the ladder of declarations called six-step has all six steps under these rules."""
    alike = rules.little_jokers_declare and rules.joker_pair_beats_joker_pair
    return rules.joker_declaration == "any" and alike and rules.joker_counts == (PAIR, PAIR) and rules.decks == PAIR


def find_may(rules: Rules) -> str | None:
    """Return the key of the sentence on overruling one's own or a partner's declaration; None if nobody overrules."""
    if not can_overrule(rules):
        return None
    partner = "alone"
    if rules.partner_step is not None and not rules.plays_alone:
        partner = "yes" if rules.partner_override else "no"
    own = rules.own_declaration
    can_reinforce = are_pairs_possible(rules) and rules.declare_ladder is not DeclareLadder.JOKER_TEN
    if own is OwnDeclaration.REINFORCE_SAME and not can_reinforce:
        own = OwnDeclaration.NONE
    return f"guide.may.{own}.{partner}"


def find_first(rules: Rules) -> str:
    """Return the key of the sentence on who becomes the first declarer."""
    if is_every_deal_first(rules):
        return "guide.first.every"
    return f"guide.first.{rules.first_declarer if can_overrule(rules) else 'only'}"


def find_undeclared(rules: Rules) -> str | None:
    """Return the key of the sentence on who is declarer if nobody declares; None if no such sentence is needed."""
    if is_hidden(rules) or rules.no_declaration_first is NoDeclaration.REDEAL:
        return None
    own_rule = not is_every_deal_first(rules) and rules.no_declaration != rules.no_declaration_first
    if rules.no_declaration_first is NoDeclaration.NO_TRUMP and own_rule:
        return None  # the option `no_declaration_first` has a sentence that says who declares
    if not rules.kitty_size and rules.no_declaration_first is not NoDeclaration.NO_TRUMP:
        return None  # no card can be turned for trumps
    return "guide.undeclared.every" if is_every_deal_first(rules) else "guide.undeclared"


def find_bury(rules: Rules) -> str:
    """Return the key of the sentence on what the declarer does before the first trick."""
    return f"guide.bury{'' if rules.kitty_size else '.no_kitty'}{'.friends' if calls_friends(rules) else ''}"


def may_turn_only_jokers(rules: Rules) -> bool:
    """Return whether the kitty may decide the trump suit although all its cards may be jokers."""
    turned = {NoDeclaration.KITTY_FIRST, NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST}
    asked = {rules.no_declaration_first} | (set() if is_every_deal_first(rules) else {rules.no_declaration})
    return 0 < rules.kitty_size <= sum(rules.joker_counts) and bool(asked & turned)


def find_kitty(rules: Rules) -> str | None:
    """Return the key of the sentence on what buried points are multiplied by; None if they do not count."""
    kind = rules.kitty_multiplier
    if not rules.kitty_size or kind is KittyMultiplier.NONE:
        return None
    if kind is KittyMultiplier.FLAT_1:
        return "guide.kitty.once"
    is_fixed = kind is KittyMultiplier.FLAT_2 or not are_pairs_possible(rules)
    varies = kind in {KittyMultiplier.TWO_PER_CARD_LED, KittyMultiplier.CUSTOM} or not is_fixed
    return f"guide.kitty.{kind if varies else 'times'}"


def find_whose(rules: Rules) -> str | None:
    """Return the key of the sentence on who has levels; None in games without levels."""
    if is_hidden(rules):
        return None
    return f"guide.whose.{'friends' if is_personal(rules) else rules.teams}"


def find_win(rules: Rules) -> str | None:
    """Return the key of the sentence on how a match is won; None in games without levels."""
    if is_hidden(rules):
        return None
    personal = is_personal(rules) and rules.win is not Win.HOLD_ACE_AS_DECLARERS
    return f"guide.win.{rules.win}{'.personal' if personal else ''}"
