"""Which package an object is of."""

from collections.abc import Mapping, Sequence

from cudabmc.errors import UsageError
from cudabmc.kernel_objects.cupy_kernel import cupy_kernel, is_cupy_kernel
from cudabmc.kernel_objects.kernel_object import KernelObject
from cudabmc.options.table import Options


def kernel_object(
    candidate: object, name: str | None, args: Sequence[object] | Mapping[str, object], options: Options
) -> KernelObject:
    """The program that the object of a package is. Raises UsageError for anything else."""
    if is_cupy_kernel(candidate):
        return cupy_kernel(candidate, name, args, options)
    raise UsageError(
        f"{type(candidate).__name__} is not a kernel",
        hint="text, the name of a file, cupy.RawKernel, cupy.RawModule",
    )
