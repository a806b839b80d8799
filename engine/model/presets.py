"""The well-known rule sets by name, and validated changes to them (docs/rules.md, 11)."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, cast

from engine.model.cards import Rank
from engine.model.errors import InvalidRules, RuleConflict, suggest
from engine.model.fitting import fit
from engine.model.notation import OPTION_DEFAULTS, parse_option
from engine.model.options import FriendCards, KittyStep, Level, Threshold
from engine.model.rules import Rules
from engine.model.validation import validate
from engine.model.validators.pack import MAX_PLAYERS, MIN_PLAYERS


def _vary(rules: Rules, changes: str) -> Rules:
    options = dict(word.split("=") for word in changes.split())
    return replace(rules, **{name: cast("Any", parse_option(name, value)) for name, value in options.items()})


_STANDARD: Final = Rules()
_PAGAT: Final = _vary(
    _STANDARD,
    "no_trump_levels=plain win=pass_ace joker_pair_beats_joker_pair=no own_declaration=none follow=tuples"
    " throw_units=tuples must_beat_failed_throw=yes throw_penalty=ten_per_card kitty_multiplier=two_per_card_led"
    " show_declarer_points=no",
)
_ONLINE: Final = _vary(
    _STANDARD,
    "direction=clockwise win=reach_ace trump_level_touches_ace=yes deal=at_once declare_window=2"
    " declare_ladder=six_step joker_declaration=any partner_override=no no_declaration=kitty_first"
    " no_declaration_first=kitty_first redeal_claim=no_trump_or_no_points follow=template throw_check=other_side"
    " throw_void_trump_stops=yes throw_failure=smallest_unit kitty_multiplier=two_pow_pairs max_opponent_levels=3"
    " next_declarer=same_or_last_trick",
)
_BASHIFEN: Final = _vary(
    _STANDARD,
    "win=pass_ace declare_ladder=count_then_joker joker_pair_beats_joker_pair=no joker_declaration=any"
    " no_declaration=redeal follow=minimal protect_longer=yes throw_compare=all_units kitty_multiplier=flat_2"
    " scoring=basic next_declarer=same_or_next_seat",
)
_HIDDEN_TEN: Final = _vary(
    _STANDARD,
    "teams=hidden_ten permanent_trumps=twos_and_tens tractor_max_length=2 direction=clockwise"
    " declare_ladder=joker_ten own_declaration=none no_declaration=redeal follow=shapes throws=off"
    " kitty_multiplier=flat_1 pickup=yes pickup_counts=as_shown",
)
_FINDING_FRIENDS: Final = _vary(
    _BASHIFEN,
    "players=5 decks=3 kitty_size=7 teams=friends friend_call=first_by_other scoring=custom"
    " thresholds=0:hold+1,130:turn+1,195:turn+2 next_declarer=next_on_winning_side",
)
_PAGAT_THREE_DECKS: Final = _vary(_PAGAT, "decks=3 kitty_size=6 follow=shapes joker_declaration=off")
_LOOKING_FOR_FRIENDS: Final = _vary(_STANDARD, "players=5 teams=friends next_declarer=next_on_winning_side")

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "standard": _STANDARD,
        "pagat": _PAGAT,
        "gamerules": _PAGAT,
        "online": _ONLINE,
        "bashifen": _BASHIFEN,
        "hidden-ten": _HIDDEN_TEN,
        "finding-friends": _FINDING_FRIENDS,
        "pagat-three-decks": _PAGAT_THREE_DECKS,
        "pagat-six": replace(_PAGAT, players=6, kitty_size=6),
        "online-six": replace(_ONLINE, players=6, kitty_size=12),
        "hidden-ten-six": replace(_HIDDEN_TEN, players=6, decks=3, kitty_size=12),
        "forty-points": replace(_STANDARD, decks=1, kitty_size=6),
        "looking-for-friends": _LOOKING_FOR_FRIENDS,
    }
)
"""The presets by name, the default first."""

SAME_AS: Final[Mapping[str, str]] = MappingProxyType({"gamerules": "pagat"})
"""Presets that can be used, but are not offered. Each is mapped to the offered preset with the same rules."""
OFFERED_PRESETS: Final = tuple(name for name in PRESETS if name not in SAME_AS)
"""The presets to choose from, the default first."""

_PLAYER_LIMITS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType({"looking-for-friends": (5, 12)})
"""The fewest and the most players of each preset that does not fit every number of players."""
_SIX_SEATS: Final = {name: f"{name}-six" for name in ("pagat", "online", "hidden-ten")}
_NAMED_SIZES: Final = {(four, 6): six for four, six in _SIX_SEATS.items()} | {
    (six, 4): four for four, six in _SIX_SEATS.items()
}
"""Maps a preset's name and a number of players to the preset that replaces it at this number."""


