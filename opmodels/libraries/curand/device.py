"""Numbers in kernels (cuRAND reference, "Device API", "Bit Generation" and "Distributions")."""

from collections.abc import Callable
from functools import partial

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.curand import drawing, quasi_state
from opmodels.libraries.curand.distributions import BITS, LOG_NORMAL, NORMAL, UNIFORM, Distribution
from opmodels.libraries.curand.drawing import Source
from opmodels.libraries.curand.quasi_state import QUASI, QuasiKind
from opmodels.libraries.curand.sobol import SobolNumber
from opmodels.libraries.curand.state import PSEUDO, Draw, StateKind, draw_numbers, draw_one_of_pair, in_kernels, touch
from opmodels.libraries.curand.unit_interval import single
from opmodels.registry import ModelFunction


def _single(kind: StateKind, draw: Draw, distribution: Distribution) -> ModelFunction:
    def curand(ctx: ModelContext, state: Value, *parameters: Value) -> Value:
        """A number of a state, which it changes."""
        type = ctx.ret_type
        if ctx.is_arbitrary("rand"):
            touch(ctx, state, kind)
            return distribution.arbitrary(ctx, type, *parameters)
        such_that = distribution.of_last(ctx, type, 1, *parameters)
        return draw_numbers(ctx, state, kind, draw, (type,), parameters, such_that)[0]

    return curand


def _of_pair(kind: StateKind, draw: Draw, wanted: int, distribution: Distribution) -> ModelFunction:
    def curand_normal(ctx: ModelContext, state: Value, *parameters: Value) -> Value:
        """A number of a state, which are made in pairs."""
        type = ctx.ret_type
        if ctx.is_arbitrary("rand"):
            touch(ctx, state, kind)
            return distribution.arbitrary(ctx, type, *parameters)
        such_that = distribution.of_last(ctx, type, 1, *parameters)
        return draw_one_of_pair(ctx, state, kind, draw, wanted, parameters, such_that)

    return curand_normal


def _quasi(kind: QuasiKind, draw: Callable[..., Value], distribution: Distribution) -> ModelFunction:
    def curand(ctx: ModelContext, state: Value, *parameters: Value) -> Value:
        """A quasirandom number of a state, which it changes."""
        return quasi_state.draw_number(ctx, state, kind, draw, distribution, parameters)

    return curand


_MERSENNE = "curandStateMtgp32_t"


@in_kernels(
    f"unsigned int curand({_MERSENNE} *state)",
    f"unsigned int curand_poisson({_MERSENNE} *state, double lambda)",
    f"float curand_uniform({_MERSENNE} *state)",
    f"double curand_uniform_double({_MERSENNE} *state)",
    f"float curand_normal({_MERSENNE} *state)",
    f"double curand_normal_double({_MERSENNE} *state)",
)
def of_a_block(ctx: ModelContext, state: Value, rate: Value = 0.0) -> Value:
    """The state of MTGP32 belongs to a block, whose threads draw from it together: refused."""
    ctx.unsupported(f"{ctx.name}() with a state of MTGP32")


def _bits(source: Source) -> tuple[Value]:
    return (source.word(),)


def _uniform(source: Source) -> tuple[Value]:
    return (source.uniform(),)


def _uniform_double(source: Source) -> tuple[Value]:
    return (source.uniform_double(),)


def _poisson(source: Source, rate: float) -> tuple[Value]:
    return (drawing.poisson(source, rate),)


def _log_normal(number: SobolNumber, mean: float, deviation: float) -> Value:
    return single(drawing.log_normal(number.normal(), mean, deviation))


def _log_normal_double(number: SobolNumber, mean: float, deviation: float) -> Value:
    return drawing.log_normal(number.normal_double(), mean, deviation)


_NORMAL, _LOG_NORMAL = 1, 2
_MEAN = ", float mean, float stddev"
_MEAN_DOUBLE = ", double mean, double stddev"
for _kind in PSEUDO:
    _state = f"({_kind.type} *state"
    in_kernels(f"unsigned int curand{_state})")(_single(_kind, _bits, BITS))
    in_kernels(f"unsigned int curand_poisson{_state}, double lambda)")(_single(_kind, _poisson, BITS))
    in_kernels(f"float curand_uniform{_state})")(_single(_kind, _uniform, UNIFORM))
    in_kernels(f"double curand_uniform_double{_state})")(_single(_kind, _uniform_double, UNIFORM))
    in_kernels(f"float curand_normal{_state})")(_of_pair(_kind, drawing.normal_pair, _NORMAL, NORMAL))
    in_kernels(f"double curand_normal_double{_state})")(_of_pair(_kind, drawing.normal_pair_double, _NORMAL, NORMAL))
    in_kernels(f"float curand_log_normal{_state}{_MEAN})")(
        _of_pair(_kind, drawing.log_normal_pair, _LOG_NORMAL, LOG_NORMAL)
    )
    in_kernels(f"double curand_log_normal_double{_state}{_MEAN_DOUBLE})")(
        _of_pair(_kind, drawing.log_normal_pair_double, _LOG_NORMAL, LOG_NORMAL)
    )
for _quasi_kind in QUASI:
    _state, _draws = f"({_quasi_kind.type} *state", partial(in_kernels, rewrites=_quasi_kind.size)
    _draws(f"{_quasi_kind.ctype} curand{_state})")(_quasi(_quasi_kind, SobolNumber.word, BITS))
    _draws(f"unsigned int curand_poisson{_state}, double lambda)")(_quasi(_quasi_kind, SobolNumber.poisson, BITS))
    _draws(f"float curand_uniform{_state})")(_quasi(_quasi_kind, SobolNumber.uniform, UNIFORM))
    _draws(f"double curand_uniform_double{_state})")(_quasi(_quasi_kind, SobolNumber.uniform_double, UNIFORM))
    _draws(f"float curand_normal{_state})")(_quasi(_quasi_kind, SobolNumber.normal, NORMAL))
    _draws(f"double curand_normal_double{_state})")(_quasi(_quasi_kind, SobolNumber.normal_double, NORMAL))
    _draws(f"float curand_log_normal{_state}{_MEAN})")(_quasi(_quasi_kind, _log_normal, LOG_NORMAL))
    _draws(f"double curand_log_normal_double{_state}{_MEAN_DOUBLE})")(
        _quasi(_quasi_kind, _log_normal_double, LOG_NORMAL)
    )
