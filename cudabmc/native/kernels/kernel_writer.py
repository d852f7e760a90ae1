"""A kernel in the making: what is told of it, its text so far, and where it can be left. Data only."""

from cudabmc.goto.program import Program, Store
from cudabmc.goto.types import PtrType, Type
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import AtomicLoad, StorePart, set_by
from cudabmc.kernel.liveness import live_at_entries
from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels import stamps, warp_stamps
from cudabmc.native.kernels.meetings import meetings
from cudabmc.native.kernels.places import PointerFacts, outlived, root_of
from cudabmc.native.kernels.scope import KernelScope
from cudabmc.native.text_lines import KERNEL_PARTS, TextLines


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A variable in local memory: the register that its Alloca sets, and its bytes, which begin at `start` of a
    thread's."""

    register: int
    start: int
    size: int


class KernelWriter:
    """Writes the function of a thread, from its start or a barrier to its next barrier or its end.

    It is a `CodeWriter`; `place` is the number of the instruction that is written. `live` are the registers that are
    needed at entries of blocks. `meetings` are the places where threads wait for each other; `saved` are the registers
    that a thread keeps there, by blocks. `fixed` parameters are never set. `locals` are variables of local memory, by
    their registers. With `stores_pointers` a pointer may lie in memory that was not there before the launch.
    `local_registers` may point to local memory, and a pointer to one of the variables `outlived` may be there when the
    next such variable is made.
    """

    def __init__(
        self, scope: KernelScope, program: Program, graph: KernelGraph, flow: ControlFlow,
        undefined: frozenset[int], pointers: PointerFacts,
    ) -> None:  # fmt: skip
        self.scope = scope
        self.program = program
        self.graph = graph
        self.flow = flow
        self.undefined = undefined
        self.pointers = pointers
        self.text = TextLines(KERNEL_PARTS)
        self.types: list[Type] = graph.types
        self.spills: dict[int, None] = {}
        self.stops: dict[tuple[int, int], None] = {}
        self.place = 0
        self.meetings = meetings(flow)
        self.saved: dict[int, list[int]] = {}
        self.locals: dict[int, LocalVariable] = {}
        self.live = live_at_entries(flow)
        code = [i for b in flow.order for i in graph.blocks[b].code]
        self.stores_pointers = any(isinstance(i, Store | StorePart) and isinstance(i.type, PtrType) for i in code)
        self._has_atomics = any(isinstance(i, AtomicLoad) for i in code)
        self.outlived = frozenset(pointers.roots) if self.stores_pointers else outlived(flow, self.live, pointers)
        written = {set_by(i) for i in code}
        # What no thread comes to may set registers that are nowhere else.
        used = [r for r in pointers.roots if r in written or r in graph.given]
        self.local_registers = frozenset(register for register in used if pointers.is_local(register))
        self.fixed = frozenset(register for register in graph.given if register not in written)

    @property
    def has_shared(self) -> bool:
        """Does the text, as far as it is written, name arrays in shared memory? What it keeps in memory are pointers to
        these, too."""
        return any(root_of(name, self.program)[0] == "shared" for name in self.scope.symbols)

    @property
    def has_atomics(self) -> str:
        """Does the kernel have atomic functions, as a constant of the text?"""
        return "true" if self._has_atomics else "false"

    @property
    def segments(self) -> str:
        """What the functions of stamps get to know of the segment that runs, as parameters and as arguments."""
        return warp_stamps.SEGMENTS if self.meetings.order_accesses else stamps.SEGMENTS

    @property
    def stamp_bytes(self) -> int:
        """How many bytes a stamp has."""
        return warp_stamps.BYTES if self.meetings.order_accesses else stamps.BYTES
