"""The well-known sets of rules by name, and changes to them that are checked as a whole (docs/rules.md, 11)."""

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from engine.errors import BadRules, Clash
from engine.notation import option_value
from engine.rules import (
    DealStyle,
    DeclareLadder,
    Direction,
    Follow,
    FriendCallStyle,
    JokerDeclaration,
    KittyMultiplier,
    Level,
    NextDeclarer,
    NoDeclaration,
    NoTrumpLevels,
    OwnDeclaration,
    PermanentTrumps,
    RedealClaim,
    Rules,
    Scoring,
    Teams,
    Threshold,
    ThrowCheck,
    ThrowCompare,
    ThrowFailure,
    ThrowPenalty,
    Throws,
    ThrowUnits,
    Win,
)
from engine.validation import MAX_PLAYERS, MIN_PLAYERS, fitting_kitties, validate

__all__ = ["PRESETS", "for_players", "packed", "preset", "preset_with", "validate", "with_options"]

_CLUB: Final = Rules()
_PAGAT: Final = Rules(
    no_trump_levels=NoTrumpLevels.PLAIN,
    win=Win.PASS_ACE,
    joker_pair_beats_joker_pair=False,
    own_declaration=OwnDeclaration.NONE,
    follow=Follow.TUPLES,
    throw_units=ThrowUnits.TUPLES,
    must_beat_failed_throw=True,
    throw_penalty=ThrowPenalty.TEN_PER_CARD,
    kitty_multiplier=KittyMultiplier.TWO_PER_CARD_LED,
    show_declarer_points=False,
)
_ONLINE: Final = Rules(
    direction=Direction.CLOCKWISE,
    win=Win.REACH_ACE,
    trump_level_touches_ace=True,
    deal=DealStyle.AT_ONCE,
    declare_window=2,
    declare_ladder=DeclareLadder.SIX_STEP,
    joker_declaration=JokerDeclaration.ANY,
    partner_override=False,
    no_declaration=NoDeclaration.KITTY_FIRST,
    no_declaration_first=NoDeclaration.KITTY_FIRST,
    redeal_claim=RedealClaim.NO_TRUMP_OR_NO_POINTS,
    follow=Follow.TEMPLATE,
    throw_check=ThrowCheck.OTHER_SIDE,
    throw_void_trump_stops=True,
    throw_failure=ThrowFailure.SMALLEST_UNIT,
    kitty_multiplier=KittyMultiplier.TWO_POW_PAIRS,
    max_opponent_levels=3,
    next_declarer=NextDeclarer.SAME_OR_LAST_TRICK,
)
_BASHIFEN: Final = Rules(
    win=Win.PASS_ACE,
    declare_ladder=DeclareLadder.COUNT_THEN_JOKER,
    joker_pair_beats_joker_pair=False,
    joker_declaration=JokerDeclaration.ANY,
    no_declaration=NoDeclaration.REDEAL,
    follow=Follow.MINIMAL,
    protect_longer=True,
    throw_compare=ThrowCompare.ALL_UNITS,
    kitty_multiplier=KittyMultiplier.FLAT_2,
    scoring=Scoring.BASIC,
    next_declarer=NextDeclarer.SAME_OR_NEXT_SEAT,
)
_HIDDEN_TEN: Final = Rules(
    teams=Teams.HIDDEN_TEN,
    permanent_trumps=PermanentTrumps.TWOS_AND_TENS,
    tractor_max_length=2,
    direction=Direction.CLOCKWISE,
    declare_ladder=DeclareLadder.JOKER_TEN,
    own_declaration=OwnDeclaration.NONE,
    no_declaration=NoDeclaration.REDEAL,
    follow=Follow.SHAPES,
    throws=Throws.OFF,
    kitty_multiplier=KittyMultiplier.FLAT_1,
    pickup=True,
)
_FINDING_FRIENDS: Final = replace(
    _BASHIFEN,
    players=5,
    decks=3,
    kitty_size=7,
    teams=Teams.FRIENDS,
    friend_call=FriendCallStyle.FIRST_BY_OTHER,
    scoring=Scoring.CUSTOM,
    thresholds=(Threshold(0, True, 1), Threshold(130, False, 1), Threshold(195, False, 2)),
    next_declarer=NextDeclarer.NEXT_ON_WINNING_SIDE,
)
_PAGAT_THREE_DECKS: Final = replace(
    _PAGAT, decks=3, kitty_size=6, follow=Follow.SHAPES, joker_declaration=JokerDeclaration.OFF
)
_LOOKING_FOR_FRIENDS: Final = replace(
    _CLUB, players=5, teams=Teams.FRIENDS, next_declarer=NextDeclarer.NEXT_ON_WINNING_SIDE
)

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "club": _CLUB,
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
        "forty-points": replace(_CLUB, decks=1, kitty_size=6),
        "looking-for-friends": _LOOKING_FOR_FRIENDS,
    }
)
"""The presets by name, the default first."""

_FRIENDS_PACKS: Final[Mapping[int, tuple[int, tuple[int, int] | None, int]]] = MappingProxyType(
    {
        5: (2, None, 8),
        6: (2, None, 6),
        7: (2, (0, 0), 6),
        8: (3, (0, 2), 6),
        9: (3, (0, 3), 6),
        10: (3, (0, 0), 6),
        11: (3, (2, 2), 6),
        12: (4, (0, 2), 6),
    }
)
"""Looking for friends: decks, jokers and kitty by number of players."""
_NAMED_SIZES: Final[Mapping[tuple[str, int], str]] = MappingProxyType(
    {
        ("pagat", 6): "pagat-six",
        ("online", 6): "online-six",
        ("hidden-ten", 6): "hidden-ten-six",
        ("pagat-six", 4): "pagat",
        ("online-six", 4): "online",
        ("hidden-ten-six", 4): "hidden-ten",
    }
)
_OWN_SIZES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType({"looking-for-friends": (5, 12)})
"""Fewest and most players of presets that are not for any number."""
_PACK: Final = frozenset({"decks", "jokers", "low_cut", "kitty_size"})


