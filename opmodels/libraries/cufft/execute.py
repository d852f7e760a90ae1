"""Execution of plans (cuFFT reference, "cuFFT Execution").

Known finite numbers are transformed in double precision and rounded; otherwise results are arbitrary.
"""

from math import isfinite

from cudabmc.modelapi import BOOL, F32, F64, I32, FloatType, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import is_null
from opmodels.libraries.cufft import fourier, plan_table
from opmodels.libraries.cufft.layout import Transform
from opmodels.libraries.cufft.plan import INVALID_VALUE
from opmodels.libraries.cufft.types import INVALID_PLAN, SUCCESS
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime.stream import check_stream

FORWARD, INVERSE = -1, 1
NOTE = "cuFFT's results are rounded from double precision; a device may differ in the last places"
_MOST = 1 << 14
_REAL_INPUT, _REAL_OUTPUT = ("R2C", "D2Z"), ("C2R", "Z2D")


@model(
    "cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *idata, cufftComplex *odata, int direction)",
    "cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleComplex *odata, int direction)",
    "cufftResult cufftExecR2C(cufftHandle plan, cufftReal *idata, cufftComplex *odata)",
    "cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *idata, cufftDoubleComplex *odata)",
    "cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *idata, cufftReal *odata)",
    "cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleReal *odata)",
    device=False,
)
def execute(ctx: ModelContext, plan: Value, source: Value, target: Value, direction: Value | None = None) -> Value:
    """Transforms without normalisation, also in place; "CUFFT_INVALID_VALUE: at least one of the parameters
    idata, odata, and direction is not valid"."""
    number = plan_table.found(ctx, plan)
    if number is None:
        return INVALID_PLAN
    kind = ctx.name.removeprefix("cufftExec")
    sign = {"R": FORWARD, "D": FORWARD}.get(kind[0], INVERSE)
    if direction is not None:
        sign = ctx.concretize(direction, I32)
        sign = sign - 2**32 if sign >> 31 else sign
    if sign not in (FORWARD, INVERSE) or any(ctx.decide(is_null(ctx, p)) for p in (source, target)):
        return INVALID_VALUE
    made = plan_table.is_made(ctx, number)
    ctx.require(made, "api-misuse", f"{ctx.name} is called with a plan that was not made")
    if made is False:
        return INVALID_PLAN
    transform = plan_table.transform_of(ctx, number)
    fits = transform.name == kind
    ctx.require(fits, "api-misuse", f"{ctx.name} is given a plan for transforms of the type {transform.name}")
    if not fits:
        return INVALID_PLAN
    stream = plan_table.stream_of(ctx, number)
    check_stream(ctx, stream)
    in_place = ctx.decide(ctx.op(Op.PTREQ, BOOL, source, target))
    run = _Execution(ctx, transform, source, target, sign, in_place)
    run.check()
    issue(ctx, stream, run)
    return SUCCESS


class _Execution:
    """One execution of a plan."""

    def __init__(
        self, ctx: ModelContext, transform: Transform, source: Value, target: Value, sign: int, in_place: bool
    ) -> None:
        self.ctx, self.transform, self.source, self.target, self.sign = ctx, transform, source, target, sign
        self.in_place = in_place
        self.type: FloatType = F32 if transform.is_single else F64
        self.parts = (1 if transform.name in _REAL_INPUT else 2, 1 if transform.name in _REAL_OUTPUT else 2)
        self.places = transform.places(in_place=in_place)
        # "out-of-place complex-to-real transforms of more than one dimension destroy their input"
        self.destroys = transform.name in _REAL_OUTPUT and not in_place and len(transform.sizes) > 1

    def check(self) -> None:
        """Require that both sides are large enough."""
        for pointer, places, parts, what, write in (
            (self.source, self.places[0], self.parts[0], "idata", self.destroys),
            (self.target, self.places[1], self.parts[1], "odata", True),
        ):
            least, most = (f(f(indices) for indices in places) for f in (min, max))
            size = parts * self.type.size
            check_device_range(
                self.ctx, self.ctx.add(pointer, least * size), (most + 1 - least) * size, what, write=write
            )

    def __call__(self) -> None:
        """Read all input, then write all output."""
        inputs = [[self._load(index) for index in indices] for indices in self.places[0]]
        known = all(isinstance(p, float) and isfinite(p) for numbers in inputs for number in numbers for p in number)
        if known and sum(map(len, inputs)) <= _MOST:
            self.ctx.note(NOTE)
            outputs = [self._transformed(numbers) for numbers in inputs]
        else:
            outputs = [[self._arbitrary() for _ in indices] for indices in self.places[1]]
        for indices, numbers in zip(self.places[1], outputs, strict=True):
            for index, number in zip(indices, numbers, strict=True):
                self._store(self.target, index, number, self.parts[1])
        if self.destroys:
            for indices in self.places[0]:
                for index in indices:
                    lost = tuple(approximate(self.ctx, self.type, "what a transform leaves of its input") for _ in "ri")
                    self._store(self.source, index, lost, self.parts[0])

    def _load(self, index: int) -> tuple[Value, ...]:
        size, parts = self.type.size, self.parts[0]
        place = self.ctx.add(self.source, index * parts * size)
        return tuple(self.ctx.load(self.ctx.add(place, i * size), self.type, cross=True) for i in range(parts))

    def _store(self, pointer: Value, index: int, number: tuple[Value, ...], parts: int) -> None:
        size = self.type.size
        place = self.ctx.add(pointer, index * parts * size)
        for i, part in enumerate(number[:parts]):
            self.ctx.store(self.ctx.add(place, i * size), part, self.type, cross=True)

    def _transformed(self, numbers: list[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
        sizes = self.transform.sizes
        values = [complex(*number) for number in numbers]
        if self.transform.name in _REAL_OUTPUT:
            values = fourier.whole_of(values, sizes)
        found = fourier.transform(values, sizes, self.sign)
        if self.transform.name in _REAL_INPUT:
            found = fourier.half_of(found, sizes)
        return [(self._rounded(value.real), self._rounded(value.imag)) for value in found]

    def _rounded(self, value: float) -> Value:
        return value if self.type == F64 else self.ctx.op(Op.FPCAST, F32, value, of=F64)

    def _arbitrary(self) -> tuple[Value, ...]:
        return tuple(approximate(self.ctx, self.type, "a result of cuFFT") for _ in range(self.parts[1]))
