"""What an option means as it stands in a whole set of rules: also where its value is none, a number or a level."""

from collections.abc import Mapping
from typing import Final

from bot.text.describe.rules import level, option_value
from bot.text.words import NoWords, Words
from engine.notation import rules_text
from engine.rules import Level, Rules

_UNSET: Final[Mapping[str, object]] = {
    **dict.fromkeys(("tractor_max_length", "max_opponent_levels", "rainbows")),
    **dict.fromkeys(("compulsory_levels", "must_defend_levels"), frozenset()),
    "declare_window": 0,
}
"""Options that can be none, or no time at all: words of their own say what that means."""


def option_words(words: Words, which: str, rules: Rules) -> str:
    """Return in a phrase of at most 100 characters what an option means as it stands in `rules`.

    What follows from other options is worked out: the jokers of a pack, the number of friends.
    """
    if which == "jokers":
        return jokers(words, rules)
    value = rules.friend_count if which == "friends" else getattr(rules, which)
    if which in _UNSET and value in {None, _UNSET[which]}:
        return words.say(f"value.{which}.none")
    if isinstance(value, Level):
        return level(words, value)
    try:
        return option_value(words, which, value)
    except NoWords:
        return _plain(which, rules)


def jokers(words: Words, rules: Rules) -> str:
    """Return how many jokers the whole pack has."""
    little, big = rules.joker_counts
    if little == big == 0:
        return words.say("value.jokers.none")
    return words.say("value.jokers.alike" if little == big else "value.jokers", little=little, big=big)


def pack(words: Words, rules: Rules) -> str:
    """Return the pack, the hands and the kitty in a phrase of at most 100 characters."""
    little, big = rules.joker_counts
    return words.say(
        "value.pack",
        decks=words.say("count.decks", count=rules.decks),
        jokers=words.say("value.pack.jokers" if little or big else "value.pack.no_jokers", little=little, big=big),
        hand=rules.hand_size,
        kitty=rules.kitty_size,
    )


def _plain(which: str, rules: Rules) -> str:
    """Return a number or a rank as it is typed."""
    return next(pair[2] for pair in (one.partition("=") for one in rules_text(rules).split()) if pair[0] == which)
