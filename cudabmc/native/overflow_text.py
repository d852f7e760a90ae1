"""Operators whose exact result has to fit into its type, as a property asks: machine code stops where it does not."""

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign
from cudabmc.goto.types import IntType
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.operators import NoMachineCodeError, is_wide, llvm_type
from cudabmc.native.stops import stop_if
from cudabmc.properties import Property, looking_at
from cudabmc.properties.division_by_zero import DIVISION_BY_ZERO
from cudabmc.properties.signed_overflow import SIGNED_OVERFLOW
from cudabmc.properties.unsigned_overflow import UNSIGNED_OVERFLOW

_READINGS = {SIGNED_OVERFLOW: "s", UNSIGNED_OVERFLOW: "u"}
_NAMES = {Op.ADD: "add", Op.SUB: "sub", Op.MUL: "mul", Op.NEG: "sub"}


def asked_of(i: Assign, enabled: frozenset[Property]) -> tuple[Property, ...]:
    """The properties that look at an operation, but for that of divisors, which machine code always looks at."""
    return tuple(prop for prop in looking_at(i, enabled) if prop is not DIVISION_BY_ZERO)


def must_fit(w: CodeWriter, i: Assign, props: tuple[Property, ...], args: list[str], pc: int) -> None:
    """Stop before an operator if its result does not fit. Raises NoMachineCodeError if other properties look at it."""
    for prop in props:
        if prop not in _READINGS or i.op not in _NAMES or not isinstance(i.of, IntType) or is_wide(i.of):
            raise NoMachineCodeError("a property looks at it")
        kind = llvm_type(i.of)
        name = f"{_READINGS[prop]}{_NAMES[i.op]}"
        a, b = (args[0], args[1]) if len(args) == 2 else ("0", args[0])
        both = w.text.emit(f"call {{ {kind}, i1 }} @llvm.{name}.with.overflow.{kind}({kind} {a}, {kind} {b})")
        stop_if(w, w.text.emit(f"extractvalue {{ {kind}, i1 }} {both}, 1"), pc)
