"""Numbers in kernels (cuRAND reference, "Device API", "Bit Generation" and "Distributions")."""

from cudabmc.modelapi import F32, F64, I32, I64, FloatType, ModelContext, Value
from opmodels.libraries.curand import distributions
from opmodels.libraries.curand.state import QUASI64, STATES, in_kernels, uses_state
from opmodels.registry import ModelFunction


def _integers(name: str) -> ModelFunction:
    use = uses_state(name)

    def curand(ctx: ModelContext, state: Value, *rate: Value) -> Value:
        """Random bits, and numbers of a Poisson distribution, which has no largest one."""
        use(ctx, state)
        return distributions.bits(ctx, I64 if ctx.ret_type == I64 else I32)

    return curand


def _uniform(name: str) -> ModelFunction:
    use = uses_state(name)

    def curand_uniform(ctx: ModelContext, state: Value) -> Value:
        """In (0, 1]."""
        use(ctx, state)
        return distributions.uniform(ctx, _float(ctx))

    return curand_uniform


def _normal(name: str) -> ModelFunction:
    use = uses_state(name)

    def curand_normal(ctx: ModelContext, state: Value) -> Value:
        """Mean 0, deviation 1."""
        use(ctx, state)
        return distributions.normal(ctx, _float(ctx))

    return curand_normal


def _log_normal(name: str) -> ModelFunction:
    use = uses_state(name)

    def curand_log_normal(ctx: ModelContext, state: Value, mean: Value, stddev: Value) -> Value:
        """exp of a normal distribution."""
        use(ctx, state)
        return distributions.log_normal(ctx, _float(ctx), mean, stddev)

    return curand_log_normal


def _float(ctx: ModelContext) -> FloatType:
    return F64 if ctx.name.endswith("double") else F32


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


for _name in STATES:
    _bits = "unsigned long long" if _name in QUASI64 else "unsigned int"
    in_kernels(f"{_bits} curand({_name} *state)", f"unsigned int curand_poisson({_name} *state, double lambda)")(
        _integers(_name)
    )
    in_kernels(f"float curand_uniform({_name} *state)", f"double curand_uniform_double({_name} *state)")(
        _uniform(_name)
    )
    in_kernels(f"float curand_normal({_name} *state)", f"double curand_normal_double({_name} *state)")(_normal(_name))
    in_kernels(
        f"float curand_log_normal({_name} *state, float mean, float stddev)",
        f"double curand_log_normal_double({_name} *state, double mean, double stddev)",
    )(_log_normal(_name))
