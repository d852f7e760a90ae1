"""Every launch is one that a device accepts."""

from cudabmc.properties.property import Property

LAUNCH_CONFIG = Property(
    id="launch-config",
    title="launch configuration",
    sentence="Every launch is one that a device accepts.",
    explanation=(
        "A kernel is launched with a grid or block that has a dimension of zero or one beyond the limits of CUDA "
        "devices (1024 threads in a block, 1024 x 1024 x 64 in its dimensions), beyond its __launch_bounds__, with "
        "more shared memory than a block can have (48 KiB, static and dynamic together, unless cudaFuncSetAttribute "
        "asks for more, up to the limit of --compute-capability), for a cooperative launch, with more blocks than the "
        "device holds at one time, or with a grid that is not a multiple of its clusters, or with clusters of too "
        "many blocks. Such a launch fails without running a single thread, and a program that does not check for the "
        "error continues with the old data."
    ),
    hint=(
        "Compute the grid as (n + block - 1) / block, keep blocks at 1024 threads or fewer, and check "
        "cudaGetLastError()."
    ),
    unchecked="a launch that the device refuses does not run, and sets cudaErrorInvalidConfiguration",
    tool="memcheck",
)
