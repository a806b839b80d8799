"""Starting a deal with a shuffled pack."""

from dataclasses import replace

from engine.deal.fair_shuffle import full_pack
from engine.deal.phases.states import Declaring, Finished, Ready, Step
from engine.model.actions import Deal
from engine.model.cards import Card
from engine.model.errors import IllegalAction, Reason
from engine.model.events import DealStarted
from engine.model.match import Match
from engine.model.seats import Seat


def deal(phase: Ready | Finished, action: Deal) -> Step:
    """Start a deal with a shuffled pack; a known declarer draws first. Raises IllegalAction."""
    match = phase.match
    if match.is_over:
        raise IllegalAction(Reason.MATCH_OVER)
    _check_pack(action.order, match)
    first = _read_first_seat(action.first, match)
    if isinstance(phase, Finished) or phase.redeal is None:
        match = replace(match, number=match.number + 1)
    level = match.levels[match.declarer] if match.declarer is not None else None
    if level is None and len(set(match.levels)) == 1 and match.has_levels:
        level = match.levels[0]
    return Step(Declaring.begin(match, action.order, first), (DealStarted(match.number, level, first),))


def _check_pack(order: tuple[Card, ...], match: Match) -> None:
    if sorted(order) != sorted(full_pack(match.rules)):
        raise IllegalAction(Reason.WRONG_DECK, wanted=match.rules.pack_size, given=len(order))


def _read_first_seat(first: int, match: Match) -> Seat:
    if not 0 <= first < match.rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=first, players=match.rules.players)
    if match.declarer is not None and first != match.declarer:
        raise IllegalAction(Reason.NOT_ALLOWED, option="first")
    return Seat(first)
