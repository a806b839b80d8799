"""Makes random small positions, on which the engine and the brute force must agree."""

import random
from collections import Counter
from dataclasses import dataclass, replace

import brute_force as bf

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.units import make_tractor, sort_units
from engine.model.cards import SUITS, Card, Rank, parse_card, parse_rank
from engine.model.options import Follow, PermanentTrumps, ThrowCompare
from engine.model.trump import EFFECTIVE_SUITS, Trump


@dataclass
class Position:
    """A lead, and cards of similar rank from which other hands are made."""

    table: bf.Table
    decks: int
    suit: str
    units: list
    """The units of the lead, as (width, faces). Faces are strings."""
    pool: list
    """The cards of similar rank that are not led. They are strings in random order."""


def random_order(rng, **fixed):
    """Return a `Table` of the brute force with random trumps and random rules for following."""
    level = rng.choice([*bf.RANKS, "2", "7", "A"])
    suit = rng.choice([*bf.SUITS, *bf.SUITS, None])
    return bf.Table(
        **{
            "rank": level,
            "suit": suit,
            "level_cards": suit is not None or rng.random() < 0.7,
            "permanent": rng.choice(["none"] * 16 + [one.value for one in PermanentTrumps if one != "none"]),
            "bridge": rng.random() < 0.85,
            "ace": rng.random() < 0.2,
            "jokers": (rng.random() < 0.9, rng.random() < 0.9),
            "lowest": rng.choice(["2"] * 8 + ["3", "6"]),
            "jokers_touch": rng.random() < 0.85,
            "levels_touch": rng.random() < 0.85,
            "pairs_draw": rng.random() < 0.7,
            "min_length": rng.choice([2] * 6 + [3]),
            "min_width": rng.choice([2] * 6 + [3]),
            "max_length": rng.choice([99] * 5 + [2, 3]),
            **fixed,
        }
    )


def in_play(found):
    """Return the faces of which some copies are not played yet."""
    return [face for face in found.here if face not in found.gone]


def legal_limits(found):
    return found.max_length >= found.min_length


def random_position(rng, follow=None, decks=None, **fixed):
    """Return a random position with neighbouring cards of the led suit, so that tractors are frequent."""
    while True:
        made = _try_position(rng, follow, decks, fixed)
        if made is not None:
            return made


def _try_position(rng, follow, decks, fixed):
    follow = follow or rng.choice(list(Follow)).value
    protect = rng.random() < 0.3 and follow != Follow.TEMPLATE
    found = random_order(rng, follow=follow, protect=protect, **fixed)
    if not legal_limits(found):
        return None
    decks = decks or rng.choice([2, 2, 3, 4])
    suit = rng.choice(["trump", "trump", *bf.SUITS])
    if rng.random() < 0.2:
        found = replace(found, gone=frozenset(rng.sample(bf.FACES, rng.randint(1, 12))))
    mine = sorted((face for face in in_play(found) if found.effective(face) == suit), key=found.strength)
    if len(mine) < 4:
        return None
    start = rng.randrange(len(mine) - 3)
    region = mine[start : start + rng.randint(4, 6)]
    near = region * decks
    rng.shuffle(near)
    led = _random_units(rng, found, near)
    if led is None:
        return None
    left = list((Counter(near) - Counter(face for unit in led for face in bf.cards_in(*unit))).elements())
    rng.shuffle(left)
    return Position(found, decks, suit, led, left)


def _random_units(rng, found, near):
    """Return one to three units near each other, largest first."""
    cards = near[: rng.randint(4, 11)]
    units = []
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        if not cards:
            break
        every = bf.all_units(found, cards)
        tractors = [one for one in every if len(one[1]) > 1]
        uneven = [one for one in tractors if bf.is_uneven(one)]
        tractors = uneven if uneven and rng.random() < 0.6 else tractors
        units.append(rng.choice(tractors if tractors and rng.random() < 0.7 else every))
        cards = list((Counter(cards) - Counter(bf.cards_in(*units[-1]))).elements())
    if found.uneven and not any(map(bf.is_uneven, units)) and rng.random() < 0.8:
        return None
    if count_cards(units) > (7 if found.uneven else 6):
        return None
    return sorted(units, key=lambda one: (*_size_key(one), found.strength(one[1][-1])), reverse=True)


def _size_key(unit):
    """Return a sort key: number of cards, size of the smallest group, and the group sizes of an uneven tractor."""
    widths = bf.widths_of(unit[0], len(unit[1]))
    return sum(widths), min(widths), unit[0] if bf.is_uneven(unit) else ()


def count_cards(units):
    return sum(len(bf.cards_in(*unit)) for unit in units)


def random_hand(rng, made, most=8):
    """Return a hand with cards close to the lead and a few of other suits."""
    mine = made.pool[: rng.randint(0, most)]
    others = [face for face in in_play(made.table) if made.table.effective(face) != made.suit]
    size = count_cards(made.units)
    return mine + rng.sample(others, min(len(others), max(size - len(mine), 0) + rng.randint(0, 2)))


def hand_with_some_units(rng, made):
    """Return a hand that often has units like those led, and if possible more cards of the led suit."""
    size, pool, mine = count_cards(made.units), list(made.pool), []
    for width, faces in made.units:
        ways = bf.ways(made.table, pool, (width, len(faces)))
        if ways and rng.random() < 0.7:
            mine += bf.cards_in(width, rng.choice(ways))
            pool = list((Counter(made.pool) - Counter(mine)).elements())
            rng.shuffle(pool)
    return (mine + pool)[: size + rng.randint(1, 4)] if len(made.pool) > size else random_hand(rng, made)


# --- for the engine --------------------------------------------------------------------------------------------------


def trump_of(found):
    return Trump(
        parse_rank(found.rank) if found.rank else None,
        next((suit for suit in SUITS if suit == found.suit), None),
        found.level_cards,
        PermanentTrumps(found.permanent),
        found.bridge,
        found.ace,
        parse_rank(found.lowest),
        found.jokers,
        found.jokers_touch,
        found.levels_touch,
    )


def rules_of(base, found, decks):
    """Return the engine's rules. They need not be valid, because only following and winning is tested."""
    return replace(
        base,
        decks=decks,
        follow=Follow(found.follow),
        protect_longer=found.protect,
        pairs_draw_tractors=found.pairs_draw,
        throw_compare=ThrowCompare(found.compare),
        tractor_min_width=found.min_width,
        tractor_min_length=found.min_length,
        tractor_max_length=None if found.max_length == 99 else found.max_length,
        uneven_tractors=found.uneven,
        bridge_level_gap=found.bridge,
        low_cut=parse_rank(found.lowest),
    )


def cards_of(texts):
    return tuple(parse_card(text) for text in texts)


def lead_of(made, trump):
    units = sort_units(
        make_tractor(tuple(bf.widths_of(width, len(faces))), cards_of(faces), trump) for width, faces in made.units
    )
    suit = next(one for one in EFFECTIVE_SUITS if one == made.suit)
    return Lead(suit, units, frozenset(cards_of(made.table.gone)))


def texts(cards):
    return tuple(sorted(str(card) for card in cards))


__all__ = [
    "Card",
    "Position",
    "Rank",
    "cards_of",
    "count_cards",
    "hand_with_some_units",
    "lead_of",
    "random",
    "random_hand",
    "random_position",
    "rules_of",
    "texts",
    "trump_of",
]
