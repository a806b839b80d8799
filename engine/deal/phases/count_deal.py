"""Counts a deal: points, levels, next declarer, winners (docs/rules.md, 8)."""

from collections.abc import Iterable
from dataclasses import replace

from engine.cards_in_play.leads import Lead
from engine.deal import scoring
from engine.deal.change_levels import LevelOutcome, change_levels
from engine.deal.phases.early_end import can_end_early, points_for_opponents
from engine.deal.phases.states import Finished, Playing, Step
from engine.model.errors import IllegalAction, Reason
from engine.model.events import DealEnded, DealResult, Event, MatchWon
from engine.model.match import Match
from engine.model.options import Level, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat


def count_deal(phase: Playing, lead: Lead, events: tuple[Event, ...]) -> Step:
    """Count a deal whose last trick, led by `lead`, is complete."""
    last = phase.tricks[-1]
    assert last.winner is not None
    won = next(play.cards for play in last.plays if play.seat == last.winner)
    lost = last.winner not in phase.declarers
    multiplier = scoring.kitty_multiplier(lead, won, phase.dealt.trump, phase.rules) if lost else 0
    captured = lost and scoring.captures_kitty(won, phase.dealt.trump, phase.rules)
    return _end_deal(phase, multiplier, events, captured=captured)


def end_deal_early(phase: Playing) -> Step:
    """Count a deal that its declarer ends between two tricks. Raises IllegalAction RESULT_STILL_OPEN."""
    if not can_end_early(phase):
        raise IllegalAction(Reason.RESULT_STILL_OPEN)
    return _end_deal(phase, 0, (), captured=False)


def _end_deal(phase: Playing, multiplier: int, events: tuple[Event, ...], *, captured: bool) -> Step:
    dealt, rules, match = phase.dealt, phase.rules, phase.dealt.match
    points = points_for_opponents(phase, multiplier)
    total = points.total(rules)
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
    following = scoring.next_declarer(dealt.declarer, side, last, rules, hold=result.declarers_hold)
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
    return _to_finished(phase, following_match, counted, events)


def _to_finished(phase: Playing, match: Match, result: DealResult, events: tuple[Event, ...]) -> Step:
    after = Finished(
        match, phase.dealt, result, phase.tricks, phase.taken, phase.friends, phase.burier, phase.kitty, phase.left
    )
    events += (DealEnded(result),)
    return Step(after, (*events, MatchWon(result.winners)) if result.winners else events)


def _count_rise(phase: Playing, result: scoring.Outcome, *, captured: bool) -> int:
    """Return the levels that the winning side has earned, with what it gets for a small team or the kitty."""
    rules, side = phase.rules, phase.declarers
    if result.declarers_hold:
        bonus = scoring.small_team_bonus(side, len(phase.friends), rules) if rules.teams is Teams.FRIENDS else 0
        return result.levels + bonus
    return scoring.add_capture_levels(result.levels, rules) if captured else result.levels


def _hooked_seats(phase: Playing, *, hold: bool) -> dict[Seat, Level]:
    """Return the seats that the hook sends back with their new levels, without those below that level already."""
    last = phase.tricks[-1]
    assert last.winner is not None
    plays = [(play.seat, play.cards) for play in last.plays]
    dealt, rules = phase.dealt, phase.rules
    hook = scoring.find_hook(plays, last.winner, phase.declarers, dealt.trump, rules)
    if hook is None or (rules.hook_needs_win and hook.is_declarers == hold):
        return {}
    side = [seat for seat in _all_seats(rules) if (seat in phase.declarers) == hook.is_declarers]
    back = {seat: hook.level_of(seat, dealt.declarer, dealt.level, rules) for seat in side}
    return {seat: level for seat, level in back.items() if dealt.match.levels[seat] >= level}


def _all_seats(rules: Rules) -> Iterable[Seat]:
    return (Seat(seat) for seat in range(rules.players))
