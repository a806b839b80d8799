"""Playing tricks (docs/rules.md, 5 to 7), and going back to an earlier play."""

from dataclasses import replace

from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import Lead, check_lead, read_lead
from engine.cards_in_play.safe_throws import SeenCards, check_safe_throw
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats, find_winner
from engine.deal.phases.count_deal import count_deal, end_deal_early
from engine.deal.phases.sides import find_declarers_side, get_called_ten, list_plays, update_friends
from engine.deal.phases.states import (
    NO_TRICK,
    Dealt,
    Hands,
    Phase,
    PickingUp,
    Playing,
    Step,
    create_playing,
    create_step,
    with_hand,
)
from engine.model.actions import FriendCall, UnitCards
from engine.model.cards import Card, points_of, without
from engine.model.errors import IllegalAction, Reason
from engine.model.events import (
    Event,
    FriendJoined,
    PickedUp,
    TakenBack,
    TenShown,
    ThrowFailed,
    create_played,
    create_trick_won,
)
from engine.model.options import Teams
from engine.model.seats import SEATS, Seat
from engine.model.view import CalledFriend, PlayView, TrickView, create_play_view, create_trick_view


def begin_play(
    dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, calls: tuple[FriendCall, ...]
) -> Playing:
    """Return the phase before the declarer's first lead."""
    nothing = (0,) * dealt.rules.players
    friends = tuple(CalledFriend(call, None) for call in calls)
    side = find_declarers_side(dealt, hands)
    return Playing(
        dealt, hands, kitty, burier, friends, side, frozenset(), (), NO_TRICK, None, dealt.declarer, None,
        nothing, 0, nothing,
    )  # fmt: skip


def play(phase: Playing, cards: tuple[Card, ...], grouping: tuple[UnitCards, ...] | None) -> Step:
    """Lead or follow. Raises as `leads.check_lead`, `check_safe_throw` or `follows.check_follow`."""
    rules, lead, seat = phase.dealt.match.rules, phase.lead, phase.turn
    before = replace(phase, undo=None) if rules.play_takeback else None
    if lead is None:
        return _play_lead(phase, cards, grouping, before)
    check_follow(phase.hands[seat], lead, cards, phase.dealt.trump, rules, must_beat=seat == phase.must_beat)
    return _lay_cards(phase, lead, create_play_view(seat, cards), (), before)


def _play_lead(
    phase: Playing, cards: tuple[Card, ...], grouping: tuple[UnitCards, ...] | None, before: Playing | None
) -> Step:
    dealt, seat = phase.dealt, phase.turn
    trump, rules = dealt.trump, dealt.match.rules
    lead = check_lead(phase.hands[seat], cards, trump, rules, grouping, phase.gone)
    if not lead.is_throw:
        return _lay_cards(phase, lead, create_play_view(seat, cards, lead.groups), (), before)
    check_safe_throw(lead, seat, _list_seen_cards(phase), trump, rules)
    thrown = check_throw(lead, seat, phase.hands, trump, rules)
    lead = thrown.lead
    if thrown.stands:
        return _lay_cards(phase, lead, PlayView(seat, cards, lead.groups), (), before)
    play_view = PlayView(seat, lead.cards, lead.groups, cards)
    penalties = _add_points(phase.penalties, seat, thrown.penalty)
    fined = replace(phase, penalties=penalties, must_beat=thrown.must_beat)
    beater = thrown.beater if rules.show_throw_stopper else None
    failed = ThrowFailed(seat, cards, lead.cards, beater, thrown.penalty)
    return _lay_cards(fined, lead, play_view, (failed,), None)


def _list_seen_cards(phase: Playing) -> SeenCards:
    dealt, seat = phase.dealt, phase.turn
    kitty = phase.kitty if seat == phase.burier else ()
    return SeenCards(phase.hands[seat], kitty, phase.tricks, dealt.declarations, dealt.turned, dealt.declarer)


def _add_points(points: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*points[:seat], points[seat] + more, *points[seat + 1 :])


def _lay_cards(
    phase: Playing, lead: Lead, play_view: PlayView, before: tuple[Event, ...], undo: Playing | None
) -> Step:
    seat, trick, cards, rules = phase.turn, phase.trick, play_view.cards, phase.dealt.match.rules
    hands = with_hand(phase.hands, seat, without(phase.hands[seat], cards))
    takes = not trick.plays or beats(lead, _winning_cards(trick, len(hands)), cards, phase.dealt.trump, rules)
    points = trick.points + points_of(cards)
    trick = create_trick_view((*trick.plays, play_view), seat if takes else trick.winner, points)
    played = create_played(seat, cards, play_view.units)
    events: tuple[Event, ...] = (*before, played) if before else (played,)
    if rules.teams is not Teams.FIXED:
        phase, shown = _reveal_sides(phase, trick, seat, cards)
        events += shown
    if len(trick.plays) == len(hands):
        return _complete_trick(phase, hands, trick, lead, events, undo)
    after = create_playing(  # this lists all fields, because `replace` is slow and this runs for every play
        phase.dealt, hands, phase.kitty, phase.burier, phase.friends, phase.declarers, phase.shown, phase.tricks,
        trick, lead, SEATS[(seat + 1) % len(hands)], None if seat == phase.must_beat else phase.must_beat,
        phase.taken, phase.left, phase.penalties, undo,
    )  # fmt: skip
    return create_step(after, events)


def _winning_cards(trick: TrickView, players: int) -> tuple[Card, ...]:
    plays, winner = trick.plays, trick.winner
    assert winner is not None
    return plays[(winner - plays[0].seat) % players].cards


