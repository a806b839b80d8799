"""A seat changes hands, in whatever phase: nothing else changes."""

from dataclasses import replace

from engine.errors import IllegalAction, Reason
from engine.knowledge import Phase
from engine.match import Match
from engine.phases.claiming import Claiming
from engine.phases.declaring import Declaring
from engine.phases.exchanging import Burying, Calling, Stealing
from engine.phases.finished import Finished
from engine.phases.ready import Ready
from engine.phases.tricks import PickingUp, Playing


def seated(phase: Phase, seat: int, who: str) -> Phase:
    """Return the phase with `who` in `seat`.

    Raises:
        IllegalAction: NO_SUCH_SEAT.
    """
    match phase:
        case Ready() | Finished() | Declaring():
            return replace(phase, match=_sat(phase.match, seat, who))
        case Playing():
            undo = seated(phase.undo, seat, who) if phase.undo is not None else None
            assert undo is None or isinstance(undo, Playing)
            return replace(phase, dealt=replace(phase.dealt, match=_sat(phase.dealt.match, seat, who)), undo=undo)
        case PickingUp():
            after = seated(phase.after, seat, who)
            assert isinstance(after, Playing)
            return replace(phase, after=after)
        case Claiming() | Burying() | Stealing() | Calling():
            return replace(phase, dealt=replace(phase.dealt, match=_sat(phase.dealt.match, seat, who)))


def _sat(match: Match, seat: int, who: str) -> Match:
    if not 0 <= seat < match.rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat, players=match.rules.players)
    return match.sat(seat, who)
