"""Random statements that hosts and kernels share."""

from collections.abc import Callable
from dataclasses import replace

from cudabmc.properties import PROPERTIES
from tests.random_programs.generator.numbers import condition, element, fitted, guard, index, number, own_index
from tests.random_programs.generator.scope import Array, Number, Scope, array_name, variable
from tests.random_programs.language.c_types import ELEMENTS, INT, PointerType
from tests.random_programs.language.tree import (
    AddressOf,
    Assert,
    Assign,
    Assume,
    Binary,
    Body,
    Break,
    Choose,
    Const,
    Declare,
    DeclareArray,
    Expr,
    For,
    If,
    IsNull,
    Null,
    Offset,
    Reinterpret,
    Statement,
    Update,
    Var,
    binary,
    integer,
    read,
    unary,
)  # fmt: skip
from tests.random_programs.language.tree import Scope as Braces

Maker = Callable[[Scope, int], Body]


def new_variable(s: Scope, _depth: int) -> Body:
    """A scalar, set where it is declared, or on both sides of a branch (one side only, where a defect is due)."""
    type = s.random.choice(ELEMENTS)
    name = next(s.names)
    made = variable(name, type)
    if s.chance(0.7):
        body: Body = (Declare(name, type, number(s)),)
    else:
        first = (Assign(made, number(s)),)
        second = (Assign(made, number(s)),)
        body = (Declare(name, type), If(condition(s), first, () if s.defect() else second))
        if s.defect(0.5):
            body = (Declare(name, type),)
    s.numbers.append(Number(made, variable=name))
    return body


def set_variable(s: Scope, _depth: int) -> Body:
    found = [n for n in s.numbers if n.variable]
    if not found:
        return new_variable(s, 0)
    chosen = s.random.choice(found)
    assert isinstance(chosen.expr, Var)
    return (Assign(chosen.expr, number(s)),)


def new_array(s: Scope, _depth: int) -> Body:
    """A local array with all its elements, with some, or with none that are set by a loop."""
    type = s.random.choice(ELEMENTS)
    name, count = next(s.names), s.random.randrange(1, 6)
    array = Array(array_name(name, type), type, count, "local" if s.device else "stack")
    s.arrays.append(array)
    if s.chance(0.6):
        values = tuple(s.random.randrange(max(type.low, -9), 10) for _ in range(s.random.randint(1, count)))
        return (DeclareArray(name, type, count, values),)
    if s.defect():
        return (DeclareArray(name, type, count),)
    return (DeclareArray(name, type, count), *filled(s, array))


def filled(s: Scope, array: Array) -> Body:
    """A loop that sets all elements, or too few or too many."""
    k = next(s.names)
    count = array.count
    if s.defect():
        count += s.random.choice((-1, 1))
    value = s.random.choice((variable(k, INT), binary("*", variable(k, INT), Const(3)), number(s, 1)))
    return (For(k, Const(count), (Assign(read(array.expr, variable(k, INT)), value),)),)


def writable(s: Scope) -> list[Array]:
    if s.defect(0.4):
        return [a for a in s.arrays if a.mode not in ("atomic", "none")]
    places = ("device", "managed", "shared", "local") if s.device else ("host", "stack", "managed")
    return [a for a in s.arrays if a.where in places and not a.freed and a.mode in ("free", "own")]


def set_element(s: Scope, _depth: int) -> Body:
    """A write at some index, guarded where it may not fit."""
    arrays = writable(s)
    if not arrays:
        return set_variable(s, 0)
    array = s.random.choice(arrays)
    if array.mode == "own" and s.own is not None and not s.defect(0.5):
        return (Assign(read(array.expr, own_index(s, array)), number(s)),)
    found = index(s, array.count)
    if s.chance(0.4):
        return (Assign(read(array.expr, fitted(s, found, array.count)), number(s)),)
    write = Assign(read(array.expr, found.expr), number(s))
    needed = guard(s, found, array.count)
    return (write,) if needed is None or s.defect() else (If(needed, (write,)),)


def update(s: Scope, _depth: int) -> Body:
    """`+=` and its kin, on a variable or on an element."""
    made = set_element(s, 0) if s.chance(0.6) else set_variable(s, 0)
    last = made[-1]
    if isinstance(last, If) and isinstance(last.then[-1], Assign):
        return (*made[:-1], replace(last, then=(updated(s, last.then[-1]),)))
    return (*made[:-1], updated(s, last)) if isinstance(last, Assign) else made


def updated(s: Scope, a: Assign) -> Update:
    if s.defect(0.3):
        return Update(s.random.choice(("/", "%")), a.target, a.value)
    return Update(s.random.choice(("+", "+", "-", "^", "|", "&")), a.target, a.value)


def assumption(s: Scope, _depth: int) -> Body:
    """Excludes some inputs, seldom all of them."""
    return (Assume(condition(s)),) if s.numbers else ()


def branch(s: Scope, depth: int) -> Body:
    test = condition(s)
    with s.inner():
        then = s.block(s, depth - 1)
    with s.inner():
        other = s.block(s, depth - 1) if s.chance(0.4) else ()
    return (If(test, then, other),)


