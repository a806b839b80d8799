"""Makes random rule sets. They combine any options that are valid together."""

import random
from dataclasses import fields, replace
from enum import StrEnum

from engine.model.cards import Rank
from engine.model.errors import InvalidRules
from engine.model.options import (
    DeclareLadder,
    FirstDeclarer,
    FriendCards,
    Hook,
    KittyMultiplier,
    KittyStep,
    KittyWithoutTrump,
    Level,
    NextDeclarer,
    NoDeclaration,
    Scoring,
    SpecialHook,
    SuitJoker,
    Teams,
    Threshold,
    ThrowCheck,
    Win,
)
from engine.model.presets import PRESETS
from engine.model.rules import Rules
from engine.model.validation import validate
from engine.model.validators.pack import list_kitty_sizes

CHOICES = {f.name: tuple(type(f.default)) for f in fields(Rules) if isinstance(f.default, StrEnum)}
SWITCHES = tuple(f.name for f in fields(Rules) if isinstance(f.default, bool))
CUSTOM = tuple(Threshold(*row) for row in [(0, True, 4), (35, True, 1), (60, False, 0), (95, False, 2)])

TABLE = tuple(KittyStep(*row) for row in [(1, 0), (2, 2), (4, 6), (5, 10)])


def random_rules(rng: random.Random) -> Rules:
    """Return a valid rule set. It is a preset or the defaults, with a random number of options changed."""
    while True:
        rules = rng.choice([Rules(), *PRESETS.values()])
        for change in rng.sample(CHANGES, rng.choice([0, 1, 2, 4, 8, len(CHANGES)])):
            rules = change(rules, rng)
        rules = _resolve_conflicts(rules, rng)
        try:
            validate(rules)
        except InvalidRules:
            continue
        return rules


def _switch_flags(rules, rng):
    return replace(rules, **{name: rng.random() < 0.4 for name in SWITCHES if rng.random() < 0.5})


def _choose_enums(rules, rng):
    return replace(rules, **{name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4})


def _choose_seats(rules, rng):
    players = rng.choice([2, 3, 4, 4, 4, 5, 6, 6, 7, 8, 9, 10, 12])
    return replace(rules, players=players, teams=rng.choice(list(Teams) if players % 2 == 0 else list(Teams)[1:]))


def _choose_pack(rules, rng):
    decks = rng.choice([1, 2, 2, 3, 4, 6])
    jokers = rng.choice([None, None, (rng.randint(0, decks), rng.randint(0, decks))])
    low = rng.choice([Rank.TWO] * 4 + list(Rank))
    above = [rank for rank in Rank if rank > low]
    cuts = sorted(rng.choices(above, k=rng.choice([0, 0, *range(decks)]))) if above else []
    return replace(rules, decks=decks, jokers=jokers, low_cut=low, cuts=tuple(cuts))


def _choose_levels(rules, rng):
    start, final = sorted([rng.choice(list(Level)), rng.choice(list(Level))])
    between = [level for level in Level if start <= level <= final]
    some = [frozenset(rng.sample(between, min(len(between), rng.choice([0, 0, 1, 3])))) for _ in range(2)]
    hooks = frozenset(rng.sample(between, min(len(between), rng.choice([1, 2, 5]))))
    return replace(
        rules,
        start_level=start,
        final_level=final,
        compulsory_levels=some[0],
        must_defend_levels=some[1],
        hook_ranks=hooks,
        laps=rng.choice([1, 1, 2, 3]),
        ace_failures=rng.choice([None, 1, 2, 3]),
        heavy_loss_levels=rng.choice([0, 1, 3, 13]),
        heavy_loss_steps=rng.choice([1, 2, 3]),
    )


def _choose_tractors(rules, rng):
    low = rng.choice([2, 2, 3])
    return replace(
        rules,
        tractor_min_width=rng.choice([2, 2, 3]),
        tractor_min_length=low,
        tractor_max_length=rng.choice([None, low]),
    )


def _choose_declarations(rules, rng):
    return replace(rules, declare_min_count=rng.choice([1, 1, 2, 3]), declare_suit_order=rng.random() < 0.5)


def _choose_specials(rules, rng):
    return replace(
        rules,
        rainbows=rng.choice([None, 4, 5]),
        max_opponent_levels=rng.choice([None, 0, 1, 3]),
        capture_levels=rng.choice([0, 1, 3]),
        max_buried_points=rng.choice([None, 0, 5, 20]),
    )


def _choose_friends(rules, rng):
    conditions = frozenset(rng.sample(list(FriendCards), rng.choice([0, 0, 1, 2, 3])))
    return replace(
        rules,
        friends=rng.choice([None, 0, 1, 2, rules.players - 2]),
        friend_cards=conditions,
        small_team_bonus=rng.choice([0, 1, 2]),
        declarer_bonus=rng.choice([0, 1, 2]),
    )


