"""Scores a deal: kitty, result, levels, hook and next declarer (docs/rules.md, 8)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.shapes import Shape, list_widths
from engine.model.cards import Card
from engine.model.options import (
    Hook,
    KittyMultiplier,
    KittyWithoutTrump,
    Level,
    NextDeclarer,
    PickupCounts,
    Scoring,
    SpecialHook,
    Teams,
    Threshold,
    Win,
)
from engine.model.rules import Rules
from engine.model.seats import Seat, next_seat, seats_from
from engine.model.trump import Trump

_PAIR: Final = 2
_TABLE_STEPS: Final = 20
"""Number of opponents' rows in a table of thresholds; `score_deal` computes the results beyond them."""


def kitty_multiplier(lead: Lead, winning: Sequence[Card], trump: Trump, rules: Rules) -> int:
    """Return how often the buried points count if opponents won the last trick with `winning`."""
    largest = max(one.size for one in lead.units)
    pairs = sum(number // 2 for number in Counter(winning).values())
    by_trumps = all(map(trump.is_trump, winning))
    return compute_multiplier(rules, led=lead.size, largest=largest, pairs=pairs, by_trumps=by_trumps)


def compute_multiplier(rules: Rules, *, led: int, largest: int, pairs: int, by_trumps: bool) -> int:
    """Return the multiplier from the numbers of cards led, cards in the largest unit and pairs in the winning play.

    `by_trumps` says whether the winning play is all trumps.
    """
    times = _full_multiplier(rules, led=led, largest=largest, pairs=pairs)
    if by_trumps or rules.kitty_without_trump is KittyWithoutTrump.FULL:
        return times
    return times // 2 if rules.kitty_without_trump is KittyWithoutTrump.HALF else 0


def _full_multiplier(rules: Rules, *, led: int, largest: int, pairs: int) -> int:  # noqa: PLR0911 - one for each value
    match rules.kitty_multiplier:
        case KittyMultiplier.TWO_PER_LARGEST_UNIT:
            return 2 * largest
        case KittyMultiplier.TWO_PER_CARD_LED:
            return 2 * led
        case KittyMultiplier.TWO_POW_PAIRS:
            return 2 << pairs
        case KittyMultiplier.POW_LARGEST_UNIT:
            return 1 << largest
        case KittyMultiplier.FLAT_2:
            return 2
        case KittyMultiplier.FLAT_1:
            return 1
        case KittyMultiplier.CUSTOM:
            return next(step.times for step in reversed(rules.kitty_table) if step.cards <= largest)
        case KittyMultiplier.NONE:
            return 0


def max_multiplier(cards: int, rules: Rules) -> int:
    """Return the greatest kitty multiplier possible with `cards` cards in each hand."""
    return compute_multiplier(rules, led=cards, largest=cards, pairs=cards // 2, by_trumps=True)


def count_pairs(shape: Shape) -> int:
    """Return the number of pairs in a shape: a triple has one, four identical cards two."""
    return sum(width // 2 for kind in shape for width in list_widths(kind))


def count_pickup_points(points: int, rules: Rules, *, taken: bool, opponent: bool) -> int:
    """Return how many points of a trick count for the opponents if its winner may leave them (docs/rules.md, 10).

    `taken` says whether the winner picked them up, and `opponent` whether the winner turns out to be an opponent. With
    `as_shown`, all points picked up count.
    """
    counted = taken and (opponent or rules.pickup_counts is PickupCounts.AS_SHOWN)
    return points if counted else 0


def points_to_win(rules: Rules) -> int:
    """Return the fewest points with which the opponents win."""
    return next(row.points for row in thresholds(rules) if not row.declarers_hold)


def points_to_climb(rules: Rules) -> int | None:
    """Return the fewest points with which the opponents win and gain a level; None if they never do."""
    return next((row.points for row in thresholds(rules) if not row.declarers_hold and row.levels > 0), None)


def score_deal(points: int, rules: Rules) -> Threshold:
    """Return the row of results for the opponents' total `points`; a negative total counts as none."""
    rows = thresholds(rules)
    if rules.scoring in {Scoring.STEP, Scoring.HALF_STEP} and points >= rows[-1].points:
        step = rows[-1].points - rows[-2].points
        return Threshold(points, False, _cap_levels(rows[-1].levels + (points - rows[-1].points) // step, rules))
    return max((row for row in rows if row.points <= points), key=lambda row: row.points, default=rows[0])


def thresholds(rules: Rules) -> tuple[Threshold, ...]:
    """Return the table of results, rising; with `step` and `half_step`, `score_deal` continues it beyond its end."""
    return _build_thresholds(rules.scoring, rules.points_step, rules.thresholds, rules.max_opponent_levels)


@lru_cache(maxsize=256)
def _build_thresholds(
    scoring: Scoring, step: int, custom: tuple[Threshold, ...], most: int | None
) -> tuple[Threshold, ...]:
    rows = _uncapped_thresholds(scoring, step, custom)
    if most is None:
        return rows
    return tuple(row if row.declarers_hold else replace(row, levels=min(row.levels, most)) for row in rows)


def _cap_levels(levels: int, rules: Rules) -> int:
    return levels if rules.max_opponent_levels is None else min(levels, rules.max_opponent_levels)


def _uncapped_thresholds(scoring: Scoring, step: int, custom: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    match scoring:
        case Scoring.STEP:
            return (*_hold_rows((0, 3), (5, 2), (step, 1)), *_turnover_rows(2 * step, step))
        case Scoring.HALF_STEP:
            half = step // 2
            return (
                *_hold_rows((0, 5), (5, 4), (half, 3), (step, 2), (step + half, 1)),
                *_turnover_rows(2 * step, half),
            )
        case Scoring.BASIC:
            return Threshold(0, True, 1), Threshold(2 * step, False, 0), Threshold(3 * step, False, 1)
        case Scoring.CUSTOM:
            return custom


def _hold_rows(*rows: tuple[int, int]) -> tuple[Threshold, ...]:
    return tuple(Threshold(points, True, levels) for points, levels in rows)


def _turnover_rows(start: int, step: int) -> tuple[Threshold, ...]:
    return tuple(Threshold(start + step * at, False, at) for at in range(_TABLE_STEPS))


@dataclass(frozen=True, slots=True)
class LevelRise:
    """The level after a rise, at most the final one. With `won`, the side has won the match or its lap."""

    level: Level
    won: bool


def raise_level(level: Level, by: int, rules: Rules, *, held_on_it: bool) -> LevelRise:
    """Return the level of a winner at `level` who has earned `by` levels.

    `held_on_it` says whether they won the deal as declarers at this very level. Compulsory levels, levels to defend
    and the final level stop a rise; the rest is lost.
    """
    final = rules.final_level
    if level >= final and rules.win is not Win.PASS_ACE:
        return LevelRise(final, held_on_it if rules.win is Win.HOLD_ACE_AS_DECLARERS else by > 0)
    if level in rules.must_defend_levels and not held_on_it:
        return LevelRise(level, False)
    wanted = level + by
    stops = [stop for stop in rules.compulsory_levels | rules.must_defend_levels if level < stop < wanted]
    reached = min([wanted, *stops])
    match rules.win:
        case Win.PASS_ACE:
            return LevelRise(Level(min(reached, final)), reached > final)
        case Win.REACH_ACE:
            return LevelRise(Level(min(reached, final)), reached >= final)
        case Win.HOLD_ACE_AS_DECLARERS:
            return LevelRise(Level(min(reached, final)), False)


def small_team_bonus(declarers: Collection[Seat], called: int, rules: Rules) -> int:
    """Return the extra levels for declarers who won with fewer friends than `called` cards (docs/rules.md, 9)."""
    return rules.small_team_bonus if len(declarers) < called + 1 else 0


def declarer_bonus(levels: int, rules: Rules) -> int:
    """Return the extra levels of a declarer whose side holds and rises `levels`; 0 for a side that stays."""
    return rules.declarer_bonus if rules.teams is Teams.FRIENDS and levels > 0 else 0


def add_capture_levels(levels: int, rules: Rules) -> int:
    """Return the rise of opponents who win the deal by `levels` and the kitty, up to the maximum rise."""
    return _cap_levels(levels + rules.capture_levels, rules) if is_capture_worth_levels(rules) else levels


def captures_kitty(winning: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether opponents who win the last trick with `winning` capture the kitty."""
    return rules.kitty_without_trump is not KittyWithoutTrump.NONE or all(map(trump.is_trump, winning))


def is_capture_worth_levels(rules: Rules) -> bool:
    """Return whether opponents who capture the kitty rise more; without a kitty or levels they cannot."""
    return rules.capture_levels > 0 and rules.kitty_size > 0 and rules.teams is not Teams.HIDDEN_TEN


def heavy_loss_points(rules: Rules) -> int | None:
    """Return the opponents' points from which the declarers lose heavily; None if that costs no level."""
    if rules.heavy_loss_levels == 0 or rules.teams is Teams.HIDDEN_TEN:
        return None
    needed = points_to_win(rules)
    return needed + rules.heavy_loss_steps * needed // 2


def is_heavy_loss(points: int, rules: Rules) -> bool:
    """Return whether the opponents have enough points for the declarers to fall back."""
    least = heavy_loss_points(rules)
    return least is not None and points >= least


def can_hook(trump: Trump, rules: Rules) -> bool:
    """Return whether the last trick can send a side back in a deal with this trump rank."""
    return rules.hook is not Hook.OFF and trump.rank is not None and Level(trump.rank) in rules.hook_ranks


@dataclass(frozen=True, slots=True)
class Hooked:
    """The side that the last trick sends back, and the special kind of level card that does so."""

    is_declarers: bool
    special: SpecialHook = SpecialHook.NO

    def level_of(self, seat: Seat, declarer: Seat, played: Level, rules: Rules) -> Level:
        """Return the level to which a seat of this side is sent back in a deal at level `played`."""
        alone = seat == declarer and rules.hook_declarer is not SpecialHook.NO
        return rules.hook_level(played, rules.hook_declarer if alone else self.special)


def find_hook(
    plays: Sequence[tuple[Seat, Sequence[Card]]], winner: Seat, declarers: Collection[Seat], trump: Trump, rules: Rules
) -> Hooked | None:
    """Return the side that the last trick sends back, or None.

    `capture`: the trump-suit level card wins the trick over a level card of the other side (pagat, The hook).
    `single_jack`: opponents win the last trick with a single level card or, under `hook_pair`, with a pair of them.
    The hook works only at the levels of `hook_ranks`.
    """
    if not can_hook(trump, rules):
        return None
    won = next(cards for seat, cards in plays if seat == winner)
    winners = winner in declarers
    if rules.hook is Hook.SINGLE_JACK:
        special = _find_special_hook(won, trump, rules)
        return None if winners or special is None else Hooked(is_declarers=True, special=special)
    best = max(won, key=trump.order.strength.__getitem__)
    if best.rank is not trump.rank or best.suit is not trump.suit:
        return None
    theirs = (card for seat, cards in plays if (seat in declarers) != winners for card in cards)
    return Hooked(not winners) if any(card.rank is trump.rank for card in theirs) else None


def _find_special_hook(won: Sequence[Card], trump: Trump, rules: Rules) -> SpecialHook | None:
    """Return the special case in which these cards hook: NO for the usual case, and None if they do not hook."""
    if any(card.rank is not trump.rank for card in won):
        return None
    if len(won) == 1:
        return SpecialHook.NO if won[0].suit is trump.suit else rules.hook_off_suit
    is_pair = len(won) == _PAIR and won[0] == won[1] and rules.hook_pair is not SpecialHook.NO
    return rules.hook_pair if is_pair else None


def next_declarer(
    declarer: Seat, declarers: Collection[Seat], last_trick: Seat, rules: Rules, *, hold: bool
) -> Seat | None:
    """Return the next declarer, None if every deal is bid for.

    `declarers` are the seats of that side, `last_trick` the winner of the last trick.
    """
    if rules.next_declarer is NextDeclarer.BID:
        return None
    order = seats_from(next_seat(declarer, rules.players), rules.players)
    winning = [seat for seat in order if (seat in declarers) == hold]
    match rules.next_declarer:
        case NextDeclarer.PARTNER_OR_RIGHT:
            return winning[0] if hold else order[0]
        case NextDeclarer.SAME_OR_LAST_TRICK:
            heir = last_trick if last_trick in winning else winning[0]
            return declarer if hold else heir
        case NextDeclarer.SAME_OR_NEXT_SEAT:
            return declarer if hold else order[0]
        case NextDeclarer.NEXT_ON_WINNING_SIDE:
            return winning[0]
        case NextDeclarer.NEXT_SEAT:
            return order[0]
