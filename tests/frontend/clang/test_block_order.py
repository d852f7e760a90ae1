"""The order of blocks, on random graphs: every block once, jumps back only where there is a loop."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.frontend.clang.lower.order import ordered

Graph = dict[str, list[str]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    count = draw(st.integers(1, 9))
    labels = [f"b{number}" for number in range(count)]
    return {a: draw(st.lists(st.sampled_from(labels), max_size=3)) for a in labels}


def _reachable(graph: Graph, without: str = "") -> set[str]:
    found: set[str] = set()
    stack = ["b0"]
    while stack:
        node = stack.pop()
        if node not in found and node != without:
            found.add(node)
            stack += graph[node]
    return found


def _dominates(graph: Graph, a: str, b: str) -> bool:
    return a == b or b not in _reachable(graph, without=a)


def _is_reducible(graph: Graph) -> bool:
    """Every cycle has an entry that dominates it: without the edges to dominators nothing is cyclic."""
    nodes = _reachable(graph)
    forward = {a: [b for b in graph[a] if not _dominates(graph, b, a)] for a in nodes}
    while True:
        ends = {a for a in forward if not forward[a]}
        if not ends:
            return not forward
        forward = {a: [b for b in targets if b not in ends] for a, targets in forward.items() if a not in ends}


@given(graphs())
def test_every_reachable_block_comes_once_and_the_entry_first(graph: Graph) -> None:
    order = ordered(list(graph), graph)
    assert order[0] == "b0"
    assert sorted(order) == sorted(_reachable(graph))


@given(graphs())
def test_only_loops_jump_backwards(graph: Graph) -> None:
    if not _is_reducible(graph):
        return
    place = {label: index for index, label in enumerate(ordered(list(graph), graph))}
    for a in place:
        for b in graph[a]:
            assert place[b] > place[a] or _dominates(graph, b, a)


@given(graphs())
def test_the_order_of_the_compiler_stays_where_it_can(graph: Graph) -> None:
    forward = {a: [b for b in targets if b > a] for a, targets in graph.items()}
    labels = [label for label in forward if label in _reachable(forward)]
    assert ordered(list(forward), forward) == labels
