"""Counts how often entrants have met so far, and finds the cheapest way to pair those who may meet."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.events.pairing.ports import EncounterResult, EntrantNumber, History

Two = tuple[EntrantNumber, EntrantNumber]
"""Two entrants, the lower number first."""
Edge = tuple[int, int, int]
"""Two nodes that may be paired, and the cost of pairing them, from 0 to `MAX_COST`."""
MAX_COST = 1 << 110
"""The highest cost of an edge. rustworkx computes with 128 bits, so a thousand such costs can be added."""


def order_two(a: EntrantNumber, b: EntrantNumber) -> Two:
    """Return the two entrants, the lower number first."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True)
class PastRounds:
    """How often two entrants were partners or opponents, and how often each had a bye, in the rounds so far."""

    partnered: Counter[Two]
    opposed: Counter[Two]
    byes: Counter[EntrantNumber]
    """How often each entrant sat out or won by forfeit. Such a round gives points without a game."""


def count_past_rounds(history: History) -> PastRounds:
    """Count partners, opponents and byes. Entrants who did not turn up met nobody."""
    past = PastRounds(Counter(), Counter(), Counter())
    for pairing, results in history:
        past.byes.update(pairing.byes)
        by_table = {result.encounter: result for result in results}
        for encounter in pairing.encounters:
            result = by_table.get(encounter)
            past.byes.update(result.list_walkovers() if result else ())
            past.partnered.update(_list_meetings(encounter.partnerships(), result))
            past.opposed.update(_list_meetings(encounter.oppositions(), result))
    return past


def _list_meetings(meetings: Iterable[Two], result: EncounterResult | None) -> list[Two]:
    """Return the pairs of people who met, or all pairs if there is no result yet. Absent people met nobody."""
    if result and result.forfeited and not result.is_played:
        return []
    absent = result.forfeited if result else frozenset()
    return [order_two(a, b) for a, b in meetings if a not in absent and b not in absent]


def match_cheapest(nodes: int, edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Return as many pairs as possible at the lowest cost, sorted. Each node is in at most one pair."""
    import rustworkx  # imported late, because only pairing needs its 30 MB (with numpy)

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, MAX_COST - cost) for a, b, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in matched)
