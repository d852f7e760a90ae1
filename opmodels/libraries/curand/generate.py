"""Arrays of numbers (cuRAND reference, "Host API", curandGenerate and kin).

The operation is issued to the stream of the generator; a generator of the host fills memory of the host before
the call returns.
"""

from collections.abc import Callable

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, FloatType, ModelContext, Op, Type, Value
from opmodels.libc.expression import both
from opmodels.libraries.curand import distributions
from opmodels.libraries.curand.generator import (
    GENERATOR,
    NOT_INITIALIZED,
    OUT_OF_RANGE,
    SUCCESS,
    TYPE_ERROR,
    checked,
    has_64_bits,
    is_quasi,
    type_of,
)
from opmodels.libraries.curand.state import NOTE
from opmodels.libraries.curand.types import STATUS
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.stream import check_stream

LENGTH_NOT_MULTIPLE = STATUS["CURAND_STATUS_LENGTH_NOT_MULTIPLE"]
_LARGEST_RATE = 400_000.0


def _generate(
    ctx: ModelContext,
    generator: Value,
    output: Value,
    count: Value,
    type: Type,
    make: Callable[[], Value],
    unit: int = 1,
) -> Value:
    """Fill `count` numbers; the length must be a multiple of `unit` (pseudorandom) or of the dimensions."""
    kind = type_of(ctx, generator)
    size = ctx.concretize(count, I64)
    if is_quasi(kind):
        unit = handles.number(ctx, generator, GENERATOR, "dimensions")
    if size % unit:
        return LENGTH_NOT_MULTIPLE
    stream = handles.get(ctx, generator, GENERATOR, "stream")
    on_host = bool(handles.number(ctx, generator, GENERATOR, "on host"))
    check_stream(ctx, stream)
    if size == 0:
        return SUCCESS
    if on_host:
        check_host_range(ctx, output, size * type.size, "outputPtr", write=True)
    else:
        check_device_range(ctx, output, size * type.size, "outputPtr", write=True)
    ctx.note(NOTE)
    values = [make() for _ in range(size)]

    def write() -> None:
        for index, value in enumerate(values):
            ctx.store(ctx.add(output, index * type.size), value, type, cross=True)

    if on_host:
        write()
    else:
        issue(ctx, stream, write)
    return SUCCESS


@model(
    "curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *outputPtr, size_t num)",
    "curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *outputPtr, size_t num)",
    device=False,
)
def generate_bits(ctx: ModelContext, generator: Value, output: Value, count: Value) -> Value:
    """Numbers of 32 bits, or of 64 bits from the generators that make such, and from no others."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    type = I64 if ctx.name.endswith("LongLong") else I32
    if has_64_bits(type_of(ctx, generator)) != (type == I64):
        return TYPE_ERROR
    return _generate(ctx, generator, output, count, type, lambda: distributions.bits(ctx, type))


def _float(ctx: ModelContext) -> FloatType:
    return F64 if ctx.name.endswith("Double") else F32


@model(
    "curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *outputPtr, size_t num)",
    "curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *outputPtr, size_t num)",
    device=False,
)
def generate_uniform(ctx: ModelContext, generator: Value, output: Value, count: Value) -> Value:
    """In (0, 1]."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    type = _float(ctx)
    return _generate(ctx, generator, output, count, type, lambda: distributions.uniform(ctx, type))


@model(
    "curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *outputPtr, size_t n, float mean, "
    "float stddev)",
    "curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *outputPtr, size_t n, double mean, "
    "double stddev)",
    "curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *outputPtr, size_t n, float mean, "
    "float stddev)",
    "curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *outputPtr, size_t n, "
    "double mean, double stddev)",
    device=False,
)
def generate_normal(
    ctx: ModelContext, generator: Value, output: Value, count: Value, mean: Value, deviation: Value
) -> Value:
    """Made in pairs: pseudorandom generators need an even length."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    type = _float(ctx)
    make = distributions.log_normal if "Log" in ctx.name else distributions.scaled_normal
    return _generate(ctx, generator, output, count, type, lambda: make(ctx, type, mean, deviation), unit=2)


@model(
    "curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *outputPtr, size_t n, "
    "double lambda)",
    device=False,
)
def generate_poisson(ctx: ModelContext, generator: Value, output: Value, count: Value, rate: Value) -> Value:
    """"CURAND_STATUS_OUT_OF_RANGE if lambda is non-positive or greater than 400,000"."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    positive = ctx.op(Op.FLT, BOOL, 0.0, rate, of=F64)
    if not ctx.decide(both(ctx, positive, ctx.op(Op.FLE, BOOL, rate, _LARGEST_RATE, of=F64))):
        return OUT_OF_RANGE
    return _generate(ctx, generator, output, count, I32, lambda: distributions.bits(ctx, I32))
