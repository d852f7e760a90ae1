"""Random kernels: phases between barriers, in each of which every array has one use, so that most do not race."""

from dataclasses import dataclass

from tests.random_programs.generator.numbers import condition, fitted, index, number
from tests.random_programs.generator.scope import Array, Number, Scope, array_name, variable
from tests.random_programs.generator.statements import NESTED, SIMPLE, Maker, one_of, some
from tests.random_programs.language.c_types import ELEMENTS, INT, UNSIGNED, PointerType, Type
from tests.random_programs.language.tree import (
    Assign,
    Atomic,
    Barrier,
    Body,
    Const,
    Coordinate,
    Declare,
    DeclareArray,
    Expr,
    Global,
    If,
    Kernel,
    Return,
    Statement,
    binary,
    read,
)  # fmt: skip

ATOMICS = ("atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor", "atomicExch")


@dataclass
class Contract:
    """What a kernel expects of its launches: threads and blocks at most, arrays with elements, numbers in ranges."""

    kernel: Kernel
    blocks: int
    threads: int
    arrays: list[Array]
    ranges: list[tuple[int, int]]


def parameters(s: Scope, least: int) -> tuple[list[tuple[str, Type]], list[Array], list[tuple[int, int]]]:
    """Their declarations, and what the kernel expects of them."""
    made: list[tuple[str, Type]] = []
    arrays = []
    for _ in range(s.random.randint(1, 2)):
        type, name = s.random.choice((INT, INT, UNSIGNED, *ELEMENTS)), next(s.names)
        arrays.append(Array(array_name(name, type), type, s.random.randint(least, least + 2), "device"))
        made.append((name, PointerType(type)))
    ranges = []
    for _ in range(s.random.randint(0, 2)):
        low = s.random.randint(-1, 1)
        ranges.append((low, low + s.random.randint(1, 5)))
        name = next(s.names)
        made.append((name, INT))
        s.numbers.append(Number(variable(name, INT), *ranges[-1]))
    return made, arrays, ranges


def make_kernel(outer: Scope, name: str, globals: tuple[Global, ...]) -> Contract:
    blocks, threads = outer.random.choice(((1, 1), (1, 2), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)))
    s = Scope(outer.random, outer.risk, outer.names, device=True)
    tid = Coordinate("threadIdx")
    mine: Expr = tid
    if blocks > 1:
        mine = binary("+", binary("*", Coordinate("blockIdx"), Coordinate("blockDim")), tid)
    s.own = mine, tid
    listed, arrays, ranges = parameters(s, blocks * threads)
    uniform = list(s.numbers)
    s.numbers += [Number(tid, 0, threads - 1), Number(mine, 0, blocks * threads - 1)]
    s.arrays = [*arrays, *(Array(array_name(g.name, g.type), g.type, g.count, "device") for g in globals if g.device)]
    body = kernel_body(s, threads, uniform, blocks)
    return Contract(Kernel(name, tuple(listed), body), blocks, threads, arrays, ranges)


def kernel_body(s: Scope, threads: int, uniform: list[Number], blocks: int) -> Body:
    body: list[Statement] = []
    for _ in range(s.random.randint(0, 2)):
        type, name = s.random.choice((INT, UNSIGNED, *ELEMENTS)), next(s.names)
        size = threads + s.random.randrange(2)
        body.append(DeclareArray(name, type, size, shared=True))
        s.arrays.append(Array(array_name(name, type), type, size, "shared", settled=False))
    for phase in range(s.random.randint(1, 3)):
        if phase:
            body.append(Barrier() if not s.defect(0.3) else If(condition(s), (Barrier(),)))
        body += one_phase(s, threads, blocks)
    if uniform and s.chance(0.1):
        body = [*body, If(condition(Scope(s.random, 0, s.names, uniform)), (Barrier(),))]
    return tuple(body)


def one_phase(s: Scope, threads: int, blocks: int) -> Body:
    for array in s.arrays:
        fixed = blocks > 1 and array.where == "device" and array.mode != "free"  # no barrier orders blocks
        if array.where in ("device", "shared") and not fixed and array.base is None:
            array.mode = mode(s, array, threads, blocks)
    for array in s.arrays:
        if array.base is not None and array.where in ("device", "shared") and array.mode != "free":
            array.mode = "read" if array.base.mode == "read" else "none"
    body: list[Statement] = []
    for array in s.arrays:
        if array.where == "shared" and not array.settled and not s.defect(0.5):
            body += first_values(s, array, threads)
    s.block = some
    for _ in range(s.random.randint(1, 3)):
        body += one_of(s, SIMPLE + KERNEL + NESTED, 1)
    if s.chance(0.1):
        test = condition(s) if s.defect() else binary("<", Coordinate("threadIdx"), Const(0))
        body.append(If(test, (Return(True),)))
    return tuple(body)


def mode(s: Scope, array: Array, threads: int, blocks: int) -> str:
    if array.where == "shared" and not array.settled:
        return "own"
    alone = threads if array.where == "shared" else threads * blocks
    if alone == 1:
        return "free"
    return s.random.choice(("read", "read", "own", "own", "first", "atomic"))


def first_values(s: Scope, array: Array, threads: int) -> Body:
    """Each thread sets its element of a shared array, and the last thread what is left over."""
    array.settled = True
    assert s.own is not None
    tid = s.own[1]
    body: list[Statement] = [Assign(read(array.expr, tid), number(s))]
    for k in range(threads, array.count):
        body.append(If(binary("==", tid, Const(0)), (Assign(read(array.expr, Const(k)), number(s, 1)),)))
    return tuple(body)


def first_thread(s: Scope, depth: int) -> Body:
    """One thread alone uses an array."""
    arrays = [a for a in s.arrays if a.mode == "first"]
    if not arrays or s.own is None:
        return ()
    array = s.random.choice(arrays)
    who = s.own[array.where == "shared"]
    array.mode = "free"
    with s.inner():
        body = some(s, 0)
    array.mode = "first"
    return (If(binary("==", who, Const(0)), body),)


def add_atomically(s: Scope, _depth: int) -> Body:
    """An atomic on any element; its result may be used."""
    arrays = [a for a in s.arrays if a.mode == "atomic" and a.type in (INT, UNSIGNED)]
    if not arrays:
        return ()
    array = s.random.choice(arrays)
    at = fitted(s, index(s, array.count), array.count)
    op = ATOMICS[id_of(array) % len(ATOMICS)] if not s.defect() else s.random.choice(ATOMICS)
    value = number(s, 1)
    if s.chance(0.7):
        return (Atomic(op, array.expr, at, value),)
    name = next(s.names)
    s.numbers.append(Number(variable(name, array.type)))
    return Declare(name, array.type, Const(0)), Atomic(op, array.expr, at, value, name)


def id_of(array: Array) -> int:
    """The same atomic for all threads and phases of an array."""
    return sum(map(ord, getattr(array.expr, "name", "")))


KERNEL: tuple[tuple[int, Maker], ...] = ((5, first_thread), (5, add_atomically))

