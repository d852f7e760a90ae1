"""What the CUDA samples share: helper_cuda.h and helper_string.h; sample_timers.py has helper_timer.h.

Documented by their source in NVIDIA's cuda-samples repository (Common/). They are functions here
even where the samples have macros, so that a program's own definition takes their place.
"""

from cudabmc.modelapi import BOOL, I32, PTR, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, either, from_truth
from opmodels.runtime.api import api
from opmodels.runtime.device import note_device
from opmodels.runtime.error_codes import LAST_ERROR
from opmodels.runtime.errors import get_last_error

EXIT_FAILURE = 1
_FEW_CORES = ((6, 0), (8, 0))  # and all of 7


def _is_error(ctx: ModelContext, error: Value) -> bool:
    return ctx.decide(ctx.op(Op.NE, BOOL, error, 0, of=I32))


@api("void checkCudaErrors(int result)")
def check_cuda_errors(ctx: ModelContext, result: Value) -> None:
    """Print and exit(EXIT_FAILURE) unless `result` is 0. Takes the codes of every CUDA library."""
    if _is_error(ctx, result):
        ctx.output(f"CUDA error at {ctx.location}\n")
        ctx.stop_program(EXIT_FAILURE)


@api("void getLastCudaError(const char *errorMessage)")
def get_last_cuda_error(ctx: ModelContext, message: Value) -> None:
    """Print and exit(EXIT_FAILURE) if there is a last error, which is cleared."""
    if _is_error(ctx, ctx.get(LAST_ERROR, 0)):
        print_last_cuda_error(ctx, message)
        ctx.stop_program(EXIT_FAILURE)


@api("void printLastCudaError(const char *errorMessage)")
def print_last_cuda_error(ctx: ModelContext, message: Value) -> None:
    """Print if there is a last error, which is cleared."""
    if _is_error(ctx, ctx.get(LAST_ERROR, 0)):
        get_last_error(ctx)
        ctx.output(f"CUDA error at {ctx.location}: {ctx.string(message) or '...'}\n")


@api(
    "int findCudaDevice(int argc, const char **argv)",
    "int gpuGetMaxGflopsDeviceId()",
    "int gpuDeviceInit(int devID)",
)
def find_cuda_device(ctx: ModelContext, *arguments: Value) -> Value:
    """The only device."""
    note_device(ctx)
    return 0


@api("int _ConvertSMVer2Cores(int major, int minor)")
def cores_of_multiprocessor(ctx: ModelContext, major: Value, minor: Value) -> Value:
    """Cores for floats of a multiprocessor (programming guide, "Arithmetic Instructions", throughput)."""
    version = (ctx.concretize(major, I32), ctx.concretize(minor, I32))
    return 64 if version in _FEW_CORES or version[0] == 7 else 128


@api("bool checkCudaCapabilities(int major_version, int minor_version)")
def check_cuda_capabilities(ctx: ModelContext, major: Value, minor: Value) -> Value:
    """Is the modelled device of this compute capability or a higher one?"""
    below = ctx.op(Op.SLT, BOOL, major, ctx.limits.major, of=I32)
    same = ctx.op(Op.EQ, BOOL, major, ctx.limits.major, of=I32)
    minor_fits = ctx.op(Op.SLE, BOOL, minor, ctx.limits.minor, of=I32)
    return from_truth(ctx, either(ctx, below, both(ctx, same, minor_fits)))


# ---------------------------------------------------------------- command line


def _flag_value(ctx: ModelContext, argc: Value, argv: Value, name: Value) -> str | None:
    """What follows the flag `name` in the arguments ("" if nothing does); None if it is absent
    or anything is not known. The samples also write the "=" behind the name."""
    flag = ctx.string(name)
    if flag is None or not isinstance(argc, int):
        return None
    for index in range(1, argc):
        text = ctx.string(ctx.load(ctx.add(argv, 8 * index), PTR))
        key, _, value = (text or "").lstrip("-").partition("=")
        if key == flag.removesuffix("="):
            return value
    return None


def _all_known(ctx: ModelContext, argc: Value, argv: Value) -> bool:
    return isinstance(argc, int) and all(
        ctx.string(ctx.load(ctx.add(argv, 8 * index), PTR)) is not None for index in range(1, argc)
    )


def _described(ctx: ModelContext, name: Value) -> str:
    flag = ctx.string(name)
    return "a flag" if flag is None else f"the flag '{flag}'"


@api("bool checkCmdLineFlag(int argc, const char **argv, const char *string_ref)")
def check_command_line_flag(ctx: ModelContext, argc: Value, argv: Value, name: Value) -> Value:
    """Is the flag given? Approximated where the arguments are not known."""
    if not _all_known(ctx, argc, argv):
        return from_truth(ctx, approximate(ctx, BOOL, f"whether {_described(ctx, name)} is among arbitrary arguments"))
    return from_truth(ctx, _flag_value(ctx, argc, argv, name) is not None)


@api("int getCmdLineArgumentInt(int argc, const char **argv, const char *string_ref)")
def command_line_int(ctx: ModelContext, argc: Value, argv: Value, name: Value) -> Value:
    """The number after a flag; 0 without it."""
    if not _all_known(ctx, argc, argv):
        return approximate(ctx, I32, f"the number behind {_described(ctx, name)} among arbitrary arguments")
    digits = _flag_value(ctx, argc, argv, name) or ""
    return int(digits) % 2**32 if digits.lstrip("+-").isdigit() else 0
