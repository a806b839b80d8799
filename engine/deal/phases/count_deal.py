"""Counts a deal's points and level changes. It also tells whether a deal is decided early (docs/rules.md, 8)."""

from dataclasses import replace
from typing import Final

from engine.cards_in_play.leads import Lead
from engine.deal import scoring
from engine.deal.change_levels import LevelOutcome, change_levels, next_declarer
from engine.deal.fair_shuffle import full_pack
from engine.deal.hooks import can_hook, find_hook
from engine.deal.kitty_multiplier import kitty_multiplier, max_multiplier
from engine.deal.phases.sides import are_friends_known
from engine.deal.phases.states import Finished, Phase, PickingUp, Playing, Step
from engine.deal.scoring import is_capture_worth_levels, is_heavy_loss, score_deal
from engine.model.cards import points_of
from engine.model.errors import IllegalAction, Reason
from engine.model.events import DealEnded, DealResult, Event, MatchWon
from engine.model.options import Level, NextDeclarer, PickupCounts, Teams, Threshold, ThrowPenalty
from engine.model.seats import Seat

_LAST_SHARE: Final = 4
"""A deal counts as decided once each hand has at most 1/n of its cards left. This is n."""
_MOST_POINTS: Final = 10
"""The most card points of one card."""


def count_deal(phase: Playing, lead: Lead, events: tuple[Event, ...]) -> Step:
    """Count a deal whose last trick, led by `lead`, is complete."""
    last = phase.tricks[-1]
    assert last.winner is not None
    won = next(play.cards for play in last.plays if play.seat == last.winner)
    lost = last.winner not in phase.declarers
    multiplier = kitty_multiplier(lead, won, phase.dealt.trump, phase.rules) if lost else 0
    captured = lost and scoring.captures_kitty(won, phase.dealt.trump, phase.rules)
    return _end_deal(phase, multiplier, events, captured=captured)


def end_deal_early(phase: Playing) -> Step:
    """Count a deal that the declarer ends early, between two tricks. Raises IllegalAction RESULT_STILL_OPEN."""
    if not can_end_early(phase):
        raise IllegalAction(Reason.RESULT_STILL_OPEN)
    return _end_deal(phase, 0, (), captured=False)


def _end_deal(phase: Playing, multiplier: int, events: tuple[Event, ...], *, captured: bool) -> Step:
    dealt, rules, match = phase.dealt, phase.rules, phase.dealt.match
    tricks, fines = _count_taken(phase)
    buried = points_of(phase.kitty)
    total = tricks + buried * multiplier + fines
    total = max(0, total) if rules.clamp_negative else total
    result = scoring.score_deal(total, rules)
    side = tuple(sorted(phase.declarers))
    last = phase.tricks[-1].winner
    assert last is not None
    back = _hooked_seats(phase, hold=result.declarers_hold)
    by = _count_rise(phase, result, captured=captured)
    more = scoring.declarer_bonus(by, rules) if result.declarers_hold else 0
    heavy = scoring.is_heavy_loss(total, rules)
    deal = LevelOutcome(dealt.level, dealt.declarer, side, result.declarers_hold, by, more, back, heavy)
    changed = change_levels(match, deal)
    winners = changed.match.winners
    following = next_declarer(dealt.declarer, side, last, rules, hold=result.declarers_hold)
    known = not winners and rules.has_levels
    counted = DealResult(
        declarer=dealt.declarer,
        declarers=side,
        opponents_points=total,
        trick_points=tricks,
        kitty=phase.kitty if rules.reveal_kitty or multiplier else (),
        kitty_points=buried if rules.reveal_kitty or multiplier else 0,
        multiplier=multiplier,
        penalty_points=fines,
        last_trick=last,
        declarers_hold=result.declarers_hold,
        rise=by,
        captured_levels=0 if result.declarers_hold else by - result.levels,
        declarer_bonus=more,
        levels_before=match.levels,
        levels_after=changed.match.levels,
        hooked=tuple(sorted(back)),
        hook_levels=tuple(back[seat] for seat in sorted(back)),
        laps_before=match.laps,
        laps_after=changed.match.laps,
        thrown_back=changed.thrown_back,
        failed_back=changed.failed_back,
        next_declarer=following if known else None,
        winners=winners,
    )
    following_match = replace(changed.match, declarer=counted.next_declarer)
    after = Finished(
        following_match, dealt, counted, phase.tricks, phase.taken, phase.friends, phase.burier, phase.kitty, phase.left
    )
    events += (DealEnded(counted),)
    return Step(after, (*events, MatchWon(winners)) if winners else events)


