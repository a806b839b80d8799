"""The rules of a table in plain words, and the names of options and presets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final

from bot.text.describe.cards import format_cards
from bot.text.messages import Messages
from engine.deal.scoring import heavy_loss_points, points_to_win, thresholds
from engine.model.rules import (
    FriendCards,
    Hook,
    JokerDeclaration,
    KittyMultiplier,
    KittyStep,
    Level,
    NextDeclarer,
    NoDeclaration,
    Rules,
    Scoring,
    Teams,
    Throws,
)

_ALWAYS: Final = frozenset(
    {"teams", "no_trump_levels", "win", "declare_ladder", "follow", "throws", "kitty_multiplier", "scoring"}
    | {"next_declarer", "hook_to", "hook_ranks"}
)
"""Options that are listed even with their default."""
_NO_LEVELS: Final = frozenset(
    {"win", "scoring", "next_declarer", "no_trump_levels", "first_declarer", "no_declaration", "capture_levels"}
    | {"laps", "ace_failures", "heavy_loss_levels", "level_tractors"}
)
"""Options without meaning in games without levels."""
_OF_KITTY: Final = frozenset(
    {"max_buried_points", "kitty_multiplier", "kitty_table", "kitty_without_trump", "kitty_theft", "reveal_kitty"}
    | {"capture_levels", "show_kitty", "theft_moves_declarer"}
)
_OF_HOOK: Final = frozenset({"hook_to", "hook_ranks", "hook_needs_win"})
_OF_JOKERS: Final = frozenset(
    {"joker_declaration", "joker_pair_beats_joker_pair", "little_jokers_declare", "joker_tractors"}
)
_NO_THROWS: Final = frozenset(
    {"throw_units", "throw_check", "throw_failure", "throw_penalty", "throw_compare", "throw_void_trump_stops"}
    | {"must_beat_failed_throw", "show_throw_stopper", "throws_safe_only"}
)
_OF_FAILED_THROWS: Final = frozenset({"throw_failure", "throw_penalty", "must_beat_failed_throw", "show_throw_stopper"})
_TWO_PLAYERS: Final = 2
_OF_FRIENDS: Final = frozenset(
    {"friends", "friend_call", "friend_cards", "double_join", "small_team_bonus", "declarer_bonus"}
)
_OF_PARTNERS: Final = frozenset({"partner_override", "throw_check"})
"""Options without meaning where the declarer plays alone."""
RULE_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "sides": ("auto_cut", "teams", "direction"),
    "cards": ("permanent_trumps", "no_trump_levels"),
    "declaring": (
        *("deal", "declare_ladder", "declare_min_count", "declare_suit_order", "joker_declaration"),
        *("little_jokers_declare", "joker_pair_beats_joker_pair", "own_declaration", "reinforce_equal"),
        *("partner_override", "declare_window", "first_declarer", "no_declaration"),
        *("no_declaration_first", "redeal_claim"),
    ),
    "kitty": (
        *("show_kitty", "max_buried_points", "kitty_theft", "theft_moves_declarer"),
        *("kitty_multiplier", "kitty_table", "kitty_without_trump"),
    ),
    "friends": ("friends", "friend_call", "friend_cards", "double_join", "small_team_bonus", "declarer_bonus"),
    "leading": (
        *("bridge_level_gap", "trump_level_touches_ace", "joker_tractors", "level_tractors", "tractor_skips_played"),
        *("tractor_min_width", "tractor_min_length", "tractor_max_length", "rainbows"),
    ),
    "throws": (
        *("throws", "throw_units", "throws_safe_only", "throw_check", "throw_void_trump_stops", "throw_failure"),
        *("must_beat_failed_throw", "throw_penalty"),
    ),
    "following": ("follow", "protect_longer", "pairs_draw_tractors"),
    "winning": ("throw_compare", "bombs"),
    "points": (
        *("pickup", "pickup_counts", "clamp_negative", "scoring", "target_by_points"),
        *("max_opponent_levels", "heavy_loss_levels", "heavy_loss_steps", "capture_levels", "early_end"),
    ),
    "levels": (
        *("next_declarer", "compulsory_levels", "must_defend_levels", "laps", "ace_failures"),
        *("hook", "hook_ranks", "hook_to", "hook_needs_win", "win"),
    ),
    "table": (
        *("play_takeback", "declare_takeback", "show_declarer_points", "show_played_cards", "reveal_kitty"),
        "show_throw_stopper",
    ),
}
"""Options by heading, in the order a beginner needs; the others are numbers with sentences of their own."""
FORMER_SECTIONS: Final[Mapping[str, str]] = {"pack": "sides", "trumps": "declaring", "play": "following"}
"""Keys that headings had before, which still stand in ids of old messages, with the heading that replaces each."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a longer text: a title and its sentences, a line each."""

    title: str
    lines: tuple[str, ...]


