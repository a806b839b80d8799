"""Computes an event's standings from all rounds at once, so that the order of results does not matter."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from statistics import fmean
from typing import Final

from bot.events.pairing.ports import EntrantNumber, History
from bot.events.pairing.round_scoring import PLAYED, EntrantRound, EventScoring, RoundOutcome, score_round


class TieBreak(StrEnum):
    """A figure that decides between equal scores; more is better."""

    WINS = "wins"
    """The number of games won, without byes and walkovers."""
    OPPONENTS = "opponents"
    """The sum of the opponents' scores (Buchholz). A bye or walkover adds the entrant's own score instead."""
    DIRECT = "direct"
    """The points from games among those who are still tied; 0 unless all of them have met one another.

    If two of them have met several times, the mean of these games counts.
    """
    MARGIN = "margin"
    """The sum of the entrant's score margins in all games."""


DEFAULT_TIE_BREAKS: Final = (TieBreak.DIRECT, TieBreak.OPPONENTS, TieBreak.WINS, TieBreak.MARGIN)

Rounds = Mapping[EntrantNumber, Sequence[EntrantRound]]
Scores = Mapping[EntrantNumber, float]
Figures = tuple[tuple[TieBreak, float], ...]


def compute_tie_break(
    tie_break: TieBreak, tied: frozenset[EntrantNumber], rounds: Rounds, scores: Scores
) -> dict[EntrantNumber, float]:
    """Return the value of a tie-break for each entrant who is still tied."""
    match tie_break:
        case TieBreak.WINS:
            return {one: sum(entry.outcome is RoundOutcome.WIN for entry in rounds[one]) for one in tied}
        case TieBreak.OPPONENTS:
            return {one: fsum(_opponents_score(entry, scores) for entry in rounds[one]) for one in tied}
        case TieBreak.DIRECT:
            return _compare_directly(tied, rounds)
        case TieBreak.MARGIN:
            return {one: fsum(entry.margin for entry in rounds[one]) for one in tied}


def _opponents_score(entry: EntrantRound, scores: Scores) -> float:
    """Return the mean score of a round's opponents; without any, the entrant's own score, or 0 after a forfeit."""
    if entry.outcome is RoundOutcome.FORFEIT:
        return 0.0
    return (
        fsum(scores[one] for one in entry.opponents) / len(entry.opponents)
        if entry.opponents
        else scores[entry.entrant]
    )


def _compare_directly(tied: frozenset[EntrantNumber], rounds: Rounds) -> dict[EntrantNumber, float]:
    met = {
        (one, other): [entry.points for entry in rounds[one] if other in entry.opponents]
        for one in tied
        for other in tied
        if other != one
    }
    if not all(met.values()):
        return dict.fromkeys(tied, 0.0)
    return {one: fsum(fmean(points) for (of, _), points in met.items() if of == one) for one in tied}


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Entrants equal in everything share a place."""

    place: int
    number: EntrantNumber
    score: float
    tie_breaks: Figures
    """The tie-breaks, in the order in which they decide."""
    wins: int
    draws: int
    losses: int
    byes: int
    """The number of rounds without a game, except those that the entrant forfeited."""


def rank_entrants(
    entrants: Iterable[EntrantNumber],
    history: History,
    scoring: EventScoring | None = None,
    tie_breaks: Sequence[TieBreak] = DEFAULT_TIE_BREAKS,
) -> tuple[Standing, ...]:
    """Return the standings after these rounds, best first. Entrants who share a place are in order of number."""
    rounds: dict[EntrantNumber, list[EntrantRound]] = {entrant: [] for entrant in sorted(entrants)}
    for pairing, results in history:
        for entry in score_round(pairing, results, scoring or EventScoring()):
            rounds[entry.entrant].append(entry)
    scores = {entrant: fsum(entry.points for entry in entries) for entrant, entries in rounds.items()}
    figures = _compute_figures(rounds, scores, tie_breaks)
    order = sorted(rounds, key=lambda entrant: (_sort_key(scores[entrant], figures[entrant]), entrant))
    return _assign_places(order, rounds, scores, figures)


def compute_scores(
    entrants: Iterable[EntrantNumber], history: History, scoring: EventScoring
) -> dict[EntrantNumber, float]:
    """Return each entrant's score. It computes no tie-breaks, because pairings do not need them."""
    return {line.number: line.score for line in rank_entrants(entrants, history, scoring, ())}


def _compute_figures(
    rounds: Rounds, scores: dict[EntrantNumber, float], tie_breaks: Sequence[TieBreak]
) -> dict[EntrantNumber, Figures]:
    """Return each entrant's tie-break values. A tie-break compares only those who are still tied after earlier ones."""
    figures: dict[EntrantNumber, Figures] = dict.fromkeys(rounds, ())
    for tie_break in tie_breaks:
        tied = defaultdict(set)
        for entrant in rounds:
            tied[_sort_key(scores[entrant], figures[entrant])].add(entrant)
        for group in tied.values():
            for entrant, figure in compute_tie_break(tie_break, frozenset(group), rounds, scores).items():
                figures[entrant] = (*figures[entrant], (tie_break, figure))
    return figures


def _sort_key(score: float, figures: Figures) -> tuple[float, ...]:
    return (-score, *(-figure for _, figure in figures))


def _assign_places(
    order: Sequence[EntrantNumber], rounds: Rounds, scores: Scores, figures: Mapping[EntrantNumber, Figures]
) -> tuple[Standing, ...]:
    lines: list[Standing] = []
    places: dict[tuple[float, ...], int] = {}
    for index, entrant in enumerate(order, 1):
        outcomes = [entry.outcome for entry in rounds[entrant]]
        place = places.setdefault(_sort_key(scores[entrant], figures[entrant]), index)
        record = outcomes.count(RoundOutcome.WIN), outcomes.count(RoundOutcome.DRAW), outcomes.count(RoundOutcome.LOSS)
        byes = sum(outcome not in PLAYED and outcome is not RoundOutcome.FORFEIT for outcome in outcomes)
        lines.append(Standing(place, entrant, scores[entrant], figures[entrant], *record, byes))
    return tuple(lines)
