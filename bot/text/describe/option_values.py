"""Puts the values of options into words, in sentences or in short. The words depend on the other options, too."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from enum import StrEnum
from functools import partial
from typing import Any, Final, cast

from bot.text.describe.cards import format_ranks
from bot.text.describe.options_in_effect import TRIPLE, are_pairs_possible
from bot.text.describe.rule_facts import find_example_rank, find_gap_example, find_uneven_example
from bot.text.describe.rules import (
    FRIEND_OPTIONS,
    format_bare_option,
    format_joker_counts,
    format_level,
    format_option,
    format_rule,
)
from bot.text.messages import Messages, MissingMessage
from engine.model import notation
from engine.model.cards import Rank
from engine.model.declaration_ladder import is_every_deal_first
from engine.model.notation import ANY_CARD, parse_option
from engine.model.options import (
    Follow,
    FriendCards,
    HookTo,
    Level,
    NextDeclarer,
    NoDeclaration,
    SpecialHook,
    Teams,
    ThrowCompare,
)
from engine.model.presets import PRESETS
from engine.model.rules import Rules

OPTION_NAMES: Final = frozenset(field.name for field in fields(Rules))
_LIMITS: Final = frozenset({"tractor_max_length", "max_buried_points", "max_opponent_levels"})
HOOKS: Final = ("hook_to", "hook_off_suit", "hook_pair", "hook_declarer")
_NAMED_ALIKE: Final = {"no_declaration_first": "no_declaration", **dict.fromkeys(HOOKS, "hook_to")}
"""Maps each option whose values share their names with another option's values to that other option."""
_FOUR: Final = 4
_OWN_SIDE: Final = frozenset({NextDeclarer.PARTNER_OR_RIGHT, NextDeclarer.NEXT_ON_WINNING_SIDE})
"""The values of `next_declarer` that mean `SAME_OR_NEXT_SEAT` if the declarer plays alone."""
_FROM_KITTY: Final = frozenset({NoDeclaration.KITTY_FIRST, NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST})


def format_option_in_rules(messages: Messages, which: str, rules: Rules) -> str:
    """Return what an option means in `rules`, in at most 100 characters. If no sentence says it, return the value."""
    if not _is_unset(which, rules.friend_count if which == "friends" else getattr(rules, which)):
        with suppress(MissingMessage):
            return format_rule(messages, which, rules)
    return format_short_value(messages, which, rules)


def format_value(messages: Messages, which: str, value: str) -> tuple[str, str]:
    """Return two texts about a typed value: a short one for lists, and the one from `format_option_in_rules`."""
    rules = find_rules_with(which, value)
    return format_short_value(messages, which, rules), format_option_in_rules(messages, which, rules)


def find_rules_with(which: str, value: str, **others: Any) -> Rules:
    """Return rules in which the option `which` has a typed value. The rules may contradict each other."""
    rules = PRESETS["looking-for-friends" if which in FRIEND_OPTIONS else "standard"]
    return replace(rules, **others | {which: cast("Any", parse_option(which, value))})


def format_short_value(messages: Messages, which: str, rules: Rules) -> str:
    """Return an option's value in a few words for a list. Some values are computed from other options."""
    value = getattr(rules, which)
    if which == "jokers":
        return format_jokers(messages, rules)
    if which == "friends":
        return str(rules.friend_count)
    if isinstance(value, StrEnum | bool) or _is_unset(which, value):
        return _format_named_value(messages, which, rules)
    if isinstance(value, Level):
        return format_level(messages, value)
    if which in {"friend_cards", "thresholds", "kitty_table"}:
        return format_rule(messages, which, rules)
    return notation.format_option(which, value)


def _is_unset(which: str, value: object) -> bool:
    """Return whether a value says that the option is not set. For some options, 0 or an empty value is a real value."""
    if isinstance(value, bool) or which in {"friend_cards", "kitty_size"}:
        return False
    return value in {None, frozenset(), ()} or (value == 0 and which not in _LIMITS)


def _format_named_value(messages: Messages, which: str, rules: Rules) -> str:
    """Return the name of a choice, of yes or no, or of an option that is not set."""
    value = getattr(rules, which)
    if which == "teams" and rules.plays_alone:
        name = "alone"
    elif isinstance(value, bool):
        name = "yes" if value else "no"
    else:
        name = value.value if isinstance(value, StrEnum) else "none"
    if which in HOOKS and name not in {HookTo.HALF, SpecialHook.NO}:
        name = "back"
    own = f"value.{_NAMED_ALIKE.get(which, which)}.{name}"
    if messages.has(own):
        return messages.say(own, back=format_level(messages, find_hook_level(which, rules)))
    if which in _LIMITS:
        return messages.say("value.no_limit")
    return messages.say(f"value.{'none' if name == 'off' else name}")


