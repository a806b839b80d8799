"""The table of a season: what a deal is worth, and the order that follows.

A score is a sum over the deals that count, in the order of their booking; it can be worked out anew at any time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.league.deals import DealFact, SeatFact
from bot.league.ids import EntrantId
from bot.league.leagues import Entrant, Scheme

FORM: Final = 10
"""Results that are kept as form, oldest first."""
MOST_TIED: Final = 24
"""In a larger group that points and wins leave tied, results against each other are not looked at."""


@dataclass(frozen=True, slots=True)
class Score:
    """Where an entrant stands in a season."""

    points: int = 0
    deals: int = 0
    won: int = 0
    margin: int = 0
    """Levels risen when winning, less those the others rose."""
    matches_won: int = 0
    streak: int = 0
    """Deals won in a row; below zero: lost."""
    form: str = ""
    """`W` and `L`, oldest first, at most `FORM`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a season's table. Entrants that nothing tells apart share a rank."""

    rank: int
    entrant: Entrant
    score: Score


def counted(score: Score, deal: DealFact, seat: SeatFact, scheme: Scheme) -> Score:
    """Return the score after a deal in which an entrant sat in `seat`."""
    earned = scheme.deal + scheme.level * max(0, deal.rise) + scheme.match * seat.match_won if seat.won else 0
    straight = score.streak if (score.streak > 0) == seat.won else 0
    return Score(
        score.points + earned,
        score.deals + 1,
        score.won + seat.won,
        score.margin + (deal.rise if seat.won else -deal.rise),
        score.matches_won + seat.match_won,
        straight + (1 if seat.won else -1),
        (score.form + ("W" if seat.won else "L"))[-FORM:],
    )


def total(played: Iterable[tuple[DealFact, int]], scheme: Scheme) -> Score:
    """Return the score after these deals, in the order of their booking, each with the entrant's seat."""
    score = Score()
    for deal, seat in played:
        score = counted(score, deal, deal.seats[seat], scheme)
    return score


def tied(score: Score) -> tuple[int, int]:
    """Return what the table is ordered by first, best first: points, then deals won."""
    return -score.points, -score.won


Meetings = Mapping[tuple[EntrantId, EntrantId], int]
"""How many deals the first has won against the second."""


def table(scores: Iterable[tuple[Entrant, Score]], meetings: Meetings, first: int = 1) -> tuple[Line, ...]:
    """Return lines in order: points, deals won, deals won among those still tied, level margin, fewest deals.

    `first` is the rank of the best of them; whoever is left tied after all this shares a rank.
    """
    groups = groupby(sorted(scores, key=lambda line: (tied(line[1]), -line[0].id)), key=lambda line: tied(line[1]))
    lines: list[Line] = []
    for _, group in groups:
        members = list(group)
        keys = {entrant.id: _key(entrant.id, score, members, meetings) for entrant, score in members}
        members.sort(key=lambda line: (keys[line[0].id], -line[0].id))
        lines += _ranked(members, keys, first + len(lines))
    return tuple(lines)


def _key(
    id_: EntrantId, score: Score, group: Sequence[tuple[Entrant, Score]], meetings: Meetings
) -> tuple[int, int, int]:
    others = [entrant.id for entrant, _ in group if entrant.id != id_] if len(group) <= MOST_TIED else []
    won = sum(meetings.get((id_, other), 0) - meetings.get((other, id_), 0) for other in others)
    return -won, -score.margin, score.deals


def _ranked(
    members: Sequence[tuple[Entrant, Score]], keys: Mapping[EntrantId, tuple[int, int, int]], first: int
) -> list[Line]:
    lines: list[Line] = []
    for place, (entrant, score) in enumerate(members, first):
        same = bool(lines) and keys[lines[-1].entrant.id] == keys[entrant.id]
        lines.append(Line(lines[-1].rank if same else place, entrant, score))
    return lines