def format_preset(messages: Messages, which: str) -> str:
    """Return the name of a preset; one without a message keeps its id."""
    key = f"preset.{which}"
    return messages.say(key) if messages.has(key) else which


def format_preset_summary(messages: Messages, which: str) -> str:
    """Return what is special about a preset, in at most 100 characters."""
    return messages.say(f"preset.{which}.about")


def format_option(messages: Messages, which: str) -> str:
    """Return the name of an option, at most 34 characters; one without a message keeps its id."""
    key = f"rule.{which}"
    return messages.say(key) if messages.has(key) else which


def format_option_value(messages: Messages, which: str, value: object) -> str:  # noqa: PLR0911 - one line a kind
    """Return what this value of an option means, as a sentence of at most 100 characters.

    Raises:
        MissingMessage: the option is a mere number without a sentence of its own.
    """
    match value:
        case StrEnum():
            return messages.say(f"rule.{which}.{value.value}")
        case bool():
            return messages.say(f"rule.{which}.{'yes' if value else 'no'}")
        case frozenset() if which == "friend_cards":
            return _format_friend_cards(messages, value)
        case frozenset():
            levels = messages.format_list(
                format_level(messages, one) for one in sorted(one for one in value if isinstance(one, Level))
            )
            return messages.say(f"rule.{which}.value", levels=levels)
        case (KittyStep(), *_):
            rows = (step for step in value if isinstance(step, KittyStep))
            steps = (messages.say("value.kitty_step", cards=step.cards, times=step.times) for step in rows)
            return messages.say(f"rule.{which}.value", rows=messages.format_list(steps))
        case ():
            return messages.say(f"value.{which}.none")
        case _:
            return messages.say(f"rule.{which}.value", n=value)


def format_rule(messages: Messages, which: str, rules: Rules) -> str:
    """Return what an option means in `rules`; teams and friends depend on the number of players.

    Raises:
        MissingMessage: as `format_option_value`.
    """
    if which == "teams" and rules.plays_alone:
        return messages.say("rule.teams.two" if rules.players == _TWO_PLAYERS else "rule.teams.alone")
    if which == "friends":
        count = rules.friend_count
        return format_option_value(messages, which, count) if count else messages.say("rule.friends.none")
    return format_option_value(messages, which, getattr(rules, which))


def _format_friend_cards(messages: Messages, conditions: frozenset[object]) -> str:
    cards = [messages.say(f"rule.friend_cards.{one.value}") for one in FriendCards if one in conditions]
    return (
        messages.say("rule.friend_cards.value", cards=messages.format_or_list(cards))
        if cards
        else messages.say("rule.friend_cards.any")
    )


def format_level(messages: Messages, which: Level) -> str:
    """Return a level in words."""
    return messages.say("level.NT") if which is Level.NT else which.text


def format_level_in_lap(messages: Messages, which: Level, lap: int) -> str:
    """Return a level in words, with its lap from the second on."""
    level = format_level(messages, which)
    return messages.say("level.lap", level=level, lap=lap) if lap > 1 else level


def format_rules_lines(messages: Messages, rules: Rules) -> list[str]:
    """Return the rules in words, a sentence a line: the essentials and all that differs from the default."""
    return [line for section in format_rules_sections(messages, rules) for line in section.lines]


def format_rules_sections(messages: Messages, rules: Rules) -> tuple[Section, ...]:
    """Return the rules in words under headings, without empty ones."""
    return tuple(section for _, section in format_keyed_rules_sections(messages, rules))


def format_keyed_rules_sections(
    messages: Messages, rules: Rules, usual: Rules | None = None, also: frozenset[str] = frozenset()
) -> tuple[tuple[str, Section], ...]:
    """Return the rules under headings, each with its key in `RULE_SECTIONS`.

    Differences from `usual` are included, and the options in `also` even with their default.
    """
    rules = _with_options_in_effect(rules)
    opening = {"sides": _list_pack_lines, "points": _list_points_lines, "levels": _list_levels_lines}
    told = frozenset(_list_told_options(rules, usual)) | also
    sections = []
    for which, names in RULE_SECTIONS.items():
        first = opening[which](messages, rules) if which in opening else ()
        options = (format_rule(messages, name, rules) for name in names if name in told)
        last = _list_step_lines(messages, rules) if which == "points" else ()
        sections.append((which, Section(messages.say(f"rules.section.{which}"), (*first, *options, *last))))
    return tuple((which, section) for which, section in sections if section.lines)


def _with_options_in_effect(rules: Rules) -> Rules:
    """Return the rules as they are played: without a kitty no card can be turned for trumps.

    A declarer without a partner who holds is the next declarer under most customs.
    """
    same = {NextDeclarer.PARTNER_OR_RIGHT, NextDeclarer.NEXT_ON_WINNING_SIDE}
    if rules.plays_alone and rules.next_declarer in same:
        rules = replace(rules, next_declarer=NextDeclarer.SAME_OR_NEXT_SEAT)
    if rules.kitty_size:
        return rules
    later, first = (
        which if which is NoDeclaration.NO_TRUMP else NoDeclaration.REDEAL
        for which in (rules.no_declaration, rules.no_declaration_first)
    )
    return replace(rules, no_declaration=later, no_declaration_first=first)


