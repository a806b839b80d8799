"""Tie-breaks between entrants with equal scores. More is better in each."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import fsum
from statistics import fmean
from typing import Final, assert_never

from bot.events.pairing.ports import EntrantNumber
from bot.events.pairing.round_scoring import EntrantRound, RoundOutcome


class TieBreak(StrEnum):
    """A figure that decides between equal scores."""

    WINS = "wins"
    """Games won; byes and walkovers are no games."""
    OPPONENTS = "opponents"
    """The sum of the opponents' scores (Buchholz). A round without a game counts as one against an equal."""
    DIRECT = "direct"
    """Points against those who are still tied, if all of them have met; the mean of two who met more than once."""
    MARGIN = "margin"
    """The sum of the differences at the tables."""


DEFAULT_TIE_BREAKS: Final = (TieBreak.DIRECT, TieBreak.OPPONENTS, TieBreak.WINS, TieBreak.MARGIN)

Rounds = Mapping[EntrantNumber, Sequence[EntrantRound]]
"""The rounds of each entrant."""
Scores = Mapping[EntrantNumber, float]


def compute_tie_break(
    tie_break: TieBreak, tied: frozenset[EntrantNumber], rounds: Rounds, scores: Scores
) -> dict[EntrantNumber, float]:
    """Return the figure of each entrant who is still tied."""
    match tie_break:
        case TieBreak.WINS:
            return {one: sum(entry.outcome is RoundOutcome.WIN for entry in rounds[one]) for one in tied}
        case TieBreak.OPPONENTS:
            return {one: fsum(_opponents_score(entry, scores) for entry in rounds[one]) for one in tied}
        case TieBreak.DIRECT:
            return _compare_directly(tied, rounds)
        case TieBreak.MARGIN:
            return {one: fsum(entry.margin for entry in rounds[one]) for one in tied}
        case _:
            assert_never(tie_break)


def _opponents_score(entry: EntrantRound, scores: Scores) -> float:
    """Return the mean score of a table's opponents; in a round without them, the entrant's own score."""
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
