"""The values of options, and their words within a set of rules: as a sentence, or short for lists."""

from contextlib import suppress
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, Final, cast

from bot.text.describe.rules import FRIEND_OPTIONS, format_joker_counts, format_level, format_rule
from bot.text.messages import Messages, MissingMessage
from engine.model.cards import Rank
from engine.model.notation import ANY_CARD, format_option, parse_option
from engine.model.options import FriendCards, HookTo, Level, SpecialHook
from engine.model.presets import PRESETS
from engine.model.rules import Rules

OPTION_NAMES: Final = frozenset(field.name for field in fields(Rules))
_LIMITS: Final = frozenset({"tractor_max_length", "max_buried_points", "max_opponent_levels"})
HOOKS: Final = ("hook_to", "hook_off_suit", "hook_pair", "hook_declarer")
_NAMED_ALIKE: Final = {"no_declaration_first": "no_declaration", **dict.fromkeys(HOOKS, "hook_to")}
"""Options whose values have the names of another option's."""


def format_option_in_rules(messages: Messages, which: str, rules: Rules) -> str:
    """Return the meaning of an option in `rules`, in at most 100 characters; its value if no sentence explains it."""
    if not _is_unset(which, rules.friend_count if which == "friends" else getattr(rules, which)):
        with suppress(MissingMessage):
            return format_rule(messages, which, rules)
    return format_short_value(messages, which, rules)


def format_value(messages: Messages, which: str, value: str) -> tuple[str, str]:
    """Return how lists print a value, given as it is typed: in a few words, and as `format_option_in_rules` says it."""
    rules = find_rules_with(which, value)
    return format_short_value(messages, which, rules), format_option_in_rules(messages, which, rules)


def find_rules_with(which: str, value: str, **others: Any) -> Rules:
    """Return rules in which an option has a value, given as it is typed; they need not be playable."""
    rules = PRESETS["looking-for-friends" if which in FRIEND_OPTIONS else "standard"]
    return replace(rules, **others | {which: cast("Any", parse_option(which, value))})


def format_short_value(messages: Messages, which: str, rules: Rules) -> str:
    """Return the value of an option in `rules` in a few words, for lists.

    What follows from other options is worked out: the jokers of a pack, the number of friends.
    """
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
    return format_option(which, value)


def _is_unset(which: str, value: object) -> bool:
    """Return whether the value is nothing; some have a meaning of their own, and 0 can be a limit."""
    if isinstance(value, bool) or which in {"friend_cards", "kitty_size"}:
        return False
    return value in {None, frozenset(), ()} or (value == 0 and which not in _LIMITS)


def _format_named_value(messages: Messages, which: str, rules: Rules) -> str:
    """Return the name of a choice, of yes and no, or of nothing."""
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
    """Return the level to which an option on the hook sends back, from the highest level with the hook."""
    special = SpecialHook.NO if which not in HOOKS[1:] else getattr(rules, which)
    return rules.hook_level(max(rules.hook_ranks, default=Level.JACK), special)


def format_jokers(messages: Messages, rules: Rules) -> str:
    """Return the number of jokers in the pack."""
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
    """Return the values that an option can have, as they are typed; empty for numbers and lists."""
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