def preset(name: str, players: int | None = None) -> Rules:
    """Return the rules called `name`, for another number of players with a pack that fits them.

    Raises:
        BadRules: there is no such preset, or it cannot be played by so many.
    """
    return _called(name) if players is None else preset_with(name, players=players)


def preset_with(name: str, **overrides: object) -> Rules:
    """Return the rules called `name` with some options changed; another number of players brings its own pack.

    What is changed of the pack besides holds. A value may be given as text.

    Raises:
        BadRules: there is no such preset, it is not for so many players, or as `with_options`.
    """
    values = {option: _value(option, value) for option, value in overrides.items()}
    others = {option: value for option, value in values.items() if option not in _PACK}
    rules = replace(_called(name), **others)
    if "players" in values:
        _check_size(name, rules)
        rules = packed(name, rules)
    return _checked(replace(rules, **{option: value for option, value in values.items() if option in _PACK}))


def packed(name: str, rules: Rules) -> Rules:
    """Return `rules` with the pack that the preset called `name` has for so many players; nothing is checked."""
    known = PRESETS[_NAMED_SIZES.get((name, rules.players), name)]
    like = replace(rules, decks=known.decks, jokers=known.jokers, low_cut=known.low_cut, kitty_size=known.kitty_size)
    return like if known.players == rules.players else _sized(replace(like, players=known.players), rules.players)


def for_players(rules: Rules, players: int) -> Rules:
    """Return `rules` for another number of players: one deck for two of them, and the nearest kitty that fits.

    Looking for friends has a pack of its own for each number.

    Raises:
        BadRules: no pack fits, or the rules cannot be played by so many.
    """
    return _checked(_sized(rules, players))


def _called(name: str) -> Rules:
    if name not in PRESETS:
        message = f"no preset is called {name!r}; there are {', '.join(PRESETS)}"
        raise BadRules(message, "preset", clash=Clash.NO_PRESET, name=name, presets=tuple(PRESETS))
    return PRESETS[name]


def _check_size(name: str, rules: Rules) -> None:
    low, high = _OWN_SIZES.get(name, (MIN_PLAYERS, MAX_PLAYERS))
    own = rules.teams is PRESETS[name].teams
    if not own or low <= rules.players <= high:
        return
    message = f"players must be {low} to {high}, not {rules.players}"
    facts = {"option": "players", "low": low, "high": high, "value": rules.players}
    raise BadRules(message, "players", clash=Clash.RANGE, **facts)


def _sized(rules: Rules, players: int) -> Rules:
    if rules.teams is Teams.FRIENDS and players in _FRIENDS_PACKS and rules.scoring is not Scoring.CUSTOM:
        decks, jokers, kitty = _FRIENDS_PACKS[players]
        return replace(rules, players=players, decks=decks, jokers=jokers, kitty_size=kitty)
    decks = rules.decks if players <= rules.players else max(rules.decks, (players + 1) // 2)
    changed = replace(rules, players=players, decks=min(decks, 6))
    sizes = fitting_kitties(changed) if MIN_PLAYERS <= players <= MAX_PLAYERS else ()
    nearest = min(sizes, key=lambda size: (abs(size - rules.kitty_size), size), default=rules.kitty_size)
    return replace(changed, kitty_size=nearest)


def with_options(rules: Rules, **overrides: object) -> Rules:
    """Return `rules` with some options changed, checked as a whole. A value may be given as text.

    Raises:
        BadRules: an unknown option, a value it does not have, or options that clash; the message says what would fit.
    """
    return _checked(replace(rules, **{name: _value(name, value) for name, value in overrides.items()}))


def _checked(rules: Rules) -> Rules:
    validate(rules)
    return rules


_DEFAULTS: Final[Mapping[str, object]] = MappingProxyType({one.name: one.default for one in fields(Rules)})


def _value(name: str, value: object) -> Any:
    if name not in _DEFAULTS:
        raise BadRules(f"no option is called {name!r}", name, clash=Clash.NO_OPTION, name=name)
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return _read(name, value)
    if not _is_of_kind(value, _DEFAULTS[name], name):
        message = f"option {name!r} cannot be {value!r}"
        raise BadRules(message, name, clash=Clash.NO_VALUE, option=name, value=str(value))
    return value


def _read(name: str, text: str) -> object:
    try:
        return option_value(name, text)
    except ValueError as wrong:
        raise BadRules(str(wrong), name, clash=Clash.NO_VALUE, option=name, value=text) from wrong


def _is_of_kind(value: object, default: object, name: str) -> bool:
    """Tell whether a value has the type of its option; `None` stands for `none` where that is the default."""
    if name == "jokers":
        return value is None or (isinstance(value, tuple) and [type(one) for one in value] == [int, int])
    if name == "thresholds":
        return isinstance(value, tuple) and all(isinstance(row, Threshold) for row in value)
    if isinstance(default, frozenset):
        return isinstance(value, frozenset) and all(isinstance(one, Level) for one in value)
    return value is None or type(value) is int if default is None else type(value) is type(default)
