"""Words an option within a set of rules, so that its sentence never contradicts the other options."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.text.describe.option_values import format_option_in_rules
from bot.text.describe.options_in_effect import (
    are_pairs_possible,
    can_overrule,
    is_every_deal_first,
    may_jokers_declare,
)
from bot.text.describe.rule_facts import find_example_rank, find_gap_example, find_uneven_example
from bot.text.describe.rules import format_level
from bot.text.messages import Messages
from engine.deal.scoring import points_to_win
from engine.model.options import (
    DeclareLadder,
    Follow,
    HookTo,
    JokerDeclaration,
    Level,
    NextDeclarer,
    NoDeclaration,
    OwnDeclaration,
    SpecialHook,
    Teams,
    ThrowCheck,
    ThrowCompare,
    Win,
)
from engine.model.rules import Rules

_TWO: Final = 2
_TRIPLE: Final = 3
_QUADRUPLE: Final = 4
_OWN_SIDE: Final = frozenset({NextDeclarer.PARTNER_OR_RIGHT, NextDeclarer.NEXT_ON_WINNING_SIDE})
"""Conventions under which a declarer without a partner who holds is the next declarer."""
_FROM_KITTY: Final = frozenset({NoDeclaration.KITTY_FIRST, NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST})


def format_option_sentence(messages: Messages, name: str, rules: Rules) -> str:
    """Return what an option means in `rules`, as a sentence."""
    rules = _to_rules_as_played(rules)
    variant = _VARIANTS[name](rules) if name in _VARIANTS else None
    if variant is None:
        return format_option_in_rules(messages, name, rules)
    return messages.say(f"rule.{variant}", **_list_facts(messages, rules))


def _list_facts(messages: Messages, rules: Rules) -> Mapping[str, object]:
    gap, need = find_gap_example(rules), points_to_win(rules)
    hooked = max(rules.hook_ranks, default=Level.JACK)
    return {
        "example": "-".join(card.rank.text for card in gap if card.rank),
        "uneven": "-".join(card.rank.text for card in find_uneven_example(rules) if card.rank),
        "level": format_level(messages, hooked),
        "start": format_level(messages, rules.start_level),
        "back": format_level(messages, rules.hook_level(hooked)),
        "need": need,
        "need_each": need // rules.decks,
        "step": rules.points_step,
        "step_each": rules.points_step // rules.decks,
    }


def _to_rules_as_played(rules: Rules) -> Rules:
    """Return the rules, with each value replaced by the one that it amounts to under the other options."""
    changes: dict[str, object] = {}
    if not rules.kitty_size:  # no card can be turned for trumps
        names = [name for name in ("no_declaration", "no_declaration_first") if getattr(rules, name) in _FROM_KITTY]
        changes |= dict.fromkeys(names, NoDeclaration.REDEAL)
    if rules.plays_alone and rules.next_declarer in _OWN_SIDE:
        changes["next_declarer"] = NextDeclarer.SAME_OR_NEXT_SEAT
    if rules.declare_ladder is DeclareLadder.SIX_STEP and not _has_six_steps(rules):
        changes["declare_ladder"] = DeclareLadder.CLASSIC
    if rules.own_declaration is OwnDeclaration.REINFORCE_SAME and not _can_reinforce(rules):
        changes["own_declaration"] = OwnDeclaration.NONE
    if not may_jokers_declare(rules):
        changes["joker_declaration"] = JokerDeclaration.OFF
    elif rules.joker_declaration is JokerDeclaration.ANY and rules.declare_ladder is DeclareLadder.JOKER_SUPPORT:
        changes["joker_declaration"] = JokerDeclaration.PAIR_UP
    if rules.throw_compare is ThrowCompare.LONGEST_UNIT and not are_pairs_possible(rules):
        changes["throw_compare"] = ThrowCompare.HIGHEST_CARD
    return replace(rules, **changes)  # type: ignore[arg-type] # the names are fields


def _has_six_steps(rules: Rules) -> bool:
    """Return whether the six steps are those of two decks, with single jokers, the big ones higher."""
    alike = rules.little_jokers_declare and rules.joker_pair_beats_joker_pair
    single = rules.joker_declaration is JokerDeclaration.ANY and alike
    return single and rules.joker_counts == (_TWO, _TWO) and rules.decks == _TWO


def _can_reinforce(rules: Rules) -> bool:
    return are_pairs_possible(rules) and rules.declare_ladder is not DeclareLadder.JOKER_TEN


def _find_ladder(rules: Rules) -> str | None:
    ladder = rules.declare_ladder
    if not can_overrule(rules):
        return "declare_ladder.first"
    if ladder in {DeclareLadder.GREATER_COUNT, DeclareLadder.JOKER_TEN} or may_jokers_declare(rules):
        return None
    if ladder is DeclareLadder.JOKER_SUPPORT:
        return f"declare_ladder.joker_support.{'level_cards' if sum(rules.joker_counts) == 0 else 'support'}"
    by_suit = ladder is DeclareLadder.COUNT_JOKER_SUIT
    return f"declare_ladder.level_cards{'.by_suit' if by_suit else ''}"


def _find_no_declaration(rules: Rules) -> str | None:
    later = rules.no_declaration != rules.no_declaration_first
    return f"no_declaration_later.{rules.no_declaration}" if later else None


def _find_no_declaration_first(rules: Rules) -> str | None:
    """Return the sentence for rules in which every deal is a first deal."""
    if not is_every_deal_first(rules):
        return None
    hidden = rules.teams is Teams.HIDDEN_TEN
    highest = hidden and rules.no_declaration_first is NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST
    return "no_declaration.kitty_highest" if highest else f"no_declaration.{rules.no_declaration_first}"


def _find_gap(rules: Rules) -> str | None:
    if find_example_rank(rules) is not None:
        return None
    return f"bridge_level_gap.{'yes' if rules.bridge_level_gap else 'no'}.hidden"


def _find_follow(rules: Rules) -> str | None:
    if rules.follow in {Follow.SHAPES, Follow.SHAPES_NO_NEW_TRACTORS} and rules.decks < _QUADRUPLE:
        return "follow.shapes.narrow"
    return "follow.minimal.narrow" if rules.follow is Follow.MINIMAL and rules.decks < _TRIPLE else None


def _find_uneven(rules: Rules) -> str | None:
    example = find_uneven_example(rules)
    return f"uneven_tractors.{'yes' if rules.uneven_tractors else 'no'}.example" if example else None


def _find_throw_check(rules: Rules) -> str | None:
    secret = rules.throw_check is ThrowCheck.ALL_OTHERS and rules.partner_step is None
    return "throw_check.all_others.secret" if secret else None


def _find_target(rules: Rules) -> str | None:
    """Return the sentence with the engine's numbers; hidden teams have no levels and therefore no steps."""
    if rules.teams is Teams.HIDDEN_TEN:
        return f"target_by_points.{'yes' if rules.target_by_points else 'no'}.hidden"
    return None if rules.target_by_points else "target_by_points.no.counted"


