"""Seats a player in any phase without any other change."""

from dataclasses import replace

from engine.deal.phases import states
from engine.model.errors import IllegalAction, Reason
from engine.model.match import Match


def with_player(phase: states.Phase, seat: int, who: str) -> states.Phase:
    """Return the phase with `who` in `seat`. Raises IllegalAction NO_SUCH_SEAT."""
    match phase:
        case states.Ready() | states.Finished() | states.Declaring():
            return replace(phase, match=_seat_player(phase.match, seat, who))
        case states.Playing():
            undo = with_player(phase.undo, seat, who) if phase.undo is not None else None
            assert undo is None or isinstance(undo, states.Playing)
            return replace(
                phase, dealt=replace(phase.dealt, match=_seat_player(phase.dealt.match, seat, who)), undo=undo
            )
        case states.PickingUp():
            after = with_player(phase.after, seat, who)
            assert isinstance(after, states.Playing)
            return replace(phase, after=after)
        case states.Claiming() | states.Burying() | states.Stealing() | states.Calling():
            return replace(phase, dealt=replace(phase.dealt, match=_seat_player(phase.dealt.match, seat, who)))


def _seat_player(match: Match, seat: int, who: str) -> Match:
    if not 0 <= seat < match.rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat, players=match.rules.players)
    return match.with_player(seat, who)
