"""Throws: does a lead of several units stand, and what becomes of it if not (docs/rules.md, 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Card, Suit, counts, without
from engine.follows import can_beat
from engine.leads import Lead
from engine.rules import Rules, Teams, ThrowCheck, ThrowFailure, ThrowPenalty
from engine.seats import Seat, after, round_from
from engine.trump import TRUMP_INDEX, Trump
from engine.units import Unit, largest_key, paths


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """What became of a lead. A lead of a single unit always stands."""

    lead: Lead
    """What is played: the whole lead, or the one unit of it that must be."""
    stands: bool = True
    returned: tuple[Card, ...] = ()
    """Cards that go back to the hand."""
    beater: Seat | None = None
    """The first seat in play order whose hand stopped the throw: able to beat what is played, or else any unit."""
    penalty: int = 0
    """Card points that move to the other side."""
    must_beat: Seat | None = None
    """The seat that must beat the played unit, where the rules ask for it."""


def check_throw(lead: Lead, seat: Seat, hands: Sequence[Sequence[Card]], trump: Trump, rules: Rules) -> ThrowOutcome:
    """Return what becomes of `lead` by `seat`; `hands` are all hands by seat, the thrower's own not looked at."""
    if not lead.is_throw:
        return ThrowOutcome(lead)
    order = round_from(after(seat, len(hands)), len(hands))[:-1]
    checked = [other for other in order if _is_checked(seat, other, rules)]
    beaten = {other: tuple(_beaten(lead, hands[other], trump, rules)) for other in checked}
    able = [other for other in checked if beaten[other]]
    if not able:
        return ThrowOutcome(lead)
    played = _played(lead, [beaten[other] for other in able], rules)
    left = Lead(lead.suit, (played,), lead.gone)
    returned = without(lead.cards, played.cards)
    beater = next((other for other in able if played in beaten[other]), able[0])
    obliged = _obliged(left, order, hands, trump, rules)
    return ThrowOutcome(left, False, returned, beater, _penalty(returned, rules), obliged)


def _is_checked(seat: Seat, other: Seat, rules: Rules) -> bool:
    if rules.throw_check is ThrowCheck.ALL_OTHERS or rules.teams is not Teams.FIXED:
        return True
    return (other - seat) % 2 == 1


def _beaten(lead: Lead, hand: Sequence[Card], trump: Trump, rules: Rules) -> Iterator[Unit]:
    """Yield the units of the lead that the hand can beat in their suit, or, void in it and if that counts, ruff."""
    suit_of = trump.order.suit_of
    held = counts(card for card in hand if suit_of[card] == lead.index)
    trumps = {}
    if rules.throw_void_trump_stops and not held and lead.suit is not Suit.TRUMP:
        trumps = counts(card for card in hand if suit_of[card] == TRUMP_INDEX)
    above, strength = trump.order.above_without(lead.gone), trump.order.strength
    for one in lead.units:
        higher = (strength[path[-1]] > one.top for path in paths(held, *one.kind, above))
        if any(higher) or paths(trumps, *one.kind, above):
            yield one


def _played(lead: Lead, beaten: list[tuple[Unit, ...]], rules: Rules) -> Unit:
    """Return the unit that must be played; `beaten` has for each able seat, in play order, what it can beat."""
    match rules.throw_failure:
        case ThrowFailure.SMALLEST_BEATEN:
            return min((one for units in beaten for one in units), key=_smallest_key)
        case ThrowFailure.FIRST_ABLE:
            return min(beaten[0], key=_smallest_key)
        case ThrowFailure.SMALLEST_UNIT:
            return min(lead.units, key=_kind_key)


def _smallest_key(one: Unit) -> tuple[object, ...]:
    return one.size, one.top, largest_key(one), one.faces


def _kind_key(one: Unit) -> tuple[object, ...]:
    """Singles, then tuples, then tractors, the lowest first (online rules, Appendix B)."""
    return (one.length > 1) + (one.size > 1), one.top, one.size, one.faces


def _penalty(returned: tuple[Card, ...], rules: Rules) -> int:
    match rules.throw_penalty:
        case ThrowPenalty.NONE:
            return 0
        case ThrowPenalty.TEN_PER_CARD:
            return 10 * len(returned)
        case ThrowPenalty.TEN_PER_ATTEMPT:
            return 10


def _obliged(
    lead: Lead, order: Sequence[Seat], hands: Sequence[Sequence[Card]], trump: Trump, rules: Rules
) -> Seat | None:
    """Return the first seat in play order that can follow with a play that beats the unit, where it must."""
    if not rules.must_beat_failed_throw:
        return None
    return next((other for other in order if can_beat(hands[other], lead, trump, rules)), None)