def _list_told_options(rules: Rules, other: Rules | None) -> Iterator[str]:
    """Yield the options to list: the essential ones, and those that differ from the default or from `other`."""
    usual = Rules()
    unsaid = _find_redundant_options(rules)
    for name in (field.name for field in fields(Rules)):
        value = getattr(rules, name)
        changed = value != getattr(usual, name) or (other is not None and value != getattr(other, name))
        if name not in unsaid and (name in _ALWAYS or (changed and value is not None)):
            yield name


def _find_redundant_options(rules: Rules) -> frozenset[str]:
    """Return the options that another one covers, or that have no effect with these rules."""
    without_levels = _NO_LEVELS if rules.teams is Teams.HIDDEN_TEN else frozenset()
    never_fails = _OF_FAILED_THROWS if rules.throws_safe_only else frozenset()
    without_throws = _NO_THROWS if rules.throws is Throws.OFF else never_fails
    as_later = {"no_declaration_first"} if rules.no_declaration == rules.no_declaration_first else set()
    without_jokers = _OF_JOKERS if sum(rules.joker_counts) == 0 else frozenset()
    no_joker_declares = {"little_jokers_declare"} if rules.joker_declaration is JokerDeclaration.OFF else set()
    without_kitty = set() if rules.kitty_size else _OF_KITTY
    without_heavy_loss = set() if rules.heavy_loss_levels else {"heavy_loss_steps"}
    without_hook = _OF_HOOK if rules.hook is Hook.OFF else frozenset()
    uncounted = {"kitty_without_trump"} if rules.kitty_multiplier is KittyMultiplier.NONE else set()
    without_partners = _OF_FRIENDS | _OF_PARTNERS if rules.plays_alone else frozenset()
    unused = without_levels | without_partners | without_throws | without_hook | without_kitty | uncounted
    return unused | as_later | without_jokers | without_heavy_loss | no_joker_declares


def format_joker_counts(messages: Messages, rules: Rules) -> str:
    """Return how many jokers of which kind the pack has, within a sentence."""
    little, big = rules.joker_counts
    keys = {(False, False): "no_jokers", (True, False): "little_jokers", (False, True): "big_jokers"}
    key = keys.get((little > 0, big > 0), "jokers")
    return messages.say(f"value.pack.{key}", little=little, big=big)


def _list_pack_lines(messages: Messages, rules: Rules) -> Iterator[str]:
    yield messages.say(
        "rules.pack" if rules.kitty_size else "rules.pack.no_kitty",
        players=rules.players,
        decks=messages.say("count.decks", count=rules.decks),
        cards=rules.pack_size,
        hand=rules.hand_size,
        kitty=rules.kitty_size,
    )
    if sum(rules.joker_counts) == 0:
        yield messages.say("rules.no_jokers")
    elif rules.jokers is not None:
        yield messages.say("rules.jokers", jokers=format_joker_counts(messages, rules))
    if rules.low_cut > Rules().low_cut:
        yield messages.say("rules.low_cut", rank=rules.low_cut.text)
    if rules.cuts:
        yield messages.say("rules.cuts", ranks=messages.format_list(rank.text for rank in rules.cuts))
    if rules.left_out:
        yield messages.say("rules.left_out", cards=format_cards(messages, rules.list_left_out()))


def _list_points_lines(messages: Messages, rules: Rules) -> Iterator[str]:
    yield messages.say("rules.target", points=points_to_win(rules))


def _list_levels_lines(messages: Messages, rules: Rules) -> Iterator[str]:
    if rules.teams is not Teams.HIDDEN_TEN:
        start, final = format_level(messages, rules.start_level), format_level(messages, rules.final_level)
        yield messages.say("rules.levels", start=start, final=final)


def _list_step_lines(messages: Messages, rules: Rules) -> Iterator[str]:
    """Yield which points give which levels, where the scoring does not say so."""
    if rules.teams is Teams.HIDDEN_TEN:
        return
    rows = thresholds(rules)
    if rules.scoring in {Scoring.STEP, Scoring.HALF_STEP}:
        yield messages.say("rules.step", step=rows[-1].points - rows[-2].points)
    heavy = heavy_loss_points(rules)
    if heavy is not None:
        yield messages.say("rules.heavy_loss", points=heavy)
    for row in rows if rules.scoring is Scoring.CUSTOM else ():
        if row.levels == 0 and not row.declarers_hold:
            yield messages.say("rules.threshold.turn", points=row.points)
        else:
            kind = "hold" if row.declarers_hold else "lose"
            yield messages.say(f"rules.threshold.{kind}", points=row.points, levels=row.levels)
