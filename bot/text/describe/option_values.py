"""Words an option within a whole set of rules, including values that are None, a number or a level."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from bot.text.describe.rules import format_joker_counts, format_level, format_rule
from bot.text.messages import Messages, MissingMessage
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.rules import Rules

OPTION_NAMES: Final = frozenset(field.name for field in fields(Rules))
_UNSET: Final[Mapping[str, object]] = {
    **dict.fromkeys(("tractor_max_length", "max_buried_points", "max_opponent_levels", "rainbows", "ace_failures")),
    **dict.fromkeys(("compulsory_levels", "must_defend_levels", "hook_ranks"), frozenset()),
    "kitty_table": (),
    "thresholds": (),
    **dict.fromkeys(("declare_window", "heavy_loss_levels", "heavy_loss_steps", "capture_levels"), 0),
    **dict.fromkeys(("small_team_bonus", "declarer_bonus"), 0),
    "declare_min_count": 1,
    "cuts": (),
}
"""Options with a message of their own for None."""


def format_option_in_rules(messages: Messages, which: str, rules: Rules) -> str:
    """Return the meaning of an option in `rules`, in at most 100 characters.

    What follows from other options is worked out: the jokers of a pack, the number of friends.
    """
    if which == "jokers":
        return format_jokers(messages, rules)
    value = rules.friend_count if which == "friends" else getattr(rules, which)
    if which in _UNSET and value in {None, _UNSET[which]}:
        return messages.say(f"value.{which}.none")
    if isinstance(value, Level):
        return format_level(messages, value)
    try:
        return format_rule(messages, which, rules)
    except MissingMessage:
        options = (one.partition("=") for one in format_rules(rules).split())
        return next(value for name, _, value in options if name == which)


def format_jokers(messages: Messages, rules: Rules) -> str:
    """Return the number of jokers in the pack."""
    little, big = rules.joker_counts
    if little == big == 0:
        return messages.say("value.jokers.none")
    return messages.say("value.jokers.alike", little=little) if little == big else format_joker_counts(messages, rules)


def format_pack(messages: Messages, rules: Rules) -> str:
    """Return the pack, the hands and the kitty in at most 100 characters."""
    return messages.say(
        "value.pack" if rules.kitty_size else "value.pack.no_kitty",
        decks=messages.say("count.decks", count=rules.decks),
        jokers=format_joker_counts(messages, rules),
        hand=rules.hand_size,
        kitty=rules.kitty_size,
    )