CHANGES = [
    _switch_flags,
    _choose_enums,
    _choose_seats,
    _choose_pack,
    _choose_levels,
    _choose_tractors,
    _choose_declarations,
    _choose_specials,
    _choose_friends,
]


def _resolve_conflicts(rules, rng):
    """Resolve the conflicts that random options nearly always have."""
    changes = {
        "thresholds": CUSTOM if rules.scoring is Scoring.CUSTOM else (),
        "kitty_table": TABLE if rules.kitty_multiplier is KittyMultiplier.CUSTOM else (),
    }
    if rules.kitty_multiplier is KittyMultiplier.FLAT_1 and rules.kitty_without_trump is KittyWithoutTrump.HALF:
        changes |= {"kitty_without_trump": KittyWithoutTrump.NONE}
    if rules.teams is Teams.HIDDEN_TEN:
        changes |= {"declare_ladder": DeclareLadder.JOKER_TEN, "early_end": False}
        changes |= {
            name: NoDeclaration.REDEAL
            for name in ("no_declaration", "no_declaration_first")
            if getattr(rules, name) is NoDeclaration.NO_TRUMP
        }
    else:
        changes |= {"pickup": False}
    if rules.teams is not Teams.FIXED:
        changes |= {"throw_check": ThrowCheck.ALL_OTHERS, "early_end": False}
    if not rules.show_played_cards:
        changes |= {"throws_safe_only": False}
    if rules.decks <= rules.tractor_min_width:
        changes |= {"uneven_tractors": False}
    if not rules.level_tractors:
        changes |= {"trump_level_touches_ace": False}
    if not rules.kitty_size:
        changes |= {"max_buried_points": None}
    elif rules.max_buried_points is not None:
        changes |= {"max_buried_points": min(rules.max_buried_points, rules.pack_points)}
    if rules.teams is Teams.THREE_PAIRS:
        changes |= {"players": 6}
    if rules.teams is not Teams.FRIENDS:
        changes |= {"friends": None}
    if rules.next_declarer is NextDeclarer.BID:
        bid = rules.teams is Teams.FRIENDS
        changes |= {"first_declarer": FirstDeclarer.FINAL} if bid else {"next_declarer": NextDeclarer.NEXT_SEAT}
    changes["theft_moves_declarer"] = rules.theft_moves_declarer and rules.kitty_theft
    rules = _fit_declarations(replace(rules, **changes))
    if rules.win is Win.REACH_ACE or rules.start_level == rules.final_level:
        rules = replace(rules, ace_failures=None)
    if not all(rules.low_cut <= rules.hook_level(one) < one for one in rules.hook_ranks if one is not Level.NT):
        rules = replace(rules, hook=Hook.OFF)
    rules = _fit_special_hooks(rules)
    kitties = [size for size in list_kitty_sizes(rules) if (rules.pack_size - size) // rules.players <= 27]
    if kitties and (rules.kitty_size not in kitties or rng.random() < 0.2):
        few = [size for size in kitties if size <= 16]
        rules = replace(rules, kitty_size=rng.choice(few if few and rng.random() < 0.7 else kitties))
    return rules


def _fit_special_hooks(rules):
    """Turn off special cases of the hook that do not apply, or that send players back to no lower level."""
    names = {"hook_off_suit", "hook_pair"} if rules.hook is not Hook.SINGLE_JACK else set()
    names |= {"hook_declarer"} if rules.teams is not Teams.FRIENDS or rules.hook is Hook.OFF else set()
    for name in {"hook_off_suit", "hook_pair", "hook_declarer"} - names:
        if any(rules.hook_level(one, getattr(rules, name)) >= one for one in rules.hook_ranks):
            names.add(name)
    return replace(rules, **dict.fromkeys(names, SpecialHook.NO))


def _fit_declarations(rules):
    """Change options for declaring that do not suit the order of declarations or the number of decks."""
    most = {DeclareLadder.JOKER_SUPPORT: 2, DeclareLadder.JOKER_TEN: 1}.get(rules.declare_ladder, rules.decks)
    plain = rules.declare_ladder not in {DeclareLadder.JOKER_SUPPORT, DeclareLadder.JOKER_TEN}
    compared = rules.declare_ladder not in {DeclareLadder.GREATER_COUNT, DeclareLadder.JOKER_TEN}
    return replace(
        rules,
        declare_min_count=min(rules.declare_min_count, most, rules.decks),
        declare_suit_order=rules.declare_suit_order and compared,
        suit_joker=rules.suit_joker if all(rules.joker_counts) and plain else SuitJoker.NO,
    )
