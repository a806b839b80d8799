"""Tricks are played (RULES 5 to 7)."""

from dataclasses import replace

from engine.actions import Unit
from engine.cards import Card, points_of, without
from engine.errors import IllegalAction, Reason
from engine.events import Event, FriendJoined, PickedUp, Played, TakenBack, TenShown, ThrowFailed, TrickWon
from engine.follows import check_follow
from engine.leads import Lead, check_lead
from engine.phases.counting import early_result, finish
from engine.phases.dealt import put
from engine.phases.sides import called_ten, friends_after
from engine.phases.step import Step
from engine.phases.tricks import NO_TRICK, PickingUp, Playing
from engine.rules import Teams
from engine.seats import Seat
from engine.throws import ThrowOutcome, check_throw
from engine.trick import beats
from engine.view import PlayView, TrickView


def play(phase: Playing, cards: tuple[Card, ...], grouping: tuple[Unit, ...] | None) -> Step:
    """Lead or follow.

    Raises:
        IllegalAction: as `leads.check_lead` or `follows.check_follow`; nothing has changed.
    """
    before = replace(phase, undo=None) if phase.rules.play_takeback else None
    if phase.lead is None:
        return _lead(phase, cards, grouping, before)
    check_follow(
        phase.hands[phase.turn],
        phase.lead,
        cards,
        phase.dealt.trump,
        phase.rules,
        must_beat=phase.turn == phase.must_beat,
    )
    return _lay(phase, phase.lead, PlayView(phase.turn, cards), (), before)


def _lead(phase: Playing, cards: tuple[Card, ...], grouping: tuple[Unit, ...] | None, before: Playing | None) -> Step:
    trump, rules, seat = phase.dealt.trump, phase.rules, phase.turn
    lead = check_lead(phase.hands[seat], cards, trump, rules, grouping, phase.gone)
    thrown = check_throw(lead, seat, phase.hands, trump, rules)
    lead = thrown.lead
    if thrown.stands:
        return _lay(phase, lead, PlayView(seat, cards, lead.groups), (), before)
    laid = PlayView(seat, lead.cards, lead.groups, cards)
    penalties = _fined(phase.penalties, seat, thrown.penalty)
    fined = replace(phase, penalties=penalties, must_beat=thrown.must_beat)
    return _lay(fined, lead, laid, (_failure(phase, cards, thrown),), None)


def _failure(phase: Playing, attempt: tuple[Card, ...], thrown: ThrowOutcome) -> ThrowFailed:
    beater = thrown.beater if phase.rules.show_throw_stopper else None
    return ThrowFailed(phase.turn, attempt, thrown.lead.cards, beater, thrown.penalty)


def _fined(penalties: tuple[int, ...], seat: Seat, points: int) -> tuple[int, ...]:
    return (*penalties[:seat], penalties[seat] + points, *penalties[seat + 1 :])


def _lay(phase: Playing, lead: Lead, laid: PlayView, before: tuple[Event, ...], undo: Playing | None) -> Step:
    """Put a legal play on the table and see what it does."""
    seat, trick = phase.turn, phase.trick
    hands = put(phase.hands, seat, without(phase.hands[seat], laid.cards))
    takes = trick.winner is None or beats(lead, _best(trick), laid.cards, phase.dealt.trump, phase.rules)
    trick = TrickView((*trick.plays, laid), seat if takes else trick.winner, trick.points + points_of(laid.cards))
    after = Playing(  # spelt out: `replace` would take half the time of a play
        phase.dealt,
        hands,
        phase.kitty,
        phase.burier,
        phase.friends,
        phase.declarers,
        phase.shown,
        phase.tricks,
        trick,
        lead,
        Seat((seat + 1) % len(hands)),
        None if seat == phase.must_beat else phase.must_beat,
        phase.taken,
        phase.left,
        phase.penalties,
        undo,
    )
    events: tuple[Event, ...] = (*before, Played(seat, laid.cards, laid.units))
    after, shown = _reveal(after, seat, laid.cards)
    events += shown
    return _won(after, events) if len(trick.plays) == len(hands) else Step(after, events)


