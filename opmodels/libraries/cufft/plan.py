"""The life of plans (cuFFT reference, "cuFFT Basic Plans", "Extensible Plans")."""

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libc.expression import is_null
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cufft import plan_table
from opmodels.libraries.cufft.layout import StorageLayout, Transform
from opmodels.libraries.cufft.types import INVALID_PLAN, RESULT, SUCCESS, TYPES
from opmodels.registry import model
from opmodels.runtime.allocation import call_fails
from opmodels.runtime.stream import check_stream

INVALID_SIZE = RESULT["CUFFT_INVALID_SIZE"]
INVALID_TYPE = RESULT["CUFFT_INVALID_TYPE"]
INVALID_VALUE = RESULT["CUFFT_INVALID_VALUE"]
_MOST_WORK = 1 << 32


def _integer(ctx: ModelContext, value: Value) -> int:
    return signed(ctx.concretize(value, I32), 32)


def _problem(transform: Transform) -> int:
    """The result for sizes and types that do not exist."""
    if transform.type not in TYPES.values():
        return INVALID_TYPE
    return INVALID_SIZE if min((*transform.sizes, transform.batch)) <= 0 else SUCCESS


def _new(ctx: ModelContext, target: Value, transform: Transform) -> Value:
    """Create a plan and make it."""
    problem = _problem(transform)
    if problem:
        return problem
    if call_fails(ctx):
        return RESULT["CUFFT_ALLOC_FAILED"]
    number = plan_table.add(ctx)
    plan_table.make(ctx, number, transform)
    ctx.store(target, number, I32)
    return SUCCESS


def _make(ctx: ModelContext, plan: Value, transform: Transform, work_size: Value) -> Value:
    """Make a plan that was created. "Handle is not valid on repeat MakePlan"."""
    number = plan_table.found(ctx, plan)
    if number is None or ctx.decide(plan_table.is_made(ctx, number)):
        return INVALID_PLAN
    problem = _problem(transform)
    if problem:
        return problem
    plan_table.make(ctx, number, transform)
    ctx.store(work_size, ctx.nondet(I64, "size of the work area", 0, _MOST_WORK), I64)
    return SUCCESS


@model(
    "cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)",
    "cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)",
    "cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)",
    device=False,
)
def plan_nd(ctx: ModelContext, target: Value, *numbers: Value) -> Value:
    """A plan for one, two or three dimensions; sizes are at least 1."""
    return _new(ctx, target, _basic(ctx, numbers))


def _basic(ctx: ModelContext, numbers: tuple[Value, ...]) -> Transform:
    values = [_integer(ctx, number) for number in numbers]
    if ctx.name.endswith("1d"):
        return Transform(values[1], (values[0],), values[2])
    return Transform(values[-1], tuple(values[:-1]), 1)


@model(
    "cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize)",
    "cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize)",
    "cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *workSize)",
    device=False,
)
def make_plan(ctx: ModelContext, plan: Value, *numbers_and_size: Value) -> Value:
    """As cufftPlan1d and kin, of a plan that cufftCreate created."""
    return _make(ctx, plan, _basic(ctx, numbers_and_size[:-1]), numbers_and_size[-1])


def _advanced(
    ctx: ModelContext, rank: Value, n: Value, sides: tuple[tuple[Value, Value, Value], ...], kind: Value, batch: Value
) -> Transform | None:
    """The transform of cufftPlanMany; None for a rank that does not exist."""
    dimensions = _integer(ctx, rank)
    if not 1 <= dimensions <= 3:
        return None
    sizes = tuple(_integers(ctx, n, dimensions))
    plain = any(ctx.decide(is_null(ctx, embed)) for embed, _, _ in sides)
    layouts = [] if plain else [_side(ctx, *side, dimensions) for side in sides]
    return Transform(ctx.concretize(kind, I32), sizes, _integer(ctx, batch), *layouts)


def _side(ctx: ModelContext, embed: Value, stride: Value, distance: Value, dimensions: int) -> StorageLayout:
    return StorageLayout(tuple(_integers(ctx, embed, dimensions)), _integer(ctx, stride), _integer(ctx, distance))


def _integers(ctx: ModelContext, array: Value, count: int) -> list[int]:
    return [_integer(ctx, ctx.load(ctx.add(array, i * I32.size), I32)) for i in range(count)]


@model(
    "cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, "
    "int *onembed, int ostride, int odist, cufftType type, int batch)",
    device=False,
)
def plan_many(
    ctx: ModelContext, target: Value, rank: Value, n: Value, inembed: Value, istride: Value, idist: Value,
    onembed: Value, ostride: Value, odist: Value, kind: Value, batch: Value,
) -> Value:  # fmt: skip
    """Many transforms. "If set to NULL all other advanced data layout parameters are ignored"."""
    sides = (inembed, istride, idist), (onembed, ostride, odist)
    transform = _advanced(ctx, rank, n, sides, kind, batch)
    return INVALID_VALUE if transform is None else _new(ctx, target, transform)


@model(
    "cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, "
    "int *onembed, int ostride, int odist, cufftType type, int batch, size_t *workSize)",
    device=False,
)
def make_plan_many(
    ctx: ModelContext, plan: Value, rank: Value, n: Value, inembed: Value, istride: Value, idist: Value,
    onembed: Value, ostride: Value, odist: Value, kind: Value, batch: Value, work_size: Value,
) -> Value:  # fmt: skip
    """As cufftPlanMany, of a plan that cufftCreate created."""
    sides = (inembed, istride, idist), (onembed, ostride, odist)
    transform = _advanced(ctx, rank, n, sides, kind, batch)
    return INVALID_VALUE if transform is None else _make(ctx, plan, transform, work_size)


@model("cufftResult cufftCreate(cufftHandle *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A plan that must be made before it is executed."""
    if call_fails(ctx):
        return RESULT["CUFFT_ALLOC_FAILED"]
    ctx.check_range(target, I32.size, write=True)
    ctx.store(target, plan_table.add(ctx), I32)
    return SUCCESS


@model("cufftResult cufftDestroy(cufftHandle plan)", device=False)
def destroy(ctx: ModelContext, plan: Value) -> Value:
    """Ends a plan."""
    number = plan_table.found(ctx, plan)
    if number is None:
        return INVALID_PLAN
    plan_table.end(ctx, number)
    return SUCCESS


@model("cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)", device=False)
def set_stream(ctx: ModelContext, plan: Value, stream: Value) -> Value:
    """Later executions are issued to this stream."""
    number = plan_table.found(ctx, plan)
    if number is None:
        return INVALID_PLAN
    check_stream(ctx, stream)
    plan_table.set_stream(ctx, number, stream)
    return SUCCESS


@model("cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate)", device=False)
def set_auto_allocation(ctx: ModelContext, plan: Value, allocate: Value) -> Value:
    """Who allocates the work area changes no result."""
    return INVALID_PLAN if plan_table.found(ctx, plan) is None else SUCCESS


@model("cufftResult cufftGetSize(cufftHandle plan, size_t *workSize)", device=False)
def get_size(ctx: ModelContext, plan: Value, size: Value) -> Value:
    """The size of the work area is arbitrary."""
    if plan_table.found(ctx, plan) is None:
        return INVALID_PLAN
    ctx.store(size, ctx.nondet(I64, "size of the work area", 0, _MOST_WORK), I64)
    return SUCCESS


@model("cufftResult cufftGetVersion(int *version)", device=False)
def get_version(ctx: ModelContext, version: Value) -> Value:
    """The version that came with CUDA 12.4."""
    ctx.store(version, 11200, I32)
    return SUCCESS
