"""Small kernels that launch others, and an enumeration of what the documents say of them that shares no code with ours.

A kernel of two threads makes accesses and launches kernels of one thread, which may launch others. For each turn that
the launches may take in a stream that the threads share, the happens-before relation is a graph: the steps of a thread
in their order, a launch before what it launches, what is in one stream in order, a tail launch behind all else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, pairwise, permutations

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
    """A launch of a kernel of one thread that takes these steps."""

    stream: str
    steps: "tuple[Step, ...]"


Step = Touch | Start
Threads = tuple[Sequence[Step], Sequence[Step]]


@dataclass(frozen=True)
class Node:
    """A step, by a number that tells it from all others; `touch` is None for a launch."""

    number: int
    touch: Touch | None


@dataclass(frozen=True)
class Launched:
    """A kernel that the launch `by` of a thread has put into a stream; `number` names it."""

    number: int
    thread: int
    stream: str
    by: Node
    grid: "Grid"


class Grid:
    """The nodes of a kernel: those of each thread, and what it launches."""

    def __init__(self, threads: Sequence[Sequence[Step]], numbers: Iterator[int]) -> None:
        self.lines: list[list[Node]] = []
        self.launched: list[Launched] = []
        for thread, steps in enumerate(threads):
            line = []
            for step in steps:
                node = Node(next(numbers), step if isinstance(step, Touch) else None)
                line.append(node)
                if isinstance(step, Start):
                    grid = Grid((step.steps,), numbers)
                    self.launched.append(Launched(node.number, thread, step.stream, node, grid))
            self.lines.append(line)

    def own(self) -> list[Node]:
        return [node for line in self.lines for node in line]

    def nodes(self) -> list[Node]:
        """With those of all that it launches."""
        return [*self.own(), *(node for launched in self.launched for node in launched.grid.nodes())]

    def kernels(self) -> list[Launched]:
        return [*self.launched, *(inner for launched in self.launched for inner in launched.grid.kernels())]

    def edges(self, order: Sequence[int] | None = None) -> set[tuple[int, int]]:
        """What happens before what, if the launches are made in this order."""
        found = {(a.number, b.number) for line in self.lines for a, b in pairwise(line)}
        turns = self.launched if order is None else [self.launched[index] for index in order]
        for launched in self.launched:
            found |= launched.grid.edges() | _all(launched.by, launched.grid.nodes())
            if launched.stream == "tail":
                others = [n for other in self.launched if other.stream != "tail" for n in other.grid.nodes()]
                for earlier in (*self.own(), *others):
                    found |= _all(earlier, launched.grid.nodes())
        for one, other in combinations(turns, 2):
            alike = one.stream in ("null", "tail") or (one.stream == "own" and one.thread == other.thread)
            if one.stream == other.stream and alike:
                for earlier in (one.by, *one.grid.nodes()):  # an empty kernel hands on what came before it
                    found |= _all(earlier, other.grid.nodes())
        return found


def _all(before: Node, nodes: Sequence[Node]) -> set[tuple[int, int]]:
    return {(before.number, node.number) for node in nodes}


class Nested:
    """A program: the parent kernel, which the host launches."""

    def __init__(self, threads: Threads) -> None:
        numbers = count()
        self.parent = Grid(threads, numbers)
        self.count = next(numbers)
        self.nodes = sorted(self.parent.nodes(), key=lambda node: node.number)

    def turns(self) -> Iterator[list[int]]:
        """The orders of the parent's launches that keep those of each thread."""
        launched = self.parent.launched
        for order in permutations(range(len(launched))):
            if all(a < b or launched[a].thread != launched[b].thread for a, b in combinations(order, 2)):
                yield list(order)

    def edges(self, order: Sequence[int]) -> set[tuple[int, int]]:
        return _closure(self.parent.edges(order), self.count)

    def racy(self) -> bool:
        touches = [n for n in self.nodes if n.touch is not None]
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
        for order in self.turns():
            launches = [self.parent.launched[index].number for index in order]
            before = self.edges(order) | set(combinations(launches, 2))
            behind = {n.number: {a for a, b in before if b == n.number} for n in self.nodes}
            seen = set()
            todo = [(frozenset[int](), (0,) * (CELLS + self.count))]
            while todo:
                done, memory = todo.pop()
                if (done, memory) in seen:
                    continue
                seen.add((done, memory))
                if len(done) == len(self.nodes):
                    found.add(memory)
                for node in self.nodes:
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
    size = CELLS + program.count
    kernels = [
        f"__global__ void k{launched.number}(int *a) {{ {_thread(launched.grid, 0)} }}"
        for launched in reversed(program.parent.kernels())
    ]
    first, second = (_thread(program.parent, thread) for thread in range(2))
    return "\n".join([
        *(f"__global__ void k{launched.number}(int *a);" for launched in program.parent.kernels()),
        *kernels,
        f"__global__ void parent(int *a) {{ if (threadIdx.x == 0) {{ {first} }} else {{ {second} }} }}",
        "int main() {",
        f"    int *a; cudaMallocManaged(&a, {4 * size}); for (int i = 0; i < {size}; i++) a[i] = 0;",
        "    parent<<<1, 2>>>(a); cudaDeviceSynchronize();",
        "}",
    ])  # fmt: skip


def _thread(grid: Grid, thread: int) -> str:
    body = ["cudaStream_t own;", "cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);"]
    handles = {launched.number: HANDLES[launched.stream] for launched in grid.launched}
    for node in grid.lines[thread]:
        if node.touch is None:
            body.append(f"k{node.number}<<<1, 1, 0, {handles[node.number]}>>>(a);")
        else:
            body.append(_statement(node))
    return " ".join(body)


def _statement(node: Node) -> str:
    assert node.touch is not None
    if node.touch.writes:
        return f"a[{node.touch.cell}] = {node.number + 1};"
    return f"a[{CELLS + node.number}] = a[{node.touch.cell}];"
