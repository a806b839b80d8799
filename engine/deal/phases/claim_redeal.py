"""Claims to a redeal, once trumps are fixed and before the bury (docs/rules.md, 4)."""

from dataclasses import replace

from engine.deal.bidding import check_claim
from engine.deal.phases.exchange_kitty import give_kitty
from engine.deal.phases.states import Claiming, Dealt, Hands, Ready, Step
from engine.model.cards import Card
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declined, Event, Passed, RedealReason, Redealt
from engine.model.options import RedealClaim
from engine.model.seats import Seat


def open_claims(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], events: tuple[Event, ...]) -> Step:
    """Ask for claims if the rules have them; else give the declarer the kitty."""
    if dealt.rules.redeal_claim is RedealClaim.OFF:
        return give_kitty(dealt, hands, kitty, events)
    return Step(Claiming(dealt, hands, kitty, (False,) * dealt.rules.players), events)


def claim(phase: Claiming, seat: Seat) -> Step:
    """Claim a redeal. Raises IllegalAction ALREADY_PASSED, or as `bidding.check_claim`."""
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    check_claim(phase.hands[seat], phase.dealt.trump, phase.dealt.rules)
    reason = RedealReason.CLAIM
    return Step(Ready(phase.dealt.match, reason), (Redealt(reason, seat, phase.hands[seat]),))


def decline(phase: Claiming, seat: Seat) -> Step:
    """Decline to claim. Raises IllegalAction ALREADY_PASSED."""
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    after = replace(phase, passed=(*phase.passed[:seat], True, *phase.passed[seat + 1 :]))
    events = (Passed(seat, Declined.CLAIM),)
    return close(after, events) if all(after.passed) else Step(after, events)


def close(phase: Claiming, events: tuple[Event, ...] = ()) -> Step:
    """Close the claims: the declarer takes the kitty."""
    return give_kitty(phase.dealt, phase.hands, phase.kitty, events)
