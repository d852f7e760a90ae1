"""Values that nobody has set, as LLVM text: a register without one has a mark, which goes over to what comes of it.

    int x = shared[t] * 2;              nothing is known of x if nobody has set shared[t]
    if (x > 0) ...                      stops: the value decides something

That is not what most kernels need, and costs them time. So a kernel is compiled like this once a launch has stopped at
such a value. Copies of them and computations are no violation (`properties/uninitialised_use.py`).
"""

from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.program import Assign, Reg, Undef
from cudabmc.goto.types import BOOL, PtrType
from cudabmc.native import operators
from cudabmc.native.assign_text import argument_types
from cudabmc.native.kernels.kernel_writer import KernelWriter
from cudabmc.native.known_bytes import marking
from cudabmc.native.operators import llvm_type
from cudabmc.native.pointer_scalar_text import OF_POINTERS
from cudabmc.native.registers import mark, move, put, value, value_and_mark


def can_be_followed(w: KernelWriter, i: Assign) -> bool:
    """Does an operation have a result for any operands, and may one of them be missing?"""
    if i.op is Op.COPY and isinstance(i.args[0], Reg):
        return i.args[0].index in w.undefined
    if isinstance(i.type, PtrType) or i.op in OF_POINTERS or i.op in DIVISIONS or w.scope.asked(i):
        return False
    return any(isinstance(a, Undef) or (isinstance(a, Reg) and a.index in w.undefined) for a in i.args)


def write_followed(w: KernelWriter, i: Assign, place: int) -> None:
    """Compute, and mark the result as none if one of its operands is none."""
    t, args = w.text, i.args
    if i.op is Op.COPY and isinstance(args[0], Reg):
        move(w, i.dst, args[0].index)
        return
    held = [value_and_mark(w, a, kind) for a, kind in zip(args, argument_types(i), strict=True)]
    if i.op is Op.SELECT:
        chosen = value(w, args[0], BOOL, place)
        known = t.emit(f"select i1 {chosen}, i1 {held[1][1]}, i1 {held[2][1]}")
        result = t.emit(f"select i1 {chosen}, {llvm_type(i.type)} {held[1][0]}, {llvm_type(i.type)} {held[2][0]}")
    else:
        known = "true"
        for _, one in held:
            known = one if known == "true" else known if one == "true" else t.emit(f"and i1 {known}, {one}")
        result = operators.apply(t.emit, i.op, i.type, i.of, [number for number, _ in held])
    put(w, i.dst, result)
    mark(w, i.dst, known)


TEXT = marking("be_unknown", "  %others = xor i8 %mask, -1\n  %new = and i8 %bits, %others")
"""Nobody has set some bytes any more."""
