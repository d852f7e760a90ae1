"""What a model may do with memory: its contents, objects and their life, and the variables of the models."""

from collections.abc import Collection, Sequence
from typing import Protocol

from cudabmc.goto.program import Space
from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.state.value import Pointer, Value


@dataclass(frozen=True, slots=True)
class KernelFacts:
    """What is known of a kernel: its unique name, its bytes of static shared memory, the most threads of a block
    (of `__launch_bounds__`), the size of its clusters in blocks (of `__cluster_dims__`), or ()."""

    name: str
    static_shared: int
    launch_bounds: int | None
    cluster: tuple[int, ...] = ()


class MemoryPart(Protocol):
    """The contents of memory."""

    def load(
        self, ptr: Value, type: Type, *, cross: bool = False, compare: Value | None = None, where: Value = True
    ) -> Value:
        """Read; checked as a read of the program at the position of the call. `cross` is as for `copy`. An atomic
        that writes only if it finds `compare` says so here: elsewhere it is a read. Where the condition `where` (BOOL)
        does not hold, nothing is read nor checked, and the value means nothing."""

    def store(self, ptr: Value, value: Value, type: Type, where: Value = True, *, cross: bool = False) -> None:
        """Write; checked as a write of the program. An atomic can write under a condition (BOOL): where
        it does not hold, the atomic was a read only, and releases nothing. `cross` is as for `copy`."""

    def copy(self, dst: Value, src: Value, size: Value, *, cross: bool = False) -> None:
        """Copy `size` (I64) bytes, as memmove; `cross`: one side may be in a memory space that the
        caller itself cannot reach (cudaMemcpy)."""

    def fill(self, dst: Value, byte: Value, size: Value, *, cross: bool = False) -> None:
        """Set `size` (I64) bytes to `byte` (I8)."""

    def store_bytes(self, ptr: Value, data: Sequence[Value], unit: int = 1, *, cross: bool = False) -> None:
        """Write the bytes (I8) one after the other, `bytes` at once: as `store` of each, in units of so many bytes if
        the program is going to read such units. `cross` is as for `copy`."""

    def load_bytes(self, ptr: Value, size: int, *, cross: bool = False) -> Sequence[Value]:
        """So many bytes (I8), `bytes` if all of them are known. They are read as `copy` does: what nobody has written
        is passed on, and not used. `cross` is as for `copy`."""

    def check_range(self, ptr: Value, size: Value, *, write: bool, cross: bool = False) -> None:
        """Require that `size` bytes at `ptr` are one live object, without touching them."""

    def add(self, ptr: Value, offset: Value) -> Value:
        """ptr plus a (signed, I64) number of bytes."""

    def reorder(self, ptr: Pointer, order: Sequence[int], size: int) -> bool:
        """Put all elements of `size` bytes of an object that the model has allocated for itself in another order, given
        as the places where they are now; False, with nothing changed, if they are not made of known values."""

    def string(self, ptr: Value) -> str | None:
        """The C string at `ptr` if all of it is known (Latin-1), else None."""


class ObjectsPart(Protocol):
    """Objects: made, freed, and what is known of them."""

    def allocate(self, size: Value, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        """A new object of `size` (I64) bytes, contents arbitrary unless `zero`. Aligned to 256 bytes.
        `kind` names the allocator where it decides how the object is freed ("operator new[]")."""

    def begin_life(self, ptr: Value) -> None:
        """The object that `ptr` points into is there from now on, as where a stream comes to its allocation: who uses
        it must be ordered behind that. If it was freed, as by an earlier launch of a graph, it is there again."""

    def free(self, ptr: Value, spaces: Sequence[Space], by: str, kind: str = "") -> Value:
        """End the life of the object that `ptr` is the start of. NULL is allowed. Violations:
        double-free, invalid-free (not the start of an allocation, not in `spaces`, of another kind). The result is a
        condition (BOOL): where the pointer could be freed, which matters if these properties are off."""

    def live_allocations(self, spaces: Sequence[Space], kind: str = "") -> list[Value]:
        """What was allocated in `spaces` by allocators of this kind and not freed: a pointer to the start of
        each, which is NULL where it depends on inputs that it was freed."""

    def space(self, ptr: Value) -> Space | None:
        """Memory space that `ptr` points into; None for NULL and for unknown pointers."""

    def lies_in(self, ptr: Value, spaces: Collection[Space]) -> Value:
        """Does `ptr` point into a live object of one of these spaces? A condition (BOOL). Engines that do not know the
        pointer can answer this, and not `space`."""

    def targets(self, ptr: Value) -> Sequence[tuple[Value, Pointer]]:
        """What ptr may point to: pointers into one object each, with the conditions (BOOL) that it is this one."""

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

    def kernel(self, ptr: Value) -> KernelFacts | None:
        """The kernel that `ptr` points to; None for anything else."""

    def symbol_pointer(self, name: str) -> Pointer:
        """Address of a global variable of the program."""

    def in_cluster(self, ptr: Pointer, rank: int) -> Pointer:
        """Where the block with this rank in the cluster has what `ptr` points to in shared memory of one of them."""

    def rank_of(self, ptr: Pointer) -> int | None:
        """The rank in the cluster of the block in whose shared memory `ptr` points; None if there is none."""


class VariablesPart(Protocol):
    """Variables of the models, kept with the state of the execution (error state, clock, ...)."""

    def get(self, key: str, default: Value) -> Value:
        """A variable of the models, kept with the machine's state (error state, clock, ...)."""

    def put(self, key: str, value: Value, type: Type) -> None:
        """Set such a variable (under the guard)."""

    def number_of(self, value: object) -> int:
        """A positive number (I64) that stands for a value that memory has no type for, to be `put`: the contents of a
        file. Equal values have the same number, within this run of the machine only."""

    def value_of(self, number: int) -> object:
        """What the number stands for."""
