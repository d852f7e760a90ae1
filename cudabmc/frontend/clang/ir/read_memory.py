"""Reads instructions on memory: allocation, loads and stores, atomics, fences.

Each function reads what stands behind the opcode; result and debug location are set by the caller.
"""

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.words import ORDERINGS


def _scope(c: Cursor) -> str:
    if not c.accept("syncscope"):
        return ""
    c.expect("(")
    scope = c.next()[1:-1]
    c.expect(")")
    return scope


def _ordering(c: Cursor) -> tuple[str, str]:
    """Ordering and scope of an atomic access."""
    scope = _scope(c)
    return (c.next() if c.peek() in ORDERINGS else ""), scope


def alloca(c: Cursor, op: str) -> i.Instr:
    """alloca."""
    c.accept_any(frozenset({"inalloca", "swifterror"}))
    type = c.type()
    number = None
    if c.peek() == "," and c.peek(1) not in ("align", "addrspace") and c.peek(1)[:1] != "!":
        c.next()
        number = c.typed()
    return i.AllocaI("", -1, type, number, _align(c, type))


def _align(c: Cursor, type: t.IrType) -> int:
    """The alignment of an access: that of its type, unless it is said."""
    if c.peek() != "," or c.peek(1) != "align":
        return t.align_of(type)
    c.at += 2
    return int(c.next())


def load(c: Cursor, op: str) -> i.Instr:
    """load."""
    words = c.accept_any(frozenset({"atomic", "volatile"}))
    type = c.type()
    c.expect(",")
    address = c.typed()
    ordering, scope = _ordering(c) if "atomic" in words else ("", "")
    return i.LoadI("", -1, type, address, "volatile" in words, ordering, scope, _align(c, type))


def store(c: Cursor, op: str) -> i.Instr:
    """store."""
    words = c.accept_any(frozenset({"atomic", "volatile"}))
    value = c.typed()
    c.expect(",")
    address = c.typed()
    ordering, scope = _ordering(c) if "atomic" in words else ("", "")
    return i.StoreI("", -1, value, address, "volatile" in words, ordering, scope, _align(c, value.type))


def _three(c: Cursor) -> tuple[v.Typed, v.Typed, v.Typed]:
    first = c.typed()
    c.expect(",")
    second = c.typed()
    c.expect(",")
    return first, second, c.typed()


def atomic_rmw(c: Cursor, op: str) -> i.Instr:
    """atomicrmw."""
    c.accept("volatile")
    operation = c.next()
    address = c.typed()
    c.expect(",")
    operand = c.typed()
    ordering, scope = _ordering(c)
    return i.AtomicRmwI("", -1, operation, address, operand, ordering, scope)


def compare_exchange(c: Cursor, op: str) -> i.Instr:
    """cmpxchg."""
    c.accept_any(frozenset({"weak", "volatile"}))
    address, expected, new = _three(c)
    ordering, scope = _ordering(c)
    c.next()  # the ordering of a failure
    return i.CmpXchgI("", -1, address, expected, new, ordering, scope)


def fence(c: Cursor, op: str) -> i.Instr:
    """fence."""
    ordering, scope = _ordering(c)
    return i.FenceI("", -1, ordering, scope)


def va_arg(c: Cursor, op: str) -> i.Instr:
    """va_arg."""
    pointer = c.typed()
    c.expect(",")
    return i.VaArgI("", -1, pointer, c.type())