def _find_win(rules: Rules) -> str | None:
    """Return the sentence for levels that belong to players, not to teams."""
    personal = rules.plays_alone or rules.teams is Teams.FRIENDS
    return f"win.{rules.win}.personal" if personal and rules.win is not Win.HOLD_ACE_AS_DECLARERS else None


def _find_hook_to(rules: Rules) -> str | None:
    if rules.hook_to is HookTo.HALF:
        return "hook_to.half.example"
    raised = all(rules.hook_level(level) is rules.start_level is not Level.TWO for level in rules.hook_ranks)
    return "hook_to.start" if raised else None


def _find_special_hook(name: str) -> Callable[[Rules], str | None]:
    """Return what finds the sentence for a special case of the hook that goes back only to the first level."""

    def find(rules: Rules) -> str | None:
        special: SpecialHook = getattr(rules, name)
        named = special not in {SpecialHook.NO, SpecialHook.HALF} and rules.start_level is not Level.TWO
        raised = all(rules.hook_level(level, special) is rules.start_level for level in rules.hook_ranks)
        return f"{name}.start" if named and raised else None

    return find


_VARIANTS: Final[Mapping[str, Callable[[Rules], str | None]]] = {
    "declare_ladder": _find_ladder,
    "no_declaration": _find_no_declaration,
    "no_declaration_first": _find_no_declaration_first,
    "bridge_level_gap": _find_gap,
    "follow": _find_follow,
    "uneven_tractors": _find_uneven,
    "throw_check": _find_throw_check,
    "win": _find_win,
    "target_by_points": _find_target,
    "hook_to": _find_hook_to,
    **{name: _find_special_hook(name) for name in ("hook_off_suit", "hook_pair", "hook_declarer")},
    "laps": lambda rules: "laps.once" if rules.laps == 1 else None,
}
"""The special message of options whose text depends on others, or None for the usual one."""
