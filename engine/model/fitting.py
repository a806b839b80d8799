"""Adapts options that nobody chose, so that the rules can be played with the chosen ones (docs/rules.md, 11)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from engine.model.options import (
    DeclareLadder,
    Follow,
    Hook,
    KittyMultiplier,
    KittyStep,
    Level,
    NoDeclaration,
    RedealClaim,
    Scoring,
    SpecialHook,
    SuitJoker,
    Teams,
    Threshold,
    ThrowCheck,
)
from engine.model.rules import Rules
from engine.model.validators.declaring import are_claims_frequent
from engine.model.validators.pack import MAX_DECKS, MAX_PLAYERS, MIN_PLAYERS, list_kitty_sizes

_Values: TypeAlias = Mapping[str, Any]


class _Pack(NamedTuple):
    decks: int
    jokers: tuple[int, int] | None
    kitty_size: int


_FRIENDS_PACKS: Final[Mapping[int, _Pack]] = MappingProxyType(
    {
        5: _Pack(2, None, 8),
        6: _Pack(2, None, 6),
        7: _Pack(2, (0, 0), 6),
        8: _Pack(3, (0, 2), 6),
        9: _Pack(3, (0, 3), 6),
        10: _Pack(3, (0, 0), 6),
        11: _Pack(3, (2, 2), 6),
        12: _Pack(4, (0, 2), 6),
    }
)
_KITTY_PER_DECK: Final = 4
"""The size of the kitty per deck in hidden ten."""
_PLAYERS_OF_ONE_DECK: Final = 4
_MOST_DECKS: Final[Mapping[int, int]] = MappingProxyType({2: 1, 3: 2})
"""The most decks for two and for three players, because more would make hands too long."""
_POINTS: Final = 5
"""The points of a five, which are the fewest that a card counts. Tables of results use multiples of them."""
_TURN: Final = 2
"""In a proposed table of results, the index of the first row in which the opponents win."""
_KITTY_TABLE: Final = (KittyStep(1, 2), KittyStep(2, 4), KittyStep(4, 8))


def fit(rules: Rules, like: Rules, given: Collection[str]) -> Rules:
    """Return `rules` with all options but those in `given` adapted, so that they fit. `like` has the usual values."""
    for follow in _FOLLOWERS:
        values = {name: value for name, value in follow(rules, like).items() if name not in given}
        if any(getattr(rules, name) != value for name, value in values.items()):
            rules = replace(rules, **values)  # only if something changes, because copying all fields is slow
    return rules


def is_pack_countable(rules: Rules) -> bool:
    """Return whether the numbers of players and decks are within their limits, so that the pack can be counted."""
    return MIN_PLAYERS <= rules.players <= MAX_PLAYERS and 1 <= rules.decks <= MAX_DECKS


def _fit_sides(rules: Rules, _like: Rules) -> _Values:
    values: dict[str, Any] = {}
    if rules.teams is not Teams.FIXED:
        values["throw_check"] = ThrowCheck.ALL_OTHERS
    if rules.teams is not Teams.HIDDEN_TEN:
        usual = rules.declare_ladder if rules.declare_ladder is not DeclareLadder.JOKER_TEN else DeclareLadder.CLASSIC
        return values | {"pickup": False, "declare_ladder": usual}
    values |= {"declare_ladder": DeclareLadder.JOKER_TEN, "hook": Hook.OFF, "early_end": False}
    for name in ("no_declaration", "no_declaration_first"):
        if getattr(rules, name) is NoDeclaration.NO_TRUMP:
            values[name] = NoDeclaration.REDEAL
    return values


def _fit_decks(rules: Rules, like: Rules) -> _Values:
    needed = max(len(rules.cuts) + 1, *(rules.jokers or (0,)))
    return {"decks": max(_find_pack(rules, like).decks, min(needed, MAX_DECKS))}


def _fit_jokers(rules: Rules, like: Rules) -> _Values:
    """Take the usual jokers. If the number of decks differs or `suit_joker` needs others, take one of each per deck."""
    usual = _find_pack(rules, like)
    needed = rules.suit_joker is not SuitJoker.NO and 0 in (usual.jokers or ())
    return {"jokers": usual.jokers if usual.decks == rules.decks and not needed else None}


def _fit_kitty(rules: Rules, like: Rules) -> _Values:
    usual = _find_pack(rules, like)
    wanted = _KITTY_PER_DECK * rules.decks if rules.teams is Teams.HIDDEN_TEN else usual.kitty_size
    sizes = list_kitty_sizes(rules) if is_pack_countable(rules) else ()
    return {"kitty_size": min(filter(None, sizes), key=lambda size: (abs(size - wanted), size), default=wanted)}


def _find_pack(rules: Rules, like: Rules) -> _Pack:
    """Return the usual pack for the number of players. If `like` has this number, it is the pack of `like`."""
    if rules.players == like.players:
        return _Pack(like.decks, like.jokers, like.kitty_size)
    called = rules.teams is Teams.FRIENDS and rules.scoring is not Scoring.CUSTOM
    if called and not (rules.cuts or rules.auto_cut) and rules.players in _FRIENDS_PACKS:
        return _FRIENDS_PACKS[rules.players]
    return _Pack(min(_count_decks(rules.players, like), MAX_DECKS), like.jokers, like.kitty_size)


def _count_decks(players: int, like: Rules) -> int:
    if players <= like.players:
        return min(like.decks, _MOST_DECKS.get(players, MAX_DECKS))
    # a game of one deck, which has no pairs, gets one deck for every four players, so that hands are not too short
    return max(1, players // _PLAYERS_OF_ONE_DECK) if like.decks == 1 else max(like.decks, (players + 1) // 2)


def _fit_scoring(rules: Rules, like: Rules) -> _Values:
    plain = like.scoring if like.scoring is not Scoring.CUSTOM else Scoring.STEP
    return {"scoring": Scoring.CUSTOM if rules.thresholds else plain}


def _fit_thresholds(rules: Rules, like: Rules) -> _Values:
    """Scale the table of results in `like` to the points in the pack. If it has none, propose a table."""
    if rules.scoring is not Scoring.CUSTOM or not is_pack_countable(rules):
        return {"thresholds": ()}
    if like.scoring is not Scoring.CUSTOM:
        step = rules.points_step
        return {"thresholds": tuple(Threshold(step * n, n < _TURN, abs(_TURN - n)) for n in range(_TURN + _TURN))}
    share = Fraction(rules.pack_points, like.pack_points)
    scaled = [round(row.points * share / _POINTS) * _POINTS for row in like.thresholds]
    # rounding must not give two rows the same points
    rising = accumulate(scaled, lambda low, points: max(points, low + _POINTS))
    return {
        "thresholds": tuple(replace(row, points=points) for row, points in zip(like.thresholds, rising, strict=True))
    }


def _fit_hook(rules: Rules, _like: Rules) -> _Values:
    wanted = {rules.hook_off_suit, rules.hook_pair, rules.hook_declarer} != {SpecialHook.NO}
    off = rules.hook is Hook.OFF and rules.teams is not Teams.HIDDEN_TEN
    return {"hook": Hook.SINGLE_JACK} if wanted and off else {}


def _fit_hook_ranks(rules: Rules, _like: Rules) -> _Values:
    """Keep the `hook_ranks` that can send a side back. Without any, take the one nearest to the jack that can."""
    if rules.hook is Hook.OFF:
        return {}
    levels = [level for level in Level if rules.start_level < level <= min(rules.final_level, Level.ACE)]
    specials = (SpecialHook.NO, rules.hook_off_suit, rules.hook_pair, rules.hook_declarer)
    able = [level for level in levels if all(rules.hook_level(level, special) < level for special in specials)]
    nearest = sorted(able, key=lambda level: abs(level - Level.JACK))[:1]
    return {"hook_ranks": rules.hook_ranks.intersection(able) or frozenset(nearest) or rules.hook_ranks}


def _fit_switches(rules: Rules, _like: Rules) -> _Values:
    has_hands = is_pack_countable(rules) and 0 <= rules.kitty_size < rules.pack_size
    claimed = rules.redeal_claim is not RedealClaim.OFF and has_hands and are_claims_frequent(rules)
    return {
        "redeal_claim": RedealClaim.OFF if claimed else rules.redeal_claim,
        "heavy_loss_levels": rules.heavy_loss_levels if rules.start_level < rules.final_level else 0,
        "protect_longer": rules.protect_longer and rules.follow is not Follow.TEMPLATE,
        "kitty_theft": rules.kitty_theft or rules.theft_moves_declarer,
        "trump_level_touches_ace": rules.trump_level_touches_ace and rules.level_tractors,
    }


_FOLLOWERS: Final[tuple[Callable[[Rules, Rules], _Values], ...]] = (
    # an odd number of players call friends; with three players, the declarer plays alone
    lambda rules, _: {"teams": Teams.FRIENDS} if rules.teams is Teams.FIXED and rules.players % 2 else {},
    _fit_sides,
    _fit_decks,
    # keep the cuts that shorten a deck, and leave at least one deck whole
    lambda rules, _: {"cuts": tuple(one for one in rules.cuts if one > rules.low_cut)[: max(0, rules.decks - 1)]},
    _fit_jokers,
    _fit_scoring,
    _fit_thresholds,
    lambda rules, like: {"kitty_multiplier": KittyMultiplier.CUSTOM if rules.kitty_table else like.kitty_multiplier},
    lambda rules, _: {"kitty_table": _KITTY_TABLE if rules.kitty_multiplier is KittyMultiplier.CUSTOM else ()},
    _fit_kitty,
    lambda rules, _: {"start_level": max(rules.start_level, Level(rules.low_cut))},
    _fit_hook,
    _fit_hook_ranks,
    _fit_switches,
)
"""The functions that adapt options. Each of them comes after the functions whose results it uses."""
