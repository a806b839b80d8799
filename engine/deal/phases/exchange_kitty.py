"""The steps between trumps and the first lead: redeal claims, bury, kitty theft, friends (docs/rules.md, 4)."""

from dataclasses import replace

from engine.deal.bidding import check_claim, check_declaration
from engine.deal.burying import check_bury
from engine.deal.friends import call_count, check_calls
from engine.deal.phases.play_tricks import begin_play
from engine.deal.phases.states import Burying, Calling, Claiming, Dealt, Hands, Ready, Stealing, Step, with_hand
from engine.model.actions import FriendCall
from engine.model.cards import Card, without
from engine.model.errors import IllegalAction, Reason
from engine.model.events import (
    Buried,
    Declared,
    Declined,
    Event,
    FriendsCalled,
    KittyShown,
    KittyTaken,
    MadeBy,
    Passed,
    RedealReason,
    Redealt,
    TrumpsMade,
)
from engine.model.options import RedealClaim, Teams
from engine.model.seats import Seat, next_seat
from engine.model.trump import Trump


def open_claims(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], events: tuple[Event, ...]) -> Step:
    """Ask all seats whether they claim a redeal. If the rules have no claims, give the declarer the kitty at once."""
    claiming = Claiming(dealt, hands, kitty, (False,) * dealt.rules.players)
    return close_claims(claiming, events) if dealt.rules.redeal_claim is RedealClaim.OFF else Step(claiming, events)


def claim_redeal(phase: Claiming, seat: Seat) -> Step:
    """Claim a redeal. Raises IllegalAction ALREADY_PASSED, or as `bidding.check_claim`."""
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    check_claim(phase.hands[seat], phase.dealt.trump, phase.dealt.rules)
    reason = RedealReason.CLAIM
    return Step(Ready(phase.dealt.match, reason), (Redealt(reason, seat, phase.hands[seat]),))


def decline_claim(phase: Claiming, seat: Seat) -> Step:
    """Decline to claim. Raises IllegalAction ALREADY_PASSED."""
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    after = replace(phase, passed=(*phase.passed[:seat], True, *phase.passed[seat + 1 :]))
    events = (Passed(seat, Declined.CLAIM),)
    return close_claims(after, events) if all(after.passed) else Step(after, events)


def close_claims(phase: Claiming, events: tuple[Event, ...] = ()) -> Step:
    """Close the claims, show everyone the kitty if the rules say so, and give it to the declarer."""
    dealt, kitty = phase.dealt, phase.kitty
    if dealt.rules.show_kitty and kitty:
        dealt, events = replace(dealt, turned=kitty), (*events, KittyShown(kitty))
    return take_kitty(dealt, phase.hands, kitty, dealt.declarer, events)


def take_kitty(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, events: tuple[Event, ...]) -> Step:
    """Give the kitty to `burier`. Without a kitty, go on to the call of friends or to the play."""
    if not kitty:
        return _call_or_play(dealt, hands, (), burier, events)
    held = with_hand(hands, burier, (*hands[burier], *kitty))
    return Step(Burying(dealt, held, burier, len(kitty)), (*events, KittyTaken(burier)))


def bury(phase: Burying, cards: tuple[Card, ...]) -> Step:
    """Bury `cards` from the hand that has taken up the kitty. Raises as `burying.check_bury`."""
    dealt, burier, hand = phase.dealt, phase.burier, phase.hands[phase.burier]
    check_bury(hand, cards, phase.size, dealt.rules)
    hands, events = with_hand(phase.hands, burier, without(hand, cards)), (Buried(burier),)
    if dealt.rules.kitty_theft and dealt.level.rank is not None:  # at NT nobody can declare, so nobody is asked
        return Step(Stealing(dealt, hands, cards, burier, next_seat(burier, dealt.rules.players)), events)
    return _call_or_play(dealt, hands, cards, burier, events)


def _call_or_play(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, events: tuple[Event, ...]) -> Step:
    if dealt.rules.teams is Teams.FRIENDS and call_count(dealt.trump, dealt.rules):
        return Step(Calling(dealt, hands, kitty, burier), events)
    return Step(begin_play(dealt, hands, kitty, burier, ()), events)


def steal(phase: Stealing, cards: tuple[Card, ...]) -> Step:
    """Let the seat in turn take the kitty by a higher declaration. Raises as `bidding.check_declaration`."""
    dealt, rank, hand = phase.dealt, phase.dealt.level.rank, phase.hands[phase.turn]
    declaration = check_declaration(dealt.declarations, phase.turn, cards, hand, rank, dealt.rules, steals=True)
    trump = Trump.of(dealt.rules, rank, declaration.suit)
    changed = replace(dealt, trump=trump, declarations=(*dealt.declarations, declaration))
    if dealt.rules.theft_moves_declarer:
        changed = replace(changed, declarer=phase.turn)
    made = TrumpsMade(changed.declarer, changed.level, declaration.suit, MadeBy.DECLARATION)
    return take_kitty(changed, phase.hands, phase.kitty, phase.turn, (Declared(declaration), made))


def decline(phase: Stealing) -> Step:
    """Let the seat in turn pass. Then ask the next seat or, if all have passed, go on with the deal."""
    passed = (Passed(phase.turn, Declined.STEAL),)
    turn = next_seat(phase.turn, phase.dealt.rules.players)
    if turn == phase.burier:
        return _call_or_play(phase.dealt, phase.hands, phase.kitty, phase.burier, passed)
    return Step(replace(phase, turn=turn), passed)


def close(phase: Stealing) -> Step:
    """End the chance to take the kitty. The seat in turn and all seats after it pass."""
    step = decline(phase)
    while isinstance(step.phase, Stealing):
        following = decline(step.phase)
        step = Step(following.phase, step.events + following.events)
    return step


def call_friends(phase: Calling, calls: tuple[FriendCall, ...]) -> Step:
    """Call the friends' cards. Raises as `friends.check_calls`."""
    dealt = phase.dealt
    check_calls(calls, dealt.trump, dealt.rules)
    playing = begin_play(dealt, phase.hands, phase.kitty, phase.burier, calls)
    return Step(playing, (FriendsCalled(dealt.declarer, calls),))
