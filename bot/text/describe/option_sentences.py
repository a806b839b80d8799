"""Words an option within a set of rules, so that its sentence never contradicts the other options."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.text.describe.option_values import HOOKS, find_hook_level, format_option_in_rules
from bot.text.describe.options_in_effect import are_pairs_possible
from bot.text.describe.rule_facts import find_example_rank, find_gap_example, find_uneven_example
from bot.text.describe.rules import format_bare_option, format_level, format_option
from bot.text.messages import Messages
from engine.model.declarations import is_every_deal_first
from engine.model.options import (
    Follow,
    HookTo,
    Level,
    NextDeclarer,
    NoDeclaration,
    SpecialHook,
    Teams,
    ThrowCompare,
)
from engine.model.rules import Rules

_TRIPLE: Final = 3
_FOUR: Final = 4
_OWN_SIDE: Final = frozenset({NextDeclarer.PARTNER_OR_RIGHT, NextDeclarer.NEXT_ON_WINNING_SIDE})
"""Conventions under which a declarer without a partner who holds is the next declarer."""
_FROM_KITTY: Final = frozenset({NoDeclaration.KITTY_FIRST, NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST})


def format_option_sentence(messages: Messages, name: str, rules: Rules) -> str:
    """Return what an option means in `rules`, as a sentence."""
    rules = _to_rules_as_played(rules)
    variant = _VARIANTS[name](rules) if name in _VARIANTS else None
    if variant is None:
        return format_option_in_rules(messages, name, rules)
    return messages.say(f"rule.{variant}", **_list_facts(messages, name, rules))


def format_option_line(messages: Messages, name: str, rules: Rules) -> str:
    """Return what an option means in `rules`, after its name, which is bold; a sentence that has it comes alone."""
    said = format_option_sentence(messages, name, rules)
    named = re.sub(re.escape(format_bare_option(messages, name)), r"**\g<0>**", said, count=1, flags=re.IGNORECASE)
    if named != said:
        return named[0].upper() + named[1:]
    return messages.say("book.word", word=format_option(messages, name), meaning=said)


def _list_facts(messages: Messages, name: str, rules: Rules) -> Mapping[str, object]:
    gap = find_gap_example(rules)
    return {
        "example": "-".join(card.rank.text for card in gap if card.rank),
        "uneven": "-".join(card.rank.text for card in find_uneven_example(rules) if card.rank),
        "level": format_level(messages, max(rules.hook_ranks, default=Level.JACK)),
        "back": format_level(messages, find_hook_level(name, rules)),
    }


def _to_rules_as_played(rules: Rules) -> Rules:
    """Return the rules, with each value replaced by the one that it amounts to under the other options."""
    changes: dict[str, object] = {}
    if not rules.kitty_size:  # no card can be turned for trumps
        names = [name for name in ("no_declaration", "no_declaration_first") if getattr(rules, name) in _FROM_KITTY]
        changes |= dict.fromkeys(names, NoDeclaration.REDEAL)
    if rules.plays_alone and rules.next_declarer in _OWN_SIDE:
        changes["next_declarer"] = NextDeclarer.SAME_OR_NEXT_SEAT
    if rules.throw_compare is ThrowCompare.LONGEST_UNIT and not are_pairs_possible(rules):
        changes["throw_compare"] = ThrowCompare.HIGHEST_CARD
    return replace(rules, **changes)  # type: ignore[arg-type] # the names are fields


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
    return "follow.minimal.narrow" if rules.follow is Follow.MINIMAL and rules.decks < _TRIPLE else None


def _find_uneven(rules: Rules) -> str | None:
    return "uneven_tractors.yes.example" if rules.uneven_tractors and find_uneven_example(rules) else None


def _find_next_declarer(rules: Rules) -> str | None:
    only_partner = rules.players == _FOUR and rules.teams is Teams.FIXED
    partner = rules.next_declarer is NextDeclarer.PARTNER_OR_RIGHT
    return "next_declarer.partner_or_right.four" if only_partner and partner else None


def _find_hook(name: str) -> Callable[[Rules], str | None]:
    """Return what finds the sentence on where a hook sends to, which depends on the first level."""

    def find(rules: Rules) -> str | None:
        value = getattr(rules, name)
        return None if value is SpecialHook.NO else f"{name}.{'halfway' if value == HookTo.HALF else 'back'}"

    return find


_VARIANTS: Final[Mapping[str, Callable[[Rules], str | None]]] = {
    "no_declaration": _find_no_declaration,
    "no_declaration_first": _find_no_declaration_first,
    "bridge_level_gap": _find_gap,
    "follow": _find_follow,
    "uneven_tractors": _find_uneven,
    "next_declarer": _find_next_declarer,
    **{name: _find_hook(name) for name in HOOKS},
}
"""The special message of options whose text depends on others, or None for the usual one."""
