"""Values, places in memory and threads as reports print them."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from cudabmc.goto.program import Variable
from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.memory import Life, MemObject
from cudabmc.machine.value import Pointer, PointerSet, Value
from cudabmc.result import ThreadId
from cudabmc.terms import Term

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine
    from cudabmc.machine.state import Frame


@dataclass(frozen=True, slots=True)
class Naming:
    """How the places in an object are called: by elements of `size` bytes, if they have one, or bytes."""

    name: str
    size: int
    small: bool  # a scalar, if no element is known
    rows: tuple[int, ...] = ()  # of an array of arrays: the extents but the first

    def of(self, offset: Value) -> str:
        """`'a[3]'` for byte 12 of an array of int; with the byte where it is inside of an element."""
        if not isinstance(offset, int):
            return f"'{self.name}'"
        if not self.size:
            return f"'{self.name}'" if self.small and offset == 0 else f"byte {offset} of '{self.name}'"
        index, rest = divmod(offset, self.size)
        return f"'{self.name}{self.indexes(index)}'" + (f" (byte {rest})" if rest else "")

    def indexes(self, index: int) -> str:
        """`[3]`, or `[0][3]` in an array of arrays, for the fourth element."""
        found = []
        for extent in reversed(self.rows):
            index, at = divmod(index, extent)
            found.append(at)
        return "".join(f"[{at}]" for at in (index, *reversed(found)))


def naming_of(obj: MemObject) -> Naming:
    """How the places in an object are called now; of memory that has no type it depends on what is there."""
    size = known_size(obj)
    if not obj.element_size and size == obj.size:
        size = 0  # an allocation of one element is called like the variable
    size = size or _common_size(obj)
    return Naming(obj.name, size, isinstance(obj.size, int) and obj.size <= 8, obj.rows)


def known_size(obj: MemObject) -> int:
    """The size of an element, if the source says it; bytes are what anything may be put into."""
    return obj.element_size or (obj.pointed_size if obj.pointed_size > 1 else 0)


def element_name(obj: MemObject, offset: "int | Term") -> str:
    """The place at an offset of an object, in quotes."""
    return naming_of(obj).of(offset)


CELLS_OF_NAMES = 4
"""So many cells of an object without a type tell the size of its elements."""


def _common_size(obj: MemObject) -> int:
    """Size of an element of an object of unknown type: that of what it holds, if it is one."""
    if not isinstance(obj.size, int) or not obj.heap:
        return 0
    sizes = {kind.size for kind, _ in islice(obj.cells.values(), CELLS_OF_NAMES)}
    if len(sizes) != 1:
        return 0
    size = sizes.pop()
    return size if obj.size > size else 0


def thread_name(thread: ThreadId) -> str:
    """`thread (1,0,0) of block (0,0,0)`, or `the host`."""
    if thread.block is None:
        return thread.kernel or "the host"
    return f"thread ({','.join(map(str, thread.thread))}) of block ({','.join(map(str, thread.block))})"


def actor_name(thread: ThreadId) -> str:
    """Whose access it is where several works run beside each other: the kernel is told too."""
    name = thread_name(thread)
    return f"{name} of {thread.kernel}" if thread.block is not None else name


def show(m: "Machine", value: Value, var: Variable | None, type: Type) -> str:
    """A value as a person reads it: decimal, signed where the variable is."""
    if m.uninitialised.kept and m.uninitialised.concerns(m.uninitialised.number(value)):
        return "uninitialised"
    return _pointer(m, value) if isinstance(value, Pointer) else show_scalar(value, var, type)


def show_scalar(value: Value, var: Variable | None, type: Type) -> str:
    """A value that is no pointer to an object."""
    if isinstance(value, Pointer | PointerSet | Term):
        return "?"
    if isinstance(type, BoolType):
        return "true" if value else "false"
    if isinstance(type, FloatType):
        return f"{value:.9g}" if type.width <= 32 else repr(value)
    if isinstance(type, PtrType):
        return "NULL" if not value else hex(int(value))
    assert isinstance(type, IntType)
    number = int(value)
    if var is not None and number < 2 and var.ctype.removeprefix("const ") in ("bool", "_Bool"):
        return "true" if number else "false"
    if (var is None or var.signed) and number >= 1 << (type.width - 1):
        number -= 1 << type.width
    if var is not None and var.ctype in ("char", "const char") and 32 <= number < 127:
        return f"{number} '{chr(number)}'"
    return str(number)


_MOST_ELEMENTS = 4  # of an array that is shown among the variables


def is_variable(obj: MemObject) -> bool:
    """Is a local object a variable of the source? Temporaries of a compiler have no type in its words."""
    return obj.element is not None and obj.element.ctype != "" and not obj.name.startswith("<")


def in_memory(m: "Machine", frame: "Frame") -> Iterator[tuple[str, str]]:
    """The variables of a frame whose address is taken, and its small arrays: what their bytes hold. Structs are
    left out, as their members have no names here."""
    for number in frame.allocas:
        obj = m.s.objects.get(number)
        if obj is None or obj.life is not Life.LIVE or not is_variable(obj) or len(obj.cells) > _MOST_ELEMENTS:
            continue
        for offset in sorted(obj.cells):
            type, value = obj.cells[offset]
            name = element_name(obj, offset).replace("'", "")
            if not name.startswith("byte "):
                yield name, show(m, value, obj.holds, type)


def _pointer(m: "Machine", pointer: Pointer) -> str:
    if pointer.obj <= 0:
        return "NULL" if pointer.offset == 0 else f"address {pointer.offset}"
    obj = m.s.objects.get(pointer.obj)
    if obj is None:
        return "?"
    if pointer.offset == 0:
        return f"&{obj.name.removesuffix('@')}"  # a function that is only declared
    return f"&{element_name(obj, pointer.offset)}".replace("'", "")
