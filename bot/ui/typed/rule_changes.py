"""Applies changes to a preset, finds those that lead to given rules, and lists the values to choose from."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from itertools import chain, product
from typing import Final

from bot.text.describe.option_values import list_option_values
from bot.text.describe.rules import FRIEND_OPTIONS, NUMERIC_OPTIONS, RULE_SECTIONS
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules
from engine.model.options import Teams
from engine.model.presets import PRESETS, find_preset, fit_preset, preset, preset_with
from engine.model.rules import Rules
from engine.model.validators.pack import MAX_DECKS, MAX_PLAYERS, MIN_PLAYERS, list_kitty_sizes

MAX_OFFERS: Final = 25
OFFERED_OPTIONS: Final = (*(name for names in RULE_SECTIONS.values() for name in names), *NUMERIC_OPTIONS)
"""The suggested options, in order; the others can be typed."""
PACK_OPTIONS: Final = ("players", "decks", "jokers", "low_cut", "cuts")
"""Options that change the pack. After such a change, another size of the kitty may be necessary."""
_KITTY_TABLE: Final = "1:2,2:4,4:8"
_FOLLOWING: Final = (
    *("kitty_size", "jokers", "cuts", "throw_check", "friends", "scoring", "thresholds"),
    *("kitty_multiplier", "kitty_table", "kitty_theft", "theft_moves_declarer", "redeal_claim", "pass_deal"),
)
"""Options that lose their chosen value if a later choice contradicts it."""
_COUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "players": tuple(map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1))),
    "decks": tuple(map(str, range(1, MAX_DECKS + 1))),
    "jokers": ("none", "0+0", "1+1", "2+2", "0+2", "2+0", "3+3", "0+3", "4+4"),
    "cuts": ("none", "3", "4", "5", "6", "3,3", "4,4", "5,5", "3,3,3", "4,4,4", "5,5,5"),
    "tractor_min_width": ("2", "3", "4"),
    "tractor_min_length": ("2", "3", "4"),
    "tractor_max_length": ("none", "2", "3", "4"),
    "declare_min_count": ("1", "2", "3"),
    "declare_window": ("0", "2", "5", "10"),
    "max_opponent_levels": ("none", "1", "2", "3", "4", "5"),
    "friends": ("none", "0", "1", "2", "3", "4", "5"),
    "friend_cards": (
        *("any", "no_trumps", "no_points", "no_highest", "no_trumps,no_points", "no_trumps,no_highest"),
        *("no_points,no_highest", "no_trumps,no_points,no_highest"),
    ),
    "max_buried_points": ("none", "0", "10", "20", "30", "40", "50"),
    "small_team_bonus": ("0", "1", "2"),
    "declarer_bonus": ("0", "1", "2"),
    "laps": ("1", "2", "3"),
    "ace_failures": ("none", "1", "2", "3"),
    "heavy_loss_levels": ("0", "1", "2", "3", "13"),
    "heavy_loss_steps": ("0", "1", "2", "3", "4"),
    "capture_levels": ("0", "1", "2", "3"),
    "kitty_table": ("none", _KITTY_TABLE, "1:1,2:2,4:4", "1:2,2:4,4:8,6:16"),
    "rainbows": ("none", "4", "5", "6", "8"),
    "compulsory_levels": ("none", "5,10,K", "10,K", "J,Q,K", "2,5,10,A", "5,10,J,K,A", "A"),
    "hook_ranks": ("J", "5,10,K", "10,J,K", "J,A", "5,10,J,K,A", "none"),
    "must_defend_levels": ("none", "5,10,K", "10,K", "J,Q,K", "2,5,10,A", "5,10,J,K,A", "A"),
}
"""The suggested values of options that are numbers or lists."""


def list_unused_friend_options(rules: Rules) -> frozenset[str]:
    """Return the friend options without effect. With `teams = friends`, the option `friends` always has an effect."""
    if rules.teams is not Teams.FRIENDS:
        return FRIEND_OPTIONS
    return FRIEND_OPTIONS - {"friends"} if rules.plays_alone else frozenset()


def format_options(rules: Rules) -> dict[str, str]:
    """Return the value of every option, as a user would type it."""
    pairs = (word.partition("=") for word in format_rules(rules).split())
    return {name: value for name, _, value in pairs}


def find_changes(name: str, rules: Rules) -> dict[str, str]:
    """Return the typed changes that turn the preset into these rules. Options that follow from others are left out."""
    found: dict[str, object] = {}
    while (different := _find_difference(fit_preset(name, found), rules)) is not None:
        found[different] = getattr(rules, different)
    texts = format_options(rules)
    return {option: texts[option] for option in texts if option in found}


def _find_difference(fitted: Rules, rules: Rules) -> str | None:
    return next((one.name for one in fields(rules) if getattr(fitted, one.name) != getattr(rules, one.name)), None)


def format_usual_value(name: str, changes: Mapping[str, str], option: str) -> str:
    """Return the value that an option has if it is not changed itself. The value is as a user would type it."""
    others = {one: value for one, value in changes.items() if one != option}
    return format_options(fit_preset(name, others))[option]


def apply_changes(name: str, changes: Mapping[str, str]) -> Rules | None:
    """Return a preset's rules with these changes; None if they cannot be played."""
    return find_preset(name, **changes)


