"""Reads instructions that go somewhere else: calls, jumps, returns, exceptions.

Each function reads what stands behind the opcode; result and debug location are set by the caller.
"""

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.attributes import is_word, skip_attributes
from cudabmc.frontend.clang.ir.cursor import Cursor, skip_braces
from cudabmc.frontend.clang.ir.tokens import name_of
from cudabmc.frontend.clang.ir.words import CALL_ATTRIBUTES, CONVENTIONS, FLAGS


def _label_operand(c: Cursor) -> str:
    c.expect("label")
    return name_of(c.next())


def call(c: Cursor, op: str) -> i.Instr:
    """call, invoke, callbr."""
    c.accept_any(FLAGS)
    words = c.accept_any(CONVENTIONS)
    if "cc" in words and c.peek().isdigit():
        c.next()
    skip_attributes(c)
    if c.accept("addrspace"):
        c.skip_parentheses()
    type = c.result_type()
    fixed = None
    if c.peek() == "(":
        signature = c._function_type(type)
        assert isinstance(signature, t.FuncT)
        fixed = len(signature.params) if signature.variadic else None
        c.accept("*")  # as LLVM wrote it before its version 17
    callee = c.value(t.PTR)
    arguments = _arguments(c)
    attributes = set()
    while c.peek()[:1] in ("#", '"') or (is_word(c.peek()) and c.peek() in CALL_ATTRIBUTES):
        attributes.add(c.next())
        c.skip_parentheses()
    if c.accept("["):  # operand bundles
        while not c.accept("]"):
            c.next()
    normal = unwind = ""
    if op == "invoke":
        c.expect("to")
        normal = _label_operand(c)
        c.expect("unwind")
        unwind = _label_operand(c)
    return i.CallI("", -1, type, callee, arguments, frozenset(attributes), fixed, normal, unwind)


def _arguments(c: Cursor) -> tuple[v.Argument, ...]:
    c.expect("(")
    found = []
    while not c.accept(")"):
        type = c.type()
        special = skip_attributes(c)
        if type == t.LABEL and c.peek()[:1] != "!":
            inner = c.typed()  # metadata of a value
            found.append(v.Argument(type, inner.value))
        else:
            byval, sret = special.types.get("byval"), special.types.get("sret")
            found.append(v.Argument(type, c.value(type), byval, sret, special.align))
            if c.peek() in ("{", "("):
                skip_braces(c)
        c.accept(",")
    return tuple(found)


def branch(c: Cursor, op: str) -> i.Instr:
    """br."""
    if c.peek() == "label":
        return i.BranchI("", -1, None, _label_operand(c), "")
    condition = c.typed()
    c.expect(",")
    then = _label_operand(c)
    c.expect(",")
    return i.BranchI("", -1, condition.value, then, _label_operand(c))


def switch(c: Cursor, op: str) -> i.Instr:
    """switch."""
    value = c.typed()
    c.expect(",")
    default = _label_operand(c)
    c.expect("[")
    cases = []
    while not c.accept("]"):
        case = c.typed()
        c.expect(",")
        assert isinstance(case.value, v.IntC)
        cases.append((case.value.value, _label_operand(c)))
    return i.SwitchI("", -1, value, default, tuple(cases))


def indirect_branch(c: Cursor, op: str) -> i.Instr:
    """indirectbr."""
    address = c.typed()
    c.expect(",")
    c.expect("[")
    targets = []
    while not c.accept("]"):
        targets.append(_label_operand(c))
        c.accept(",")
    return i.IndirectBranchI("", -1, address, tuple(targets))


def return_(c: Cursor, op: str) -> i.Instr:
    """ret."""
    if c.accept("void"):
        return i.ReturnI("", -1, None)
    return i.ReturnI("", -1, c.typed())


def unreachable(c: Cursor, op: str) -> i.Instr:
    """unreachable."""
    return i.UnreachableI("", -1)


def resume(c: Cursor, op: str) -> i.Instr:
    """resume."""
    return i.ResumeI("", -1, c.typed())


def landing_pad(c: Cursor, op: str) -> i.Instr:
    """landingpad."""
    c.type()
    cleanup = False
    clauses = []
    while c.peek() in ("cleanup", "catch", "filter"):
        word = c.next()
        if word == "cleanup":
            cleanup = True
        else:
            clauses.append((word, c.typed().value))
    return i.LandingPadI("", -1, cleanup, tuple(clauses))
