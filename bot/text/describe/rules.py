"""Puts options and presets into words, and lists the options by heading."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.text.messages import Messages
from engine.model.options import FriendCards, KittyStep, Level, PassDeal, Threshold
from engine.model.rules import Rules

RULE_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "sides": ("teams", "direction"),
    "cards": ("auto_cut", "permanent_trumps", "no_trump_levels"),
    "declaring": (
        *("deal", "declare_ladder", "declare_min_count", "suit_joker", "declare_suit_order", "joker_declaration"),
        *("little_jokers_declare", "joker_pair_beats_joker_pair", "own_declaration", "reinforce_equal"),
        *("partner_override", "declare_window", "first_declarer", "no_declaration"),
        *("no_declaration_first", "pass_deal", "redeal_claim"),
    ),
    "kitty": (
        *("show_kitty", "max_buried_points", "kitty_theft", "theft_moves_declarer"),
        *("kitty_multiplier", "kitty_table", "kitty_without_trump"),
    ),
    "friends": ("friends", "friend_call", "friend_cards", "double_join", "small_team_bonus", "declarer_bonus"),
    "leading": (
        *("bridge_level_gap", "trump_level_touches_ace", "joker_tractors", "level_tractors", "tractor_skips_played"),
        *("tractor_min_width", "tractor_min_length", "tractor_max_length", "uneven_tractors", "rainbows"),
    ),
    "throws": (
        *("throws", "throw_units", "throws_safe_only", "throw_check", "throw_void_trump_stops", "throw_failure"),
        *("must_beat_failed_throw", "throw_penalty"),
    ),
    "following": ("follow", "protect_longer", "pairs_draw_tractors"),
    "winning": ("throw_compare", "bombs"),
    "points": (
        *("pickup", "pickup_counts", "clamp_negative", "scoring", "thresholds", "target_by_points"),
        *("max_opponent_levels", "heavy_loss_levels", "heavy_loss_steps", "capture_levels", "early_end"),
    ),
    "levels": (
        *("next_declarer", "compulsory_levels", "must_defend_levels", "laps", "ace_failures"),
        *("hook", "hook_ranks", "hook_to", "hook_off_suit", "hook_pair", "hook_declarer", "hook_needs_win", "win"),
    ),
    "table": (
        *("play_takeback", "declare_takeback", "show_declarer_points", "show_played_cards", "reveal_kitty"),
        "show_throw_stopper",
    ),
}
"""All options but the `NUMERIC_OPTIONS` by heading, in the order that a beginner needs."""
FRIEND_OPTIONS: Final = frozenset(RULE_SECTIONS["friends"])
"""Options that have an effect only if the declarer calls friends."""
NUMERIC_OPTIONS: Final = ("players", "decks", "jokers", "low_cut", "cuts", "kitty_size", "start_level", "final_level")
OPTION_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {"numbers": NUMERIC_OPTIONS, **RULE_SECTIONS}
"""All options by heading. The keys are part of custom_ids, so their meaning never changes."""

_ASIDE: Final = re.compile(r"\s*[(（][^)）]*[)）]")


def format_preset(messages: Messages, which: str) -> str:
    """Return the name of a preset, or its id if it has no name."""
    key = f"preset.{which}"
    return messages.say(key) if messages.has(key) else which


def format_preset_summary(messages: Messages, which: str) -> str:
    """Return what is special about a preset, in at most 100 characters."""
    return messages.say(f"preset.{which}.about")


def format_option(messages: Messages, which: str) -> str:
    """Return the name of an option, at most 34 characters, or its id if it has no name."""
    key = f"rule.{which}"
    return messages.say(key) if messages.has(key) else which


def format_bare_option(messages: Messages, which: str) -> str:
    """Return the name of an option without its explanation in brackets."""
    return _ASIDE.sub("", format_option(messages, which))


def format_option_value(messages: Messages, which: str, value: object) -> str:  # noqa: PLR0911 - one line a kind
    """Return what an option's value means, in at most 100 characters. Raises MissingMessage: it has no sentence."""
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
        case (Threshold(), *_):
            results = [row for row in value if isinstance(row, Threshold)]
            held = _format_thresholds(messages, [row for row in results if row.declarers_hold])
            won = _format_thresholds(messages, [row for row in results if not row.declarers_hold])
            return messages.say(f"rule.{which}.value", held=held, won=won)
        case _:
            return messages.say(f"rule.{which}.value", n=value)


def _format_thresholds(messages: Messages, rows: Sequence[Threshold]) -> str:
    steps = (messages.say("value.threshold", points=row.points, levels=row.levels) for row in rows)
    return messages.say("list.separator").join(steps)


def format_rule(messages: Messages, which: str, rules: Rules) -> str:
    """Return what the option's value in `rules` means. For `friends` and `pass_deal`, it depends on other options."""
    if which == "friends":
        return format_option_value(messages, which, rules.friend_count)
    alone = rules.partner_step is None or rules.plays_alone
    if which == "pass_deal" and rules.pass_deal is PassDeal.DECLARERS and alone:
        return messages.say("rule.pass_deal.declarers.alone")
    return format_option_value(messages, which, getattr(rules, which))


def _format_friend_cards(messages: Messages, conditions: frozenset[object]) -> str:
    cards = [messages.say(f"rule.friend_cards.{one.value}") for one in FriendCards if one in conditions]
    if not cards:
        return messages.say("rule.friend_cards.any")
    return messages.say("rule.friend_cards.value", cards=messages.format_or_list(cards))


def format_level(messages: Messages, which: Level) -> str:
    """Return a level in words."""
    return messages.say("level.NT") if which is Level.NT else which.text


def format_level_in_lap(messages: Messages, which: Level, lap: int) -> str:
    """Return a level in words. From the second lap on, name the lap, too."""
    level = format_level(messages, which)
    return messages.say("level.lap", level=level, lap=lap) if lap > 1 else level


def format_joker_counts(messages: Messages, rules: Rules) -> str:
    """Return the numbers and kinds of jokers in the pack, as part of a sentence."""
    little, big = rules.joker_counts
    keys = {(False, False): "no_jokers", (True, False): "little_jokers", (False, True): "big_jokers"}
    key = keys.get((little > 0, big > 0), "jokers")
    return messages.say(f"value.pack.{key}", little=little, big=big)
