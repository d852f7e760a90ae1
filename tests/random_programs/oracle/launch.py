"""Kernels: blocks whose threads run one after another from barrier to barrier.

Without races, that is as good as any other order (but for what atomics return, which is marked). Where threads or
blocks break something, which one is first depends on the order, so all of them count as first.
"""

from collections.abc import Iterator

from tests.random_programs.language.tree import Barrier, Body, DeclareArray, For, If, Kernel, Launch, Scope
from tests.random_programs.oracle.evaluate import all_of, converted, number
from tests.random_programs.oracle.execute import execute
from tests.random_programs.oracle.execution import Execution
from tests.random_programs.oracle.memory import Object, Space, Value
from tests.random_programs.oracle.run import Finding, Finished, Violated
from tests.random_programs.oracle.thread import Slot, Thread

MOST_THREADS = 1024


def launch(x: Execution, host: Thread, s: Launch) -> None:
    grid, block, *args = all_of(x.run, host, s.grid, s.block, *s.args)
    blocks, threads = number(grid), number(block)
    x.run.decide(grid[1] | block[1], (blocks, threads))
    if blocks <= 0 or not 0 < threads <= MOST_THREADS:
        x.run.broken("launch-config")
        return
    x.launches += 1
    kernel = next(k for k in x.program.kernels if k.name == s.kernel)
    line = x.run.line
    for number_of_block in reversed(range(blocks)) if x.run.backwards else range(blocks):
        x.pending |= Block(x, host, kernel, args, number_of_block, threads, blocks * threads == 1).run()
    x.run.line = line


class Block:
    def __init__(
        self, x: Execution, host: Thread, kernel: Kernel, args: list[Value], number: int, threads: int, alone: bool
    ) -> None:
        self.x = x
        self.findings: set[Finding] = set()
        shared = {d.name: Slot(self.shared(d), None) for d in shared_arrays(kernel.body)}
        self.threads = []
        for k in range(threads):
            names: dict[str, Value | Slot] = {n: v for n, v in host.names.items() if n in x.device_names}
            names |= shared
            for (name, type), (value, marks) in zip(kernel.parameters, args, strict=True):
                names[name] = converted(value, type), marks
            self.threads.append(Thread(names, x.launches, number, k, threads))
            self.threads[-1].alone = alone
        self.bodies = {t: execute(x, t, kernel.body) for t in self.threads}

    def shared(self, d: DeclareArray) -> Object:
        made = Object(d.name, Space.SHARED, d.type.size * d.count, aligned=d.type.size)
        self.x.objects.append(made)
        return made

    def run(self) -> set[Finding]:
        """All that may be the first violation in this block."""
        waiting = list(self.threads)
        while waiting and not self.findings:
            if self.x.run.backwards:
                waiting.reverse()
            stops = {t: self.step(t) for t in waiting}
            self.meet({t: stop for t, stop in stops.items() if stop is not None})
            waiting = [t for t in self.threads if stops.get(t) is not None]
            for t in self.threads:
                t.phase += 1
        return self.findings

    def step(self, thread: Thread) -> Barrier | None:
        """Runs a thread to its next barrier; None at its end."""
        self.x.run.who = thread.launch, thread.block, thread.number
        try:
            return next(self.bodies[thread], None)
        except Finished:
            return None
        except Violated as violated:
            self.findings |= violated.findings
            return None
        finally:
            self.x.run.who = None
            self.findings |= thread.races

    def meet(self, stops: dict[Thread, Barrier]) -> None:
        """Every thread has to come to the same barrier (CUDA C++ guide, __syncthreads)."""
        if not stops or self.findings or (len(stops) == len(self.threads) and len(set(stops.values())) == 1):
            return
        if "barrier-divergence" in self.x.run.enabled:
            self.findings |= {("barrier-divergence", (self.x.lines[stop],)) for stop in stops.values()}


def shared_arrays(body: Body) -> Iterator[DeclareArray]:
    for s in body:
        match s:
            case DeclareArray(shared=True):
                yield s
            case If(_, then, other):
                yield from shared_arrays(then)
                yield from shared_arrays(other)
            case For(body=inner) | Scope(inner):
                yield from shared_arrays(inner)