def find_players_change(name: str, people: int, changes: Mapping[str, str]) -> dict[str, str]:
    """Return the changes with enough seats for `people`. They stay as they are if this is impossible or not needed."""
    rules = apply_changes(name, changes) if name in PRESETS else None
    if rules is None or people <= rules.players:
        return dict(changes)
    sizes = [{**changes, "players": str(number)} for number in range(people, MAX_PLAYERS + 1)]
    fitting = [size for size in sizes if apply_changes(name, size) is not None]
    same_sides = (size for size in fitting if preset_with(name, **size).teams is rules.teams)
    return next(iter((*same_sides, *fitting, dict(changes))))


def list_option_changes(name: str, changes: Mapping[str, str], option: str) -> Iterator[dict[str, str]]:
    """Yield the changes with each playable value of `option`. Earlier changes that contradict it are left out."""
    for value in list_offered_values(name, changes, option):
        wanted = _drop_contradictions(name, {**changes, option: value}, option)
        if wanted is not None:
            yield wanted


def _drop_contradictions(name: str, changes: dict[str, str], newest: str) -> dict[str, str] | None:
    try:
        preset_with(name, **changes)
    except InvalidRules as bad:
        losing = [one for one in bad.options if one in changes and one in _FOLLOWING and one != newest]
        kept = {one: value for one, value in changes.items() if one not in losing[:1]}
        return _drop_contradictions(name, kept, newest) if losing else None
    return changes


def list_offered_values(name: str, changes: Mapping[str, str], option: str) -> tuple[str, ...]:
    """Return the values that are suggested for an option of a preset with these changes, as users type them."""
    if option == "kitty_size":
        rules = apply_changes(name, changes) or preset(name)
        sizes = sorted(list_kitty_sizes(rules), key=lambda size: abs(size - rules.kitty_size))
        return tuple(map(str, sizes[:MAX_OFFERS]))
    if option == "thresholds":
        return ("none", *_list_threshold_tables(name, changes))
    values = _COUNTS.get(option) or list_option_values(option)
    if option not in {"jokers", "friends"}:
        return values
    rules = apply_changes(name, {**changes, option: "none"}) or preset(name)
    if option == "jokers":  # users may type more jokers, which adds decks
        values = tuple(one for one in values if one == "none" or max(map(int, one.split("+"))) <= rules.decks)
    if option in changes:
        return values
    # Leave out the value that means the same as `none`.
    same = f"{rules.decks}+{rules.decks}" if option == "jokers" else str(rules.friend_count)
    return tuple(value for value in values if value != same or value == format_options(rules)[option])


@lru_cache(maxsize=256)
def list_known_values(option: str) -> tuple[str, ...]:
    """Return the values of an option, as typed, that are suggested or that a preset has. Jokers have all values."""
    if option == "jokers":
        return ("none", *(f"{little}+{big}" for little, big in product(range(MAX_DECKS + 1), repeat=2)))
    offered = (list_offered_values(name, {}, option) for name in PRESETS)
    own = (format_options(rules)[option] for rules in PRESETS.values())
    return tuple(dict.fromkeys((*_COUNTS.get(option, ()), *own, *chain.from_iterable(offered))))


def _list_threshold_tables(name: str, changes: Mapping[str, str]) -> tuple[str, ...]:
    """Return tables of results that fit the points of this pack. Those in the changes and in the preset come first."""
    plain = {one: value for one, value in changes.items() if one not in {"scoring", "thresholds"}}
    rules = apply_changes(name, plain) or preset(name)
    known = (changes.get("thresholds"), format_options(rules)["thresholds"])
    step = rules.points_step
    gentle = f"0:hold+2,{step}:hold+1,{2 * step}:turn+0,{3 * step}:turn+1"
    generous = f"0:hold+3,5:hold+2,{step}:hold+1,{2 * step}:turn+1,{3 * step}:turn+2,{4 * step}:turn+3"
    equal = f"0:hold+1,{2 * step}:turn+1"
    return tuple(dict.fromkeys((*(one for one in known if one and one != "none"), gentle, generous, equal)))


def format_changes(changes: Mapping[str, str]) -> str:
    """Return changes as typed text."""
    return " ".join(f"{name}={value}" for name, value in changes.items())
