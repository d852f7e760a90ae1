"""Inline PTX as operations: one handler for each opcode."""

from collections.abc import Callable

from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.frontend.clang.ptx import bits, clusters, conversions, floats, integers, memory, selection, threads
from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Declaration, Statement, UnknownForm, statements
from cudabmc.frontend.clang.ptx.types import PRED, is_type
from cudabmc.goto.program import Operand
from cudabmc.goto.types import Type

PtxHandler = Callable[[PtxFrame, Statement], None]


def lower_ptx(
    ctx: FunctionContext, text: str, values: dict[str, Operand], types: dict[str, Type]
) -> dict[str, Operand]:
    """The values of all registers afterwards; `values` and `types` are those of the operands $0, $1...

    Raises UnknownForm for what is not modelled.
    """
    frame = PtxFrame(ctx, threads.special_register, values, types)
    for n in list(statements(text)):
        if isinstance(n, Declaration):
            frame.declare(n.names, n.type)
            continue
        frame.guard = frame.read("!" * n.negated + n.guard, PRED) if n.guard else None
        clusters.mark_scope(frame, n)
        _handler(n)(frame, n)
        frame.guard = None
    return frame.values


def _handler(n: Statement) -> PtxHandler:
    name = n.opcode[0]
    if name in _BY_TYPE and len(n.opcode) > 1:
        integer, floating = _BY_TYPE[name]
        return floating if n.opcode[-1].startswith("f") and is_type(n.opcode[-1]) else integer
    handler = _HANDLERS.get(name)
    if handler is None:
        raise UnknownForm
    return handler


_BY_TYPE: dict[str, tuple[PtxHandler, PtxHandler]] = {
    "sub": (integers.plus_or_minus, floats.arithmetic),
    "add": (integers.plus_or_minus, floats.arithmetic),
    "mul": (integers.multiply, floats.arithmetic),
    "mad": (integers.multiply_add, floats.arithmetic),
    "div": (integers.divide, floats.arithmetic),
    **dict.fromkeys(("neg", "abs"), (integers.one_operand, floats.arithmetic)),
    **dict.fromkeys(("min", "max"), (integers.extremum, floats.arithmetic)),
}


def _carrying(plain: PtxHandler, carrying: PtxHandler) -> PtxHandler:
    """The form with .cc keeps the carry."""
    return lambda frame, n: (carrying if "cc" in n.opcode else plain)(frame, n)


for _name in ("add", "sub"):
    _BY_TYPE[_name] = (_carrying(integers.plus_or_minus, integers.with_carry), floats.arithmetic)
_BY_TYPE["mad"] = (_carrying(integers.multiply_add, integers.multiply_with_carry), floats.arithmetic)

_HANDLERS: dict[str, PtxHandler] = {
    "rem": integers.divide,
    "cnot": integers.one_operand,
    "mul24": integers.multiply_24,
    "mad24": integers.multiply_24,
    "sad": integers.difference,
    "dp4a": integers.dot_product,
    "vabsdiff4": integers.byte_differences,
    **dict.fromkeys(("addc", "subc"), integers.with_carry),
    "madc": integers.multiply_with_carry,
    **dict.fromkeys(("fma", "rcp", "sqrt"), floats.arithmetic),
    **dict.fromkeys(("sin", "cos", "lg2", "ex2", "tanh", "rsqrt"), floats.fast),
    "copysign": floats.copy_sign,
    "testp": floats.test_property,
    **dict.fromkeys(("and", "or", "xor"), bits.logic),
    "not": bits.complement,
    **dict.fromkeys(("shl", "shr"), bits.shift),
    **dict.fromkeys(("popc", "clz"), bits.count),
    "bfind": bits.find,
    "brev": bits.reverse,
    "bfe": bits.extract,
    "bfi": bits.insert,
    "bmsk": bits.mask,
    "prmt": bits.permute,
    "lop3": bits.three_inputs,
    "shf": bits.funnel,
    "setp": selection.set_predicate,
    "set": selection.set_value,
    "selp": selection.select,
    "slct": selection.select_by_sign,
    "mov": conversions.move,
    "cvt": conversions.convert,
    "cvta": conversions.convert_address,
    "ld": memory.load,
    "ldu": memory.load,
    "st": memory.store,
    "cp": memory.copy_async,
    **dict.fromkeys(("atom", "red"), memory.atomic),
    **dict.fromkeys(("bar", "barrier"), threads.barrier),
    **dict.fromkeys(("membar", "fence"), threads.fence),
    "vote": threads.vote,
    "activemask": threads.active_mask,
    "match": threads.match,
    "elect": threads.elect,
    "mapa": clusters.map_address,
    "getctarank": clusters.rank_of_address,
    "redux": threads.reduce,
    "shfl": threads.shuffle,
    "trap": threads.trap,
    **dict.fromkeys(("nanosleep", "brkpt", "pmevent", "prefetch", "prefetchu"), threads.no_effect),
}
