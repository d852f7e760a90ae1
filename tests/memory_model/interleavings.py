"""The sequentially consistent executions of a program: all interleavings, run one by one."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.memory_model.execution import Execution, base_causality
from tests.memory_model.litmus import Atomic, Barrier, Fence, Load, Outcome, Place, Program, Statement, Store


@dataclass
class _Run:
    """An interleaving that is under way: where each thread is, memory by bytes with who wrote them, and registers."""

    at: list[int]
    execution: Execution
    memory: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    registers: dict[str, int] = field(default_factory=dict)

    def copy(self) -> "_Run":
        e = self.execution
        same = Execution(e.program, list(e.thread), list(e.statements), set(e.written), dict(e.sources))
        return _Run(list(self.at), same, dict(self.memory), dict(self.registers))

    def read(self, place: Place) -> tuple[int, tuple[int, ...]]:
        cells = [self.memory.get((place.variable, byte), (0, -1)) for byte in place.bytes]
        return sum(value << 8 * i for i, (value, _) in enumerate(cells)), tuple(by for _, by in cells)

    def write(self, place: Place, value: int, event: int) -> None:
        self.execution.written.add(event)
        for i, byte in enumerate(place.bytes):
            self.memory[place.variable, byte] = (value >> 8 * i & 255, event)


@dataclass(frozen=True)
class Verdict:
    """What a set of executions shows."""

    racy: bool
    outcomes: frozenset[Outcome]


def interleaved(program: Program) -> Verdict:
    """Is there a race in an interleaving, in the sense of C++ and of observation order, and what are the outcomes?"""
    racy, outcomes = False, set()
    seen: set[object] = set()
    for run in _runs(program):
        outcomes.add(tuple(run.registers.get(name, 0) for name in program.registers()))
        key = _who_read_whom(run.execution)
        if not racy and key not in seen:
            seen.add(key)
            racy = run.execution.races(base_causality(run.execution, None, sequences=False))
    return Verdict(racy, frozenset(outcomes))


def _who_read_whom(e: Execution) -> object:
    """Equal for executions with the same relations: events are named by their thread and their number in it."""
    names, counts = [], [0] * len(e.program.threads)
    for thread in e.thread:
        names.append((thread, counts[thread]))
        counts[thread] += 1
    written = frozenset(names[event] for event in e.written)
    sources = frozenset((names[r], tuple(names[w] if w >= 0 else None for w in by)) for r, by in e.sources.items())
    return frozenset(names), written, sources


def _runs(program: Program) -> Iterator[_Run]:
    stack = [_Run([0] * len(program.threads), Execution(program))]
    while stack:
        run = stack.pop()
        if not any(_waits(run, t) for t in range(len(program.threads))):
            yield run
            continue
        for thread in range(len(program.threads)):
            if _waits(run, thread) and not _held(run, thread):
                other = run.copy()
                _step(other, thread)
                stack.append(other)


def _waits(run: _Run, thread: int) -> bool:
    """Has the thread something left to do?"""
    return run.at[thread] < len(run.execution.program.threads[thread].body)


def _held(run: _Run, thread: int) -> bool:
    """Does it stand before a barrier that others of its block have not come to?"""
    threads = run.execution.program.threads
    if not isinstance(threads[thread].body[run.at[thread]], Barrier):
        return False
    mine = _passed(run, thread)
    return any(
        _passed(run, other) < mine or (_passed(run, other) == mine and not _stands(run, other))
        for other in range(len(threads))
        if threads[other].block == threads[thread].block
    )


def _passed(run: _Run, thread: int) -> int:
    """How many barriers it has gone through."""
    body = run.execution.program.threads[thread].body
    return sum(isinstance(s, Barrier) for s in body[: run.at[thread]])


def _stands(run: _Run, thread: int) -> bool:
    body = run.execution.program.threads[thread].body
    return run.at[thread] < len(body) and isinstance(body[run.at[thread]], Barrier)


def _step(run: _Run, thread: int) -> None:
    """Execute the next statement, and the fences behind it: when a fence is executed makes no difference."""
    body = run.execution.program.threads[thread].body
    while True:
        statement = body[run.at[thread]]
        run.at[thread] += 1
        when = statement.when
        if when is None or run.registers.get(when.register, 0) == when.value:
            run.execution.thread.append(thread)
            run.execution.statements.append(statement)
            _access(run, statement, len(run.execution.thread) - 1)
        if not _waits(run, thread) or not isinstance(body[run.at[thread]], Fence):
            return


def _access(run: _Run, statement: Statement, event: int) -> None:
    match statement:
        case Load():
            run.registers[statement.register], run.execution.sources[event] = run.read(statement.place)
        case Store():
            run.write(statement.place, statement.value, event)
        case Atomic():
            old, run.execution.sources[event] = run.read(statement.place)
            if statement.register is not None:
                run.registers[statement.register] = old
            new = statement.new(old)
            if new is not None:
                run.write(statement.place, new, event)