def loop(s: Scope, depth: int) -> Body:
    """Few rounds; how many may depend on an input."""
    k = next(s.names)
    ranged = [n for n in s.numbers if n.high is not None and n.high <= 7 and integer(n.expr).signed]
    count = Number(Const(s.random.randint(1, 3)))
    high = 3
    if ranged and s.chance(0.5):
        count = s.random.choice(ranged)
        high = max(count.high or 1, 1)
    with s.inner():
        s.numbers.append(Number(variable(k, INT), 0, high - 1))
        body = s.block(s, depth - 1)
        if s.chance(0.15):
            body = (*body, If(condition(s), (Break(),)))
    return (For(k, count.expr, body),)


def braces(s: Scope, depth: int) -> Body:
    """A block of its own. A pointer that goes out of it may point to what has ended with it."""
    pointers = [a for a in s.arrays if a.pointer and not a.freed]
    with s.inner():
        body = s.block(s, depth - 1)
        fitting = [(p, a) for p in pointers for a in s.arrays if a.type is p.type and a not in pointers]
        if fitting and s.defect():
            p, a = s.random.choice(fitting)
            assert isinstance(p.expr, Var)
            body = (*body, Assign(p.expr, a.expr))
    return (Braces(body),)


def claim(s: Scope, _depth: int) -> Body:
    """An assertion about some value, which sharpen.py makes sharp."""
    value = (element(s) if s.chance(0.6) else None) or number(s)
    return (Assert(binary("!=", value, Const(s.random.randrange(200)))),)


def new_pointer(s: Scope, _depth: int) -> Body:
    """A pointer into an array, or one of two; null or wild where a defect is due."""
    found = [a for a in s.readable() if a.mode in ("free", "read")]
    if not found:
        return new_array(s, 0)
    array = s.random.choice(found)
    same = [a for a in found if a.type is array.type and a.mode == array.mode and a.where == array.where]
    name = next(s.names)
    type = PointerType(array.type)
    made = Array(array_name(name, array.type), array.type, array.count, array.where, array.mode, name, base=array)
    initial, made.count = target(s, array, s.random.choice(same), type)
    s.arrays.append(made)
    body: Body = (Declare(name, type, None if s.defect(0.2) else initial),)
    if s.chance(0.15):
        unset: Binary | Expr = IsNull(made.expr)
        body = (*body, If(unary("!", unset), (Assert(binary("!=", read(made.expr, Const(0)), Const(77))),)))
    return body


def new_view(s: Scope, _depth: int) -> Body:
    """A pointer of another type to an array: its bytes, or several elements as one. In kernels only what is aligned."""
    found = [a for a in s.readable() if a.mode in ("free", "read")]
    if s.device:
        found = [a for a in found if a.where == "device" and not a.pointer]
    if not found:
        return new_array(s, 0)
    array = s.random.choice(found)
    wider = [t for t in ELEMENTS if t.size <= array.count * array.type.size]
    type, name = s.random.choice(wider), next(s.names)
    count = array.count * array.type.size // type.size
    s.arrays.append(Array(array_name(name, type), type, count, array.where, array.mode, name, base=array))
    shifted: Expr = array.expr
    if s.defect() and MISALIGNED:
        shifted = Offset(array.expr, Const(1), PointerType(array.type))
    return (Declare(name, PointerType(type), Reinterpret(PointerType(type), shifted)),)


MISALIGNED = "misaligned-access" in PROPERTIES
"""Is it a defect where an address is no multiple of the size of an access?"""


def target(s: Scope, array: Array, other: Array, type: PointerType) -> tuple[Expr, int]:
    kind = s.random.randrange(4)
    if kind == 0 and array.count > 1:
        moved = s.random.randrange(1, array.count)
        return Offset(array.expr, Const(moved), type), array.count - moved
    if kind == 1:
        chosen: Expr = Null(type) if s.defect() else other.expr
        return Choose(condition(s), array.expr, chosen, type), min(array.count, other.count)
    if kind == 2 and array.count > 1:
        ranged = [n for n in s.numbers if n.low is not None and n.low >= 0 and (n.high or 0) < array.count]
        if ranged:
            n = s.random.choice(ranged)
            return Offset(array.expr, n.expr, type), array.count - (n.high or 0)
    return (Null(type) if s.defect(0.3) else array.expr), array.count


def new_address(s: Scope, _depth: int) -> Body:
    """A pointer to a scalar."""
    type = s.random.choice(ELEMENTS)
    name, pointer = next(s.names), next(s.names)
    initial = None if s.defect() else number(s, 1)
    s.numbers.append(Number(variable(name, type), variable=name))
    where = "local" if s.device else "stack"
    s.arrays.append(Array(array_name(pointer, type), type, 1, where, pointer=pointer))
    to = PointerType(type)
    return (Declare(name, type, initial), Declare(pointer, to, AddressOf(name, to)))


SIMPLE: tuple[tuple[int, Maker], ...] = (
    (3, new_variable), (3, set_variable), (2, new_array), (8, set_element), (4, update), (4, claim), (2, new_pointer),
    (2, new_view), (1, new_address),
)  # fmt: skip
NESTED: tuple[tuple[int, Maker], ...] = ((4, branch), (3, loop), (1, braces))


def one_of(s: Scope, makers: tuple[tuple[int, Maker], ...], depth: int) -> Body:
    weights = [weight for weight, _ in makers]
    (chosen,) = s.random.choices(makers, weights)
    return chosen[1](s, depth)


def some(s: Scope, depth: int) -> Body:
    """One to three statements."""
    body: list[Statement] = []
    for _ in range(s.random.randint(1, 3)):
        body += one_of(s, SIMPLE + NESTED if depth > 0 else SIMPLE, depth)
    return tuple(body)
