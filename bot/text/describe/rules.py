"""The rules of a table in plain words, and the names of options and presets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from bot.text.words import Words
from engine.rules import Level, Rules, Scoring, Teams, Threshold, Throws
from engine.scoring import thresholds, turnover

_ALWAYS: Final = frozenset(
    {"teams", "no_trump_levels", "win", "declare_ladder", "follow", "throws", "kitty_multiplier", "scoring"}
    | {"next_declarer"}
)
"""Options that are told even where they are what they usually are."""
_NO_LEVELS: Final = frozenset(
    {"win", "scoring", "next_declarer", "no_trump_levels", "first_declarer", "no_declaration"}
)
"""Options that mean nothing where there are no levels: every deal is a game."""
_NO_THROWS: Final = frozenset(
    {"throw_units", "throw_check", "throw_failure", "throw_penalty", "throw_compare", "throw_void_trump_stops"}
    | {"must_beat_failed_throw", "show_throw_stopper"}
)
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "pack": ("teams", "friends", "friend_call", "friend_cards", "double_join", "direction"),
    "trumps": (
        *("no_trump_levels", "permanent_trumps", "deal", "declare_ladder", "joker_declaration"),
        *("joker_pair_beats_joker_pair", "own_declaration", "reinforce_equal", "partner_override", "declare_window"),
        *("first_declarer", "no_declaration", "no_declaration_first", "redeal_claim", "kitty_theft"),
    ),
    "play": (
        *("follow", "protect_longer", "bridge_level_gap", "trump_level_touches_ace", "tractor_skips_played"),
        *("tractor_min_width", "tractor_min_length", "tractor_max_length", "bombs", "rainbows"),
    ),
    "throws": (
        *("throws", "throw_units", "throw_check", "throw_void_trump_stops", "throw_failure"),
        *("must_beat_failed_throw", "throw_penalty", "throw_compare"),
    ),
    "points": ("pickup", "pickup_counts", "kitty_multiplier", "clamp_negative", "early_end"),
    "levels": (
        *("scoring", "max_opponent_levels", "small_team_bonus", "next_declarer"),
        *("compulsory_levels", "must_defend_levels", "hook", "win"),
    ),
    "table": (
        *("play_takeback", "declare_takeback", "show_declarer_points", "show_played_cards", "reveal_kitty"),
        "show_throw_stopper",
    ),
}
"""Which options are told under which heading; the others are numbers, told in sentences of their own."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a longer text: what it is about, and its sentences, a line each."""

    title: str
    lines: tuple[str, ...]


def preset(words: Words, which: str) -> str:
    """Return the name of a set of rules; a set that has no words is called by its own name."""
    key = f"preset.{which}"
    return words.say(key) if words.has(key) else which


def preset_about(words: Words, which: str) -> str:
    """Return in at most 100 characters what is special about a preset."""
    return words.say(f"preset.{which}.about")


def option(words: Words, which: str) -> str:
    """Return the name of an option, at most 34 characters; one that has no words is called by its own name."""
    key = f"rule.{which}"
    return words.say(key) if words.has(key) else which


def option_value(words: Words, which: str, value: object) -> str:
    """Return what an option means when it has this value, as a sentence of at most 100 characters.

    Raises:
        NoWords: the option is a mere number without a sentence of its own.
    """
    match value:
        case StrEnum():
            return words.say(f"rule.{which}.{value.value}")
        case bool():
            return words.say(f"rule.{which}.{'yes' if value else 'no'}")
        case frozenset():
            levels = words.listed(level(words, one) for one in sorted(one for one in value if isinstance(one, Level)))
            return words.say(f"rule.{which}.value", levels=levels)
        case _:
            return words.say(f"rule.{which}.value", n=value)


def level(words: Words, which: Level) -> str:
    """Return a level as it is said."""
    return words.say("level.NT") if which is Level.NT else which.text


def rules_lines(words: Words, rules: Rules) -> list[str]:
    """Return the rules in plain words, a sentence a line: the essentials, and all that is not as usual."""
    return [line for section in rules_sections(words, rules) for line in section.lines]


