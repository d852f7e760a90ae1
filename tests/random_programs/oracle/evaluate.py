"""Expressions, evaluated by the rules of C11 6.5."""

from collections.abc import Callable

from tests.random_programs.language.c_types import IntType, PointerType, Type, common
from tests.random_programs.language.tree import (
    COMPARISONS,
    AddressOf,
    Binary,
    Cast,
    Choose,
    Const,
    Coordinate,
    Expr,
    IsNull,
    Null,
    Offset,
    Read,
    Reinterpret,
    SizeOf,
    Unary,
    Var,
    element,
    integer,
)  # fmt: skip
from tests.random_programs.oracle.access import arbitrary, load
from tests.random_programs.oracle.memory import DOUBT, NULL, WILD, Mark, Pointer, Value
from tests.random_programs.oracle.run import Finding, Run, Undecided, Violated
from tests.random_programs.oracle.thread import Slot, Thread


def evaluate(run: Run, thread: Thread, e: Expr) -> Value:
    run.tick()
    return EVALUATORS[type(e)](run, thread, e)


def all_of(run: Run, thread: Thread, *expressions: Expr) -> list[Value]:
    """Operands come in any order (6.5p3): each of them may be the first to break something."""
    values: list[Value] = []
    findings: set[Finding] = set()
    for e in expressions:
        try:
            values.append(evaluate(run, thread, e))
        except Violated as violated:
            findings |= violated.findings
    if findings:
        raise Violated(findings)
    return values


def number(value: Value) -> int:
    assert isinstance(value[0], int)
    return value[0]


def pointer(value: Value) -> Pointer:
    assert isinstance(value[0], Pointer)
    return value[0]


def const(run: Run, thread: Thread, e: Const) -> Value:
    return e.value, 0


def size_of(run: Run, thread: Thread, e: SizeOf) -> Value:
    return e.of.size, 0


def null(run: Run, thread: Thread, e: Null) -> Value:
    return NULL, 0


def coordinate(run: Run, thread: Thread, e: Coordinate) -> Value:
    return {"threadIdx": thread.number, "blockIdx": thread.block, "blockDim": thread.size}[e.what], 0


def variable(run: Run, thread: Thread, e: Var) -> Value:
    found = thread.names[e.name]
    if not isinstance(found, Slot):
        return unset_variable(run, thread, e) if found is UNSET_VARIABLE else found
    if found.type is None:
        return Pointer(found.object), 0
    assert isinstance(found.type, IntType)
    return load(run, thread, (Pointer(found.object), 0), found.type)


UNSET_VARIABLE: Value = (WILD, Mark.UNSET)
"""What a variable without initializer has."""


def unset_variable(run: Run, thread: Thread, e: Var) -> Value:
    """It gets an arbitrary value, which it keeps."""
    run.broken("uninitialised-read")
    if isinstance(e.type, PointerType):
        return WILD, Mark.UNSET
    value: Value = (arbitrary(run, e.type), Mark.UNSET)
    thread.names[e.name] = value
    return value


def unary(run: Run, thread: Thread, e: Unary) -> Value:
    value, marks = evaluate(run, thread, e.operand)
    assert isinstance(value, int)
    if e.op == "!":
        return int(not value), marks
    if e.op == "~":
        return e.type.wrap(~value), marks
    return fitted(run, e.type, -e.type.wrap(value)), marks


def fitted(run: Run, type: IntType, exact: int) -> int:
    """A result that may not fit: signed types overflow (6.5p5), unsigned ones wrap around (6.2.5p9)."""
    if not type.holds(exact):
        run.broken("signed-overflow" if type.signed else "unsigned-overflow")
    return type.wrap(exact)


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
}


def binary(run: Run, thread: Thread, e: Binary) -> Value:
    if e.op in ("&&", "||"):
        return logical(run, thread, e)
    (left, first), (right, second) = all_of(run, thread, e.left, e.right)
    assert isinstance(left, int) and isinstance(right, int)
    if e.op in ("<<", ">>"):
        return shift(run, e, left, right), first | second
    type = common(integer(e.left), integer(e.right))
    left, right = type.wrap(left), type.wrap(right)
    if e.op in ("/", "%"):
        return divide(run, thread, e, left, right, first, second)
    result = ARITHMETIC[e.op](left, right)
    if (first | second) & DOUBT and e.op in ("*", "&", "|"):
        run.doubt(first | second)  # x * 0 and its kin: does the result depend on x?
    return (result if e.op in COMPARISONS else fitted(run, type, result)), first | second


