"""Where host code enters machine code: at loops and functions that the interpreter has spent some time in.

Nothing here is slow to import: most programs are too small for machine code.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from cudabmc.goto.cfg import Loop, inside
from cudabmc.goto.program import Function, Program
from cudabmc.interpreter.core import Machine
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.host_alone import is_host_alone
from cudabmc.state.matrix_product import MatrixProduct
from cudabmc.state.merge_sort import MergeSort
from cudabmc.state.settings import Settings
from cudabmc.state.step import FRAME, StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value

if TYPE_CHECKING:
    from cudabmc.native.host import HostCode
    from cudabmc.native.host_run import HostRun
    from cudabmc.native.kernels.kernel_library import KernelLibrary
    from cudabmc.native.library import CodeLibrary
    from cudabmc.native.machine_code import CodeStore, LlvmCompiler
    from cudabmc.native.matrix_products import MatrixProducts
    from cudabmc.native.piece import Piece

WORTH = 40_000
"""Instructions that the interpreter runs in a loop or function before it is compiled: about what compiling costs."""

PATIENCE = 64
"""After so many entries that came to nothing, a place is entered less often."""

SHORT = 5_000
"""Nanoseconds: what machine code has done in less than that, the interpreter could have done, too."""

RECORDED = 1_000_000
"""Instructions in a loop or function up to which a replay records its steps: some seconds."""

FORGIVEN = 4
"""How many of those an entry makes up for that came to something: what is short takes long now and then."""

ENTERING = 2_000
"""Instructions that the interpreter might have run while it enters machine code and leaves it."""

NEVER = 1 << 62


class LateLibrary:
    """What is compiled of a program, for all machines that run it. None is made until one of them needs it. `store`
    opens what keeps machine code from run to run. If it `tells_reached`, machine code tells what it reaches."""

    def __init__(
        self, store: "Callable[[], CodeStore | None]" = lambda: None, *, tells_reached: bool = False
    ) -> None:  # fmt: skip
        self._store = store
        self.tells_reached = tells_reached
        self._compiler: LlvmCompiler | None = None
        self.library: CodeLibrary | None = None
        self._kernels: KernelLibrary | None = None
        self._products: MatrixProducts | None = None

    def compiler(self) -> "LlvmCompiler":
        """What compiles all of it."""
        if self._compiler is None:
            from cudabmc.native.machine_code import LlvmCompiler  # most programs are too small for it

            self._compiler = LlvmCompiler(self._store())
        return self._compiler

    def kernels(self, program: Program, settings: Settings) -> "KernelLibrary":
        """The kernels of the program."""
        if self._kernels is None:
            from cudabmc.native.kernels.kernel_library import KernelLibrary

            self._kernels = KernelLibrary(program, settings, self.compiler(), tells_reached=self.tells_reached)
        return self._kernels

    @property
    def products(self) -> "MatrixProducts":
        """What computes products of matrices."""
        if self._products is None:
            from cudabmc.native.matrix_products import MatrixProducts

            self._products = MatrixProducts(self.compiler())
        return self._products


class ProductsAtOnce:
    """Computes products of matrices for one machine."""

    def __init__(self, machine: Machine, late: LateLibrary) -> None:
        self._m = machine
        self._late = late

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        """As in `modelapi`."""
        return self._late.products.product(shape, a, b, c, factors, self._m.in_long_run)


class HostWatch:
    """Watches the host code of one machine. What has taken `worth` instructions becomes machine code."""

    def __init__(self, machine: Machine, late: LateLibrary, worth: int) -> None:
        self.m = machine
        self.worth = worth
        self.ex = machine.execution
        self._late = late
        self._original: dict[tuple[str, int], StepFunction] = {}
        self._sorts: dict[str, SortPlace] = {}
        self._loops: dict[str, list[EntryPoint]] = {}
        self._host: HostCode | None = None

    @property
    def host(self) -> "HostCode":
        """What runs machine code."""
        if self._host is None:
            from cudabmc.native.host import HostCode
            from cudabmc.native.library import CodeLibrary

            if self._late.library is None:
                tells = self._late.tells_reached
                self._late.library = CodeLibrary(
                    self.ex.program, self.ex.settings, self._late.compiler, tells_reached=tells
                )  # fmt: skip
            self._host = HostCode(self.m, self._late.library, self._original)
        return self._host

    def sort(self, thread: Thread, comparator: Function, base: Value, size: int, sort: MergeSort) -> bool:
        """Continue a sort; False if it is over, or the interpreter has to make its next comparison. If not, the
        comparator has stopped in a frame of the thread."""
        if not isinstance(base, Pointer) or not is_host_alone(self.ex, thread):
            return False
        place = self._sorts.get(comparator.name)
        if place is None:
            code = self.m.codes[comparator.name]
            place = self._sorts[comparator.name] = SortPlace(self, code)
        return place.sort(thread, base, size, sort)

    def watch(self, code: Code, pc: int, step: StepFunction) -> StepFunction:
        """The step of an instruction, which enters machine code where that pays."""
        if not code.function.on_host or code.function.is_kernel:
            return step
        loop = next((loop for loop in code.loops if loop.head == pc), None)
        # The end of main is more than a return.
        if loop is None and (pc != 0 or code.function.name == self.ex.program.main):
            return step
        self._original[code.function.name, pc] = step
        point = EntryPoint(self, code, loop, step)
        if loop is not None:
            self._loops.setdefault(code.function.name, []).append(point)
        return point.step

    def warm_around(self, thread: Thread, pc: int) -> None:
        """Machine code is entered at an instruction of the innermost frame. The loops around it, there and in the
        caller, may be the better places."""
        places = [(thread.frames[-1], pc)]
        if len(thread.frames) > 1:
            places.append((thread.frames[-2], thread.frames[-2].pc))
        for frame, at in places:
            for point in self._loops.get(frame.code.function.name, ()):
                if at in point.pcs:
                    point.heat += ENTERING


class SortPlace:
    """Sorts by a comparator of the program."""

    def __init__(self, watch: HostWatch, code: Code) -> None:
        self._watch = watch
        self._code = code
        self._heat = 0
        self._piece: Piece | None = None

    def sort(self, thread: Thread, base: Pointer, size: int, sort: MergeSort) -> bool:
        """Continue a sort, once the comparator has been called often enough to be compiled."""
        self._heat += len(self._code.function.body)
        if self._heat < self._watch.worth:
            return False
        host = self._watch.host
        piece = self._piece = host.library.piece(host.m.codes, self._code, None, self._piece)
        if piece is None:
            self._heat = -NEVER
            return False
        host.m.paths.enter(thread, self._code.function, (), None)
        depth = len(thread.frames)
        frame = thread.frames[-1]
        if host.ex.listening.listener is not None:
            host.ex.listening.listener.runs_at_once(frame, 0)
        while not sort.is_done:
            run = host.sort(piece, thread, base, size, sort)
            if run is None:
                break
            if run.stopped:
                piece.stops += run.is_dull
                assert len(thread.frames) >= depth
                return True
            host.m.in_long_run()
        thread.frames.pop()
        return False


class EntryPoint:
    """A place where machine code may be entered: a loop, or a function. `heat` are the instructions that the
    interpreter has run here, about, and `pcs` where those of the place are."""

    def __init__(self, watch: HostWatch, code: Code, loop: Loop | None, step: StepFunction) -> None:
        self._watch = watch
        self._code = code
        self._loop = loop
        self._pc = 0 if loop is None else loop.head
        self._step = step
        body = code.function.body
        self.pcs: Collection[int] = range(len(body)) if loop is None else inside(body, loop)
        self._cost = len(self.pcs)
        self.heat = 0
        self._wanted = watch.worth
        self._fruitless = 0
        self._piece: Piece | None = None

    def step(self, thread: Thread, frame: Frame, regs: list[Any]) -> int:
        """Enter machine code, or do what stands here."""
        self.heat += self._cost
        if self.heat < self._wanted or not is_host_alone(self._watch.ex, thread):
            return self._step(thread, frame, regs)
        if self._watch.host.has_to_step(thread, self._pc) or not self._enter(thread, frame):
            return self._step(thread, frame, regs)
        return FRAME

    def _enter(self, thread: Thread, frame: Frame) -> bool:
        host = self._watch.host
        self._watch.warm_around(thread, self._pc)
        piece = host.library.piece(host.m.codes, self._code, self._loop, self._piece)
        if piece is None:
            self._wanted = NEVER
            return False
        self._piece = piece
        if host.ex.listening.listener is not None:
            host.ex.listening.listener.runs_at_once(frame, self._pc)
        run = host.run(piece, thread, frame)
        if run is None:
            self._came_to_nothing()
            return False
        if not run.stopped:
            host.m.paths.leave(thread, run.result)
        elif run.is_dull:
            piece.stops += 1
        self._note(run)
        return True

    def _note(self, run: "HostRun") -> None:
        if run.stopped and run.nanoseconds < SHORT and run.is_dull:
            self._came_to_nothing()
        else:
            self._fruitless = max(self._fruitless - FORGIVEN, 0)

    def _came_to_nothing(self) -> None:
        self._fruitless += 1
        if self._fruitless >= PATIENCE:
            self.heat, self._fruitless = 0, 0
            self._wanted *= 4
