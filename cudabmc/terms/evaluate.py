"""Terms under a model: what a value is for given inputs."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from cudabmc.goto.meaning.const_function import Constant, ConstFunction, const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, FloatType, IntType, Type
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BoolSort, BVSort, FPSort, Sort
from cudabmc.terms.term import Term, TermValue, lower, width_of, zero_of

if TYPE_CHECKING:  # few runs evaluate arrays
    from cudabmc.terms.array_versions import ArrayVersion

# An array is the value of all elements that are not in the dict, and the dict.
ArrayValue = tuple[int, dict[int, int]]
ModelValue = Constant | ArrayValue
# A term on the way to a constant.
PartValue: TypeAlias = "Constant | ArrayVersion"
SolverModel = Mapping[Term, ModelValue]


def evaluate(value: TermValue, model: SolverModel) -> Constant:
    """The constant that a value is under a model; a variable that the model lacks is the least number of its range, and
    otherwise 0, False or 0.0 everywhere. A replay has the same values.

    Models give an array variable as (default, {index: element}).
    """
    if type(value) is not Term:
        return value
    result = evaluate_parts(value, model)[value]
    assert isinstance(result, bool | int | float)
    return result


def evaluate_parts(value: Term, model: SolverModel) -> dict[Term, PartValue]:
    """What a term and each term in it is under a model."""
    done: dict[Term, PartValue] = {}
    stack = [value]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        missing = [arg for arg in term.args if arg not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        done[term] = step(term, [done[arg] for arg in term.args], model)
    return done


def _least(variable: Term) -> ModelValue:
    _, low, _ = variable.params
    return low or zero_of(variable.sort)


def step(term: Term, args: list[PartValue], model: SolverModel) -> PartValue:
    kind = term.kind
    if kind is Kind.VAR:
        found = model.get(term)
        if found is None:
            found = _least(term)
        return _array(*found) if isinstance(found, tuple) else found
    if kind is Kind.CONST:
        constant = lower(term)
        assert type(constant) is not Term
        return constant
    special = _SPECIAL.get(kind)
    if special is not None:
        return special(term, args)
    return _function(term)(*args)


def _function(term: Term) -> ConstFunction:
    """The constant function of a kind that is one operator."""
    op = OPS[term.kind]
    of = type_of(term.args[0].sort)
    return const_function(op, type_of(term.sort), of)


def type_of(sort: Sort) -> Type:
    """The GOTO type of the values of a sort; arrays have none."""
    if isinstance(sort, BVSort):
        return IntType(sort.width)
    if isinstance(sort, FPSort):
        return FloatType(sort.width)
    assert isinstance(sort, BoolSort)
    return BOOL


def _as_int(value: PartValue) -> int:
    assert isinstance(value, int)
    return value


def _array(default: int, elements: Mapping[int, int]) -> "ArrayVersion":
    from cudabmc.terms.array_versions import ArrayVersion

    return ArrayVersion(default, elements)


def _as_array(value: PartValue) -> "ArrayVersion":
    assert not isinstance(value, bool | int | float)
    return value


def _ite(term: Term, args: list[PartValue]) -> PartValue:
    return args[1] if args[0] else args[2]


def _and(term: Term, args: list[PartValue]) -> PartValue:
    return all(arg is True for arg in args)


def _eq(term: Term, args: list[PartValue]) -> PartValue:
    sort = term.args[0].sort
    if isinstance(sort, FPSort):
        bits = const_function(Op.BITCAST, IntType(sort.width), FloatType(sort.width))
        return bool(bits(args[0]) == bits(args[1]))
    return args[0] == args[1]


def _sum(term: Term, args: list[PartValue]) -> PartValue:
    total: int = term.params[0]
    for coefficient, arg in zip(term.params[1], args, strict=True):
        total += coefficient * _as_int(arg)
    return total & ((1 << width_of(term)) - 1)


def _concat(term: Term, args: list[PartValue]) -> PartValue:
    bits = 0
    for node, arg in zip(term.args, args, strict=True):
        bits = bits << width_of(node) | _as_int(arg)
    return bits


def _extract(term: Term, args: list[PartValue]) -> PartValue:
    hi, lo = term.params
    size: int = hi - lo + 1
    return _as_int(args[0]) >> int(lo) & ((1 << size) - 1)


def _const_array(term: Term, args: list[PartValue]) -> PartValue:
    return _array(_as_int(args[0]), {})


def _select(term: Term, args: list[PartValue]) -> PartValue:
    return _as_array(args[0]).read(_as_int(args[1]))


def _store(term: Term, args: list[PartValue]) -> PartValue:
    return _as_array(args[0]).having(_as_int(args[1]), _as_int(args[2]))


_SPECIAL: dict[Kind, Callable[[Term, list[PartValue]], PartValue]] = {
    Kind.ITE: _ite,
    Kind.AND: _and,
    Kind.EQ: _eq,
    Kind.SUM: _sum,
    Kind.CONCAT: _concat,
    Kind.EXTRACT: _extract,
    Kind.CONST_ARRAY: _const_array,
    Kind.SELECT: _select,
    Kind.STORE: _store,
}

_RENAMED = {
    Kind.BVAND: Op.AND,
    Kind.BVOR: Op.OR,
    Kind.BVXOR: Op.XOR,
    Kind.FP_TO_BITS: Op.BITCAST,
    Kind.BITS_TO_FP: Op.BITCAST,
}
OPS: dict[Kind, Op] = {
    kind: _RENAMED.get(kind) or Op[kind.name]
    for kind in Kind
    if kind not in _SPECIAL and kind not in (Kind.VAR, Kind.CONST)
}
