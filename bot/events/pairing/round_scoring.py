"""Scores a round with points for a win, a draw and a bye."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.events.pairing.ports import EncounterResult, EntrantNumber, EventFormat, RoundPairing


@dataclass(frozen=True, slots=True)
class EventScoring:
    """The points for each outcome of a round. A walkover gives as many points as a win."""

    win: float = 1.0
    draw: float = 0.5
    bye: float = 1.0


def scoring_for(event_format: EventFormat) -> EventScoring:
    """Return the usual scoring of a format, which decides whether a bye counts as nothing, a draw or a win."""
    match event_format:
        case EventFormat.ROUND_ROBIN | EventFormat.DUPLICATE | EventFormat.TEAM_MATCH:
            return EventScoring(bye=0.0)
        case EventFormat.SWISS | EventFormat.KNOCKOUT:
            return EventScoring()
        case EventFormat.INDIVIDUAL | EventFormat.DUPLICATE_SINGLE:
            return EventScoring(bye=0.5)


class RoundOutcome(StrEnum):
    """The outcome of a round for an entrant."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BYE = "bye"
    WALKOVER = "walkover"  # the entrant won because the other side did not turn up
    STRANDED = "stranded"  # the entrant could not play because their partner did not turn up
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class EntrantRound:
    """A round from the point of view of one entrant."""

    entrant: EntrantNumber
    outcome: RoundOutcome
    points: float
    margin: float = 0.0
    """The score of the entrant's side, minus the mean score of the other sides. It is 0 without a game."""
    opponents: tuple[EntrantNumber, ...] = ()
    """The opponents who turned up; empty without a game."""


PLAYED = frozenset({RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS})


def score_round(
    pairing: RoundPairing, results: tuple[EncounterResult, ...], scoring: EventScoring
) -> Iterator[EntrantRound]:
    """Yield the outcome for each entrant who sat out or whose table has a result."""
    for entrant in pairing.byes:
        yield EntrantRound(entrant, RoundOutcome.BYE, scoring.bye)
    tables = frozenset(pairing.encounters)
    for result in results:
        if result.encounter in tables:
            yield from _score_table(result, scoring)


def _score_table(result: EncounterResult, scoring: EventScoring) -> Iterator[EntrantRound]:
    for place, side in enumerate(result.encounter.sides):
        for entrant in side:
            if entrant in result.forfeited:
                yield EntrantRound(entrant, RoundOutcome.FORFEIT, 0.0)
            elif result.is_played:
                yield _score_game(entrant, place, result, scoring)
            elif result.forfeited.isdisjoint(side):
                yield EntrantRound(entrant, RoundOutcome.WALKOVER, scoring.win)
            else:
                yield EntrantRound(entrant, RoundOutcome.STRANDED, scoring.draw)


def _score_game(entrant: EntrantNumber, place: int, result: EncounterResult, scoring: EventScoring) -> EntrantRound:
    own = result.scores[place]
    others = result.scores[:place] + result.scores[place + 1 :]
    outcome = _compare(own, max(others))
    points = {RoundOutcome.WIN: scoring.win, RoundOutcome.DRAW: scoring.draw}.get(outcome, 0.0)
    sides = result.encounter.sides
    opponents = tuple(
        other for side in sides[:place] + sides[place + 1 :] for other in side if other not in result.forfeited
    )
    return EntrantRound(entrant, outcome, points, own - sum(others) / len(others), opponents)


def _compare(own: float, best_other: float) -> RoundOutcome:
    if own == best_other:
        return RoundOutcome.DRAW
    return RoundOutcome.WIN if own > best_other else RoundOutcome.LOSS
