"""The outcome that points give by the rules, and the range of points: imported results are checked by it."""

from typing import Final

from engine.deal.fair_shuffle import full_pack
from engine.deal.scoring import add_capture_levels, max_multiplier, score_deal, small_team_bonus
from engine.model.cards import points_of
from engine.model.options import Teams, ThrowPenalty
from engine.model.rules import Rules
from engine.model.seats import Seat

POINT_STEP: Final = 5
"""All card points and penalties are multiples of this."""
MAX_POINTS: Final = 10_000
"""No real deal has more, penalties included, although multipliers could give more."""
_MAX_CARD_POINTS: Final = 10
_PENALTY: Final = 10


def expected_outcome(points: int, rules: Rules, side: int) -> tuple[bool, tuple[int, ...]]:
    """Return whether declarers hold against these points of the opponents, and the possible levels of the winners.

    `side`: seats on the declarers' side, which is small if friends were missing. Opponents may have captured the
    kitty.
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
