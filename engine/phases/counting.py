"""A deal is counted: points, levels, who declares next, who has won (docs/rules.md, 8)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import Rank, points_of
from engine.errors import IllegalAction, Reason
from engine.events import DealEnded, DealResult, Event, MatchWon
from engine.fairness import pack
from engine.leads import Lead
from engine.match import Match
from engine.phases.finished import Finished
from engine.phases.sides import friends_found
from engine.phases.step import Step
from engine.phases.tricks import Playing
from engine.rules import Hook, Level, NextDeclarer, PickupCounts, Rules, Teams, ThrowPenalty
from engine.scoring import greatest_multiplier, hooked, kitty_multiplier, next_declarer, outcome, rise, small_team_bonus
from engine.seats import Seat

_MOST_POINTS: Final = 10
"""Card points of one card at most."""


@dataclass(frozen=True, slots=True)
class _Points:
    """What counts for the opponents."""

    tricks: int
    multiplier: int
    kitty: int
    penalties: int

    def total(self, rules: Rules) -> int:
        points = self.tricks + self.kitty * self.multiplier + self.penalties
        return max(0, points) if rules.clamp_negative else points


def finish(phase: Playing, lead: Lead, events: tuple[Event, ...]) -> Step:
    """Count a deal whose last trick, led by `lead`, is complete."""
    last = phase.tricks[-1]
    assert last.winner is not None
    won = next(play.cards for play in last.plays if play.seat == last.winner)
    multiplier = 0 if last.winner in phase.declarers else kitty_multiplier(lead, won, phase.rules)
    return _ended(phase, multiplier, events)


def early_result(phase: Playing) -> Step:
    """Count a deal that its declarer ends early, between two tricks; what is not yet won counts for nobody.

    Raises:
        IllegalAction: RESULT_STILL_OPEN: for all that the declarer knows, points or the hook could change the result.
    """
    if not may_end_early(phase):
        raise IllegalAction(Reason.RESULT_STILL_OPEN)
    return _ended(phase, 0, ())


def may_end_early(phase: Playing) -> bool:
    """Tell whether the result is settled as far as the declarer can know, whoever holds the cards he does not see."""
    rules = phase.rules
    hook = rules.hook is not Hook.OFF and phase.dealt.trump.rank is Rank.JACK
    if hook or not phase.tricks or phase.lead is not None:
        return False
    if not friends_found(phase.dealt, phase.friends, phase.tricks):
        return False
    low, high = (outcome(points, rules) for points in _bounds(phase))
    by_last_trick = rules.next_declarer is NextDeclarer.SAME_OR_LAST_TRICK and not low.declarers_hold
    return low == high and not by_last_trick  # who wins the last trick would declare next


def _bounds(phase: Playing) -> tuple[int, int]:
    """Return the least and the most points that the opponents can still end with, as the declarer can reckon them."""
    rules, now = phase.rules, _points(phase, 0)
    cards = max(len(hand) for hand in phase.hands)
    fines = 0 if rules.throw_penalty is ThrowPenalty.NONE else 10 * sum(len(hand) for hand in phase.hands)
    base = now.tricks + now.penalties
    left = points_of(pack(rules)) - sum(trick.points for trick in phase.tricks)
    kitty = _most_buried(phase, left)
    return base - fines, base + fines + left - kitty + kitty * greatest_multiplier(cards, rules)


def _most_buried(phase: Playing, left: int) -> int:
    """Return the points buried, or, where somebody else has buried, how many it can be of those `left`."""
    if phase.burier == phase.dealt.declarer:
        return points_of(phase.kitty)
    unseen = left - points_of(phase.hands[phase.dealt.declarer])
    return min(unseen, _MOST_POINTS * len(phase.kitty))


def _points(phase: Playing, multiplier: int) -> _Points:
    side, rules = phase.declarers, phase.rules
    shown = rules.pickup and rules.pickup_counts is PickupCounts.AS_SHOWN
    tricks = sum(points for seat, points in enumerate(phase.taken) if shown or seat not in side)
    fines = sum(points if seat in side else -points for seat, points in enumerate(phase.penalties))
    return _Points(tricks, multiplier, points_of(phase.kitty), fines)


def _ended(phase: Playing, multiplier: int, events: tuple[Event, ...]) -> Step:
    dealt, rules, match = phase.dealt, phase.rules, phase.dealt.match
    points = _points(phase, multiplier)
    total = points.total(rules)
    result = outcome(total, rules)
    side = tuple(sorted(phase.declarers))
    last = phase.tricks[-1].winner
    assert last is not None
    back = _sent_back(phase)
    by = result.levels + (
        small_team_bonus(side, len(phase.friends), rules) if result.declarers_hold and _friends(rules) else 0
    )
    levels, winners = _levels(phase, by, back, hold=result.declarers_hold)
    following = next_declarer(dealt.declarer, side, last, rules, hold=result.declarers_hold)
    known = not winners and rules.teams is not Teams.HIDDEN_TEN
    counted = DealResult(
        declarer=dealt.declarer,
        declarers=side,
        opponents_points=total,
        trick_points=points.tricks,
        kitty=phase.kitty if rules.reveal_kitty or multiplier else (),
        kitty_points=points.kitty if rules.reveal_kitty or multiplier else 0,
        multiplier=multiplier,
        penalty_points=points.penalties,
        last_trick=last,
        declarers_hold=result.declarers_hold,
        rise=by,
        levels_before=match.levels,
        levels_after=levels,
        hooked=tuple(sorted(back)),
        next_declarer=following if known else None,
        winners=winners,
    )
    return _finished(
        phase, replace(match, levels=levels, declarer=counted.next_declarer, winners=winners), counted, events
    )


def _finished(phase: Playing, match: Match, result: DealResult, events: tuple[Event, ...]) -> Step:
    after = Finished(
        match, phase.dealt, result, phase.tricks, phase.taken, phase.friends, phase.burier, phase.kitty, phase.left
    )
    events += (DealEnded(result),)
    return Step(after, (*events, MatchWon(result.winners)) if result.winners else events)


def _friends(rules: Rules) -> bool:
    return rules.teams is Teams.FRIENDS


def _sent_back(phase: Playing) -> frozenset[Seat]:
    """Return the seats that the hook sends back to 2."""
    last = phase.tricks[-1]
    assert last.winner is not None
    plays = [(play.seat, play.cards) for play in last.plays]
    side = hooked(plays, last.winner, phase.declarers, phase.dealt.trump, phase.rules)
    if side is None:
        return frozenset()
    return frozenset(s for s in _seats(phase.rules) if (s in phase.declarers) == side)


def _levels(
    phase: Playing, by: int, back: frozenset[Seat], *, hold: bool
) -> tuple[tuple[Level, ...], tuple[Seat, ...]]:
    """Return the levels after the deal and who has won the match; the hook's reset comes before the rise."""
    rules, match, side = phase.rules, phase.dealt.match, phase.declarers
    winning = [s for s in _seats(rules) if (s in side) == hold]
    if not match.levels_count:
        return match.levels, tuple(winning)
    levels = [Level.TWO if s in back else match.levels[s] for s in _seats(rules)]
    won = []
    for seat in winning:
        held_on_it = hold and levels[seat] == phase.dealt.level
        risen = rise(levels[seat], by, rules, held_on_it=held_on_it)
        levels[seat] = risen.level
        if risen.won:
            won.append(seat)
    return tuple(levels), tuple(won)


def _seats(rules: Rules) -> Iterable[Seat]:
    return (Seat(seat) for seat in range(rules.players))