def _reveal_sides(
    phase: Playing, trick: TrickView, seat: Seat, cards: tuple[Card, ...]
) -> tuple[Playing, tuple[Event, ...]]:
    ten = get_called_ten(phase.dealt)
    if ten is not None:
        if ten not in cards or seat in phase.shown or seat == phase.dealt.declarer:
            return phase, ()
        return replace(phase, shown=phase.shown | {seat}), (TenShown(seat),)
    if not any(friend.call.card in cards for friend in phase.friends):
        return phase, ()
    friends = update_friends(phase.dealt, phase.friends, list_plays((*phase.tricks, trick)))
    changed = [new for old, new in zip(phase.friends, friends, strict=True) if old != new]
    events = tuple(FriendJoined(f.joined, f.call) for f in changed if f.joined is not None)
    side = phase.declarers | {event.seat for event in events}
    return replace(phase, friends=friends, declarers=side), events


def _complete_trick(
    phase: Playing, hands: Hands, trick: TrickView, lead: Lead, events: tuple[Event, ...], undo: Playing | None
) -> Step:
    winner = trick.winner
    assert winner is not None
    asked = phase.dealt.match.rules.pickup and trick.points > 0
    taken = phase.taken if asked or not trick.points else _add_points(phase.taken, winner, trick.points)
    after = create_playing(  # this lists all fields, because `replace` is slow
        phase.dealt, hands, phase.kitty, phase.burier, phase.friends, phase.declarers, phase.shown,
        (*phase.tricks, trick), NO_TRICK, None, winner, None, taken, phase.left, phase.penalties, undo,
    )  # fmt: skip
    events += (create_trick_won(winner, trick.points),)
    if asked:
        return Step(PickingUp(after, winner, trick.points, lead), events)
    return _next_trick_or_count(after, lead, events)


def _next_trick_or_count(phase: Playing, lead: Lead, events: tuple[Event, ...]) -> Step:
    return create_step(phase, events) if phase.hands[phase.turn] else count_deal(phase, lead, events)


def pick_up(phase: PickingUp, *, take: bool) -> Step:
    """Take the points of the trick just won if `take` is true. The last play can no longer be taken back."""
    before, points = phase.after, phase.points
    taken = _add_points(before.taken, phase.winner, points) if take else before.taken
    after = replace(before, taken=taken, left=before.left if take else before.left + points, undo=None)
    return _next_trick_or_count(after, phase.lead, (PickedUp(phase.winner, phase.points, take),))


def take_back(phase: Playing | PickingUp, seat: Seat) -> Step:
    """Undo the last play. Raises IllegalAction if another seat made it, or if it was a failed throw."""
    playing = phase.after if isinstance(phase, PickingUp) else phase
    if not playing.rules.play_takeback:
        raise IllegalAction(Reason.NOT_ALLOWED, option="play_takeback")
    if playing.undo is None or playing.undo.turn != seat:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    return Step(playing.undo, (TakenBack(seat),))


def end_deal(phase: Playing, seat: Seat) -> Step:
    """End a deal whose result is settled; only the declarer may. Raises IllegalAction."""
    if not phase.rules.early_end:
        raise IllegalAction(Reason.NOT_ALLOWED, option="early_end")
    if seat != phase.dealt.declarer:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(phase.dealt.declarer,))
    return end_deal_early(phase)


def undo_plays(phase: Playing, seat: Seat) -> Step:
    """Undo this seat's play in the latest trick and all later plays, and ask the seat again. Raises IllegalAction."""
    before = _reopen_trick(phase)
    at = _find_play(before, seat)
    if at is None:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    hands, plays = before.hands, before.trick.plays
    for play in plays[at:]:
        hands = with_hand(hands, play.seat, (*hands[play.seat], *play.cards))
    kept = plays[:at]
    if not kept:
        after = replace(before, hands=hands, trick=NO_TRICK, lead=None, turn=seat, undo=None)
        return Step(after, (TakenBack(seat),))
    assert before.lead is not None
    best = find_winner(before.lead, [play.cards for play in kept], before.dealt.trump, before.rules)
    points = sum(points_of(play.cards) for play in kept)
    trick = create_trick_view(kept, kept[best].seat, points)
    return Step(replace(before, hands=hands, trick=trick, turn=seat, undo=None), (TakenBack(seat),))


def can_undo(phase: Phase, seat: Seat) -> bool:
    """Return whether the table may undo the seat's play in the latest trick, with all later plays."""
    return isinstance(phase, Playing) and _find_play(_reopen_trick(phase), seat) is not None


def _reopen_trick(phase: Playing) -> Playing:
    """Return the phase with the last trick on the table again.

    Nothing changes if a new trick has begun, or if winners pick up points.
    """
    if phase.trick.plays or not phase.tricks or phase.rules.pickup:
        return phase
    *tricks, trick = phase.tricks
    assert trick.winner is not None
    taken = _add_points(phase.taken, trick.winner, -trick.points)
    before = replace(phase, tricks=tuple(tricks), trick=trick, taken=taken)
    led = trick.plays[0]
    lead = read_lead(led.cards, phase.dealt.trump, phase.rules, led.units or None, before.gone)
    return replace(before, lead=lead)


def _find_play(phase: Playing, seat: Seat) -> int | None:
    """Return the index of the seat's play in the trick, or None if it cannot be undone.

    A play cannot be undone once a throw has failed in the trick, or once it or a later play has shown a side.
    """
    plays = phase.trick.plays
    at = next((n for n, play in enumerate(plays) if play.seat == seat), None)
    failed = any(play.attempt for play in plays)
    return None if at is None or failed or any(_reveals_side(phase, play) for play in plays[at:]) else at


def _reveals_side(phase: Playing, play: PlayView) -> bool:
    called = {friend.call.card for friend in phase.friends} | {get_called_ten(phase.dealt)}
    return any(card in called for card in play.cards)
