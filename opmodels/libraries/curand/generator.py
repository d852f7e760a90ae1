"""Generators of the host API: their life and their settings (cuRAND reference, "Host API")."""

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.libc.expression import both, sle
from opmodels.libraries.curand.types import GENERATORS, ORDERINGS, STATUS
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails
from opmodels.runtime.stream import check_stream

GENERATOR = handles.HandleKind(
    "generator", 0xC0DE1,
    (
        ("type", I32), ("on host", I32), ("dimensions", I32), ("ordering", I32), ("stream", PTR), ("seed", I64),
        ("position", I64),
    ),
)  # fmt: skip
SUCCESS = STATUS["CURAND_STATUS_SUCCESS"]
NOT_INITIALIZED = STATUS["CURAND_STATUS_NOT_INITIALIZED"]
TYPE_ERROR = STATUS["CURAND_STATUS_TYPE_ERROR"]
OUT_OF_RANGE = STATUS["CURAND_STATUS_OUT_OF_RANGE"]
_MERSENNE = (GENERATORS["CURAND_RNG_PSEUDO_MTGP32"], GENERATORS["CURAND_RNG_PSEUDO_MT19937"])
_MOST_DIMENSIONS = 20000


def is_quasi(kind: int) -> bool:
    """Does a generator of this type make quasirandom numbers?"""
    return kind >= GENERATORS["CURAND_RNG_QUASI_DEFAULT"]


def has_64_bits(kind: int) -> bool:
    """Does a generator of this type make numbers of 64 bits?"""
    return kind >= GENERATORS["CURAND_RNG_QUASI_SOBOL64"]


def checked(ctx: ModelContext, generator: Value) -> bool:
    """Is there a generator? One that was destroyed, or is something else, is a defect."""
    return handles.is_given(ctx, generator, GENERATOR)


def type_of(ctx: ModelContext, generator: Value) -> int:
    """The type that the generator was created with."""
    return handles.number(ctx, generator, GENERATOR, "type")


@model(
    "curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t rng_type)",
    "curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t rng_type)",
    device=False,
)
def create_generator(ctx: ModelContext, target: Value, rng_type: Value) -> Value:
    """"CURAND_STATUS_TYPE_ERROR if the value for rng_type is invalid"; memory may be short."""
    kind = ctx.concretize(rng_type, I32)
    if kind not in GENERATORS.values() or kind == GENERATORS["CURAND_RNG_TEST"]:
        return TYPE_ERROR
    if call_fails(ctx):
        return STATUS["CURAND_STATUS_ALLOCATION_FAILED"]
    generator = handles.create(ctx, target, GENERATOR)
    handles.put(ctx, generator, GENERATOR, "type", kind)
    handles.put(ctx, generator, GENERATOR, "on host", int(ctx.name.endswith("Host")))
    handles.put(ctx, generator, GENERATOR, "dimensions", 1)
    return SUCCESS


@model("curandStatus_t curandDestroyGenerator(curandGenerator_t generator)", device=False)
def destroy_generator(ctx: ModelContext, generator: Value) -> Value:
    """Ends a generator."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    handles.destroy(ctx, generator, GENERATOR)
    return SUCCESS


@model("curandStatus_t curandGetVersion(int *version)", device=False)
def get_version(ctx: ModelContext, version: Value) -> Value:
    """The version that came with CUDA 12.4."""
    ctx.store(version, 10305, I32)
    return SUCCESS


@model("curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)", device=False)
def set_stream(ctx: ModelContext, generator: Value, stream: Value) -> Value:
    """Later operations of the generator are issued to this stream."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    check_stream(ctx, stream)
    handles.put(ctx, generator, GENERATOR, "stream", stream)
    return SUCCESS


@model(
    "curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)",
    device=False,
)
def set_seed(ctx: ModelContext, generator: Value, seed: Value) -> Value:
    """"CURAND_STATUS_TYPE_ERROR if the generator is not a pseudorandom number generator"."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    if is_quasi(type_of(ctx, generator)):
        return TYPE_ERROR
    handles.put(ctx, generator, GENERATOR, "seed", seed)
    return SUCCESS


@model("curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)", device=False)
def set_offset(ctx: ModelContext, generator: Value, offset: Value) -> Value:
    """An absolute offset. Generators of the Mersenne family have none."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    if type_of(ctx, generator) in _MERSENNE:
        return TYPE_ERROR
    handles.put(ctx, generator, GENERATOR, "position", offset)
    return SUCCESS


@model("curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)", device=False)
def set_ordering(ctx: ModelContext, generator: Value, order: Value) -> Value:
    """"CURAND_STATUS_OUT_OF_RANGE if the ordering is not valid"."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    wanted = ctx.concretize(order, I32)
    quasi = wanted == ORDERINGS["CURAND_ORDERING_QUASI_DEFAULT"]
    if wanted not in ORDERINGS.values() or quasi != is_quasi(type_of(ctx, generator)):
        return OUT_OF_RANGE
    handles.put(ctx, generator, GENERATOR, "ordering", wanted)
    return SUCCESS


@model(
    "curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int num_dimensions)",
    device=False,
)
def set_dimensions(ctx: ModelContext, generator: Value, dimensions: Value) -> Value:
    """1 to 20000 dimensions, for quasirandom generators."""
    if not checked(ctx, generator):
        return NOT_INITIALIZED
    if not is_quasi(type_of(ctx, generator)):
        return TYPE_ERROR
    in_range = both(ctx, sle(ctx, 1, dimensions), sle(ctx, dimensions, _MOST_DIMENSIONS))
    if not ctx.decide(in_range):
        return OUT_OF_RANGE
    handles.put(ctx, generator, GENERATOR, "dimensions", dimensions)
    return SUCCESS


@model("curandStatus_t curandGenerateSeeds(curandGenerator_t generator)", device=False)
def generate_seeds(ctx: ModelContext, generator: Value) -> Value:
    """Sets the state up, which the next generation would do as well."""
    return SUCCESS if checked(ctx, generator) else NOT_INITIALIZED
