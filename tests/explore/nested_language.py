"""Small kernels that launch others, and an enumeration of what the documents say of them that shares no code with ours.

A kernel of two threads makes accesses and launches kernels of one thread, which make accesses. For each turn that the
launches may take in a stream that the threads share, the happens-before relation is a graph: the steps of a thread in
their order, a launch before what it launches, what is in one stream in order, a tail launch behind all else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

CELLS = 2
STREAMS = ("null", "own", "fire", "tail")
HANDLES = {"null": "0", "own": "own", "fire": "cudaStreamFireAndForget", "tail": "cudaStreamTailLaunch"}


@dataclass(frozen=True)
class Touch:
    """A read into a place of its own, or a write of a value of its own."""

    cell: int
    writes: bool


@dataclass(frozen=True)
class Start:
    """A launch of a kernel that makes these accesses."""

    stream: str
    touches: tuple[Touch, ...]


Step = Touch | Start
Threads = tuple[Sequence[Step], Sequence[Step]]


@dataclass(frozen=True)
class Node:
    """A step, by a number that tells it from all others; `touch` is None for a launch."""

    number: int
    touch: Touch | None


class Nested:
    """The nodes of a program: those of each thread, and those of each launched kernel with its thread and stream."""

    def __init__(self, threads: Threads) -> None:
        self.lines: list[list[Node]] = []
        self.starts: list[tuple[int, str, Node, list[Node]]] = []
        count = 0
        for thread, steps in enumerate(threads):
            line = []
            for step in steps:
                node = Node(count, step if isinstance(step, Touch) else None)
                count += 1
                line.append(node)
                if isinstance(step, Start):
                    inner = [Node(count + index, touch) for index, touch in enumerate(step.touches)]
                    count += len(inner)
                    self.starts.append((thread, step.stream, node, inner))
            self.lines.append(line)
        self.count = count

    def turns(self) -> Iterator[list[int]]:
        """The orders of the launches that keep those of each thread."""
        for order in permutations(range(len(self.starts))):
            if all(a < b or self.starts[a][0] != self.starts[b][0] for a, b in combinations(order, 2)):
                yield list(order)

    def edges(self, order: Sequence[int]) -> set[tuple[int, int]]:
        """What happens before what, if the launches are made in this order."""
        found = set()
        for line in (*self.lines, *(inner for *_, inner in self.starts)):
            found |= {(a.number, b.number) for a, b in pairwise(line)}
        for _, _, launch, inner in self.starts:
            found |= {(launch.number, node.number) for node in inner}
        for first, second in combinations(order, 2):
            one, other = self.starts[first], self.starts[second]
            if one[1] == other[1] and (one[1] in ("null", "tail") or (one[1] == "own" and one[0] == other[0])):
                found |= {(a.number, b.number) for a in one[3] for b in other[3]}
                found |= {(one[2].number, b.number) for b in other[3]}  # an empty kernel hands on what came before it
        for _, stream, _, inner in self.starts:
            if stream == "tail":
                earlier = [n for line in self.lines for n in line]
                earlier += [n for _, other, _, body in self.starts if other != "tail" for n in body]
                found |= {(a.number, b.number) for a in earlier for b in inner}
        return _closure(found, self.count)

    def nodes(self) -> list[Node]:
        return sorted(
            (n for line in (*self.lines, *(inner for *_, inner in self.starts)) for n in line), key=lambda n: n.number
        )

    def racy(self) -> bool:
        touches = [n for n in self.nodes() if n.touch is not None]
        for order in self.turns():
            before = self.edges(order)
            for a, b in combinations(touches, 2):
                assert a.touch is not None and b.touch is not None
                conflict = a.touch.cell == b.touch.cell and (a.touch.writes or b.touch.writes)
                if conflict and (a.number, b.number) not in before and (b.number, a.number) not in before:
                    return True
        return False

    def outcomes(self) -> set[tuple[int, ...]]:
        """The final cells, and what each read has found, in all interleavings."""
        found: set[tuple[int, ...]] = set()
        nodes = self.nodes()
        for order in self.turns():
            before = self.edges(order)
            launches = [self.starts[index][2].number for index in order]
            before |= set(combinations(launches, 2))
            behind = {n.number: {a for a, b in before if b == n.number} for n in nodes}
            start = (0,) * (CELLS + self.count)
            seen = set()
            todo = [(frozenset[int](), start)]
            while todo:
                done, memory = todo.pop()
                if (done, memory) in seen:
                    continue
                seen.add((done, memory))
                if len(done) == len(nodes):
                    found.add(memory)
                for node in nodes:
                    if node.number not in done and behind[node.number] <= done:
                        todo.append((done | {node.number}, _after(node, memory)))
        return found


def _after(node: Node, memory: tuple[int, ...]) -> tuple[int, ...]:
    if node.touch is None:
        return memory
    cells = list(memory)
    if node.touch.writes:
        cells[node.touch.cell] = node.number + 1
    else:
        cells[CELLS + node.number] = memory[node.touch.cell]
    return tuple(cells)


def _closure(edges: set[tuple[int, int]], count: int) -> set[tuple[int, int]]:
    found = set(edges)
    for middle in range(count):
        for a in range(count):
            if (a, middle) in found:
                found |= {(a, b) for b in range(count) if (middle, b) in found}
    return found


def to_cuda(threads: Threads) -> str:
    """The program in CUDA. The first cells of the array are those of the program, then come the places of reads."""
    program = Nested(threads)
    kernels, sides = [], []
    starts = {launch.number: (name, stream, inner) for name, (_, stream, launch, inner) in enumerate(program.starts)}
    for name, (_, _, _, inner) in enumerate(program.starts):
        kernels.append(f"__global__ void k{name}(int *a) {{ {' '.join(map(_statement, inner))} }}")
    for line in program.lines:
        body = ["cudaStream_t own;", "cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);"]
        for node in line:
            if node.touch is not None:
                body.append(_statement(node))
            else:
                name, stream, _ = starts[node.number]
                body.append(f"k{name}<<<1, 1, 0, {HANDLES[stream]}>>>(a);")
        sides.append(" ".join(body))
    size = CELLS + program.count
    return "\n".join([
        *kernels,
        f"__global__ void parent(int *a) {{ if (threadIdx.x == 0) {{ {sides[0]} }} else {{ {sides[1]} }} }}",
        "int main() {",
        f"    int *a; cudaMallocManaged(&a, {4 * size}); for (int i = 0; i < {size}; i++) a[i] = 0;",
        "    parent<<<1, 2>>>(a); cudaDeviceSynchronize();",
        "}",
    ])  # fmt: skip


def _statement(node: Node) -> str:
    assert node.touch is not None
    if node.touch.writes:
        return f"a[{node.touch.cell}] = {node.number + 1};"
    return f"a[{CELLS + node.number}] = a[{node.touch.cell}];"