def find_hook_level(which: str, rules: Rules) -> Level:
    """Return the level to which the option `which` sends a side back from the highest level in `hook_ranks`."""
    special = SpecialHook.NO if which not in HOOKS[1:] else getattr(rules, which)
    return rules.hook_level(max(rules.hook_ranks, default=Level.JACK), special)


def format_jokers(messages: Messages, rules: Rules) -> str:
    """Return in words how many jokers of each kind the pack has."""
    little, big = rules.joker_counts
    alike = little == big != 0
    return messages.say("value.jokers.alike", little=little) if alike else format_joker_counts(messages, rules)


def format_pack(messages: Messages, rules: Rules) -> str:
    """Return the pack, the hands and the kitty in at most 100 characters."""
    return messages.say(
        "value.pack" if rules.kitty_size else "value.pack.no_kitty",
        decks=messages.say("count.decks", count=rules.decks),
        jokers=format_joker_counts(messages, rules),
        hand=rules.hand_size,
        kitty=rules.kitty_size,
    )


def list_option_values(name: str) -> tuple[str, ...]:
    """Return the values that an option can have, as users type them; empty for numbers and most lists."""
    if name == "friend_cards":
        return (ANY_CARD, *FriendCards)
    match getattr(PRESETS["standard"], name):
        case StrEnum() as default:
            return tuple(one.value for one in type(default))
        case bool():
            return ("yes", "no")
        case Level():
            return tuple(one.text for one in Level if one is not Level.NT or name == "final_level")
        case Rank():
            return tuple(rank.text for rank in Rank)
        case _:
            return ()


def format_option_sentence(messages: Messages, name: str, rules: Rules) -> str:
    """Return what an option means in `rules`, as a sentence."""
    rules = _to_rules_as_played(rules)
    variant = _VARIANTS[name](rules) if name in _VARIANTS else None
    if variant is None:
        return format_option_in_rules(messages, name, rules)
    return messages.say(
        f"rule.{variant}",
        example=format_ranks(find_gap_example(rules)),
        uneven=format_ranks(find_uneven_example(rules)),
        level=format_level(messages, max(rules.hook_ranks, default=Level.JACK)),
        back=format_level(messages, find_hook_level(name, rules)),
    )


def format_option_line(messages: Messages, name: str, rules: Rules) -> str:
    """Return an option's sentence with the option's name in bold. If the name is not in the sentence, begin with it."""
    said = format_option_sentence(messages, name, rules)
    named = re.sub(re.escape(format_bare_option(messages, name)), r"**\g<0>**", said, count=1, flags=re.IGNORECASE)
    if named != said:
        return named[0].upper() + named[1:]
    return messages.say("book.word", word=format_option(messages, name), meaning=said)


def _to_rules_as_played(rules: Rules) -> Rules:
    """Return the rules with the values that really apply. Some values act as another value under other options."""
    changes: dict[str, object] = {}
    if not rules.kitty_size:  # there is no card to turn for trumps
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
    if not is_every_deal_first(rules):
        return None
    hidden = rules.teams is Teams.HIDDEN_TEN
    highest = hidden and rules.no_declaration_first is NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST
    return "no_declaration.kitty_highest" if highest else f"no_declaration.{rules.no_declaration_first}"


def _find_gap(rules: Rules) -> str | None:
    if find_example_rank(rules) is not None:
        return None
    return f"bridge_level_gap.{'yes' if rules.bridge_level_gap else 'no'}.hidden"


def _find_next_declarer(rules: Rules) -> str | None:
    only_partner = rules.players == _FOUR and rules.teams is Teams.FIXED
    partner = rules.next_declarer is NextDeclarer.PARTNER_OR_RIGHT
    return "next_declarer.partner_or_right.four" if only_partner and partner else None


def _find_hook(name: str, rules: Rules) -> str | None:
    value = getattr(rules, name)
    return None if value is SpecialHook.NO else f"{name}.{'halfway' if value == HookTo.HALF else 'back'}"


_VARIANTS: Final[Mapping[str, Callable[[Rules], str | None]]] = {
    "no_declaration": _find_no_declaration,
    "no_declaration_first": _find_no_declaration_first,
    "bridge_level_gap": _find_gap,
    "follow": lambda r: "follow.minimal.narrow" if r.follow is Follow.MINIMAL and r.decks < TRIPLE else None,
    "uneven_tractors": lambda r: (
        "uneven_tractors.yes.example" if r.uneven_tractors and find_uneven_example(r) else None
    ),
    "next_declarer": _find_next_declarer,
    **{name: partial(_find_hook, name) for name in HOOKS},
}
"""Functions that find a sentence's key (without `rule.`) by other options. They return None for the usual key."""
