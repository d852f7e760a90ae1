"""Reads instructions that compute: arithmetic, comparisons, conversions, elements.

Each function reads what stands behind the opcode; result and debug location are set by the caller.
"""

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.tokens import name_of
from cudabmc.frontend.clang.ir.words import FLAGS


def unary(c: Cursor, op: str) -> i.Instr:
    """fneg, freeze."""
    c.accept_any(FLAGS)
    a = c.typed()
    return i.Unary("", -1, op, a.type, a.value)


def binary(c: Cursor, op: str) -> i.Instr:
    """add and kin."""
    flags = c.accept_any(FLAGS)
    a = c.typed()
    c.expect(",")
    return i.Binary("", -1, op, flags, a.type, a.value, c.value(a.type))


def compare(c: Cursor, op: str) -> i.Instr:
    """icmp, fcmp."""
    c.accept_any(FLAGS)
    predicate = c.next()
    a = c.typed()
    c.expect(",")
    return i.Compare("", -1, op, predicate, a.type, a.value, c.value(a.type))


def cast(c: Cursor, op: str) -> i.Instr:
    """Conversions."""
    flags = c.accept_any(FLAGS)
    a = c.typed()
    c.expect("to")
    return i.Cast("", -1, op, a.type, a.value, c.type(), flags)


def gep(c: Cursor, op: str) -> i.Instr:
    """getelementptr."""
    while c.accept_any(FLAGS):
        c.skip_parentheses()
    source = c.type()
    c.expect(",")
    base = c.typed()
    indexes = []
    while c.peek() == "," and c.peek(1)[:1] != "!":
        c.next()
        indexes.append(c.typed())
    return i.Gep("", -1, source, base, tuple(indexes))


def select(c: Cursor, op: str) -> i.Instr:
    """select."""
    c.accept_any(FLAGS)
    condition = c.typed()
    c.expect(",")
    a = c.typed()
    c.expect(",")
    return i.SelectI("", -1, condition, a, c.typed())


def phi(c: Cursor, op: str) -> i.Instr:
    """phi."""
    c.accept_any(FLAGS)
    type = c.type()
    incoming = []
    while True:
        c.expect("[")
        value = c.value(type)
        c.expect(",")
        incoming.append((value, name_of(c.next())))
        c.expect("]")
        if c.peek() != "," or c.peek(1) != "[":
            return i.PhiI("", -1, type, tuple(incoming))
        c.next()


def _numbers(c: Cursor) -> tuple[int, ...]:
    found = []
    while c.peek() == "," and c.peek(1).isdigit():
        c.next()
        found.append(int(c.next()))
    return tuple(found)


def extract_value(c: Cursor, op: str) -> i.Instr:
    """extractvalue."""
    aggregate = c.typed()
    return i.ExtractValueI("", -1, aggregate, _numbers(c))


def insert_value(c: Cursor, op: str) -> i.Instr:
    """insertvalue."""
    aggregate = c.typed()
    c.expect(",")
    element = c.typed()
    return i.InsertValueI("", -1, aggregate, element, _numbers(c))


def extract_element(c: Cursor, op: str) -> i.Instr:
    """extractelement."""
    vector = c.typed()
    c.expect(",")
    return i.ExtractElementI("", -1, vector, c.typed())


def _three(c: Cursor) -> tuple[v.Typed, v.Typed, v.Typed]:
    first = c.typed()
    c.expect(",")
    second = c.typed()
    c.expect(",")
    return first, second, c.typed()


def insert_element(c: Cursor, op: str) -> i.Instr:
    """insertelement."""
    return i.InsertElementI("", -1, *_three(c))


def shuffle(c: Cursor, op: str) -> i.Instr:
    """shufflevector."""
    return i.ShuffleI("", -1, *_three(c))