def preset(name: str, players: int | None = None) -> Rules:
    """Return the rules called `name`, adapted to the number of players. Raises InvalidRules if that is impossible."""
    return _get_preset(name) if players is None else preset_with(name, players=players)


def preset_with(name: str, /, **overrides: object) -> Rules:
    """Return the rules called `name` with these options, and with other options adapted to them.

    Values may be text. Raises InvalidRules if the preset, an option or a value is unknown, or the options do not fit.
    """
    return validate(fit_preset(name, overrides))


def find_preset(name: str, /, **overrides: object) -> Rules | None:
    """Return the same rules as `preset_with`, or None if they cannot be played."""
    try:
        return preset_with(name, **overrides)
    except InvalidRules:
        return None


def fit_preset(name: str, overrides: Mapping[str, object]) -> Rules:
    """Return the rules as `preset_with` does, but do not check whether they can be played. Raises InvalidRules."""
    values = {option: _read_value(option, value) for option, value in overrides.items()}
    known = _get_preset(name)
    rules = replace(known, **values)
    if "players" in values:
        _check_player_count(name, rules)
        known = PRESETS[_NAMED_SIZES.get((name, rules.players), name)]
    return fit(rules, known, frozenset(values))


def _get_preset(name: str) -> Rules:
    if name not in PRESETS:
        message = f"no preset is called {name!r}; there are {', '.join(PRESETS)}"
        raise InvalidRules(RuleConflict.NO_PRESET, message, ("preset",), name=name, presets=tuple(PRESETS))
    return PRESETS[name]


def _check_player_count(name: str, rules: Rules) -> None:
    low, high = _PLAYER_LIMITS.get(name, (MIN_PLAYERS, MAX_PLAYERS))
    own = rules.teams is PRESETS[name].teams
    if not own or low <= rules.players <= high:
        return
    message = f"{name} is for {low} to {high} players, not {rules.players}"
    raise InvalidRules(
        RuleConflict.PRESET_PLAYERS, message, ("players",), preset=name, low=low, high=high, value=rules.players
    )


def with_options(rules: Rules, /, **overrides: object) -> Rules:
    """Return `rules` with these options, and with other options adapted to them. Raises InvalidRules."""
    values = {name: _read_value(name, value) for name, value in overrides.items()}
    return validate(fit(replace(rules, **values), rules, frozenset(values)))


_ROWS: Final[Mapping[str, type]] = MappingProxyType({"thresholds": Threshold, "kitty_table": KittyStep})


def _read_value(name: str, value: object) -> Any:
    if name not in OPTION_DEFAULTS:
        message = f"no option is called {name!r}{suggest(name, OPTION_DEFAULTS)}"
        raise InvalidRules(RuleConflict.NO_OPTION, message, (name,), name=name)
    if isinstance(value, str) and not isinstance(value, StrEnum):
        try:
            return parse_option(name, value)
        except ValueError as wrong:
            raise InvalidRules(RuleConflict.NO_VALUE, str(wrong), (name,), option=name, value=value) from wrong
    if not _has_option_type(value, OPTION_DEFAULTS[name], name):
        message = f"option {name!r} cannot be {value!r}"
        raise InvalidRules(RuleConflict.NO_VALUE, message, (name,), option=name, value=str(value))
    return value


def _has_option_type(value: object, default: object, name: str) -> bool:
    if name == "jokers":
        return value is None or (isinstance(value, tuple) and [type(one) for one in value] == [int, int])
    if name == "cuts":
        return isinstance(value, tuple) and all(isinstance(one, Rank) for one in value)
    if name in _ROWS:
        return isinstance(value, tuple) and all(isinstance(row, _ROWS[name]) for row in value)
    if isinstance(default, frozenset):
        kind = FriendCards if name == "friend_cards" else Level
        return isinstance(value, frozenset) and all(isinstance(one, kind) for one in value)
    return value is None or type(value) is int if default is None else type(value) is type(default)
