"""Once trumps are fixed, and before the bury: may anyone ask for a new deal (docs/rules.md, 4)?"""

from dataclasses import dataclass, replace

from engine.bidding import check_claim
from engine.cards import Card
from engine.errors import IllegalAction, Reason
from engine.events import Declined, Event, Passed, Redealt, RedealWhy
from engine.phases.dealt import Dealt, Hands
from engine.phases.exchanging import Burying
from engine.phases.ready import Ready
from engine.phases.step import Step
from engine.rules import RedealClaim
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Claiming:
    """All seats are asked at once; one valid claim suffices."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    passed: tuple[bool, ...]


def begin(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], events: tuple[Event, ...]) -> Step:
    """Ask for claims where the rules know them; else the declarer takes the kitty."""
    if dealt.rules.redeal_claim is RedealClaim.OFF:
        return Burying.begin(dealt, hands, kitty, dealt.declarer, events)
    return Step(Claiming(dealt, hands, kitty, (False,) * dealt.rules.players), events)


def claim(phase: Claiming, seat: Seat) -> Step:
    """Ask for a new deal.

    Raises:
        IllegalAction: ALREADY_PASSED, or NO_CLAIM with the hand's points and number of trumps.
    """
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    check_claim(phase.hands[seat], phase.dealt.trump, phase.dealt.rules)
    why = RedealWhy.CLAIM
    return Step(Ready(phase.dealt.match, why), (Redealt(why, seat, phase.hands[seat]),))


def decline(phase: Claiming, seat: Seat) -> Step:
    """Claim nothing.

    Raises:
        IllegalAction: ALREADY_PASSED.
    """
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    after = replace(phase, passed=(*phase.passed[:seat], True, *phase.passed[seat + 1 :]))
    events = (Passed(seat, Declined.CLAIM),)
    return close(after, events) if all(after.passed) else Step(after, events)


def close(phase: Claiming, events: tuple[Event, ...] = ()) -> Step:
    """Nobody claims: the declarer takes the kitty."""
    return Burying.begin(phase.dealt, phase.hands, phase.kitty, phase.dealt.declarer, events)
