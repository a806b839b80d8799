"""A player's profile, computed from their deals."""

from collections.abc import Iterable, Sequence

from bot.ids import UserId
from bot.league.results.deals import SeatRole
from bot.league.results.ratings import NEW_RATING
from bot.league.results.read_models import (
    LeaderboardEntry,
    PlayedDeal,
    PlayerHistory,
    PlayerProfile,
    RatingPool,
    WinRecord,
    thin_out,
)
from bot.league.results.season_standings import FORM_LENGTH


def build_profile(
    user: UserId,
    pool: RatingPool,
    entry: LeaderboardEntry | None,
    ranked: int,
    history: PlayerHistory,
) -> PlayerProfile:
    """Return a profile from what a player has done in a pool."""
    played = history.played
    taken = [deal.points for deal in played if deal.role is SeatRole.OPPONENT]
    given = [deal.points for deal in played if deal.role is not SeatRole.OPPONENT]
    return PlayerProfile(
        user=user,
        pool=pool,
        rating=NEW_RATING if entry is None else entry.rating,
        rank=None if entry is None else entry.rank,
        ranked_count=ranked,
        record=count_wins(played),
        by_role={role: count_wins(deal for deal in played if deal.role is role) for role in SeatRole},
        matches_won=sum(deal.match_won for deal in played),
        points_taken=_mean(taken),
        points_given=_mean(given),
        levels_gained=sum(max(0, deal.levels_gained) for deal in played),
        climbs=history.climbs,
        streak=current_streak([deal.won for deal in played]),
        form=tuple(deal.won for deal in played[-FORM_LENGTH:]),
        partner=history.partner,
        best_deal=_find_best_deal(played),
        history=thin_out(history.ratings),
    )


def count_wins(played: Iterable[PlayedDeal]) -> WinRecord:
    """Return how many deals there are, and how many were won."""
    won = [deal.won for deal in played]
    return WinRecord(len(won), sum(won))


def current_streak(won: Sequence[bool]) -> int:
    """Return the length of the current streak: above zero wins, below zero losses."""
    count = 0
    for outcome in reversed(won):
        if outcome is not won[-1]:
            break
        count += 1
    return count if won and won[-1] else -count


def _mean(points: Sequence[int]) -> float | None:
    return sum(points) / len(points) if points else None


def _find_best_deal(played: Sequence[PlayedDeal]) -> PlayedDeal | None:
    """Return the win with most levels; among equals the one with the clearest points, then the first."""
    won = [deal for deal in played if deal.won]
    return max(won, key=lambda deal: (deal.rise, _get_margin(deal), -deal.result), default=None)


def _get_margin(deal: PlayedDeal) -> int:
    return deal.points if deal.role is SeatRole.OPPONENT else -deal.points