def _count_rise(phase: Playing, result: Threshold, *, captured: bool) -> int:
    rules, side = phase.rules, phase.declarers
    if result.declarers_hold:
        bonus = scoring.small_team_bonus(side, len(phase.friends), rules) if rules.teams is Teams.FRIENDS else 0
        return result.levels + bonus
    return scoring.add_capture_levels(result.levels, rules) if captured else result.levels


def _hooked_seats(phase: Playing, *, hold: bool) -> dict[Seat, Level]:
    """Return the seats that the hook sends back, with their new levels. Seats that are already lower are left out."""
    last = phase.tricks[-1]
    assert last.winner is not None
    plays = [(play.seat, play.cards) for play in last.plays]
    dealt, rules = phase.dealt, phase.rules
    hook = find_hook(plays, last.winner, phase.declarers, dealt.trump, rules)
    if hook is None or (rules.hook_needs_win and hook.is_declarers == hold):
        return {}
    side = [seat for seat in map(Seat, range(rules.players)) if (seat in phase.declarers) == hook.is_declarers]
    back = {seat: hook.level_of(seat, dealt.declarer, dealt.level, rules) for seat in side}
    return {seat: level for seat, level in back.items() if dealt.match.levels[seat] >= level}


def can_end_early(phase: Playing) -> bool:
    """Return whether no card hidden from the declarer could change the result."""
    rules = phase.rules
    if can_hook(phase.dealt.trump, rules) or not phase.tricks or phase.lead is not None:
        return False
    if phase.undo is not None and phase.undo.turn != phase.dealt.declarer:  # another player may still take a play back
        return False
    if not are_friends_known(phase.dealt, phase.friends, phase.tricks):
        return False
    least, most = _find_point_bounds(phase, phase.dealt.declarer)
    low, high = score_deal(least, rules), score_deal(most, rules)
    next_by_last_trick = rules.next_declarer is NextDeclarer.SAME_OR_LAST_TRICK
    open_to_opponents = (next_by_last_trick or is_capture_worth_levels(rules)) and not low.declarers_hold
    settled = low == high and is_heavy_loss(least, rules) == is_heavy_loss(most, rules)
    return settled and not open_to_opponents


def is_as_good_as_decided(phase: Phase) -> bool:
    """Return whether the points seen so far decide who wins, or at most a quarter of each hand is left.

    The answer uses only what everybody has seen, so it tells nothing about hidden cards.
    """
    play = phase.after if isinstance(phase, PickingUp) else phase
    if not isinstance(play, Playing):
        return False
    if max(map(len, play.hands)) <= max(1, play.rules.hand_size // _LAST_SHARE):
        return True
    if play.rules.teams is Teams.HIDDEN_TEN or not are_friends_known(play.dealt, play.friends, play.tricks):
        return False
    least, most = (score_deal(points, play.rules) for points in _find_point_bounds(play, None))
    return least.declarers_hold == most.declarers_hold


def _find_point_bounds(phase: Playing, seat: Seat | None) -> tuple[int, int]:
    """Return the fewest and the most final points of the opponents that `seat` thinks possible. A spectator is None."""
    rules, base = phase.rules, sum(_count_taken(phase))
    fines = 0 if rules.throw_penalty is ThrowPenalty.NONE else 10 * sum(map(len, phase.hands))
    left = points_of(full_pack(rules)) - sum(trick.points for trick in phase.tricks)
    times = max_multiplier(max(map(len, phase.hands)), rules)
    if seat == phase.burier:
        kitty = points_of(phase.kitty)
    else:  # all unseen points may be buried, but not more than ten for each card
        unseen = left if seat is None else left - points_of(phase.hands[seat])
        kitty = min(unseen, _MOST_POINTS * len(phase.kitty)) if times else 0
    return base - fines, base + fines + left + kitty * (times - 1)


def _count_taken(phase: Playing) -> tuple[int, int]:
    """Return the opponents' points so far, first from tricks and then from penalties for failed throws."""
    side, rules = phase.declarers, phase.rules
    shown = rules.pickup and rules.pickup_counts is PickupCounts.AS_SHOWN
    tricks = sum(points for seat, points in enumerate(phase.taken) if shown or seat not in side)
    fines = sum(points if seat in side else -points for seat, points in enumerate(phase.penalties))
    return tricks, fines
