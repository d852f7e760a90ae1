"""Arrays of numbers (cuRAND reference, "Host API", curandGenerate and kin).

The operation is issued to the stream of the generator; a generator of the host fills memory of the host before
the call returns.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, ModelContext, Op, Type, Value
from opmodels.libc.expression import both
from opmodels.libraries.curand import host_sequences
from opmodels.libraries.curand.distributions import BITS, LOG_NORMAL, SCALED_NORMAL, UNIFORM, Distribution
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
from opmodels.libraries.curand.host_sequences import Generated, advance, is_of_curand, sequence
from opmodels.libraries.curand.state import NOTE
from opmodels.libraries.curand.types import STATUS
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.stream import check_stream

LENGTH_NOT_MULTIPLE = STATUS["CURAND_STATUS_LENGTH_NOT_MULTIPLE"]
_LARGEST_RATE = 400_000.0
_OTHERS = (
    "the numbers of MTGP32, of MT19937 and of quasirandom generators of the host are those of another generator "
    "(--arbitrary rand lifts that)"
)


@dataclass(frozen=True, slots=True)
class _Made:
    """Numbers that are known, and those that there may be otherwise."""

    known: Generated
    possible: Distribution
    type: Type
    parameters: tuple[Value, ...] = ()


def _generate(ctx: ModelContext, generator: Value, output: Value, count: Value, made: _Made) -> Value:
    """Fill `count` numbers; the length must be a multiple of those that are made at once (pseudorandom) or of the
    dimensions."""
    kind = type_of(ctx, generator)
    size = ctx.concretize(count, I64)
    unit = handles.number(ctx, generator, GENERATOR, "dimensions") if is_quasi(kind) else made.known.made
    if size % unit:
        return LENGTH_NOT_MULTIPLE
    stream = handles.get(ctx, generator, GENERATOR, "stream")
    on_host = bool(handles.number(ctx, generator, GENERATOR, "on host"))
    check_stream(ctx, stream)
    if size == 0:
        return SUCCESS
    type = made.type
    if on_host:
        check_host_range(ctx, output, size * type.size, "outputPtr", write=True)
    else:
        check_device_range(ctx, output, size * type.size, "outputPtr", write=True)
    values = _numbers(ctx, generator, kind, size, made)

    def write() -> None:
        for index, value in enumerate(values):
            ctx.store(ctx.add(output, index * type.size), value, type, cross=True)

    if on_host:
        write()
    else:
        issue(ctx, stream, write)
    return SUCCESS


def _numbers(ctx: ModelContext, generator: Value, kind: int, count: int, made: _Made) -> Sequence[Value]:
    """The numbers that a generator makes, which goes on behind them then."""
    if ctx.is_arbitrary("rand"):
        return [made.possible.arbitrary(ctx, made.type, *made.parameters) for _ in range(count)]
    ctx.note(NOTE if is_of_curand(kind) else _OTHERS)
    ordering = handles.number(ctx, generator, GENERATOR, "ordering")
    seed = handles.get(ctx, generator, GENERATOR, "seed")
    position = handles.get(ctx, generator, GENERATOR, "position")
    further = ctx.op(Op.ADD, I64, position, advance(kind, made.known, count))
    handles.put(ctx, generator, GENERATOR, "position", further)
    return ctx.computed(
        sequence(kind, ordering, made.known, count), (seed, position, *made.parameters), [made.type] * count,
        f"{ctx.name}()", made.possible.of_last(ctx, made.type, count, *made.parameters),
    )  # fmt: skip


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
    known = host_sequences.WIDE_BITS if type == I64 else host_sequences.BITS
    return _generate(ctx, generator, output, count, _Made(known, BITS, type))


@model(
    "curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *outputPtr, size_t num)",
    "curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *outputPtr, size_t num)",
    device=False,
)
def generate_uniform(ctx: ModelContext, generator: Value, output: Value, count: Value) -> Value:
    """In (0, 1]."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    if ctx.name.endswith("Double"):
        return _generate(ctx, generator, output, count, _Made(host_sequences.UNIFORM_DOUBLE, UNIFORM, F64))
    return _generate(ctx, generator, output, count, _Made(host_sequences.UNIFORM, UNIFORM, F32))


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
    single, double = (host_sequences.NORMAL, host_sequences.NORMAL_DOUBLE)
    if "Log" in ctx.name:
        single, double = (host_sequences.LOG_NORMAL, host_sequences.LOG_NORMAL_DOUBLE)
    possible = LOG_NORMAL if "Log" in ctx.name else SCALED_NORMAL
    known, type = (double, F64) if ctx.name.endswith("Double") else (single, F32)
    return _generate(ctx, generator, output, count, _Made(known, possible, type, (mean, deviation)))


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
    return _generate(ctx, generator, output, count, _Made(host_sequences.POISSON, BITS, I32, (rate,)))
