"""Tricks are played (docs/rules.md, 5 to 7)."""

from dataclasses import replace

from engine.actions import Unit
from engine.cards import Card, points_of, without
from engine.errors import IllegalAction, Reason
from engine.events import Event, FriendJoined, PickedUp, Played, TakenBack, TenShown, ThrowFailed, TrickWon
from engine.follows import check_follow
from engine.leads import Lead, check_lead
from engine.phases.counting import early_result, finish
from engine.phases.dealt import put
from engine.phases.sides import called_ten, friends_after, plays_of
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
    rules, lead, seat = phase.dealt.match.rules, phase.lead, phase.turn
    before = replace(phase, undo=None) if rules.play_takeback else None
    if lead is None:
        return _lead(phase, cards, grouping, before)
    check_follow(phase.hands[seat], lead, cards, phase.dealt.trump, rules, must_beat=seat == phase.must_beat)
    return _lay(phase, lead, PlayView(seat, cards), (), before)


def _lead(phase: Playing, cards: tuple[Card, ...], grouping: tuple[Unit, ...] | None, before: Playing | None) -> Step:
    trump, rules, seat = phase.dealt.trump, phase.rules, phase.turn
    lead = check_lead(phase.hands[seat], cards, trump, rules, grouping, phase.gone)
    if not lead.is_throw:
        return _lay(phase, lead, PlayView(seat, cards, lead.groups), (), before)
    thrown = check_throw(lead, seat, phase.hands, trump, rules)
    lead = thrown.lead
    if thrown.stands:
        return _lay(phase, lead, PlayView(seat, cards, lead.groups), (), before)
    laid = PlayView(seat, lead.cards, lead.groups, cards)
    penalties = _added(phase.penalties, seat, thrown.penalty)
    fined = replace(phase, penalties=penalties, must_beat=thrown.must_beat)
    return _lay(fined, lead, laid, (_failure(phase, cards, thrown),), None)


def _failure(phase: Playing, attempt: tuple[Card, ...], thrown: ThrowOutcome) -> ThrowFailed:
    beater = thrown.beater if phase.rules.show_throw_stopper else None
    return ThrowFailed(phase.turn, attempt, thrown.lead.cards, beater, thrown.penalty)


def _added(points: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*points[:seat], points[seat] + more, *points[seat + 1 :])


def _lay(phase: Playing, lead: Lead, laid: PlayView, before: tuple[Event, ...], undo: Playing | None) -> Step:
    """Put a legal play on the table and see what it does."""
    seat, trick, cards, rules = phase.turn, phase.trick, laid.cards, phase.dealt.match.rules
    hands = put(phase.hands, seat, without(phase.hands[seat], cards))
    takes = not trick.plays or beats(lead, _best(trick, len(hands)), cards, phase.dealt.trump, rules)
    trick = TrickView((*trick.plays, laid), seat if takes else trick.winner, trick.points + points_of(cards))
    after = Playing(  # spelt out: `replace` takes long, and this is done for each play
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
    events: tuple[Event, ...] = (*before, Played(seat, cards, laid.units))
    if rules.teams is not Teams.FIXED:
        after, shown = _reveal(after, seat, cards)
        events += shown
    return _won(after, events) if len(trick.plays) == len(hands) else Step(after, events)


def _best(trick: TrickView, players: int) -> tuple[Card, ...]:
    plays, winner = trick.plays, trick.winner
    assert winner is not None
    return plays[(winner - plays[0].seat) % players].cards


def _reveal(phase: Playing, seat: Seat, cards: tuple[Card, ...]) -> tuple[Playing, tuple[Event, ...]]:
    """See whether a called card was among those played."""
    ten = called_ten(phase.dealt)
    if ten is not None:
        if ten not in cards or seat in phase.shown or seat == phase.dealt.declarer:
            return phase, ()
        return replace(phase, shown=phase.shown | {seat}), (TenShown(seat),)
    if not any(friend.call.card in cards for friend in phase.friends):
        return phase, ()
    friends = friends_after(phase.dealt, phase.friends, plays_of((*phase.tricks, phase.trick)))
    changed = [new for old, new in zip(phase.friends, friends, strict=True) if old != new]
    events = tuple(FriendJoined(f.joined, f.call) for f in changed if f.joined is not None)
    side = phase.declarers | {event.seat for event in events}
    return replace(phase, friends=friends, declarers=side), events


def _won(phase: Playing, events: tuple[Event, ...]) -> Step:
    """End a trick."""
    trick, winner = phase.trick, phase.trick.winner
    assert winner is not None
    asked = phase.dealt.match.rules.pickup and trick.points > 0
    after = Playing(  # spelt out as above
        phase.dealt,
        phase.hands,
        phase.kitty,
        phase.burier,
        phase.friends,
        phase.declarers,
        phase.shown,
        (*phase.tricks, trick),
        NO_TRICK,
        None,
        winner,
        None,
        phase.taken if asked or not trick.points else _added(phase.taken, winner, trick.points),
        phase.left,
        phase.penalties,
        phase.undo,
    )
    events += (TrickWon(winner, trick.points),)
    assert phase.lead is not None
    if asked:
        return Step(PickingUp(after, winner, trick.points, phase.lead), events)
    return _next(after, phase.lead, events)


def _next(phase: Playing, lead: Lead, events: tuple[Event, ...]) -> Step:
    """Go on to the next trick, or count the deal."""
    return Step(phase, events) if phase.hands[phase.turn] else finish(phase, lead, events)


def pick_up(phase: PickingUp, *, take: bool) -> Step:
    """Take the points of the trick just won, or leave them lying; after that no play of it can be taken back."""
    before, points = phase.after, phase.points
    taken = _added(before.taken, phase.winner, points) if take else before.taken
    after = replace(before, taken=taken, left=before.left if take else before.left + points, undo=None)
    return _next(after, phase.lead, (PickedUp(phase.winner, phase.points, take),))


def take_back(phase: Playing | PickingUp, seat: Seat) -> Step:
    """Undo the last play, on which nobody has played. A throw that failed has shown too much to be undone.

    Raises:
        IllegalAction: NOT_ALLOWED or NOTHING_TO_TAKE_BACK.
    """
    playing = phase.after if isinstance(phase, PickingUp) else phase
    if not playing.rules.play_takeback:
        raise IllegalAction(Reason.NOT_ALLOWED, option="play_takeback")
    if playing.undo is None or playing.undo.turn != seat:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    return Step(playing.undo, (TakenBack(seat),))


def end_deal(phase: Playing, seat: Seat) -> Step:
    """End a deal whose result is settled; the declarer may.

    Raises:
        IllegalAction: NOT_ALLOWED, NOT_YOUR_TURN or RESULT_STILL_OPEN.
    """
    if not phase.rules.early_end:
        raise IllegalAction(Reason.NOT_ALLOWED, option="early_end")
    if seat != phase.dealt.declarer:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(phase.dealt.declarer,))
    return early_result(phase)
