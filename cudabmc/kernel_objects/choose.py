"""Which package an object is of."""

from cudabmc.errors import UsageError
from cudabmc.kernel_objects.cupy_kernel import cupy_kernel, is_cupy_kernel
from cudabmc.kernel_objects.kernel_object import KernelObject
from cudabmc.kernel_objects.numba_kernel import is_numba_kernel, numba_kernel
from cudabmc.options.python_values import GivenArguments
from cudabmc.options.table import Options


def kernel_object(candidate: object, name: str | None, args: GivenArguments, options: Options) -> KernelObject:
    """The program that the object of a package is. Raises UsageError for anything else."""
    if is_cupy_kernel(candidate):
        return cupy_kernel(candidate, name, args, options)
    if is_numba_kernel(candidate):
        return numba_kernel(candidate, args, options)
    raise UsageError(
        f"{type(candidate).__name__} is not a kernel",
        hint="text, the name of a file, cupy.RawKernel, cupy.RawModule, a function of numba.cuda.jit",
    )
