"""Orders of the rows and columns of a sparse matrix with few numbers in its factors: that of Cuthill and McKee in
reverse, and one of least degree, both of the pattern of A + A^T."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush


def neighbours(offsets: Sequence[int], indices: Sequence[int]) -> list[set[int]]:
    """Which rows and columns are connected by an entry of A or of A^T."""
    found: list[set[int]] = [set() for _ in range(len(offsets) - 1)]
    for row in range(len(found)):
        for column in indices[offsets[row] : offsets[row + 1]]:
            if column != row:
                found[row].add(column)
                found[column].add(row)
    return found


def reverse_cuthill_mckee(graph: list[set[int]]) -> list[int]:
    """By breadth, from a vertex of few neighbours that is far from others, in reverse."""
    order: list[int] = []
    seen = [False] * len(graph)
    for start in sorted(range(len(graph)), key=lambda vertex: (len(graph[vertex]), vertex)):
        if not seen[start]:
            for vertex in _by_breadth(graph, _far_from(graph, start)):
                seen[vertex] = True
                order.append(vertex)
    return order[::-1]


def _by_breadth(graph: list[set[int]], start: int) -> list[int]:
    found, seen = [start], {start}
    for vertex in found:
        new = sorted(graph[vertex] - seen, key=lambda other: (len(graph[other]), other))
        seen.update(new)
        found += new
    return found


def _far_from(graph: list[set[int]], start: int) -> int:
    return _by_breadth(graph, start)[-1]


def least_degree(graph: list[set[int]]) -> list[int]:
    """Again and again the vertex with the fewest neighbours, which are all connected when it is taken."""
    left = [set(others) for others in graph]
    heap = [(len(others), vertex) for vertex, others in enumerate(left)]
    heapify(heap)
    order: list[int] = []
    done = [False] * len(left)
    while heap:
        degree, vertex = heappop(heap)
        if done[vertex] or degree != len(left[vertex]):
            continue
        done[vertex] = True
        order.append(vertex)
        around = left[vertex]
        for other in around:
            left[other] |= around
            left[other] -= {vertex, other}
        for other in around:
            heappush(heap, (len(left[other]), other))
    return order
