"""The primer for a set of rules, the glossary, and the texts of the tutorial."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from bot.text.describe.rules import Section, format_level
from bot.text.messages import Messages
from engine.deal.scoring import points_to_win
from engine.model.rules import NextDeclarer, PermanentTrumps, Rules, Teams, Throws

GLOSSARY_KEYS: Final = (
    *("declarer", "declarers", "level", "level_card", "trump", "declare", "kitty", "bury", "trick", "ruff"),
    *("tuple", "tractor", "throw", "points", "friend", "deal"),
)


PRIMER_KEYS: Final = ("goal", "order", "declare", "kitty", "friends", "tricks", "throws", "pickup")
"""The parts that a primer can have, in order."""


class TutorialStep(StrEnum):
    """The steps of the tutorial, in order."""

    WELCOME = "welcome"
    HAND = "hand"
    DECLARE = "declare"
    BURY = "bury"
    LEAD = "lead"
    POINTS = "points"
    TRACTOR = "tractor"
    THROW = "throw"
    LOW = "low"
    FOLLOW = "follow"
    RUFF = "ruff"
    LAST_TRICK = "last_trick"
    RESULT = "result"


def format_primer(messages: Messages, rules: Rules) -> tuple[Section, ...]:
    """Return how a game with these rules is played, in the order of a deal."""
    return tuple(section for _, section in format_keyed_primer_sections(messages, rules))


def format_keyed_primer_sections(messages: Messages, rules: Rules) -> tuple[tuple[str, Section], ...]:
    """Return the parts of the primer that these rules need, each with its key in `PRIMER`."""
    facts = {
        "target": points_to_win(rules),
        "start": format_level(messages, rules.start_level),
        "final": format_level(messages, rules.final_level),
        "kitty": rules.kitty_size,
        "friends": messages.say("count.friends", count=rules.friend_count),
        "wanted": rules.declare_min_count,
    }
    lines = {
        part: tuple(messages.say(f"primer.{key}", **facts) for key in keys) for part, keys in _list_part_keys(rules)
    }
    return tuple((part, Section(messages.say(f"primer.{part}.title"), said)) for part, said in lines.items())


def _list_part_keys(rules: Rules) -> Iterator[tuple[str, tuple[str, ...]]]:
    hidden = "_hidden" if rules.teams is Teams.HIDDEN_TEN else ""
    yield "goal", (f"goal{hidden}",)
    yield "order", tuple(_list_order_keys(rules))
    yield "declare", (f"declare{hidden or _find_declare_ending(rules)}",)
    if rules.kitty_size:
        yield "kitty", ("kitty",)
    if rules.teams is Teams.FRIENDS:
        yield "friends", ("friends_alone" if rules.plays_alone else "friends",)
    yield "tricks", ("tricks" if rules.decks > 1 else "tricks_single",)
    if rules.throws is not Throws.OFF:
        yield "throws", ("throws",)
    if rules.pickup:
        yield "pickup", ("pickup",)


def _list_order_keys(rules: Rules) -> Iterator[str]:
    """Yield the order of cards; in hidden ten the usual permanent trumps are part of it."""
    permanent = rules.permanent_trumps
    if rules.teams is not Teams.HIDDEN_TEN:
        yield "order"
    elif permanent is PermanentTrumps.TWOS_AND_TENS:
        yield "order_hidden"
        return
    else:
        yield "order_hidden_plain"
    if permanent is not PermanentTrumps.NONE:
        yield f"order.{permanent}"


def _find_declare_ending(rules: Rules) -> str:
    if rules.next_declarer is NextDeclarer.BID:
        return "_bid"
    return "_many" if rules.declare_min_count > 1 else ""


def format_glossary(messages: Messages) -> tuple[Section, ...]:
    """Return the glossary: each term with its meaning."""
    return tuple(
        Section(messages.say(f"glossary.{one}.term"), (messages.say(f"glossary.{one}"),)) for one in GLOSSARY_KEYS
    )


def format_tutorial_step(messages: Messages, step: TutorialStep, **facts: object) -> Section:
    """Return the text of a tutorial step.

    `facts` are what its words ask for: the cards that are meant, the points that the opponents need, and so on.
    """
    return Section(messages.say(f"tutorial.{step}.title"), (messages.say(f"tutorial.{step}", **facts),))