def _best(trick: TrickView) -> tuple[Card, ...]:
    return next(play.cards for play in trick.plays if play.seat == trick.winner)


def _reveal(phase: Playing, seat: Seat, cards: tuple[Card, ...]) -> tuple[Playing, tuple[Event, ...]]:
    """See whether a called card was among those played."""
    if phase.rules.teams is Teams.FIXED:
        return phase, ()
    ten = called_ten(phase.dealt)
    if ten is not None:
        if ten not in cards or seat in phase.shown or seat == phase.dealt.declarer:
            return phase, ()
        return replace(phase, shown=phase.shown | {seat}), (TenShown(seat),)
    if not any(friend.call.card in cards for friend in phase.friends):
        return phase, ()
    plays = [(p.seat, p.cards) for trick in (*phase.tricks, phase.trick) for p in trick.plays]
    friends = friends_after(phase.dealt, phase.friends, plays)
    changed = [new for old, new in zip(phase.friends, friends, strict=True) if old != new]
    events = tuple(FriendJoined(f.joined, f.call) for f in changed if f.joined is not None)
    side = phase.declarers | {event.seat for event in events}
    return replace(phase, friends=friends, declarers=side), events


def _won(phase: Playing, events: tuple[Event, ...]) -> Step:
    """End a trick."""
    trick, winner = phase.trick, phase.trick.winner
    assert winner is not None
    after = replace(phase, tricks=(*phase.tricks, trick), trick=NO_TRICK, lead=None, turn=winner, must_beat=None)
    events += (TrickWon(winner, trick.points),)
    if phase.rules.pickup and trick.points:
        return Step(PickingUp(after, winner, trick.points), events)
    return _next(_take(after, winner, trick.points), phase.lead, events)


def _take(phase: Playing, seat: Seat, points: int) -> Playing:
    return replace(phase, taken=_fined(phase.taken, seat, points)) if points else phase


def _next(phase: Playing, lead: Lead | None, events: tuple[Event, ...]) -> Step:
    """Go on to the next trick, or count the deal."""
    if phase.hands[phase.turn]:
        return Step(phase, events)
    assert lead is not None
    return finish(phase, lead, events)


def pick_up(phase: PickingUp, *, take: bool) -> Step:
    """Take the points of the trick just won, or leave them lying."""
    after = _take(phase.after, phase.winner, phase.points) if take else _leave(phase)
    last = phase.after.tricks[-1].plays[0]
    event = PickedUp(phase.winner, phase.points, take)
    if after.hands[after.turn]:
        return Step(after, (event,))
    from engine.leads import read_lead  # only a deal's last trick needs its lead read again

    units = last.units or None
    return finish(after, read_lead(last.cards, after.dealt.trump, after.rules, units, frozenset()), (event,))


def _leave(phase: PickingUp) -> Playing:
    return replace(phase.after, left=phase.after.left + phase.points)


def take_back(phase: Playing, seat: Seat) -> Step:
    """Undo the last play, on which nobody has played.

    Raises:
        IllegalAction: NOT_ALLOWED or NOTHING_TO_TAKE_BACK.
    """
    if not phase.rules.play_takeback:
        raise IllegalAction(Reason.NOT_ALLOWED, option="play_takeback")
    if phase.undo is None or phase.undo.turn != seat:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    return Step(phase.undo, (TakenBack(seat),))


def end_deal(phase: Playing, seat: Seat) -> Step:
    """End a deal whose result is settled; the declarer may.

    Raises:
        IllegalAction: NOT_ALLOWED, NOT_YOUR_TURN or RESULT_STILL_OPEN.
    """
    if not phase.rules.early_end or phase.rules.teams is not Teams.FIXED:
        raise IllegalAction(Reason.NOT_ALLOWED, option="early_end")
    if seat != phase.dealt.declarer:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(phase.dealt.declarer,))
    return early_result(phase)
