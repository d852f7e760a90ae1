"""Overload resolution: which function a call means (C++ [over.match], as far as C-style CUDA needs it)."""

from collections.abc import Sequence

from cudabmc.errors import SourceError
from cudabmc.frontend.c.conversions import common_type, promoted
from cudabmc.frontend.c.ctypes import (
    DOUBLE,
    Array,
    Bool,
    CType,
    Enum,
    Float,
    Func,
    Ptr,
    Record,
    Ref,
    Void,
    is_arithmetic,
    is_integer,
    same,
    spell,
)
from cudabmc.frontend.c.dispatch import ValueOrLValue
from cudabmc.frontend.c.scope import FunctionEntity
from cudabmc.frontend.c.values import LValue
from cudabmc.goto.program import Const
from cudabmc.source.location import Location

EXACT, PROMOTION, CONVERSION, WIDE, LENIENT = range(5)


def resolve(
    name: str, functions: Sequence[FunctionEntity], args: Sequence[ValueOrLValue], loc: Location
) -> FunctionEntity:
    """The best match; SourceError if there is none or more than one."""
    fitting = [f for f in functions if _arity_fits(f, len(args))]
    if len(functions) == 1 and not fitting:
        raise SourceError(_arity_message(functions[0], len(args)), loc)
    if len(fitting) == len(functions) == 1:
        return fitting[0]
    ranked = [(f, _ranks(f, args)) for f in fitting]
    viable = [(f, [r for r in ranks if r is not None]) for f, ranks in ranked if None not in ranks]
    if not viable:
        given = ", ".join(spell(a.type) for a in args)
        declared = "declared: " + "; ".join(_spell_function(f) for f in functions)
        raise SourceError(f"no function '{name}' takes ({given})", loc, declared)
    best = [f for f, ranks in viable if all(f is g or _better(ranks, other) for g, other in viable)]
    if len(best) == 1:
        return best[0]
    preferred = _prefer([f for f, _ in viable], args)
    if preferred is not None:
        return preferred
    raise SourceError(
        f"the call of '{name}' is ambiguous", loc, "candidates: " + "; ".join(_spell_function(f) for f, _ in viable)
    )


def _arity_fits(function: FunctionEntity, count: int) -> bool:
    type = function.type
    if not type.prototype:
        return True
    required = sum(1 for d in function.defaults if d is None)
    return required <= count and (type.variadic or count <= len(type.params))


def _arity_message(function: FunctionEntity, count: int) -> str:
    wanted = len(function.type.params)
    plural = "argument" if wanted == 1 else "arguments"
    return f"'{function.name}' takes {wanted} {plural}, {count} given"


def _spell_function(function: FunctionEntity) -> str:
    return spell(function.type, function.name)


def _better(ours: list[int], theirs: list[int]) -> bool:
    pairs = list(zip(ours, theirs, strict=False))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def _ranks(function: FunctionEntity, args: Sequence[ValueOrLValue]) -> list[int | None]:
    ranks = [rank(arg, param) for arg, param in zip(args, function.type.params, strict=False)]
    return ranks + [LENIENT + 1] * (len(args) - len(ranks))  # arguments for ... come last


def rank(arg: ValueOrLValue, param: CType) -> int | None:
    """How well an argument fits a parameter: less is better, None is not at all."""
    if isinstance(param, Ref):
        if isinstance(arg, LValue) and same(arg.type, param.to):
            return EXACT
        return rank(arg, param.to) if param.to.const else None
    source = arg.type
    if isinstance(source, Array):
        source = Ptr(source.of)
    elif isinstance(source, Func):
        source = Ptr(source)
    if same(source, param):
        return EXACT
    if isinstance(source, Ptr):
        return _rank_pointer(source, param)
    if isinstance(param, Ptr):
        null = not isinstance(arg, LValue) and isinstance(arg.op, Const) and arg.op.value == 0
        return CONVERSION if null and is_integer(source) else None
    if is_arithmetic(source) and is_arithmetic(param):
        return _rank_number(source, param)
    if isinstance(param, Record) and param.decl.tag == "dim3" and is_integer(source):
        return WIDE
    return None


def _rank_number(source: CType, param: CType) -> int:
    if is_integer(source) and same(promoted(source), param):
        return PROMOTION
    if isinstance(source, Float) and isinstance(param, Float) and param == DOUBLE and source.width == 32:
        return PROMOTION
    return LENIENT if isinstance(param, Enum) else CONVERSION


def _rank_pointer(source: Ptr, param: CType) -> int | None:
    if isinstance(param, Bool):
        return WIDE
    if not isinstance(param, Ptr):
        return None
    if same(source.to, param.to):
        return EXACT if source.to == param.to else PROMOTION
    if isinstance(param.to, Void):
        return CONVERSION
    if isinstance(source.to, Void):
        return LENIENT
    if isinstance(source.to, Ptr) and isinstance(param.to, Ptr):
        if isinstance(param.to.to, Void):
            return WIDE  # &p for void **: cudaMalloc
        return PROMOTION if same(source.to.to, param.to.to) else None
    return None


def _prefer(viable: Sequence[FunctionEntity], args: Sequence[ValueOrLValue]) -> FunctionEntity | None:
    """Among equally good ones: where they differ, parameters of the common type of the arguments, or all double for
    integers (C++17 [cmath.syn]/2)."""
    params = [f.type.params for f in viable]
    if any(len(some) != len(args) for some in params):
        return None
    places = [at for at in range(len(args)) if not all(same(some[at], params[0][at]) for some in params)]
    types = [args[at].type for at in places]
    if not types or not all(is_arithmetic(t) for t in types):
        return None
    common = types[0] if len(types) == 1 else _common(types)
    for wanted in (common, promoted(common) if is_integer(common) else DOUBLE, DOUBLE):
        found = [f for f in viable if all(same(f.type.params[at], wanted) for at in places)]
        if len(found) == 1:
            return found[0]
    return None


def _common(types: Sequence[CType]) -> CType:
    common = types[0]
    for other in types[1:]:
        common = common_type(common, other)
    return common
