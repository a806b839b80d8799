"""Checks whether the pack can be dealt: players, decks, jokers and the kitty."""

from dataclasses import replace
from typing import Final

from engine.model.cards import count_spare
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.rules import Rules
from engine.model.seats import SEATS
from engine.model.validators.requirement import require, require_range

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = len(SEATS)
MAX_DECKS: Final = 6
_PROPOSED: Final = 3
_LARGEST: Final = 3
"""If possible, a refusal proposes only kitties of up to 1/n of the pack. This is n."""


def check_pack(rules: Rules) -> None:
    """Refuse impossible numbers of players, decks, jokers and cards."""
    require_range(rules, "players", MIN_PLAYERS, MAX_PLAYERS)
    require_range(rules, "decks", 1, MAX_DECKS)
    little, big = rules.joker_counts
    jokers = 0 <= little <= rules.decks and 0 <= big <= rules.decks
    message = f"there are at most {rules.decks} jokers of each kind in {rules.decks} decks"
    require(jokers, RuleConflict.JOKERS, message, ("jokers", "decks"), decks=rules.decks)
    _check_cuts(rules)


def _check_cuts(rules: Rules) -> None:
    most = rules.decks - 1
    message = (
        f"of {rules.decks} decks at most {most} can be shorter, because one stays whole: cuts must have fewer ranks"
    )
    fits = len(rules.cuts) <= most
    require(fits, RuleConflict.CUTS, message, ("cuts", "decks"), decks=rules.decks, most=most)
    low = rules.low_cut.text
    fits = list(rules.cuts) == sorted(rules.cuts) and all(one > rules.low_cut for one in rules.cuts)
    message = f"cuts must be above low_cut = {low}, the lowest first"
    require(fits, RuleConflict.CUT_RANKS, message, ("cuts", "low_cut"), rank=low)
    spare = count_spare(rules.lowest_ranks)
    message = f"{rules.left_out} cards would be left out, but only {spare} have a second copy; more decks fit"
    options = ("auto_cut", "decks", "kitty_size")
    require(rules.left_out <= spare, RuleConflict.AUTO_CUT, message, options, cards=rules.left_out, spare=spare)


def list_kitty_sizes(rules: Rules) -> tuple[int, ...]:
    """Return all kitty sizes that leave equal hands of one or more cards. Size 0 means no kitty."""
    if rules.auto_cut:
        spare = count_spare(rules.lowest_ranks)
        full = replace(rules, auto_cut=False).pack_size
        return tuple(size for size in range(full - rules.players + 1) if (full - size) % rules.players <= spare)
    return tuple(range(rules.pack_size % rules.players, rules.pack_size - rules.players + 1, rules.players))


def check_kitty(rules: Rules) -> None:
    """Refuse a kitty that leaves unequal hands. Refuse options that need a kitty or its theft if there is none."""
    stolen = rules.kitty_theft or not rules.theft_moves_declarer
    unused = "theft_moves_declarer needs kitty_theft = yes"
    require(stolen, RuleConflict.NO_THEFT, unused, ("theft_moves_declarer", "kitty_theft"))
    sizes = list_kitty_sizes(rules)
    if rules.kitty_size in sizes:
        there = rules.kitty_size > 0 or not rules.kitty_theft
        message = "kitty_theft needs a kitty: kitty_theft must be no, or kitty_size above 0"
        require(there, RuleConflict.NO_KITTY, message, ("kitty_theft", "kitty_size"))
        _check_buried_points(rules)
        return
    playable = [size for size in sizes if 0 < size <= rules.pack_size / _LARGEST] or list(filter(None, sizes))
    near = sorted(sorted(playable, key=lambda size: abs(size - rules.kitty_size))[:_PROPOSED])
    would = f"{_join_with_or(near)} would" if near else "no kitty would"
    message = f"a kitty of {rules.kitty_size} does not leave {rules.players} equal hands of {rules.pack_size} cards: "
    options = ("kitty_size", "players", "decks", "jokers", "low_cut", "cuts")
    raise InvalidRules(
        RuleConflict.KITTY,
        f"{message}{would}",
        options,
        kitty=rules.kitty_size,
        players=rules.players,
        cards=rules.pack_size,
        fits=tuple(near),
    )


def _check_buried_points(rules: Rules) -> None:
    if rules.max_buried_points is not None:
        message = "max_buried_points needs a kitty: it must be none, or kitty_size above 0"
        options = ("max_buried_points", "kitty_size")
        require(rules.kitty_size > 0, RuleConflict.CAP_WITHOUT_KITTY, message, options)
        require_range(rules, "max_buried_points", 0, rules.pack_points)


def _join_with_or(sizes: list[int]) -> str:
    return " or ".join(filter(None, [", ".join(map(str, sizes[:-1])), str(sizes[-1])]))
