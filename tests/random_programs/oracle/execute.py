"""Statements of the host and of kernels. A thread is a generator that stops at each barrier."""

from collections.abc import Iterator

from tests.random_programs.language.c_types import IntType, PointerType
from tests.random_programs.language.tree import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Atomic,
    Barrier,
    Binary,
    Body,
    Break,
    Call,
    Const,
    Declare,
    DeclareArray,
    Expr,
    For,
    If,
    Launch,
    Read,
    Return,
    Scope,
    Statement,
    Update,
    Var,
    binary,
)  # fmt: skip
from tests.random_programs.oracle.access import store
from tests.random_programs.oracle.evaluate import UNSET_VARIABLE, all_of, converted, evaluate, moved, number, pointer
from tests.random_programs.oracle.execution import Execution
from tests.random_programs.oracle.library import atomic, call
from tests.random_programs.oracle.memory import DOUBT, Object, Pointer, Space, Value
from tests.random_programs.oracle.run import Excluded, Finished, Run
from tests.random_programs.oracle.thread import Slot, Thread


def execute(x: Execution, thread: Thread, body: Body) -> Iterator[Barrier]:
    """Runs `body`; what it declares ends with it."""
    declared: list[Object] = []
    try:
        for statement in body:
            x.run.tick()
            x.run.line = x.lines[statement]
            match statement:
                case If():
                    yield from branch(x, thread, statement)
                case For():
                    yield from loop(x, thread, statement)
                case Scope(inner):
                    yield from execute(x, thread, inner)
                case Barrier():
                    yield statement
                case Declare() | DeclareArray():
                    declare(x, thread, statement, declared)
                case _:
                    simple(x, thread, statement)
    finally:
        for dead in declared:
            dead.alive = False


def truth(x: Execution, value: Value) -> bool:
    x.run.decide(value[1], value[0] != 0)
    return value[0] != 0


def branch(x: Execution, thread: Thread, s: If) -> Iterator[Barrier]:
    taken = truth(x, evaluate(x.run, thread, s.condition))
    yield from execute(x, thread, s.then if taken else s.other)


def loop(x: Execution, thread: Thread, s: For) -> Iterator[Barrier]:
    k = 0
    while True:
        x.run.tick()
        x.run.line = x.lines[s]
        limit, marks = evaluate(x.run, thread, s.count)
        assert isinstance(limit, int)
        if not truth(x, (int(k < limit), marks)):
            return
        thread.names[s.name] = (k, 0)
        try:
            yield from execute(x, thread, s.body)
        except Left:
            return
        k += 1


class Left(Exception):
    """A loop is left by `break`."""


def declare(x: Execution, thread: Thread, s: Declare | DeclareArray, declared: list[Object]) -> None:
    if isinstance(s, DeclareArray):
        declare_array(thread, s, declared)
        return
    if s.name not in x.addressed:
        thread.names[s.name] = UNSET_VARIABLE
    else:
        assert isinstance(s.type, IntType)
        made = Object(s.name, Space.LOCAL if thread.device else Space.STACK, s.type.size, aligned=s.type.size)
        declared.append(made)
        thread.names[s.name] = Slot(made, s.type)
    if s.initial is not None:
        assign(x, thread, Var(s.name, s.type), evaluate(x.run, thread, s.initial))


def declare_array(thread: Thread, s: DeclareArray, declared: list[Object]) -> None:
    if s.shared:
        return  # the block has made it
    made = Object(s.name, Space.LOCAL if thread.device else Space.STACK, s.type.size * s.count, aligned=s.type.size)
    declared.append(made)
    thread.names[s.name] = Slot(made, None)
    if s.initial is not None:
        fill(made, s.type, s.initial)


def fill(made: Object, type: IntType, values: tuple[int, ...]) -> None:
    made.zero()
    for k, value in enumerate(values):
        made.data[k * type.size : (k + 1) * type.size] = value.to_bytes(type.size, "little", signed=type.signed)


def assign(x: Execution, thread: Thread, target: Var, value: Value) -> None:
    found = thread.names[target.name]
    if isinstance(found, Slot):
        assert isinstance(found.type, IntType)
        store(x.run, thread, (Pointer(found.object), 0), found.type, value)
    else:
        thread.names[target.name] = (converted(value[0], target.type), value[1])


def simple(x: Execution, thread: Thread, s: Statement) -> None:
    match s:
        case Assign(Var() as target, value):
            assign(x, thread, target, evaluate(x.run, thread, value))
        case Assign(Read() as target, value):
            base, index, result = all_of(x.run, thread, target.pointer, target.index, value)
            place = moved(pointer(base), number(index), target.type), base[1] | index[1]
            store(x.run, thread, place, target.type, result)
        case Update(op, target, value):
            update(x, thread, op, target, value)
        case Assume(condition):
            assumed, marks = evaluate(x.run, thread, condition)
            x.run.doubt(marks)
            if not assumed:
                raise Excluded
        case Break():
            raise Left
        case Assert(condition):
            observe(x, thread, s)
            assertion(x.run, evaluate(x.run, thread, condition))
        case Return():
            raise Finished
        case Atomic():
            atomic(x, thread, s)
        case Launch():
            x.launch(x, thread, s)
        case Allocate() | Call():
            call(x, thread, s)


def update(x: Execution, thread: Thread, op: str, target: Var | Read, value: Expr) -> None:
    """C11 6.5.16.2p3: as an assignment, but the place is evaluated once."""
    if isinstance(target, Var):
        assign(x, thread, target, evaluate(x.run, thread, binary(op, target, value)))
        return
    base, index = all_of(x.run, thread, target.pointer, target.index)
    place: Value = moved(pointer(base), number(index), target.type), base[1] | index[1]
    name = "place of an update"
    type = PointerType(target.type)
    thread.names[name] = place
    there = Read(Var(name, type), Const(0), target.type)
    store(x.run, thread, place, target.type, evaluate(x.run, thread, binary(op, there, value)))


def assertion(run: Run, value: Value) -> None:
    """A condition that nobody has set is a use, and may be false as well; one that is not checked is passed over."""
    condition, marks = value
    if "assertion" in run.enabled:
        run.decide(marks, bool(condition), *([] if condition else ["assertion"]))


def observe(x: Execution, thread: Thread, s: Assert) -> None:
    if x.seen is None or not isinstance(s.condition, Binary):
        return
    value, marks = evaluate(x.run, thread, s.condition.left)
    if isinstance(value, int) and not marks & DOUBT:
        x.seen.setdefault(s, set()).add(value)
