"""Ranks a season's entrants by their scores, which can be recomputed from deals, places in events and ratings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.ids import EntrantId
from bot.league.leagues.league_settings import PointScheme, StandingsOrder
from bot.league.leagues.leagues import Entrant
from bot.league.results.deals import BookedDeal, BookedSeat

FORM_LENGTH: Final = 10
"""How many of the latest results `Score.form` shows."""
MAX_TIED_GROUP: Final = 24
"""The largest group of tied entrants in which mutual wins count."""
MutualWins = Mapping[tuple[EntrantId, EntrantId], int]
"""How many deals the first of two entrants has won against the second."""


@dataclass(frozen=True, slots=True)
class Score:
    """An entrant's totals in a season."""

    points: int = 0
    deals: int = 0
    won: int = 0
    margin: int = 0
    """The levels that the entrant won, minus those that opponents won against them."""
    matches_won: int = 0
    streak: int = 0
    """The number of wins in a row, or of losses as a negative number."""
    form: str = ""
    """`W` and `L`, oldest first, at most `FORM_LENGTH`."""
    settled: bool = False
    """Whether the entrant has enough deals or, in a season by places in events, has a place. Others rank last."""
    value: float = 0.0
    """The value by which the season ranks, such as points per deal or the rank value of the rating."""


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A line of a season's standings. Entrants equal in everything share a rank."""

    rank: int
    entrant: Entrant
    score: Score

    @property
    def is_champion(self) -> bool:
        """Whether the entrant is settled and in first place, alone or with others."""
        return self.rank == 1 and self.score.settled


def add_deal_to_score(
    score: Score, deal: BookedDeal, seat: BookedSeat, scheme: PointScheme, rating: float | None = None
) -> Score:
    """Return the score after a deal. In a season by ratings, `rating` is the new value. None keeps the old one."""
    earned = scheme.deal + scheme.level * max(0, deal.rise) + scheme.match * seat.match_won if seat.won else 0
    streak = score.streak if (score.streak > 0) == seat.won else 0
    after = Score(
        score.points + earned,
        score.deals + 1,
        score.won + seat.won,
        score.margin + (deal.rise if seat.won else -deal.rise),
        score.matches_won + seat.match_won,
        streak + (1 if seat.won else -1),
        (score.form + ("W" if seat.won else "L"))[-FORM_LENGTH:],
        score.settled if scheme.order is StandingsOrder.PLACES else score.deals + 1 >= scheme.min_deals,
    )
    kept = score.value if rating is None or scheme.order is StandingsOrder.PLACES else rating
    return replace(after, value=_rank_value(after, scheme, kept))


def _rank_value(score: Score, scheme: PointScheme, kept: float) -> float:
    match scheme.order:
        case StandingsOrder.AVERAGE:
            return score.points / score.deals
        case StandingsOrder.RATING | StandingsOrder.PLACES:
            return kept
        case StandingsOrder.WINS:
            return float(score.won)


def compute_score(
    played: Iterable[tuple[BookedDeal, int]],
    scheme: PointScheme,
    rating: float | None = None,
    places: Sequence[int] = (),
) -> Score:
    """Compute a score from deals in booking order, each with the entrant's seat. `places` are points from events."""
    score = Score(value=float(sum(places)), settled=True) if places else Score()
    for deal, seat in played:
        score = add_deal_to_score(score, deal, deal.seats[seat], scheme, rating)
    return score


def tie_key(score: Score) -> tuple[bool, float, int]:
    """Return the key that sorts scores, best first. Settled scores come first, then `value` and deals won decide."""
    return not score.settled, -score.value, -score.won


def rank_entrants(
    scores: Iterable[tuple[Entrant, Score]], meetings: MutualWins, first: int = 1
) -> tuple[SeasonStanding, ...]:
    """Return the standings, in which the best entrants get the rank `first`.

    Entrants rank by `tie_key`. Ties are broken by mutual wins, then by the level margin, then by fewer deals.
    """
    ordered = sorted(scores, key=lambda line: tie_key(line[1]))
    lines: list[SeasonStanding] = []
    for _, group in groupby(ordered, key=lambda line: tie_key(line[1])):
        members = list(group)
        keys = {entrant.id: _tie_break_key(entrant.id, score, members, meetings) for entrant, score in members}
        members.sort(key=lambda line: (keys[line[0].id], -line[0].id))
        ranks: dict[tuple[int, int, int], int] = {}
        for place, (entrant, score) in enumerate(members, first + len(lines)):
            lines.append(SeasonStanding(ranks.setdefault(keys[entrant.id], place), entrant, score))
    return tuple(lines)


def _tie_break_key(
    id_: EntrantId, score: Score, group: Sequence[tuple[Entrant, Score]], meetings: MutualWins
) -> tuple[int, int, int]:
    others = [entrant.id for entrant, _ in group if entrant.id != id_] if len(group) <= MAX_TIED_GROUP else []
    won = sum(meetings.get((id_, other), 0) - meetings.get((other, id_), 0) for other in others)
    return -won, -score.margin, score.deals
