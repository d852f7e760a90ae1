"""Requests of warps: what the lanes of a warp access by one execution of one instruction. Data only."""

from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.state.value import Value

WIDEST_ACCESS = 16
"""Bytes that one instruction accesses at most (programming guide, "Device Memory Accesses": 1, 2, 4, 8 or 16)."""


@dataclass(slots=True)
class LaneBytes:
    """What one lane accesses: `size` bytes from byte `offset` of the object with the number `obj`."""

    obj: int
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class AccessSite:
    """An access in the source: what is done there, by which kernel, to which object."""

    kernel: str
    loc: Location
    action: str
    object: str
    space: str


@dataclass(slots=True)
class WarpRequest:
    """What a warp accesses at once: in which launch and block, and the bytes of each lane that takes part. The lanes
    come there under the condition `path` on inputs; `together` if that is the same for all of them. `interval` counts
    the barriers of the block before."""

    site: AccessSite
    launch: int
    block: tuple[int, int, int]
    warp: int
    interval: int = 0
    path: Value = True
    together: bool = True
    lanes: dict[int, LaneBytes] = field(default_factory=dict)
