"""Play-outs on masks: the rest of a deal of four players and two decks, played quickly and mostly at random.

Rules are those of `follow = shapes_no_new_tractors`; leads are single units. Functions are long and look up little
because a search calls them by the ten thousand; each play is legal under the public engine, which the tests hold
them to.
"""

from engine.players.kernel.hands import SEATS, SUITS, THROW, Chance, End, Table, Trace, Trick, bits
from engine.players.kernel.leads import lead
from engine.players.kernel.many import follow_many
from engine.players.kernel.singles import follow_single
from engine.players.layout import Layout

__all__ = ["SEATS", "SUITS", "THROW", "Table", "Trick", "bits", "playout"]


def playout(
    table: Table,
    lay: Layout,
    trick: Trick | None,
    leader: int,
    declarer: int,
    chance: Chance,
    trace: Trace | None = None,
) -> End:
    """Play the deal to its end from `trick`, or from a lead by `leader`; `table` is emptied."""
    points, length = 0, 0
    while True:
        if trick is None:
            if not any(table.size[SUITS * leader : SUITS * leader + SUITS]):
                return End(points, leader, length)
            trick = lead(table, lay, leader, chance, trace)
        while trick.left:
            follow(table, lay, trick, chance, trace)
            trick.turn = (trick.turn + 1) & 3
            trick.left -= 1
        leader, length = trick.winner, max(0, trick.length)
        if (leader ^ declarer) & 1:
            points += trick.points
        trick = None


def follow(table: Table, lay: Layout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the seat whose turn it is follow."""
    if trick.cards == 1:
        follow_single(table, lay, trick, chance, trace)
    else:
        follow_many(table, lay, trick, chance, trace)
