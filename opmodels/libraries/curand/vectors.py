"""Several numbers at once (cuRAND reference, "Device API"). For clang, curand_kernel.h calls the same functions under
names that begin with __cudabmc_ (several_by_pointer.py)."""

from collections.abc import Callable

from cudabmc.modelapi import F32, F64, I32, ModelContext, Type, Value
from opmodels.libraries.curand import drawing
from opmodels.libraries.curand.distributions import BITS, LOG_NORMAL, NORMAL, UNIFORM, Distribution
from opmodels.libraries.curand.drawing import Source
from opmodels.libraries.curand.state import PHILOX, PSEUDO, Draw, StateKind, draw_numbers, in_kernels, touch
from opmodels.registry import ModelFunction


def _several(kind: StateKind, draw: Draw, distribution: Distribution, type: Type, count: int) -> ModelFunction:
    def numbers(ctx: ModelContext, result: Value, state: Value, *parameters: Value) -> None:
        """`count` numbers of one distribution. Those that are made in pairs leave none over."""
        if ctx.is_arbitrary("rand"):
            touch(ctx, state, kind)
            made = [distribution.arbitrary(ctx, type, *parameters) for _ in range(count)]
        else:
            such_that = distribution.of_last(ctx, type, count, *parameters)
            made = [*draw_numbers(ctx, state, kind, draw, [type] * count, parameters, such_that)]
        for index, number in enumerate(made):
            ctx.store(ctx.add(result, index * type.size), number, type)

    return numbers


def _each(count: int, draw: Callable[..., Value]) -> Draw:
    return lambda source, *parameters: [draw(source, *parameters) for _ in range(count)]


def _two_pairs(draw: Draw) -> Draw:
    return lambda source, *parameters: [*draw(source, *parameters), *draw(source, *parameters)]


def _word(source: Source) -> Value:
    return source.word()


def _uniform(source: Source) -> Value:
    return source.uniform()


def _uniform_fine(source: Source) -> Value:
    return source.uniform_fine()


_MEAN = ", float mean, float stddev"
_MEAN_DOUBLE = ", double mean, double stddev"
_Row = tuple[str, str, str, Draw, Distribution, Type, int]
_PAIRS: tuple[_Row, ...] = (
    ("float2", "curand_normal2", "", drawing.normal_pair, NORMAL, F32, 2),
    ("double2", "curand_normal2_double", "", drawing.normal_pair_double, NORMAL, F64, 2),
    ("float2", "curand_log_normal2", _MEAN, drawing.log_normal_pair, LOG_NORMAL, F32, 2),
    ("double2", "curand_log_normal2_double", _MEAN_DOUBLE, drawing.log_normal_pair_double, LOG_NORMAL, F64, 2),
)
_FOR_PHILOX: tuple[_Row, ...] = (
    ("uint4", "curand4", "", _each(4, _word), BITS, I32, 4),
    ("uint4", "curand_poisson4", ", double lambda", _each(4, drawing.poisson), BITS, I32, 4),
    ("float4", "curand_uniform4", "", _each(4, _uniform), UNIFORM, F32, 4),
    ("double2", "curand_uniform2_double", "", _each(2, _uniform_fine), UNIFORM, F64, 2),
    ("double4", "curand_uniform4_double", "", _each(4, _uniform_fine), UNIFORM, F64, 4),
    ("float4", "curand_normal4", "", _two_pairs(drawing.normal_pair), NORMAL, F32, 4),
    ("double4", "curand_normal4_double", "", _two_pairs(drawing.normal_pair_double), NORMAL, F64, 4),
    ("float4", "curand_log_normal4", _MEAN, _two_pairs(drawing.log_normal_pair), LOG_NORMAL, F32, 4),
    (
        "double4", "curand_log_normal4_double", _MEAN_DOUBLE, _two_pairs(drawing.log_normal_pair_double), LOG_NORMAL,
        F64, 4,
    ),
)  # fmt: skip

SEVERAL = tuple(
    (kind, result, name, parameters, _several(kind, draw, distribution, type, count))
    for rows, kinds in ((_PAIRS, PSEUDO), (_FOR_PHILOX, (PHILOX,)))
    for result, name, parameters, draw, distribution, type, count in rows
    for kind in kinds
)
"""The kind of a state, the type of the result, the name, the parameters behind the state, and the model."""

for _kind, _result, _name, _parameters, _function in SEVERAL:
    in_kernels(f"{_result} {_name}({_kind.type} *state{_parameters})")(_function)
