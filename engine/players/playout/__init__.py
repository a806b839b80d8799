"""Play-outs on bit masks: the rest of a deal of four players and two decks, played fast and mostly at random.

The rules are those of `follow = shapes_no_new_tractors`; leads are single units. Functions are long and avoid lookups
because a search calls them tens of thousands of times. Tests check each play against the public engine.
"""

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.follow_many import follow_many
from engine.players.playout.follow_single import follow_single
from engine.players.playout.hands import SEATS, THROW, Chance, FourHands, PlayoutResult, Trace, Trick, split_bits
from engine.players.playout.lead import choose_lead

__all__ = ["SEATS", "THROW", "FourHands", "Trick", "run_playout", "split_bits"]


def run_playout(
    hands: FourHands,
    layout: BitLayout,
    trick: Trick | None,
    leader: int,
    declarer: int,
    chance: Chance,
    trace: Trace | None = None,
) -> PlayoutResult:
    """Play the deal to its end from `trick`, or from a lead by `leader`; `hands` is emptied."""
    points, length, by_trumps = 0, 0, False
    while True:
        if trick is None:
            if not any(
                hands.counts[EFFECTIVE_SUIT_COUNT * leader : EFFECTIVE_SUIT_COUNT * leader + EFFECTIVE_SUIT_COUNT]
            ):
                return PlayoutResult(points, leader, length, by_trumps)
            trick = choose_lead(hands, layout, leader, chance, trace)
        while trick.left:
            follow(hands, layout, trick, chance, trace)
            trick.turn = (trick.turn + 1) & 3
            trick.left -= 1
        leader, length = trick.winner, max(0, trick.length)
        by_trumps = trick.ruffed or trick.suit == TRUMP_INDEX
        if (leader ^ declarer) & 1:
            points += trick.points
        trick = None


def follow(hands: FourHands, layout: BitLayout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the next seat follow."""
    if trick.cards == 1:
        follow_single(hands, layout, trick, chance, trace)
    else:
        follow_many(hands, layout, trick, chance, trace)
