"""Finds the cheapest perfect matching of a graph, with `rustworkx`."""

from collections.abc import Iterable

Edge = tuple[int, int, int]
"""Two nodes and what joining them costs, from 0 to `MAX_COST`."""
MAX_COST = 1 << 110
"""The library computes with 128 bits; this leaves room for sums over a thousand edges."""


def match_cheapest(nodes: int, edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Return as many disjoint edges as possible, and among those sets the cheapest, sorted."""
    import rustworkx  # with numpy, some 30 MB that only a round of an event needs

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, MAX_COST - cost) for a, b, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in matched)
