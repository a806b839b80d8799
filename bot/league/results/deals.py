"""Deals and rulings as the league stores them, and the results that are possible by the rules of a deal."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.ids import PoolId, ResultId, TableId, UserId
from engine.deal.fair_shuffle import full_pack
from engine.deal.kitty_multiplier import max_multiplier
from engine.deal.scoring import add_capture_levels, score_deal, small_team_bonus
from engine.model.cards import points_of
from engine.model.options import Teams, ThrowPenalty
from engine.model.rules import Rules
from engine.model.seats import Seat

MAX_RISE: Final = 13
"""The most levels that a seat may gain, which is from 2 to the level after the ace."""
MAX_REASON_LENGTH: Final = 300
POINT_STEP: Final = 5
"""All card points and penalties are multiples of this."""
MAX_POINTS: Final = 10_000
"""The most points of a deal, penalties included. Multipliers allow more points, but no real deal gives as many."""
_MAX_CARD_POINTS: Final = 10
_PENALTY: Final = 10


class SeatRole(StrEnum):
    """The role of a seat in a deal."""

    DECLARER = "declarer"
    PARTNER = "partner"  # on the declarer's side, with fixed teams
    FRIEND = "friend"  # on the declarer's side, with called friends
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class BookedSeat:
    """The result of one seat. Its player is either a `user` or a computer player of the strength `computer_level`."""

    seat: int
    user: UserId | None
    computer_level: str | None
    role: SeatRole
    won: bool
    match_won: bool
    level_before: int
    level_after: int

    @property
    def declaring(self) -> bool:
        """Return whether the seat was on the declarer's side."""
        return self.role is not SeatRole.OPPONENT

    @property
    def levels_gained(self) -> int:
        """The levels gained, below zero if they were lost."""
        return self.level_after - self.level_before


@dataclass(frozen=True, slots=True)
class BookedDeal:
    """A stored deal, ended `at` seconds since the epoch. Opponents made `points`, and winners rose by `rise` levels."""

    id: ResultId
    at: float
    declarer: int
    points: int
    rise: int
    seats: tuple[BookedSeat, ...]
    pool: PoolId | None = None
    table: TableId | None = None
    """The table that played the deal; None if it was imported."""
    decay: float = 0.0
    """The rating decay at the time of booking (`ratings.decayed_spread`)."""
    void: bool = False
    """Whether the deal counts for nothing, because of a ruling or a vote of its winners."""
    rated: bool = True
    """Whether the deal changes ratings. A deal by house rules or at a friendly table does not."""

    @property
    def declarers_hold(self) -> bool:
        """Return whether the declarers won."""
        return any(s.won and s.declaring for s in self.seats)

    @property
    def match_over(self) -> bool:
        """Return whether somebody won the match with this deal."""
        return any(s.match_won for s in self.seats)

    def seat_of(self, user: UserId) -> BookedSeat | None:
        """Return the seat of a user; None if they have none."""
        return next((s for s in self.seats if s.user == user), None)


class RulingKind(StrEnum):
    """What a ruling does to a result."""

    VOID = "void"  # the result counts for nothing
    CORRECT = "correct"  # the result counts with another winner, rise or points
    RESTORE = "restore"  # an earlier correction or, without one, the booked result counts again


@dataclass(frozen=True, slots=True)
class Ruling:
    """A manager's ruling about a result. Only a CORRECT ruling uses the last three fields."""

    kind: RulingKind
    declarers_hold: bool = True
    rise: int = 0
    points: int = 0


def apply_ruling(booked: BookedDeal, ruling: Ruling) -> BookedDeal:
    """Return the deal as it counts after a ruling. A correction can take a won match away, but never gives one."""
    match ruling.kind:
        case RulingKind.RESTORE:
            return replace(booked, void=False)
        case RulingKind.VOID:
            return replace(booked, void=True)
        case RulingKind.CORRECT:
            seats = tuple(_correct_seat(seat, booked, ruling) for seat in booked.seats)
            return replace(booked, points=ruling.points, rise=ruling.rise, seats=seats)


def _correct_seat(seat: BookedSeat, booked: BookedDeal, ruling: Ruling) -> BookedSeat:
    won = seat.declaring == ruling.declarers_hold
    same = ruling.declarers_hold == booked.declarers_hold and ruling.rise == booked.rise
    bonus = max(0, seat.levels_gained - booked.rise) if seat.won and ruling.rise else 0  # the declarer may get a bonus
    after = seat.level_after if same else min(seat.level_before + (ruling.rise + bonus) * won, 2 + MAX_RISE)
    return replace(seat, won=won, match_won=seat.match_won and won, level_after=after)


def split_winners_and_losers(deal: BookedDeal) -> tuple[tuple[BookedSeat, ...], tuple[BookedSeat, ...]]:
    """Return the seats of the winners and those of the losers."""
    return tuple(s for s in deal.seats if s.won), tuple(s for s in deal.seats if not s.won)


def list_users(seats: Iterable[BookedSeat]) -> tuple[UserId, ...]:
    """Return the users in these seats."""
    return tuple(s.user for s in seats if s.user is not None)


def get_role(*, declarer: bool, declaring: bool, fixed: bool) -> SeatRole:
    """Return the role of a seat in a deal. With `fixed` teams, the declarer has partners, and otherwise friends."""
    if declarer:
        return SeatRole.DECLARER
    if not declaring:
        return SeatRole.OPPONENT
    return SeatRole.PARTNER if fixed else SeatRole.FRIEND


def expected_outcome(points: int, rules: Rules, side: int) -> tuple[bool, tuple[int, ...]]:
    """Return whether declarers win if opponents make these points, and the numbers of levels that winners may gain.

    `side` is the number of seats on the declarers' side. Two gains are possible if capturing the kitty adds levels.
    """
    result = score_deal(points, rules)
    if not result.declarers_hold:
        return False, tuple(sorted({result.levels, add_capture_levels(result.levels, rules)}))
    if rules.teams is not Teams.FRIENDS:
        return True, (result.levels,)
    return True, (result.levels + small_team_bonus([Seat(n) for n in range(side)], rules.friend_count, rules),)


def get_points_range(rules: Rules) -> tuple[int, int]:
    """Return the least and the most points that opponents can make."""
    whole, hand = points_of(full_pack(rules)), rules.hand_size
    buried = min(whole, _MAX_CARD_POINTS * rules.kitty_size)
    penalties = 0 if rules.throw_penalty is ThrowPenalty.NONE else _PENALTY * hand * rules.players
    most = whole + buried * max(0, max_multiplier(hand, rules) - 1) + penalties
    return 0 if rules.clamp_negative else -penalties, min(most, MAX_POINTS)
