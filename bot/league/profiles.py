"""A person's profile: what the deals that he played say of him. Everything here is a sum over these deals."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.league.deals import Role
from bot.league.ids import UserId
from bot.league.looks import BestDeal, LeaderLine, Moment, Played, Pool, Profile, Record, thinned
from bot.league.ratings import NEWCOMER

FORM: Final = 10
"""Latest deals of which the outcome is shown."""


def profile_of(
    user: UserId,
    pool: Pool,
    line: LeaderLine | None,
    ranked: int,
    played: Sequence[Played],
    climbs: int,
    partner: tuple[UserId, Record] | None,
    history: Sequence[Moment],
) -> Profile:
    """Return a profile from the deals that count, in the order of their booking."""
    taking = [deal.points for deal in played if deal.role is Role.OPPONENT]
    giving = [deal.points for deal in played if deal.role is not Role.OPPONENT]
    return Profile(
        user=user,
        pool=pool,
        rating=NEWCOMER if line is None else line.rating,
        rank=None if line is None else line.rank,
        ranked=ranked,
        record=record(played),
        by_role={role: record(deal for deal in played if deal.role is role) for role in Role},
        matches_won=sum(deal.match_won for deal in played),
        points_taken=_mean(taking),
        points_given=_mean(giving),
        levels=sum(max(0, deal.gained) for deal in played),
        climbs=climbs,
        streak=streak([deal.won for deal in played]),
        form=tuple(deal.won for deal in played[-FORM:]),
        partner=partner,
        best=_best(played),
        history=thinned(history),
    )


def record(played: Iterable[Played]) -> Record:
    """Return how many of these deals were won."""
    won = [deal.won for deal in played]
    return Record(len(won), sum(won))


def streak(won: Sequence[bool]) -> int:
    """Return how many of the latest deals ended alike: above zero won, below zero lost."""
    count = 0
    for outcome in reversed(won):
        if outcome is not won[-1]:
            break
        count += 1
    return count if won and won[-1] else -count


def _mean(points: Sequence[int]) -> float | None:
    return sum(points) / len(points) if points else None


def _best(played: Sequence[Played]) -> BestDeal | None:
    """Return the deal won with most levels; among equal ones that with the clearest points, then the first."""
    won = [deal for deal in played if deal.won]
    if not won:
        return None
    best = max(won, key=lambda deal: (deal.rise, _clear(deal), -deal.result))
    return BestDeal(best.result, best.at, best.table, best.role, best.rise, best.points)


def _clear(deal: Played) -> int:
    return deal.points if deal.role is Role.OPPONENT else -deal.points
