"""Play-outs on bit masks for any number of players and decks, and for sides that change from deal to deal.

They are coarser than those of `engine.players.playout`: what follows a lead of several tuples is owed as pairs, triples
and so on, the widest first. What a play-out plays need not be legal in every detail; a search only compares means.
"""

from collections.abc import Sequence

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.any_playout.follow import follow
from engine.players.any_playout.hands import ManyHands, ManyTrick
from engine.players.any_playout.lead import choose_lead
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, PlayoutResult

__all__ = ["ManyHands", "ManyTrick", "run_any_playout"]


def run_any_playout(
    hands: ManyHands, layout: BitLayout, trick: ManyTrick, sides: Sequence[bool], chance: Chance
) -> PlayoutResult:
    """Play the deal to its end from `trick`; `hands` is emptied. `sides`: by seat, whether it is a declarer."""
    players, points = len(sides), 0
    while True:
        while trick.left:
            follow(hands, layout, trick, sides, chance)
            trick.turn = (trick.turn + 1) % players
            trick.left -= 1
        if not sides[trick.winner]:
            points += trick.points
        base = EFFECTIVE_SUIT_COUNT * trick.winner
        if not any(hands.counts[base : base + EFFECTIVE_SUIT_COUNT]):
            by_trumps = trick.ruffed or trick.suit == TRUMP_INDEX
            return PlayoutResult(points, trick.winner, max(0, trick.length * (trick.width // 2)), by_trumps)
        trick = choose_lead(hands, layout, trick.winner, players, chance)
