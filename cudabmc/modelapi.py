"""The narrow interface between the operational models and the machine.

A model is a Python function `model(ctx, *args)` that the registry binds to C declarations. It gets
its arguments as machine values and returns one (or None for void). A value is a plain bool, int
(in [0, 2**width)), float or `Pointer` as long as it is known, otherwise a term; models treat terms
as opaque and combine them with `ctx.op` alone.

A model runs atomically, at one point of the schedule, under the guard of the calling thread:
everything it stores, requires or assumes holds under that guard only.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, Protocol

from cudabmc.goto.op import Op
from cudabmc.goto.program import Space
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128, PTR, VOID, FloatType, IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.state.limits import Limits
from cudabmc.state.value import NULL, Pointer, Value

__all__ = [
    "BOOL",
    "F16",
    "F32",
    "F64",
    "I8",
    "I16",
    "I32",
    "I64",
    "I128",
    "NEEDS",
    "NULL",
    "OF_PURE",
    "PTR",
    "VOID",
    "FloatType",
    "IntType",
    "KernelFacts",
    "Limits",
    "Location",
    "ModelContext",
    "Op",
    "Pointer",
    "Space",
    "Type",
    "Value",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class KernelFacts:
    """What is known of a kernel: its unique name, its bytes of static shared memory, the most threads of a block
    (of `__launch_bounds__`)."""

    name: str
    static_shared: int
    launch_bounds: int | None


NEEDS: Mapping[str, tuple[str, ...]] = {
    "assume": ("assumes",),
    "rendezvous": ("waits",),
    "meeting": ("waits", "orders"),
    "fence": ("orders",),
    "release": ("orders",),
    "acquire": ("orders",),
    "copy_async": ("orders",),
    "commit_copies": ("orders",),
    "wait_for_copies": ("orders",),
}
"""What a model must have declared (`opmodels.registry.Model`) to ask for these. The machine refuses it otherwise, for
it may have concluded that the model does no such thing. A `rendezvous` of a grid, and one of a warp that `orders`, need
that as well."""

OF_PURE = frozenset({
    "name", "location", "arg_types", "arg_ctypes", "ret_type", "on_device", "op", "is_const", "decide", "concretize",
    "approximation", "named", "constrain", "note",
})  # fmt: skip
"""All that a model may ask for that declares itself pure."""


class ModelContext(Protocol):
    """What a model may ask of the machine."""

    # -- the call ---------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """Name of the called function."""

    @property
    def location(self) -> Location:
        """Where the call stands in the source."""

    @property
    def arg_types(self) -> Sequence[Type]:
        """Machine types of the arguments, the variadic ones included."""

    @property
    def arg_ctypes(self) -> Sequence[str]:
        """C types of the arguments of the chosen declaration, e.g. `unsigned int *`."""

    @property
    def ret_type(self) -> Type:
        """Machine type of the result."""

    @property
    def on_device(self) -> bool:
        """True in a kernel thread."""

    @property
    def cooperative(self) -> bool:
        """Was the kernel launched so that its threads may wait for each other?"""

    def builtin(self, name: str) -> tuple[int, int, int]:
        """threadIdx, blockIdx, blockDim or gridDim of the calling kernel thread."""

    # -- values -----------------------------------------------------------------------------
    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        """Apply an operator of the GOTO program; `of` is the type of the operands (default: type)."""

    def is_const(self, value: Value) -> bool:
        """Is the value known?"""

    def decide(self, cond: Value) -> bool:
        """Branch on a BOOL. For a term the machine runs the model once for each outcome that is
        possible, under the respective guard, from its beginning: decide before any side effect."""

    def concretize(self, value: Value, type: Type) -> int:
        """Like `decide`, for an integer: one run for each value that is possible (few)."""

    def nondet(
        self, type: Type, label: str, low: int | None = None, high: int | None = None, ctype: str = ""
    ) -> Value:
        """A fresh arbitrary value, listed as an input named `label` in counterexamples; an integer
        can be bounded from `low` to `high`, both included and read as unsigned. It is printed as a value of `ctype`:
        if that is not given, of the C type of the result for a value of its machine type, signed for any other."""

    def failure(self, label: str) -> Value:
        """Like `nondet`, of BOOL: does the call fail for a reason that lies outside of the program (no memory, no such
        file)? A program that aborts or exits only where that is so is not to blame."""

    def approximation(self, type: Type, label: str) -> Value:
        """Like `nondet`, for a result that would be exact on known values. A replay computes it, so
        a violation that only the arbitrary value shows cannot be confirmed, and gives UNKNOWN. So does one
        that depends on a value which the replay does not compute either."""

    def named(self, value: Value, type: Type, label: str) -> Value:
        """`value` itself, or for a term a variable that equals it: where a large term is used often,
        conditions that speak of the variable are decided much faster."""

    def uses(self, value: Value, what: str) -> Value:
        """`value` decides what the function does, so it must not depend on what nobody has written; `what` it is,
        in words. Arguments of `decide`, `concretize`, `require` and sizes and pointers of memory are looked at
        without this. The value."""

    # -- checks -----------------------------------------------------------------------------
    def require(self, cond: Value, prop: str, text: str, *, error: int = 0) -> None:
        """Property `prop` is violated when `cond` (BOOL) does not hold. `text` is the sentence of
        the report, in the program's own terms. Execution goes on where it holds.

        If the property is off, a call for which it does not hold does nothing: it answers with the code `error`
        (0: the error that its result type has for invalid arguments), or with an arbitrary value if its result is no
        status. So require before the first effect. Of `assertion` a failure is passed over, and the model goes on."""

    def assume(self, cond: Value, *, intended: bool = False) -> None:
        """Only executions in which `cond` (BOOL) holds are looked at from here on. `intended`: the program says so
        itself, so what nobody has written may be in `cond`: it is meant to be arbitrary."""

    def constrain(self, cond: Value) -> None:
        """What this call has made (`nondet`, `failure`, `approximation`) is such that `cond` (BOOL) holds. Whatever
        the arguments and the state are, some choice must do so: no execution is excluded."""

    def note(self, text: str) -> None:
        """List an assumption that this run rests on in the report (once for each text)."""

    # -- memory -----------------------------------------------------------------------------
    def load(self, ptr: Value, type: Type, *, cross: bool = False, compare: Value | None = None) -> Value:
        """Read; checked as a read of the program at the position of the call. `cross` is as for `copy`. An atomic
        that writes only if it finds `compare` says so here: elsewhere it is a read."""

    def store(self, ptr: Value, value: Value, type: Type, where: Value = True, *, cross: bool = False) -> None:
        """Write; checked as a write of the program. An atomic can write under a condition (BOOL): where
        it does not hold, the atomic was a read only, and releases nothing. `cross` is as for `copy`."""

    def copy(self, dst: Value, src: Value, size: Value, *, cross: bool = False) -> None:
        """Copy `size` (I64) bytes, as memmove; `cross`: one side may be in a memory space that the
        caller itself cannot reach (cudaMemcpy)."""

    def fill(self, dst: Value, byte: Value, size: Value, *, cross: bool = False) -> None:
        """Set `size` (I64) bytes to `byte` (I8)."""

    def copy_async(self, dst: Value, src: Value, size: Value, barrier: object = None) -> None:
        """As `copy`, by a copy that is under way from here on; it is over when a batch that it belongs to was waited
        for, or the phase of `barrier` (see `meeting`) at which the thread arrives next."""

    def commit_copies(self) -> None:
        """The copies since the last batch make a batch."""

    def wait_for_copies(self, prior: int) -> None:
        """Wait for all batches of the thread but the `prior` last ones."""

    def check_range(self, ptr: Value, size: Value, *, write: bool, cross: bool = False) -> None:
        """Require that `size` bytes at `ptr` are one live object, without touching them."""

    def add(self, ptr: Value, offset: Value) -> Value:
        """ptr plus a (signed, I64) number of bytes."""

    def string(self, ptr: Value) -> str | None:
        """The C string at `ptr` if all of it is known (Latin-1), else None."""

    def allocate(self, size: Value, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        """A new object of `size` (I64) bytes, contents arbitrary unless `zero`. Aligned to 256 bytes.
        `kind` names the allocator where it decides how the object is freed ("operator new[]")."""

    def free(self, ptr: Value, spaces: Sequence[Space], by: str, kind: str = "") -> Value:
        """End the life of the object that `ptr` is the start of. NULL is allowed. Violations:
        double-free, invalid-free (not the start of an allocation, not in `spaces`, of another kind). The result is a
        condition (BOOL): where the pointer could be freed, which matters if these properties are off."""

    def live_allocations(self, spaces: Sequence[Space], kind: str = "") -> list[Value]:
        """What was allocated in `spaces` by allocators of this kind and not freed: a pointer to the start of
        each, which is NULL where it depends on inputs that it was freed."""

    def space(self, ptr: Value) -> Space | None:
        """Memory space that `ptr` points into; None for NULL and for unknown pointers."""

    def object_size(self, ptr: Value) -> int | None:
        """Size of the object in bytes, and None for NULL and unknown pointers."""

    def object_offset(self, ptr: Value) -> Value:
        """Byte offset of ptr in its object (I64)."""

    def object_id(self, ptr: Value) -> int | None:
        """A number that only the object of `ptr` has, for keys of `get` and `put`; None as for `space`."""

    def move(self, ptr: Value, space: Space) -> None:
        """The object of `ptr` is memory of another space from here on (cudaHostRegister)."""

    def object_name(self, ptr: Value) -> str:
        """What a report calls the object of `ptr`."""

    @property
    def limits(self) -> Limits:
        """What the device accepts (--compute-capability)."""

    def kernel(self, ptr: Value) -> KernelFacts | None:
        """The kernel that `ptr` points to; None for anything else."""

    def symbol_pointer(self, name: str) -> Pointer:
        """Address of a global variable of the program."""

    # -- state of the models ------------------------------------------------------------------
    def get(self, key: str, default: Value) -> Value:
        """A variable of the models, kept with the machine's state (error state, clock, ...)."""

    def put(self, key: str, value: Value, type: Type) -> None:
        """Set such a variable (under the guard)."""

    # -- control ------------------------------------------------------------------------------
    def call(self, function: Value, args: Sequence[Value], types: Sequence[Type], ret: Type) -> Value:
        """Call a function of the program (a comparator of qsort) and run it to its end."""

    def stop_program(self, status: Value) -> None:
        """exit(): the execution ends here; atexit functions have run. A status other than 0 breaks exit-status."""

    def abort_program(self, text: str) -> None:
        """abort(): the execution ends here, with a violation of `assertion` that says `text`, unless only a `failure`
        leads here. In a kernel the thread ends, as at __trap()."""

    def unsupported(self, construct: str) -> NoReturn:
        """Stop with exit status 2: the program came to something that nothing stands for."""

    def stop_kernel(self, text: str) -> NoReturn:
        """`text` (a clause: "the kernel executes __trap()") stops the kernel for good, which the assertion before
        it says: the thread goes on no more, and the host does not come behind the launch."""

    def rendezvous(self, scope: str, mask: Value | None, payload: Value,
                   combine: Callable[[Sequence[tuple[Value, Value]]], Value] | None, *,
                   orders: bool = False) -> Value:  # fmt: skip
        """Wait until all threads of the `scope` ("block", "grid", or "warp", there those of the I32 `mask`)
        have arrived. `combine` gets (linear thread number, payload) of all of them and makes the result of each.
        The scope "converged" is that of the threads of the warp that come here together, in the same rounds of
        all loops. What the threads of a block or a grid did before is ordered before what they do behind it; with
        `orders`, so is it for those of a warp. The call must be the last action of the model and its value the model's
        result."""

    def require_of(self, number: int, cond: Value, prop: str, text: str) -> None:
        """In a `combine`: as `require`, of the thread with this linear number, which waits where it called."""

    def store_of(self, number: int, ptr: Value, value: Value, type: Type) -> None:
        """In a `combine`: a store by that thread, whose range it has checked before it began to wait."""

    def meeting(
        self, key: object, name: str, *, expected: int | None = None, makes: bool = False, count: int = 0,
        drop: int = 0, until: int | None = None,
    ) -> Value:  # fmt: skip
        """A barrier that counts arrivals, which reports call `name`: `key` is an int for one of the block, else
        any constant. Makes it for `expected` arrivals a phase (`makes`: anew), arrives `count` times, `drop` of
        them for the last time, waits until phase `until` is over (-1: that of the arrival). The result is the
        number of the phase, from 0. The last action of the model, as `rendezvous`."""

    def fence(self, scope: str) -> None:
        """A memory fence of "block", "device" or "system"."""

    def release(self, scope: str) -> None:
        """The next atomic or volatile write releases what the thread has done, to threads in the scope."""

    def acquire(self, *, found: bool) -> None:
        """The access that `release` was for is over, and if `found` what the last read found is acquired."""

    # -- streams ------------------------------------------------------------------------------
    def add_stream(self, handle: Pointer, *, blocking: bool) -> None:
        """A new stream, known by the object that `handle` points to. A blocking one and the legacy
        default stream wait for each other."""

    def end_stream(self, stream: Value) -> None:
        """Nothing can be issued to the stream any more; what it holds is carried out all the same."""

    def issue(self, stream: Value, action: Callable[[], None], *, wait: str = "") -> None:
        """Put `action` into a stream (a handle, or NULL): the device carries it out when all that the
        stream held before has ended, and its accesses are ordered with others by that alone. The
        host goes on at once, or waits for all that comes before it (`wait` "begin"), or for its end
        ("end"). The action must not `decide`, and nothing of the model may come before the call that
        must not be done twice."""

    def record(self, event: Value, stream: Value) -> None:
        """The object that `event` points to stands for all that the stream holds now."""

    def wait_in_stream(self, stream: Value, event: Value) -> str:
        """What is issued to the stream from now on comes after the last `record` of the event. The name of
        the error that a capture makes of it, or ""."""

    def begin_capture(self, stream: Value) -> str:
        """From now on, what is issued to the stream becomes a node of a graph. The name of an error, or ""."""

    def end_capture(self, stream: Value, graph: Pointer) -> str:
        """The end of it: the object of `graph` stands for the nodes. The name of an error, or ""."""

    def is_capturing(self, stream: Value) -> bool:
        """Does the stream take part in a capture?"""

    def copy_graph(self, source: Value, target: Pointer) -> None:
        """The object of `target` stands for the same nodes as that of `source`."""

    def launch_graph(self, graph: Value, stream: Value) -> None:
        """Issue the nodes of a graph in place of one work of the stream."""

    def new_graph(self, graph: Pointer) -> None:
        """The object of `graph` stands for a graph without nodes."""

    def add_node(self, graph: Value, node: Pointer, dependencies: Sequence[Value], issue: Callable[[], Value]) -> Value:
        """Call `issue`: what it issues becomes a node of the graph, which the object of `node` stands for,
        behind the nodes `dependencies`. The result of `issue`."""

    def replace_node(self, graph: Value | None, node: Value, issue: Callable[[], Value]) -> Value:
        """Call `issue`: what it issues takes the place of a node, in the graph it was made in or, in `graph`,
        of the node of the same place."""

    def issue_kernel(self, kernel: Value, sizes: Sequence[Value], shared: Value, args: Value) -> bool:
        """Within `add_node`: issue a kernel with gridDim and blockDim `sizes` (I32), so many bytes of dynamic
        shared memory (I64), and an array of pointers to its arguments. False if no device takes it."""

    def update_graph(self, graph: Value, source: Value) -> bool:
        """The nodes of `graph` become those of `source`, if the two differ in arguments alone."""

    def graph_nodes(self, graph: Value) -> int:
        """How many nodes it has."""

    def synchronise(self, *, stream: Value | None = None, event: Value | None = None) -> None:
        """The host waits for what a stream holds, for what an event stands for, or for all that was
        issued. The model starts again when it goes on: side effects come after this."""

    def is_done(self, *, stream: Value | None = None, event: Value | None = None) -> bool:
        """Does the host know that it would not have to wait? If not, it may still be so."""

    def output(self, text: str) -> None:
        """What the program prints, shown in counterexamples."""