def divide(run: Run, thread: Thread, e: Binary, left: int, right: int, first: int, second: int) -> Value:
    """6.5.5: truncation towards zero. On the host a division by zero ends the program (SIGFPE on x86); a GPU goes on
    with some value."""
    run.doubt(second)
    if right == 0:
        run.broken("division-by-zero")
        if not thread.device:
            raise Undecided("a division by zero on the host")
        return arbitrary(run, e.type), Mark.ARBITRARY
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    if not e.type.holds(quotient):
        run.broken("signed-overflow")
        raise Undecided("the quotient overflows")
    return (quotient if e.op == "/" else left - quotient * right), first | second


def shift(run: Run, e: Binary, left: int, amount: int) -> int:
    if not 0 <= amount < e.type.bits:
        run.broken("shift")
        run.exact = False
        return arbitrary(run, e.type)
    left = e.type.wrap(left)
    if e.op == ">>":
        return left >> amount
    if left < 0 and {"shift", "signed-overflow"} & run.enabled:
        raise Undecided("a negative number is shifted to the left")
    return fitted(run, e.type, left << amount)


def logical(run: Run, thread: Thread, e: Binary) -> Value:
    value, first = evaluate(run, thread, e.left)
    run.doubt(first)
    if bool(value) == (e.op == "||"):
        return int(e.op == "||"), first
    value, second = evaluate(run, thread, e.right)
    return int(bool(value)), first | second


def cast(run: Run, thread: Thread, e: Cast) -> Value:
    value, marks = evaluate(run, thread, e.operand)
    assert isinstance(value, int)
    return e.type.wrap(value), marks


def choose(run: Run, thread: Thread, e: Choose) -> Value:
    condition, first = evaluate(run, thread, e.condition)
    run.doubt(first)
    value, second = evaluate(run, thread, e.then if condition else e.other)
    return converted(value, e.type), first | second


def converted(value: int | Pointer, type: Type) -> int | Pointer:
    return type.wrap(value) if isinstance(value, int) and isinstance(type, IntType) else value


def moved(base: Pointer, index: int, type: IntType) -> Pointer:
    return base if base.target is None else Pointer(base.target, base.offset + index * type.size)


def address(run: Run, thread: Thread, e: Read | Offset) -> Value:
    base, index = all_of(run, thread, e.pointer, e.index)
    return moved(pointer(base), number(index), element(e.pointer)), base[1] | index[1]


def read(run: Run, thread: Thread, e: Read) -> Value:
    return load(run, thread, address(run, thread, e), e.type)


def address_of(run: Run, thread: Thread, e: AddressOf) -> Value:
    found = thread.names[e.name]
    assert isinstance(found, Slot)
    return Pointer(found.object), 0


def reinterpret(run: Run, thread: Thread, e: Reinterpret) -> Value:
    return evaluate(run, thread, e.pointer)


def is_null(run: Run, thread: Thread, e: IsNull) -> Value:
    value, marks = evaluate(run, thread, e.pointer)
    assert isinstance(value, Pointer)
    if value.wild:
        run.exact = False
        return run.choose(2), marks
    if value.target is not None and not value.target.alive:
        run.exact = False  # the value of a pointer is indeterminate after the end of its object (6.2.4p2)
    return int(value.target is None), marks


EVALUATORS: dict[type, Callable[..., Value]] = {
    Const: const,
    SizeOf: size_of,
    Null: null,
    Coordinate: coordinate,
    Var: variable,
    Unary: unary,
    Binary: binary,
    Cast: cast,
    Choose: choose,
    Read: read,
    Offset: address,
    AddressOf: address_of,
    Reinterpret: reinterpret,
    IsNull: is_null,
}

