"""Counts who has met whom in the rounds so far, and finds the cheapest matching of those who may meet."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.events.pairing.ports import EncounterResult, EntrantNumber, History

Two = tuple[EntrantNumber, EntrantNumber]
"""Two entrants, the lower number first."""
Edge = tuple[int, int, int]
"""Two nodes and what joining them costs, from 0 to `MAX_COST`."""
MAX_COST = 1 << 110
"""The library computes with 128 bits; this leaves room for sums over a thousand edges."""


def order_two(a: EntrantNumber, b: EntrantNumber) -> Two:
    """Return the two, the lower number first."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True)
class PastRounds:
    """Counts over the rounds so far; pairs that never met count 0."""

    partnered: Counter[Two]
    opposed: Counter[Two]
    byes: Counter[EntrantNumber]
    """Rounds that gave points without a game: sat out, or won by forfeit."""


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
    """Return the meetings that took place, or still may where there is no result, without absent entrants."""
    if result and result.forfeited and not result.is_played:
        return []
    absent = result.forfeited if result else frozenset()
    return [order_two(a, b) for a, b in meetings if a not in absent and b not in absent]


def match_cheapest(nodes: int, edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Return as many disjoint edges as possible, and among those sets the cheapest, sorted."""
    import rustworkx  # with numpy, some 30 MB that only a round of an event needs

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, MAX_COST - cost) for a, b, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in matched)
