"""What the points of a deal mean by its rules, and how many there can be: results from elsewhere are checked by it."""

from typing import Final

from engine.cards import points_of
from engine.fairness import pack
from engine.rules import Rules, Teams, ThrowPenalty
from engine.scoring import greatest_multiplier, outcome, small_team_bonus
from engine.seats import Seat

STEP: Final = 5
"""All card points, and all fines, are multiples of this."""
MOST_POINTS: Final = 10_000
"""No deal that anybody has played has more, penalties included, whatever a multiplier could come to."""
_MOST_OF_A_CARD: Final = 10
_FINE: Final = 10


def means(points: int, rules: Rules, side: int) -> tuple[bool, int]:
    """Return whether declarers hold against so many points of the opponents, and the levels that the winners rise.

    `side`: seats on the declarers' side, which with called friends may be small.
    """
    result = outcome(points, rules)
    if not result.declarers_hold or rules.teams is not Teams.FRIENDS:
        return result.declarers_hold, result.levels
    return True, result.levels + small_team_bonus([Seat(n) for n in range(side)], rules.friend_count, rules)


def span(rules: Rules) -> tuple[int, int]:
    """Return the fewest and the most points that opponents can make in a deal."""
    whole, hand = points_of(pack(rules)), rules.hand_size
    buried = min(whole, _MOST_OF_A_CARD * rules.kitty_size)
    fines = 0 if rules.throw_penalty is ThrowPenalty.NONE else _FINE * hand * rules.players
    most = whole + buried * (greatest_multiplier(hand, rules) - 1) + fines
    return 0 if rules.clamp_negative else -fines, min(most, MOST_POINTS)
