"""Plays a deal to its end, with bit masks. Every seat plays by rules, and uses only what it could know.

Nothing in a play-out is random. With four players and two decks, tests compare choices with the rule player's and check
that each play is legal. At other tables a play-out need not be legal in every detail.
"""

from dataclasses import replace

from engine.model.options import Throws
from engine.model.trump import TRUMP_INDEX
from engine.players.playouts.follow_one import choose_follow
from engine.players.playouts.follow_several import choose_several
from engine.players.playouts.hands import THROW, Played, PlayoutResult, Trace, Trick, compare
from engine.players.playouts.lead import choose_lead
from engine.players.playouts.playout_table import OpenTable, points_of_bit


def run_rule_playout(
    table: OpenTable, trick: Trick | None, leader: int, trace: Trace | None = None, *, throws: Throws = Throws.ALL
) -> PlayoutResult:
    """Play until all hands are empty. Begin within `trick`, or with a lead by `leader` if `trick` is None."""
    points, length, by_trumps = 0, 0, False
    trick = replace(trick) if trick is not None else None
    while True:
        if trick is None:
            if not table.left[leader]:
                return PlayoutResult(points, leader, length, by_trumps)
            trick, played = choose_lead(table, leader, throws)
            table.lay(leader, played)
            if trace is not None:
                trace.append((leader, played))
        while trick.left:
            played = _follow_one(table, trick) if trick.cards == 1 else _follow_several(table, trick)
            if trace is not None:
                trace.append((trick.turn, played))
            trick.turn = table.start.behind[trick.turn][0]
            trick.left -= 1
        leader, length = trick.winner, _count_pairs(trick)
        by_trumps = trick.ruffed or trick.suit == TRUMP_INDEX
        if not table.sides[leader]:
            points += trick.points
        trick = None


def _count_pairs(trick: Trick) -> int:
    return min(1, trick.pairs) if trick.width == THROW else trick.length * (trick.width // 2)


def _follow_one(table: OpenTable, trick: Trick) -> Played:
    seat, (suit, bit) = trick.turn, choose_follow(table, trick)
    table.lay_card(seat, suit, bit)
    trick.points += points_of_bit(table.layout, suit, bit)
    if suit != trick.suit:
        table.void[trick.suit] |= 1 << seat
    if suit == TRUMP_INDEX or (suit == trick.suit and not trick.ruffed):
        top = table.layout.trump_level[bit] if suit == TRUMP_INDEX else bit
        if top > trick.top or (suit != trick.suit and not trick.ruffed):
            trick.winner, trick.top, trick.ruffed = seat, top, suit == TRUMP_INDEX
    played = [(suit, bit)]
    if table.public.called:
        table.show_called(seat, played)
    return played


def _follow_several(table: OpenTable, trick: Trick) -> Played:
    seat, suit = trick.turn, trick.suit
    played = choose_several(table, trick)
    table.lay(seat, played)
    table.note_gaps(seat, suit, played, _count_required_pairs(trick))
    for other, bit in played:
        trick.points += points_of_bit(table.layout, other, bit)
    compare(table.layout, trick, seat, played)
    return played


def _count_required_pairs(trick: Trick) -> int:
    """Return how many pairs a lead demands. A seat that follows with fewer pairs has no pair of the suit left."""
    if trick.width == 1:
        return 0
    if trick.width == THROW:
        return trick.pairs
    return trick.length if trick.width == 2 else 1  # noqa: PLR2004 - pairs
