"""Random operator trees with three meanings: simplified terms, constants, and z3 written down independently."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.float_format import float_of
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, BoolType, FloatType, IntType, Type
from cudabmc.terms import Assumption, Facts, Term, TermValue, apply, var

Choose = Callable[[Sequence], object]

UNARY_INT = (Op.NOT, Op.NEG)
BINARY_INT = (
    (Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.UDIV, Op.SREM, Op.UREM, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR)
)  # fmt: skip
COMPARE_INT = (Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE)
BINARY_BOOL = (Op.AND, Op.OR, Op.XOR, Op.EQ, Op.NE)
UNARY_FLOAT = (Op.FNEG, Op.FABS, Op.FSQRT, Op.FRINT, Op.FFLOOR, Op.FCEIL, Op.FTRUNC, Op.FROUND)
BINARY_FLOAT = (Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FREM, Op.FMIN, Op.FMAX)
COMPARE_FLOAT = (Op.FEQ, Op.FNE, Op.FLT, Op.FLE)
TEST_FLOAT = (Op.FISNAN, Op.FISINF, Op.FSIGNBIT)

INTS, FLOATS = (I8, I16, I32), (F16, F32, F64)


def assume(value: TermValue, known: Facts) -> TermValue:
    """A value that equals the given one wherever the facts hold."""
    return Assumption(known).value(value)


@dataclass(frozen=True)
class Node:
    op: Op
    type: Type
    of: Type
    args: tuple


@dataclass(frozen=True)
class Leaf:
    type: Type
    name: str | None  # a variable, or
    value: object  # a constant


def signature(op: Op, type: Type, of: Type) -> tuple[Type, ...]:
    """The types of the operands."""
    if op is Op.SELECT:
        return (BOOL, of, of)
    if op is Op.FMA:
        return (of,) * 3
    binary = BINARY_INT + COMPARE_INT + BINARY_BOOL + BINARY_FLOAT + COMPARE_FLOAT
    if op is Op.NOT or op not in binary:
        return (of,)
    return (of, of)


def operators(type: Type, ints: Sequence[IntType], floats: Sequence[FloatType]) -> list[tuple[Op, Type]]:
    """What computes a value of a type, as (operator, type of its operands)."""
    found = [(Op.SELECT, type)] * 2
    if isinstance(type, BoolType):
        found += [(op, BOOL) for op in (*BINARY_BOOL, Op.NOT)]
        found += [(op, of) for of in ints for op in COMPARE_INT]
        found += [(op, of) for of in floats for op in COMPARE_FLOAT + TEST_FLOAT]
    elif isinstance(type, IntType):
        found += [(op, type) for op in BINARY_INT + UNARY_INT] + [(Op.ADD, type), (Op.MUL, type)] * 2
        found += [(Op.ZEXT, BOOL)]
        found += [(op, of) for of in ints if of.width < type.width for op in (Op.ZEXT, Op.SEXT)] * 2
        found += [(Op.TRUNC, of) for of in ints if of.width > type.width] * 3
        found += [(op, of) for of in floats for op in (Op.FPTOSI, Op.FPTOUI)]
        found += [(Op.BITCAST, of) for of in floats if of.width == type.width] * 2
    else:
        found += [(op, type) for op in (*UNARY_FLOAT, *BINARY_FLOAT, Op.FMA)]
        found += [(Op.FPCAST, of) for of in floats if of is not type]
        found += [(op, of) for of in ints for op in (Op.SITOFP, Op.UITOFP)]
        found += [(Op.BITCAST, of) for of in ints if of.width == type.width] * 2
    return found


def int_constants(width: int) -> list[int]:
    top = 1 << (width - 1)
    found = [0, 1, 2, 3, 4, 5, 7, 8, 12, width - 1, width, width + 1, 100, top - 1, top, top + 1, 2 * top - 2]
    return [n & (2 * top - 1) for n in (*found, 2 * top - 1, 2 * top - 4)]


def float_constants(width: int) -> list[float]:
    """Both zeros, ones, infinities, NaN, the smallest and largest numbers, halves and limits of integers."""
    fraction, inf = {16: (10, 0x7C00), 32: (23, 0x7F800000), 64: (52, 0x7FF << 52)}[width]
    one = {16: 15, 32: 127, 64: 1023}[width] << fraction
    half = one - (1 << fraction)
    small = [0, 1, 2, (1 << fraction) - 1, 1 << fraction, one, one + 1, one - 1, half, half + 1, half - 1]
    large = [one + (k << fraction) for k in (1, 2, 7, 8, 10, 15)] + [one + (3 << (fraction - 1)), inf - 1, inf]
    bits = small + large
    return [float_of(b | s, width) for b in bits for s in (0, 1 << (width - 1))] + [float_of(inf + 1, width)]


def constants(type: Type) -> list:
    if isinstance(type, IntType):
        return int_constants(type.width)
    return [False, True] if isinstance(type, BoolType) else float_constants(type.width)


def tree(choose: Choose, type: Type, depth: int, ints=INTS, floats=FLOATS) -> Node | Leaf:
    """A random tree; `choose` picks one of a sequence."""
    if depth == 0 or choose(range(6)) == 0:
        if choose(range(3)) == 0:
            return Leaf(type, None, choose(constants(type)))
        return Leaf(type, f"{'xyz'[choose(range(2))]}_{type}", None)
    op, of = choose(operators(type, ints, floats))
    args = tuple(tree(choose, arg, depth - 1, ints, floats) for arg in signature(op, type, of))
    return Node(op, type, of, args)


def built(node: Node | Leaf):
    """The tree through the builders."""
    if isinstance(node, Leaf):
        if node.name is None:
            return node.value
        bounded = node.name == "y_i16"
        return var(node.name, node.type, lo=2, hi=300) if bounded else var(node.name, node.type)
    return apply(node.op, node.type, node.of, [built(arg) for arg in node.args])


def run(node: Node | Leaf, inputs: Mapping[str, object]):
    """The tree on constants."""
    if isinstance(node, Leaf):
        return node.value if node.name is None else inputs[node.name]
    return const_function(node.op, node.type, node.of)(*[run(arg, inputs) for arg in node.args])


def inputs(choose: Choose) -> dict[str, object]:
    """Random values of all variables that trees use."""
    found = {f"{n}_{t}": choose(constants(t)) for n in "xyz" for t in (BOOL, *INTS, *FLOATS)}
    found["y_i16"] = choose([2, 3, 7, 100, 255, 256, 299, 300])
    return found


def model_of(terms: Sequence[Term], given: Mapping[str, object]) -> dict[Term, object]:
    return {term: given[term.params[0]] for term in terms}


def same(a, b) -> bool:
    """Equal, of one type, NaN equal to NaN and zeros by their sign."""
    return type(a) is type(b) and (repr(a) == repr(b))


def show(node: Node | Leaf) -> str:
    if isinstance(node, Leaf):
        return node.name or str(node.value)
    return f"{node.op.value}.{node.type}.{node.of}({', '.join(map(show, node.args))})"
