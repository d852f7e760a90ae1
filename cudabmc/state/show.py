"""Values, places in memory and threads as reports print them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from cudabmc.goto.layout import Layout, Layouts, Part, indexes, part_at, record_at, start_at
from cudabmc.goto.program import Program
from cudabmc.goto.types import PTR, BoolType, FloatType, IntType, PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.result import ThreadId
from cudabmc.state.frame import Frame
from cudabmc.state.memory import MemObject
from cudabmc.state.state import State
from cudabmc.state.unwritten import Unwritten
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term


class World(Protocol):
    """What values and places are shown in: the program, the state that an execution is in, and what nobody has set."""

    program: Program
    s: State
    unwritten: Unwritten


@dataclass(frozen=True, slots=True)
class ObjectNaming:
    """How the places in an object are called: by elements of `size` bytes, if they have one, and by the members of its
    `record`, or bytes."""

    name: str
    size: int
    small: bool  # a scalar, if no element is known
    rows: tuple[int, ...] = ()  # of an array of arrays: the extents but the first
    record: Layout | None = None
    arrow: bool = False  # the name is that of a pointer to the only record
    layouts: Layouts | None = None

    def of(self, offset: Value, size: Value | None = None, type: Type | None = None) -> str:
        """`'a[3]'` for byte 12 of an array of int, `'p[3].w'` in an array of records, for an access of `size` bytes or
        of a type; with the byte where it is inside of an element."""
        if not isinstance(offset, int):
            return f"'{self.name}'"
        place, rest = self._element(offset)
        part = self.part(offset, size, type)
        if part is not None:
            return f"'{place}{self._behind(part.path)}'"
        if not self.size:
            return f"'{place}'" if self.small and offset == 0 else f"byte {offset} of '{self.name}'"
        return f"'{place}'" + (f" (byte {rest})" if rest else "")

    def part(self, offset: int, size: Value | None, type: Type | None = None) -> Part | None:
        """The part of a record that an access means."""
        if self.record is None or self.layouts is None:
            return None
        bytes = type.size if type is not None else size if isinstance(size, int) else None
        return part_at(self.layouts, self.record, self._element(offset)[1], bytes, type)

    def member(self, offset: Value, type: Type) -> Variable | None:
        """The member that a value of a type is, as its record declares it."""
        part = self.part(offset, None, type) if isinstance(offset, int) else None
        return part.member.var if part is not None and part.member is not None else None

    def start(self, offset: int) -> str:
        """What a pointer to this byte points to: the largest part that starts there."""
        place, rest = self._element(offset)
        path = None if self.record is None or self.layouts is None else start_at(self.layouts, self.record, rest)
        return self.of(offset) if path is None else f"'{place}{self._behind(path)}'"

    def record_at(self, offset: int, names: tuple[str, ...]) -> str:
        """The outermost object that starts at this byte and is of a class whose name begins with one of these, without
        quotes; "" if there is none."""
        if self.record is None or self.layouts is None:
            return ""
        place, rest = self._element(offset)
        path = record_at(self.layouts, self.record, rest, names)
        return "" if path is None else place + self._behind(path)

    def _element(self, offset: int) -> tuple[str, int]:
        """The element that a byte lies in, and the byte in it."""
        index, rest = divmod(offset, self.size) if self.size else (0, offset)
        return self.name + (self.indexes(index) if self.size else ""), rest

    def _behind(self, path: str) -> str:
        return f"->{path[1:]}" if self.arrow and path.startswith(".") else path

    def indexes(self, index: int) -> str:
        """`[3]`, or `[0][3]` in an array of arrays, for the fourth element."""
        return indexes(index, self.rows)


def naming_of(world: World, obj: MemObject) -> ObjectNaming:
    """How the places in an object are called now; of memory that has no type it depends on what is there."""
    layout = layout_of(world, obj)
    if layout is not None:
        array = _is_array(obj, layout)
        size, arrow = layout.size if array else 0, obj.lifetime.heap and not array
        return ObjectNaming(obj.name, size, False, obj.about.rows, layout, arrow, world.program.layouts)
    size = known_size(world, obj)
    if not obj.about.element_size and size == obj.size:
        size = 0  # an allocation of one element is called like the variable
    return ObjectNaming(
        obj.name, size or _common_size(obj), isinstance(obj.size, int) and obj.size <= 8, obj.about.rows
    )


def layout_of(world: World, obj: MemObject) -> Layout | None:
    """The layout of the record that an object is, or its elements are."""
    holds = obj.about.holds
    layout = world.program.layouts.get(holds.record) if holds is not None and holds.record else None
    return layout if layout is not None and layout.size and obj.about.element_size in (0, layout.size) else None


def _is_array(obj: MemObject, layout: Layout) -> bool:
    """Does it hold records one behind the other? Behind a single one there may be room that has no names."""
    if obj.about.element_size or (obj.about.element is not None and obj.about.element.ctype.endswith("]")):
        return True
    if layout.flexible or not isinstance(obj.size, int):
        return not layout.flexible
    return obj.size != layout.size and obj.size % layout.size == 0


def known_size(world: World, obj: MemObject) -> int:
    """The size of an element, if the source says it; bytes are what anything may be put into."""
    layout = layout_of(world, obj)
    if layout is not None:
        return layout.size if obj.about.pointed is not None or _is_array(obj, layout) else 0
    return obj.about.element_size or (obj.about.pointed_size if obj.about.pointed_size > 1 else 0)


def element_name(
    world: World, obj: MemObject, offset: "int | Term", size: Value | None = None, type: Type | None = None
) -> str:  # fmt: skip
    """The place at an offset of an object, in quotes, that an access of `size` bytes or of a type means."""
    return naming_of(world, obj).of(offset, size, type)


def member_at(world: World, obj: MemObject, offset: Value, type: Type) -> Variable | None:
    """What tells how to print the value at an offset of an object: the member that it is, or its elements."""
    holds = obj.about.holds
    return holds if holds is None or not holds.record else naming_of(world, obj).member(offset, type) or holds


CELLS_OF_NAMES = 4
"""So many cells of an object without a type tell the size of its elements."""


def _common_size(obj: MemObject) -> int:
    """Size of an element of an object of unknown type: that of what it holds, if it is one."""
    if not isinstance(obj.size, int) or not obj.lifetime.heap:
        return 0
    sizes = {kind.size for kind in obj.first_types(CELLS_OF_NAMES)}
    if len(sizes) != 1:
        return 0
    size = sizes.pop()
    return size if obj.size > size else 0


def pointer_at(world: World, obj: MemObject, offset: Value) -> Variable | None:
    """The variable or member that holds a pointer, by its whole name, if the place has one."""
    naming = naming_of(world, obj)
    member = naming.member(offset, PTR)
    if member is not None:
        return replace(member, name=naming.of(offset, type=PTR).strip("'"))
    return replace(obj.about.holds or Variable("", ""), name=obj.name) if offset == 0 and obj.size == PTR.size else None


def thread_name(thread: ThreadId) -> str:
    """`thread (1,0,0) of block (0,0,0)`, or `the host`."""
    if thread.block is None:
        return thread.kernel or "the host"
    return f"thread ({','.join(map(str, thread.thread))}) of block ({','.join(map(str, thread.block))})"


def block_name(index: tuple[int, int, int]) -> str:
    """`block (1,0,0)`."""
    return f"block ({','.join(map(str, index))})"


def actor_name(thread: ThreadId) -> str:
    """Whose access it is where several stream operations run beside each other: the kernel is told too."""
    name = thread_name(thread)
    return f"{name} of {thread.kernel}" if thread.block is not None else name


def show(world: World, value: Value, var: Variable | None, type: Type) -> str:
    """A value as a person reads it: decimal, signed where the variable is."""
    if world.unwritten.kept and world.unwritten.concerns(world.unwritten.number(value)):
        return "uninitialised"
    return _pointer(world, value) if isinstance(value, Pointer) else show_scalar(value, var, type)


def show_scalar(value: Value, var: Variable | None, type: Type) -> str:
    """A value that is not a pointer to an object."""
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
    return obj.about.element is not None and obj.about.element.ctype != "" and not obj.name.startswith("<")


def in_memory(world: World, frame: Frame) -> Iterator[tuple[str, str]]:
    """The variables of a frame whose address is taken, and its small arrays and structs: what their bytes hold."""
    for number in frame.allocas:
        obj = world.s.objects.get(number)
        if obj is None or not obj.is_live or not is_variable(obj) or len(obj.cells) > _MOST_ELEMENTS:
            continue
        for offset in sorted(obj.cells):
            type, value = obj.cells[offset]
            name = element_name(world, obj, offset, type=type).replace("'", "")
            if not name.startswith("byte "):
                yield name, show(world, value, member_at(world, obj, offset, type), type)


def _pointer(world: World, pointer: Pointer) -> str:
    if pointer.obj <= 0:
        return "NULL" if pointer.offset == 0 else f"address {pointer.offset}"
    obj = world.s.objects.get(pointer.obj)
    if obj is None:
        return "?"
    if pointer.offset == 0:
        return f"&{obj.name.removesuffix('@')}"  # a function that is only declared
    if not isinstance(pointer.offset, int):
        return f"&{obj.name}"
    return f"&{naming_of(world, obj).start(pointer.offset)}".replace("'", "")
