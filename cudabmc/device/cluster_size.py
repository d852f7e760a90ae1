"""The size of the clusters of a launch, and which a device accepts (CUDA C++ Programming Guide, "Thread Block
Clusters"; CUDA Runtime API, cudaLaunchAttributeClusterDimension)."""

from math import prod

from cudabmc.goto.program import Function
from cudabmc.goto.types import I32
from cudabmc.interpreter.core import Machine
from cudabmc.properties.launch_config import LAUNCH_CONFIG
from cudabmc.state import library_variables
from cudabmc.state.execution import Execution
from cudabmc.state.plan import ONE_BLOCK, ClusterSize
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording

ASKED = "cuda:cluster-launch:"
"""Key of the models' state, before an axis: one more than the size that an attribute of the
next launch asks for."""

NON_PORTABLE = "cuda:non-portable-cluster:"
"""Key of the models' state, before the name of a kernel: may it have clusters of more than 8 blocks?"""

INVALID_CLUSTER_SIZE = 912
"""cudaErrorInvalidClusterSize"""

PORTABLE, MOST = 8, 16
"""The blocks of a cluster on every device that has clusters, and with cudaFuncAttributeNonPortableClusterSizeAllowed on
some."""

_FIRST_MAJOR = 9
_ASSUMED = (
    "clusters need compute capability 9.0, which this launch is taken to run with: say so by --compute-capability 9.0"
)


def of_launch(m: Machine, thread: Thread, pc: int, function: Function, sizes: list[Value]) -> ClusterSize | None:
    """The size of the clusters of a launch with these grid and block sizes, in blocks; None if the launch fails. With
    clusters of several blocks the sizes are known numbers from here on."""
    ex = m.execution
    asked = _asked(m, thread, pc)
    fixed: ClusterSize | None = None
    if function.cluster:
        x, y, z = function.cluster
        fixed = x, y, z
    cluster = asked or fixed or ONE_BLOCK
    if cluster == ONE_BLOCK and (fixed is None or cluster == fixed):
        return cluster
    sizes[:] = [m.concretizer.number(thread, pc, size, I32) for size in sizes]
    most = MOST if _number(m, thread, pc, f"{NON_PORTABLE}{function.name}") else PORTABLE
    found = _problem(ex, function, cluster, fixed, sizes, most)
    if found is None:
        if not ex.settings.limits.is_given:
            ex.remarks.note(_ASSUMED)
        return cluster
    text, hint = found
    ex.require(thread, False, LAUNCH_CONFIG, FixedWording(text, (ex.place(thread, ""),), hint))
    for key in (library_variables.own_key(thread, "cuda:last-error"), "cuda:launch-result"):
        library_variables.put(ex.s, thread, key, INVALID_CLUSTER_SIZE, I32)
    return None


def _asked(m: Machine, thread: Thread, pc: int) -> ClusterSize | None:
    """What an attribute of this launch asks for, for this launch alone."""
    x, y, z = (_number(m, thread, pc, f"{ASKED}{axis}") for axis in "xyz")
    if x == y == z == 0:
        return None
    for axis in "xyz":
        library_variables.put(m.execution.s, thread, f"{ASKED}{axis}", 0, I32)
    return x - 1, y - 1, z - 1


def _number(m: Machine, thread: Thread, pc: int, key: str) -> int:
    value = m.execution.s.library.get(key, 0)
    return value if isinstance(value, int) else m.concretizer.number(thread, pc, value, I32)


def _problem(
    ex: Execution, function: Function, cluster: ClusterSize, fixed: ClusterSize | None, sizes: list[Value], most: int
) -> tuple[str, str] | None:  # fmt: skip
    """Why no device accepts these clusters, with a hint."""
    limits, name, blocks = ex.settings.limits, function.display, prod(cluster)
    shown = f"clusters of {_in_words(cluster)} blocks"
    if limits.is_given and limits.major < _FIRST_MAJOR:
        text = f"{name} is launched with {shown}, and the device has compute capability {limits.name}"
        return text, "clusters need compute capability 9.0 (--compute-capability)"
    if fixed is not None and cluster != fixed:
        text = f"{name} is launched with {shown}, but its __cluster_dims__ are {_in_words(fixed)}"
        return text, "leave the attribute out: a size that was chosen at compile time cannot be changed by a launch"
    if 0 in cluster:
        return f"{name} is launched with {shown}", "each dimension of a cluster has at least one block"
    if blocks > most:
        text = f"{name} is launched with {shown}, which is {blocks}; allowed are {most}"
        more = f"up to {MOST} need cudaFuncAttributeNonPortableClusterSizeAllowed, and not every device has them"
        return text, more if most < MOST else f"no cluster has more than {MOST} blocks"
    for axis, grid, size in zip("xyz", sizes[:3], cluster, strict=True):
        if grid % size:
            text = f"{name} is launched with gridDim.{axis} = {grid}, which is not a multiple of its clusters' {size}"
            return text, "round the grid up to whole clusters, and leave out the blocks that have nothing to do"
    return None


def _in_words(size: ClusterSize) -> str:
    return " x ".join(map(str, size))
