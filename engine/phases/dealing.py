"""A shuffled pack comes on the table."""

from collections import Counter
from dataclasses import replace

from engine.actions import Deal
from engine.cards import Card
from engine.errors import IllegalAction, Reason
from engine.events import DealStarted
from engine.fairness import pack
from engine.match import Match
from engine.phases.declaring import Declaring
from engine.phases.finished import Finished
from engine.phases.ready import Ready
from engine.phases.step import Step
from engine.seats import Seat


def deal(phase: Ready | Finished, action: Deal) -> Step:
    """Put a shuffled pack on the table.

    Raises:
        IllegalAction: MATCH_OVER, WRONG_DECK, NO_SUCH_SEAT, or NOT_ALLOWED when not the declarer draws first.
    """
    match = phase.match
    if match.over:
        raise IllegalAction(Reason.MATCH_OVER)
    _check_pack(action.order, match)
    first = _first(action.first, match)
    if isinstance(phase, Finished) or phase.redeal is None:
        match = replace(match, number=match.number + 1)
    level = match.levels[match.declarer] if match.declarer is not None else None
    if level is None and len(set(match.levels)) == 1 and match.levels_count:
        level = match.levels[0]
    return Step(Declaring.begin(match, action.order, first), (DealStarted(match.number, level, first),))


def _check_pack(order: tuple[Card, ...], match: Match) -> None:
    if Counter(order) != Counter(pack(match.rules)):
        raise IllegalAction(Reason.WRONG_DECK, wanted=match.rules.pack_size, given=len(order))


def _first(first: int, match: Match) -> Seat:
    if not 0 <= first < match.rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=first, players=match.rules.players)
    if match.declarer is not None and first != match.declarer:
        raise IllegalAction(Reason.NOT_ALLOWED, option="first")
    return Seat(first)
