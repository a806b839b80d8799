"""Decides whether a throw (a lead of several units) stands, and what is played if it does not (docs/rules.md, 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards_in_play.follows import can_beat
from engine.cards_in_play.leads import Lead
from engine.cards_in_play.units import Unit, find_unit_paths, unit_size_key
from engine.model.cards import Card, Suit, count_faces, without
from engine.model.options import Teams, ThrowCheck, ThrowFailure, ThrowPenalty
from engine.model.rules import Rules
from engine.model.seats import Seat, seats_from
from engine.model.trump import TRUMP_INDEX, Trump


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """The outcome of a lead. A lead of one unit always stands."""

    lead: Lead
    """The lead as played. It is the whole throw or, if the throw failed, the one unit that remains."""
    stands: bool = True
    returned: tuple[Card, ...] = ()
    """Cards that go back to the hand."""
    beater: Seat | None = None
    """The first seat that could beat the played unit. If no seat could, the first that could beat another unit."""
    penalty: int = 0
    """Card points that move to the other side."""
    must_beat: Seat | None = None
    """The seat that must beat the played unit, if the rules require it."""


def check_throw(lead: Lead, seat: Seat, hands: Sequence[Sequence[Card]], trump: Trump, rules: Rules) -> ThrowOutcome:
    """Return the outcome of `lead` by `seat`. `hands` lists all hands by seat; that of `seat` is ignored."""
    if not lead.is_throw:
        return ThrowOutcome(lead)
    order = seats_from(seat, len(hands))[1:]
    checked = [other for other in order if is_checked(seat, other, rules)]
    beaten = {other: tuple(find_beaten_units(lead, hands[other], trump, rules)) for other in checked}
    able = [other for other in checked if beaten[other]]
    if not able:
        return ThrowOutcome(lead)
    played = _choose_played_unit(lead, [beaten[other] for other in able], rules)
    left = Lead(lead.suit, (played,), lead.gone)
    returned = without(lead.cards, played.cards)
    beater = next((other for other in able if played in beaten[other]), able[0])
    obliged = _find_must_beat(left, order, hands, trump, rules)
    return ThrowOutcome(left, False, returned, beater, _compute_penalty(lead, returned, rules), obliged)


def is_checked(seat: Seat, other: Seat, rules: Rules) -> bool:
    """Return whether a throw by `seat` fails if the hand of `other` can beat it."""
    if rules.throw_check is ThrowCheck.ALL_OTHERS or rules.teams is not Teams.FIXED:
        return True
    return (other - seat) % 2 == 1


def find_beaten_units(lead: Lead, hand: Sequence[Card], trump: Trump, rules: Rules) -> Iterator[Unit]:
    """Yield the units of the lead that the hand can beat, in the led suit or, if ruffs stop throws, with trumps."""
    suit_of = trump.order.suit_of
    held = count_faces(card for card in hand if suit_of[card] == lead.index)
    trumps = {}
    if rules.throw_void_trump_stops and not held and lead.suit is not Suit.TRUMP:
        trumps = count_faces(card for card in hand if suit_of[card] == TRUMP_INDEX)
    above, strength = trump.order.adjacent_above(lead.gone), trump.order.strength
    for unit in lead.units:
        higher = (strength[path[-1]] > unit.top for path in find_unit_paths(held, unit.kind, above))
        if any(higher) or find_unit_paths(trumps, unit.kind, above):
            yield unit


def _choose_played_unit(lead: Lead, beaten: list[tuple[Unit, ...]], rules: Rules) -> Unit:
    """Return the unit to play instead of a failed throw.

    `beaten` lists the units that each seat can beat. It has only the seats that stop the throw, in play order.
    """
    match rules.throw_failure:
        case ThrowFailure.SMALLEST_BEATEN:
            return min((unit for units in beaten for unit in units), key=_smallest_key)
        case ThrowFailure.FIRST_ABLE:
            return min(beaten[0], key=_smallest_key)
        case ThrowFailure.SMALLEST_UNIT:
            return min(lead.units, key=_kind_key)


def _smallest_key(unit: Unit) -> tuple[object, ...]:
    return unit.size, unit.top, unit_size_key(unit), unit.faces


def _kind_key(unit: Unit) -> tuple[object, ...]:
    """Return a sort key. First come singles, then tuples, then tractors, each rising (online rules, Appendix B)."""
    return (unit.length > 1) + (unit.size > 1), unit.top, unit.size, unit.faces


def _compute_penalty(lead: Lead, returned: tuple[Card, ...], rules: Rules) -> int:
    match rules.throw_penalty:
        case ThrowPenalty.NONE:
            return 0
        case ThrowPenalty.FIVE_PER_CARD:
            return 5 * len(returned)
        case ThrowPenalty.TEN_PER_CARD:
            return 10 * len(returned)
        case ThrowPenalty.TEN_PER_UNIT:
            return 10 * (len(lead.units) - 1)
        case ThrowPenalty.TEN_PER_ATTEMPT:
            return 10


def _find_must_beat(
    lead: Lead, order: Sequence[Seat], hands: Sequence[Sequence[Card]], trump: Trump, rules: Rules
) -> Seat | None:
    if not rules.must_beat_failed_throw:
        return None
    return next((other for other in order if can_beat(hands[other], lead, trump, rules)), None)
