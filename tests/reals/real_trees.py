"""Random trees of real arithmetic with two meanings: terms of floats, and fractions, written down independently."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count
from random import Random

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, F64, I32
from cudabmc.terms import TermValue, apply, var

Tree = tuple
"""("x", 1), ("number", 3), ("add", a, b) and so on; ("choose", c, a, b), where ("less", a, b) is such a condition."""

_NAMES = count()

NUMBERS = (Fraction(-3), Fraction(-1), Fraction(0), Fraction(1), Fraction(1, 2), Fraction(2), Fraction(5))
FLOAT_VARIABLES, INT_VARIABLES = 4, 2

KINDS = ("add", "add", "sub", "mul", "mul", "div", "max", "min", "neg", "abs", "fma", "wide", "choose")

_BINARY = {
    "add": Op.FADD, "sub": Op.FSUB, "mul": Op.FMUL, "div": Op.FDIV, "max": Op.FMAX, "min": Op.FMIN,
    "less": Op.FLT, "most": Op.FLE, "same": Op.FEQ,
}  # fmt: skip


def number(random: Random, depth: int) -> Tree:
    """A tree that is a number."""
    if depth == 0 or random.random() < 0.15:
        kind = random.random()
        if kind < 0.6:
            return ("x", random.randrange(FLOAT_VARIABLES))
        return ("int", random.randrange(INT_VARIABLES)) if kind < 0.7 else ("number", random.choice(NUMBERS))
    kind = random.choice(KINDS)
    if kind == "choose":
        return (kind, condition(random, depth - 1), number(random, depth - 1), number(random, depth - 1))
    arity = {"neg": 1, "abs": 1, "wide": 1, "fma": 3}.get(kind, 2)
    return (kind, *(number(random, depth - 1) for _ in range(arity)))


def condition(random: Random, depth: int) -> Tree:
    """A tree that is a truth value."""
    kind = random.choice(("less", "most", "same", "below", "and", "not"))
    if kind == "below" or depth == 0:
        return ("below", random.randrange(INT_VARIABLES), random.randrange(-2, 3))
    if kind == "and":
        return (kind, condition(random, depth - 1), condition(random, depth - 1))
    if kind == "not":
        return (kind, condition(random, depth - 1))
    return (kind, number(random, depth - 1), number(random, depth - 1))


class Inputs:
    """The variables of one comparison."""

    def __init__(self) -> None:
        run = next(_NAMES)
        self.floats = [var(f"real {run}.{i}", F32) for i in range(FLOAT_VARIABLES)]
        self.ints = [var(f"int {run}.{i}", I32) for i in range(INT_VARIABLES)]

    def term(self, tree: Tree) -> TermValue:
        """The tree as a term of floats."""
        kind, *rest = tree
        if kind == "x":
            return self.floats[rest[0]]
        if kind == "int":
            return apply(Op.SITOFP, F32, I32, (self.ints[rest[0]],))
        if kind == "number":
            return float(rest[0])
        if kind == "below":
            return apply(Op.SLT, BOOL, I32, (self.ints[rest[0]], rest[1] & 0xFFFFFFFF))
        args = [self.term(part) for part in rest]
        if kind == "choose":
            return apply(Op.SELECT, F32, F32, args)
        if kind == "wide":
            return apply(Op.FPCAST, F32, F64, (apply(Op.FPCAST, F64, F32, args),))
        if kind in ("neg", "abs", "fma"):
            return apply({"neg": Op.FNEG, "abs": Op.FABS, "fma": Op.FMA}[kind], F32, F32, args)
        if kind in ("and", "not"):
            return apply({"and": Op.AND, "not": Op.NOT}[kind], BOOL, BOOL, args)
        return apply(_BINARY[kind], BOOL if kind in ("less", "most", "same") else F32, F32, args)


def value(tree: Tree, floats: Mapping[int, Fraction], ints: Mapping[int, int]) -> Fraction | bool:
    """What the tree is. Raises ZeroDivisionError."""
    kind, *rest = tree
    if kind == "x":
        return floats[rest[0]]
    if kind == "int":
        return Fraction(ints[rest[0]])
    if kind == "number":
        return rest[0]
    if kind == "below":
        return ints[rest[0]] < rest[1]
    args = [value(part, floats, ints) for part in rest]
    return _MEANINGS[kind](*args)


_MEANINGS: dict[str, Callable] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "fma": lambda a, b, c: a * b + c,
    "neg": lambda a: -a,
    "abs": abs,
    "wide": lambda a: a,
    "max": max,
    "min": min,
    "less": lambda a, b: a < b,
    "most": lambda a, b: a <= b,
    "same": lambda a, b: a == b,
    "and": lambda a, b: a and b,
    "not": lambda a: not a,
    "choose": lambda condition, a, b: a if condition else b,
}


def rewritten(random: Random, tree: Tree) -> Tree:
    """The tree in other words: by the laws of real numbers, here and there."""
    kind, *rest = tree
    if kind not in ("x", "int", "number", "below"):
        tree = (kind, *(rewritten(random, part) for part in rest))
    return tree if random.random() < 0.3 else _by_one_law(random, *tree)


def _by_one_law(random: Random, kind: str, *rest: Tree) -> Tree:
    tree: Tree = (kind, *rest)
    match kind:
        case "add" | "mul" | "max" | "min" | "same" | "and" if random.random() < 0.5:
            tree = (kind, rest[1], rest[0])
        case "add" | "mul" | "max" | "min" | "and" if rest[0][0] == kind:
            tree = (kind, rest[0][1], (kind, rest[0][2], rest[1]))
        case "mul" if rest[0][0] in ("add", "sub"):
            tree = (rest[0][0], ("mul", rest[0][1], rest[1]), ("mul", rest[0][2], rest[1]))
        case "sub":
            tree = ("add", rest[0], ("mul", ("number", Fraction(-1)), rest[1]))
        case "fma":
            tree = ("add", ("mul", rest[0], rest[1]), rest[2])
        case "neg":
            tree = ("sub", ("number", Fraction(0)), rest[0])
        case "max" if not _is_extremum(rest):
            tree = ("choose", ("less", rest[0], rest[1]), rest[1], rest[0])
        case "min" if not _is_extremum(rest):
            tree = ("choose", ("most", rest[0], rest[1]), rest[0], rest[1])
        case "most":
            tree = ("not", ("less", rest[1], rest[0]))
        case "less":
            tree = ("less", ("sub", rest[0], rest[1]), ("number", Fraction(0)))
        case "choose":
            tree = (kind, ("not", rest[0]), rest[2], rest[1])
        case "wide":
            tree = rest[0]
    return tree


def _is_extremum(parts: list[Tree]) -> bool:
    """Is one of the parts the largest or least of some, so that a choice among them is nested in another one?"""
    return any(part[0] in ("max", "min", "choose") or _is_extremum(part[1:]) for part in parts if type(part) is tuple)


def changed(random: Random, tree: Tree) -> Tree:
    """The tree with another one in the place of one part: mostly another number."""
    kind, *rest = tree
    if kind in ("x", "int", "number") or (kind not in ("below",) and random.random() < 0.2):
        return condition(random, 1) if kind in ("less", "most", "same", "and", "not", "below") else number(random, 1)
    if kind == "below":
        return condition(random, 1)
    at = random.randrange(len(rest))
    return (kind, *rest[:at], changed(random, rest[at]), *rest[at + 1 :])
