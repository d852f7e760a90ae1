"""Several numbers at once (cuRAND reference, "Device API"). For clang curand_kernel.h makes them of single ones."""

from collections.abc import Callable

from cudabmc.modelapi import F32, F64, I32, ModelContext, Type, Value
from opmodels.libraries.curand import distributions
from opmodels.libraries.curand.state import PHILOX, PSEUDO, in_kernels, uses_state
from opmodels.registry import ModelFunction

_Make = Callable[..., Value]


def _several(name: str, make: _Make, type: Type, count: int) -> ModelFunction:
    use = uses_state(name)

    def numbers(ctx: ModelContext, result: Value, state: Value, *parameters: Value) -> None:
        """`count` numbers of one distribution."""
        use(ctx, state)
        for index in range(count):
            ctx.store(ctx.add(result, index * type.size), make(ctx, type, *parameters), type)

    return numbers


def _poisson(ctx: ModelContext, type: Type, rate: Value) -> Value:
    return distributions.bits(ctx, type)


_MEAN = ", float mean, float stddev"
_MEAN_DOUBLE = ", double mean, double stddev"
_Row = tuple[str, _Make, Type, int]
_PAIRS: tuple[_Row, ...] = (
    ("float2 curand_normal2({} *state)", distributions.normal, F32, 2),
    ("double2 curand_normal2_double({} *state)", distributions.normal, F64, 2),
    ("float2 curand_log_normal2({} *state" + _MEAN + ")", distributions.log_normal, F32, 2),
    ("double2 curand_log_normal2_double({} *state" + _MEAN_DOUBLE + ")", distributions.log_normal, F64, 2),
)
_FOR_PHILOX: tuple[_Row, ...] = (
    ("uint4 curand4({} *state)", distributions.bits, I32, 4),
    ("uint4 curand_poisson4({} *state, double lambda)", _poisson, I32, 4),
    ("float4 curand_uniform4({} *state)", distributions.uniform, F32, 4),
    ("double2 curand_uniform2_double({} *state)", distributions.uniform, F64, 2),
    ("double4 curand_uniform4_double({} *state)", distributions.uniform, F64, 4),
    ("float4 curand_normal4({} *state)", distributions.normal, F32, 4),
    ("double4 curand_normal4_double({} *state)", distributions.normal, F64, 4),
    ("float4 curand_log_normal4({} *state" + _MEAN + ")", distributions.log_normal, F32, 4),
    ("double4 curand_log_normal4_double({} *state" + _MEAN_DOUBLE + ")", distributions.log_normal, F64, 4),
)
for _signature, _make, _type, _count in _PAIRS:
    for _name in PSEUDO:
        in_kernels(_signature.format(_name))(_several(_name, _make, _type, _count))
for _signature, _make, _type, _count in _FOR_PHILOX:
    in_kernels(_signature.format(PHILOX))(_several(PHILOX, _make, _type, _count))
