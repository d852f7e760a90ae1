"""A model context whose memory is bytes; arbitrary values come from a list."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from cudabmc import terms
from cudabmc.modelapi import BOOL, I64, NULL, PTR, FloatType, Location, Op, Pointer, Space, Type
from cudabmc.state.limits import DEFAULT
from opmodels import registry

NOWHERE = Location("test.cu", 1)


class Violation(Exception):
    """A requirement did not hold."""

    def __init__(self, prop: str, text: str) -> None:
        super().__init__(f"{prop}: {text}")
        self.prop = prop
        self.text = text


class Stopped(Exception):
    """The program ended by itself."""


@dataclass
class Memory:
    name: str
    space: Space
    data: bytearray
    live: bool = True
    kind: str = ""


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


@dataclass
class RuntimeContext:
    """One caller; `inputs` are the arbitrary values in the order in which they are asked for."""

    inputs: list = field(default_factory=list)
    arbitrary: bool = True  # the surroundings
    on_device: bool = False
    name: str = ""
    ret_type: Type = I64
    location: Location = NOWHERE
    objects: dict[int, Memory] = field(default_factory=dict)
    state: dict[str, object] = field(default_factory=dict)
    notes: set[str] = field(default_factory=set)
    printed: str = ""
    synchronised: int = 0
    waited: str = ""
    fences: list[str] = field(default_factory=list)
    builtins: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    met: list = field(default_factory=list)
    called: list = field(default_factory=list)
    kernels: dict = field(default_factory=dict)

    def run(self, function: str, *args, index: int = 0):
        """Call the model of that name."""
        self.name = function
        return registry.lookup(function)[index].function(self, *args)

    def targets(self, ptr):
        return ((True, ptr),)

    # -- values
    def builtin(self, name):
        return self.builtins[name]

    def op(self, op, type, *args, of=None):
        if op is Op.PTREQ:
            return args[0] == args[1]
        if op is Op.PTRTOINT:
            return args[0].obj << 32 | args[0].offset
        return terms.apply(op, type, of or type, args)

    def is_const(self, value):
        return not terms.is_term(value)

    def decide(self, cond):
        return bool(cond)

    def concretize(self, value, type):
        return value

    def digits(self, value, type):
        return str(value)

    def failure(self, label):
        return self.nondet(BOOL, label)

    def is_arbitrary(self, kind):
        return self.arbitrary

    def nondet(self, type, label, low=None, high=None, ctype=""):
        return self.inputs.pop(0)

    # -- checks
    def require(self, cond, prop, text, *, error=0):
        if not cond:
            raise Violation(prop, text)

    def assume(self, cond, *, intended=False):
        assert cond, "the test gave an input that the model excludes"

    constrain = assume

    def note(self, text):
        self.notes.add(text)

    # -- memory
    def new(self, space: Space, data: bytes, name: str = "x") -> Pointer:
        """An object of the program."""
        number = len(self.objects) + 1
        self.objects[number] = Memory(name, space, bytearray(data))
        return Pointer(number, 0)

    def _at(self, ptr: Pointer, size: int) -> tuple[bytearray, int]:
        if ptr == NULL:
            raise Violation("null-dereference", "NULL")
        if ptr.obj == 0:
            raise Violation("invalid-pointer", "wild")
        memory = self.objects[ptr.obj]
        if not memory.live:
            raise Violation("use-after-free", memory.name)
        if ptr.offset < 0 or ptr.offset + size > len(memory.data):
            raise Violation("bounds", memory.name)
        return memory.data, ptr.offset

    def uses(self, value, what):
        return value

    def load(self, ptr, type, *, compare=None):
        data, at = self._at(ptr, type.size)
        raw = bytes(data[at : at + type.size])
        if isinstance(type, FloatType):
            return struct.unpack("<f" if type.width == 32 else "<d", raw)[0]
        number = int.from_bytes(raw, "little")
        return Pointer(number >> 32, number & 0xFFFFFFFF) if type == PTR else number

    def store(self, ptr, value, type, where=True):
        if not where:
            return
        data, at = self._at(ptr, type.size)
        if isinstance(type, FloatType):
            raw = struct.pack("<f" if type.width == 32 else "<d", value)
        else:
            raw = (value.obj << 32 | value.offset if type == PTR else value).to_bytes(type.size, "little")
        data[at : at + type.size] = raw

    def copy(self, dst, src, size, *, cross=False):
        source, start = self._at(src, size)
        target, at = self._at(dst, size)
        target[at : at + size] = bytes(source[start : start + size])

    def fill(self, dst, byte, size, *, cross=False):
        target, at = self._at(dst, size)
        target[at : at + size] = bytes([byte]) * size

    def check_range(self, ptr, size, *, write, cross=False):
        self._at(ptr, size)

    def add(self, ptr, offset):
        return Pointer(ptr.obj, ptr.offset + _signed(offset, 64) if offset >= 0 else ptr.offset + offset)

    def string(self, ptr):
        data, at = self._at(ptr, 1)
        return bytes(data[at : data.index(0, at)]).decode("latin-1")

    def allocate(self, size, space, label, *, zero=False, kind=""):
        pointer = self.new(space, bytes(size) if zero else b"\xaa" * size, label)
        self.objects[pointer.obj].kind = kind
        return pointer

    def begin_life(self, ptr):
        self.objects[ptr.obj].live = True

    def free(self, ptr, spaces: Sequence[Space], by, kind=""):
        if ptr == NULL:
            return True
        memory = self.objects[ptr.obj]
        if not memory.live:
            raise Violation("double-free", by)
        if memory.space not in spaces or ptr.offset or memory.kind != kind:
            raise Violation("invalid-free", by)
        memory.live = False
        return True

    def live_allocations(self, spaces, kind=""):
        found = self.objects.items()
        return [Pointer(number, 0) for number, m in found if m.live and m.space in spaces and m.kind == kind]

    def space(self, ptr):
        return self.objects[ptr.obj].space if ptr.obj else None

    def object_size(self, ptr):
        return len(self.objects[ptr.obj].data) if ptr.obj else None

    def object_offset(self, ptr):
        return ptr.offset

    def object_id(self, ptr):
        return ptr.obj or None

    def move(self, ptr, space):
        self.objects[ptr.obj].space = space

    def object_name(self, ptr):
        return f"'{self.objects[ptr.obj].name}'" if ptr.obj else "an invalid pointer"

    limits = DEFAULT

    def kernel(self, ptr):
        return self.kernels.get(ptr)

    # -- state and control
    def get(self, key, default):
        return self.state.get(key, default)

    def put(self, key, value, type):
        self.state[key] = value

    def call(self, function, args, types, ret):
        self.called.append((function, tuple(args)))

    def stop_program(self, status):
        raise Stopped(status)

    def known_payload(self, value, type):
        return value

    def rendezvous(self, scope, mask, payload, combine, *, orders=False):
        """Remembers what the call waits with; `meet` makes the results."""
        self.met.append((scope, mask, payload, combine))

    def require_of(self, number, cond, prop, text, hint=""):
        self.require(cond, prop, text)

    def fence(self, scope):
        self.fences.append(scope)

    def synchronise(self, *, stream=None, event=None):
        self.synchronised += 1

    def add_stream(self, handle, *, blocking, held=0):
        pass

    def end_stream(self, stream):
        pass

    def add_event(self, handle, *, held=0):
        pass

    def issue(self, stream, action, *, wait=""):
        self.waited = wait
        action()

    def record(self, event, stream):
        pass

    def wait_in_stream(self, stream, event):
        return ""

    def is_done(self, *, stream=None, event=None):
        return True

    def output(self, text):
        self.printed += text


def meet(name: str, calls: dict[int, tuple], size: int = 32, index: int = 0, inputs: list | None = None) -> dict:
    """Run a collective call in several threads: thread number to arguments; thread number to result."""
    arrived, combine = [], None
    for number, args in calls.items():
        ctx = RuntimeContext(
            inputs=inputs if inputs is not None else [],
            builtins={"threadIdx": (number, 0, 0), "blockIdx": (0, 0, 0), "blockDim": (size, 1, 1)},
        )
        ctx.run(name, *args, index=index)
        ((_, _, payload, combine),) = ctx.met
        arrived.append((number, payload))
    result = combine(arrived)
    return result if isinstance(result, dict) else dict.fromkeys(calls, result)