def rules_sections(words: Words, rules: Rules) -> tuple[Section, ...]:
    """Return the rules in plain words under headings; what is empty is left out."""
    return tuple(section for _, section in rules_parts(words, rules))


def rules_parts(words: Words, rules: Rules, usual: Rules | None = None) -> tuple[tuple[str, Section], ...]:
    """Return the rules under headings, each with its key in `SECTIONS`; what differs from `usual` is told as well."""
    opening = {"pack": _pack, "points": _points, "levels": _levels}
    told = frozenset(_told(rules, usual))
    sections = []
    for which, names in SECTIONS.items():
        first = opening[which](words, rules) if which in opening else ()
        options = (option_value(words, name, getattr(rules, name)) for name in names if name in told)
        last = _steps(words, rules) if which == "levels" else ()
        sections.append((which, Section(words.say(f"rules.section.{which}"), (*first, *options, *last))))
    return tuple((which, section) for which, section in sections if section.lines)


def _told(rules: Rules, other: Rules | None) -> Iterator[str]:
    """Yield the options that matter here: the essential ones, and those not as usual or not as in `other`."""
    usual = Rules()
    unsaid = _unsaid(rules)
    for name in (field.name for field in fields(Rules)):
        value = getattr(rules, name)
        changed = value != getattr(usual, name) or (other is not None and value != getattr(other, name))
        if name not in unsaid and (name in _ALWAYS or (changed and value is not None)):
            yield name


def _unsaid(rules: Rules) -> frozenset[str]:
    """Return the options that are told together with another, or that cannot come up under these rules."""
    without_levels = _NO_LEVELS if rules.teams is Teams.HIDDEN_TEN else frozenset()
    without_throws = _NO_THROWS if rules.throws is Throws.OFF else frozenset()
    as_later = {"no_declaration_first"} if rules.no_declaration == rules.no_declaration_first else set()
    without_jokers = {"joker_declaration", "joker_pair_beats_joker_pair"} if sum(rules.joker_counts) == 0 else set()
    return without_levels | without_throws | as_later | without_jokers


def _pack(words: Words, rules: Rules) -> Iterator[str]:
    yield words.say(
        "rules.pack",
        players=rules.players,
        decks=words.say("count.decks", count=rules.decks),
        cards=rules.pack_size,
        hand=rules.hand_size,
        kitty=rules.kitty_size,
    )
    little, big = rules.joker_counts
    if little == big == 0:
        yield words.say("rules.no_jokers")
    elif rules.jokers is not None:
        yield words.say("rules.jokers", little=little, big=big)
    if rules.low_cut > Rules().low_cut:
        yield words.say("rules.low_cut", rank=rules.low_cut.text)


def _points(words: Words, rules: Rules) -> Iterator[str]:
    yield words.say("rules.target", points=turnover(rules))


def _levels(words: Words, rules: Rules) -> Iterator[str]:
    if rules.teams is not Teams.HIDDEN_TEN:
        yield words.say("rules.levels", start=level(words, rules.start_level), final=level(words, rules.final_level))


def _steps(words: Words, rules: Rules) -> Iterator[str]:
    """Say what points come to which levels, where that is not said by the scoring itself."""
    if rules.teams is Teams.HIDDEN_TEN:
        return
    rows = thresholds(rules)
    if rules.scoring in {Scoring.STEP, Scoring.HALF_STEP}:
        yield words.say("rules.step", step=rows[-1].points - rows[-2].points)
    yield from _table(words, rows if rules.scoring is Scoring.CUSTOM else ())


def _table(words: Words, rows: Iterable[Threshold]) -> Iterator[str]:
    for row in rows:
        if row.levels == 0 and not row.declarers_hold:
            yield words.say("rules.threshold.turn", points=row.points)
        else:
            kind = "hold" if row.declarers_hold else "lose"
            yield words.say(f"rules.threshold.{kind}", points=row.points, levels=row.levels)
