"""A small concrete ModelContext over bytearrays.

Models can be run on known values, and on *hidden* ones: a `Hidden` wraps a value that the model must
not see, as a term does, while the context knows it. `decide` answers by it, so what a model does on
terms can be compared with what it does on constants.
"""

import math
import re
import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NoReturn

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.modelapi import (
    BOOL,
    F16,
    F32,
    F64,
    I8,
    I32,
    NULL,
    PTR,
    FloatType,
    IntType,
    Location,
    MatrixProduct,
    Op,
    Pointer,
    RunTimeModule,
    RunTimeSource,
    Space,
    Type,
    Value,
)
from cudabmc.options.host_files import DiskEntry, HostFiles
from cudabmc.state.merge_sort import MergeSort
from opmodels import load_all, registry

load_all()


class Hidden:
    """A value that the model takes for a term."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Violation(Exception):
    """A requirement that does not hold."""

    def __init__(self, prop: str, text: str) -> None:
        super().__init__(f"{prop}: {text}")
        self.prop = prop


class Stopped(Exception):
    """The program or the thread ended."""


class Refused(Exception):
    """What no model stands for."""


class Excluded(Exception):
    """An assumption that does not hold: the arbitrary values were chosen in vain."""


def plain(value: Any) -> Any:
    """What is inside, hidden or not."""
    return value.value if isinstance(value, Hidden) else value


@dataclass
class Block:
    """A memory object; a byte is an int or a Hidden."""

    data: list[Any]
    space: Space
    label: str
    live: bool = True
    kind: str = ""


def to_float32(x: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def signed(x: int, width: int) -> int:
    return x - (1 << width) if x >> (width - 1) else x


def _truncated(a: int, b: int) -> int:
    """The quotient of C."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _ratio(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    if a == 0.0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _sqrt(a: float) -> float:
    return math.sqrt(a) if a >= 0.0 else math.nan if a != 0.0 else a


def _fmod(a: float, b: float) -> float:
    return math.nan if math.isinf(a) or b == 0.0 or math.isnan(a) or math.isnan(b) else math.fmod(a, b)


def _fma(a: float, b: float, c: float) -> float:
    from fractions import Fraction

    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c  # though a * b may be too large for a double
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def _integral(round_: Callable[[float], int]) -> Callable[[float], float]:
    return lambda a: math.copysign(float(round_(a)), a) if math.isfinite(a) else a


def _away(a: float) -> int:
    down = math.trunc(a)
    return down + int(math.copysign(1, a)) if abs(a - down) >= 0.5 else down


def _pick(a: float, b: float, better: bool) -> float:
    if math.isnan(a):
        return b
    return a if math.isnan(b) or better else b


_FLOAT: dict[Op, Callable[..., Any]] = {
    Op.FADD: lambda a, b: a + b, Op.FSUB: lambda a, b: a - b, Op.FMUL: lambda a, b: a * b, Op.FDIV: _ratio,
    Op.FREM: _fmod, Op.FNEG: lambda a: -a, Op.FABS: abs, Op.FSQRT: _sqrt, Op.FMA: _fma,
    Op.FMIN: lambda a, b: _pick(a, b, a <= b), Op.FMAX: lambda a, b: _pick(a, b, a >= b),
    Op.FRINT: _integral(round), Op.FFLOOR: _integral(math.floor), Op.FCEIL: _integral(math.ceil),
    Op.FTRUNC: _integral(math.trunc), Op.FROUND: _integral(_away),
    Op.FEQ: lambda a, b: a == b, Op.FNE: lambda a, b: a != b, Op.FLT: lambda a, b: a < b, Op.FLE: lambda a, b: a <= b,
    Op.FISNAN: math.isnan, Op.FISINF: math.isinf, Op.FSIGNBIT: lambda a: math.copysign(1.0, a) < 0,
}  # fmt: skip
_INT: dict[Op, Callable[[int, int, int], Any]] = {
    Op.ADD: lambda a, b, w: a + b, Op.SUB: lambda a, b, w: a - b, Op.MUL: lambda a, b, w: a * b,
    Op.UDIV: lambda a, b, w: a // b, Op.UREM: lambda a, b, w: a % b,
    Op.SDIV: lambda a, b, w: _truncated(signed(a, w), signed(b, w)),
    Op.SREM: lambda a, b, w: signed(a, w) - signed(b, w) * _truncated(signed(a, w), signed(b, w)),
    Op.AND: lambda a, b, w: a & b, Op.OR: lambda a, b, w: a | b, Op.XOR: lambda a, b, w: a ^ b,
    Op.SHL: lambda a, b, w: a << b if b < w else 0, Op.LSHR: lambda a, b, w: a >> b if b < w else 0,
    Op.ASHR: lambda a, b, w: signed(a, w) >> min(b, w - 1),
    Op.EQ: lambda a, b, w: a == b, Op.NE: lambda a, b, w: a != b,
    Op.SLT: lambda a, b, w: signed(a, w) < signed(b, w), Op.SLE: lambda a, b, w: signed(a, w) <= signed(b, w),
    Op.ULT: lambda a, b, w: a < b, Op.ULE: lambda a, b, w: a <= b,
}  # fmt: skip


def _width(type: Type) -> int:
    return type.width if isinstance(type, IntType | FloatType) else 1


def _bit_cast(value: Any, type: Type, of: Type) -> Any:
    codes = {("f", 2): "<e", ("i", 2): "<H", ("f", 4): "<f", ("f", 8): "<d", ("i", 4): "<I", ("i", 8): "<Q"}
    pack = codes["f" if isinstance(of, FloatType) else "i", of.size]
    unpack = codes["f" if isinstance(type, FloatType) else "i", type.size]
    return struct.unpack(unpack, struct.pack(pack, value))[0]


def _to_integer(value: float) -> int:
    return math.trunc(value) if math.isfinite(value) else 0


HERE = Location("test.cu", 1)


@dataclass
class FakeContext:
    """See the module. `hide` makes arguments and memory that a test writes hidden; `chosen` are the
    arbitrary values, in the order in which they are asked for."""

    name: str = ""
    arg_types: Sequence[Type] = ()
    arg_ctypes: Sequence[str] = ()
    ret_type: Type = BOOL
    on_device: bool = False
    hide: bool = False
    arbitrary: bool = True  # the surroundings: random numbers, clocks, files
    chosen: Callable[[Type, str], Any] = lambda type, label: 0
    callback: Callable[..., int] | None = None
    location: Location = HERE
    blocks: list[Block] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    printed: str = ""
    reads: int = 0
    host: HostFiles = field(default_factory=HostFiles)
    numbered: list[object] = field(default_factory=list)

    # -- the call

    def builtin(self, name: str) -> tuple[int, int, int]:
        return (1, 1, 1) if name.endswith("Dim") else (0, 0, 0)

    # -- values

    def op(self, op: Op, type: Type, *args: Any, of: Type | None = None) -> Any:
        result = self._apply(op, type, of or type, *map(plain, args))
        if op is Op.SELECT and not isinstance(args[0], Hidden):
            return args[1] if args[0] else args[2]
        return Hidden(result) if any(isinstance(a, Hidden) for a in args) else result

    def _apply(self, op: Op, type: Type, of: Type, *args: Any) -> Any:
        if op in _FLOAT:
            for a in args:
                assert isinstance(a, float), (op, args)
            return self._fit(_FLOAT[op](*args), type)
        if op in _INT:
            for a in args:
                assert isinstance(a, int) and 0 <= a < 1 << _width(of), (op, of, args)
            result = _INT[op](args[0], args[1], _width(of))
            return result if type == BOOL else self._fit(result, type)
        return self._fit(self._convert(op, type, of, args), type)

    def _convert(self, op: Op, type: Type, of: Type, args: Sequence[Any]) -> Any:
        a = args[0]
        match op:
            case Op.COPY | Op.TRUNC | Op.ZEXT | Op.UITOFP | Op.FPCAST:
                return a
            case Op.SELECT:
                return args[1] if a else args[2]
            case Op.NOT:
                return not a if type == BOOL else ~a
            case Op.NEG:
                return -a
            case Op.SEXT | Op.SITOFP:
                return signed(a, _width(of))
            case Op.FPTOSI | Op.FPTOUI:
                return _to_integer(a)
            case Op.BITCAST:
                return _bit_cast(a, type, of)
            case Op.PTREQ:
                return self._address(a) == self._address(args[1])
            case Op.PTRTOINT:
                return self._address(a)
            case Op.INTTOPTR:
                return self._pointer(a)
            case Op.PTRDIFF:
                return self._address(a) - self._address(args[1])
        raise NotImplementedError(op)

    def _fit(self, value: Any, type: Type) -> Any:
        if isinstance(type, IntType):
            return int(value) & ((1 << type.width) - 1)
        if type == F32:
            return to_float32(float(value))
        if type == F16:
            return struct.unpack("<e", struct.pack("<e", float(value)))[0]
        return float(value) if type == F64 else value

    def is_const(self, value: Any) -> bool:
        return not isinstance(value, Hidden)

    def decide(self, cond: Any) -> bool:
        assert isinstance(plain(cond), bool)
        return plain(cond)

    def concretize(self, value: Any, type: Type) -> int:
        return plain(value)

    def digits(self, value: Any, type: Type) -> str:
        return str(plain(value))

    def nondet(self, type: Type, label: str, low: int | None = None, high: int | None = None, ctype: str = "") -> Any:
        value = self._fit(self.chosen(type, label), type)
        if high is not None:
            least = low or 0
            value = least + value % (high - least + 1)
        return Hidden(value)

    def is_arbitrary(self, kind: str) -> bool:
        return self.arbitrary

    def failure(self, label: str) -> Any:
        return self.nondet(BOOL, label)

    def approximation(self, type: Type, label: str) -> Any:
        return self.nondet(type, label)

    def computed(
        self, function: Callable[..., Any], args: Any, types: Sequence[Type], label: str, such_that: Any = None
    ) -> Any:
        if all(map(self.is_const, args)):
            return function(*args)
        results = [self.approximation(type, label) for type in types]
        if such_that is not None:
            self.constrain(such_that(results))
        return results

    def applied(self, signature: str, type: Type, *args: Any, of: Type | None = None) -> Any:
        model, kind = registry.shipped(signature), of or type
        mine = self.name, self.arg_types, self.ret_type
        self.name, self.arg_types, self.ret_type = model.name, (kind,) * len(args), type
        try:
            return model.function(self, *args)
        finally:
            self.name, self.arg_types, self.ret_type = mine

    def named(self, value: Any, type: Type, label: str) -> Any:
        return value

    # -- checks

    def require(self, cond: Any, prop: str, text: str, *, error: int = 0) -> None:
        assert isinstance(plain(cond), bool)
        if not plain(cond):
            raise Violation(prop, text)

    def assume(self, cond: Any, *, intended: bool = False) -> None:
        assert isinstance(plain(cond), bool)
        if not plain(cond):
            raise Excluded

    def constrain(self, cond: Any) -> None:
        FakeContext.assume(self, cond)

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        return None

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    # -- memory

    def _address(self, pointer: Any) -> int:
        pointer = plain(pointer)
        return ((pointer.obj << 32) + pointer.offset) & ((1 << 64) - 1)

    def _pointer(self, address: int) -> Pointer:
        obj = address >> 32
        return Pointer(obj, address & 0xFFFFFFFF) if 0 < obj <= len(self.blocks) else Pointer(0, address)

    def _range(self, ptr: Any, size: int) -> tuple[Block, int]:
        pointer = plain(ptr)
        if pointer.obj == 0:
            raise Violation("null-dereference" if pointer.offset == 0 else "invalid-pointer", self.name)
        block = self.blocks[pointer.obj - 1]
        if not block.live:
            raise Violation("use-after-free", block.label)
        if pointer.offset < 0 or pointer.offset + size > len(block.data):
            raise Violation("bounds", f"{block.label}: {size} bytes at {pointer.offset} of {len(block.data)}")
        return block, pointer.offset

    def uses(self, value: Any, what: str) -> Any:
        return value

    def object_id(self, ptr: Any) -> int | None:
        return plain(ptr).obj or None

    def load(self, ptr: Any, type: Type, *, cross: bool = False, compare: Any = None, where: Any = True) -> Any:
        if not plain(where):
            return Hidden(0xAA)
        block, at = self._range(ptr, type.size)
        self.reads += 1
        data = block.data[at : at + type.size]
        value: Any = int.from_bytes(bytes(plain(b) for b in data), "little")
        if type == PTR:
            value = self._pointer(value)
        elif isinstance(type, FloatType):
            value = _bit_cast(value, type, IntType(type.width))
        hidden = isinstance(ptr, Hidden) or any(isinstance(b, Hidden) for b in data)
        return Hidden(value) if hidden else value

    def store(self, ptr: Any, value: Any, type: Type, where: Any = True, *, cross: bool = False) -> None:
        if not plain(where):
            return
        block, at = self._range(ptr, type.size)
        bits = plain(value)
        if type == PTR:
            bits = self._address(bits)
        elif isinstance(type, FloatType):
            bits = _bit_cast(float(bits), IntType(type.width), type)
        data: list[Any] = list(int(bits).to_bytes(type.size, "little"))
        hidden = isinstance(value, Hidden) or isinstance(ptr, Hidden)
        block.data[at : at + type.size] = map(Hidden, data) if hidden else data

    def copy(self, dst: Any, src: Any, size: Any, *, cross: bool = False) -> None:
        count = plain(size)
        if count:
            source, at = self._range(src, count)
            data = source.data[at : at + count]
            target, to = self._range(dst, count)
            target.data[to : to + count] = data

    def fill(self, dst: Any, byte: Any, size: Any, *, cross: bool = False) -> None:
        count = plain(size)
        if count:
            target, to = self._range(dst, count)
            target.data[to : to + count] = [byte] * count

    def store_bytes(self, ptr: Any, data: Sequence[Any], unit: int = 1, *, cross: bool = False) -> None:
        if data:
            target, to = self._range(ptr, len(data))
            target.data[to : to + len(data)] = list(data)

    def load_bytes(self, ptr: Any, size: int, *, cross: bool = False) -> Sequence[Any]:
        if not size:
            return b""
        source, at = self._range(ptr, size)
        data = source.data[at : at + size]
        return data if any(isinstance(b, Hidden) for b in data) else bytes(data)

    def check_range(self, ptr: Any, size: Any, *, write: bool, cross: bool = False) -> None:
        if plain(size):
            self._range(ptr, plain(size))

    def add(self, ptr: Any, offset: Any) -> Any:
        pointer = plain(ptr)
        moved = Pointer(pointer.obj, pointer.offset + signed(plain(offset) & ((1 << 64) - 1), 64))
        return Hidden(moved) if isinstance(ptr, Hidden) or isinstance(offset, Hidden) else moved

    def string(self, ptr: Any) -> str | None:
        text = ""
        while True:
            byte = self.load(self.add(ptr, len(text)), I8)
            if isinstance(byte, Hidden):
                return None
            if byte == 0:
                return text
            text += chr(byte)

    def allocate(self, size: Any, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        filler: Any = 0 if zero else 0xCD
        self.blocks.append(Block([filler] * plain(size), space, label, kind=kind))
        return Pointer(len(self.blocks), 0)

    def free(self, ptr: Any, spaces: Sequence[Space], by: str, kind: str = "") -> Any:
        pointer = plain(ptr)
        if pointer == NULL:
            return True
        block = self.blocks[pointer.obj - 1] if pointer.obj else None
        if block is None or pointer.offset or block.space not in spaces or block.kind != kind:
            raise Violation("invalid-free", by)
        if not block.live:
            raise Violation("double-free", by)
        block.live = False
        return True

    def space(self, ptr: Any) -> Space | None:
        pointer = plain(ptr)
        return self.blocks[pointer.obj - 1].space if pointer.obj else None

    def lies_in(self, ptr: Any, spaces: Collection[Space]) -> Any:
        return self.space(ptr) in spaces

    def targets(self, ptr: Any) -> Sequence[tuple[Any, Pointer]]:
        """Those of a hidden pointer are all objects, and of each its start too, as far as it does not point there: at
        least null."""
        pointer = plain(ptr)
        if not isinstance(ptr, Hidden):
            return ((True, pointer),)
        others = [Pointer(number, 0) for number in range(1, len(self.blocks) + 1)]
        starts = [(Hidden(False), other) for other in others if other != pointer]
        return (*(starts or [(Hidden(False), Pointer(0, 0))]), (Hidden(True), pointer))

    def object_size(self, ptr: Any) -> int | None:
        if isinstance(ptr, Hidden) or ptr.obj == 0:
            return None
        return len(self.blocks[ptr.obj - 1].data)

    def object_offset(self, ptr: Any) -> Any:
        return ptr.offset & ((1 << 64) - 1)

    def object_name(self, ptr: Any) -> str:
        return self.blocks[plain(ptr).obj - 1].label

    def symbol_pointer(self, name: str) -> Pointer:
        raise NotImplementedError

    def compiled(self, source: RunTimeSource) -> RunTimeModule:
        raise NotImplementedError

    def module(self, key: str) -> RunTimeModule | None:
        raise NotImplementedError

    # -- state and control

    def get(self, key: str, default: Any) -> Any:
        return self.state.get(key, default)

    def put(self, key: str, value: Any, type: Type) -> None:
        self.state[key] = value

    def number_of(self, value: object) -> int:
        if value not in self.numbered:
            self.numbered.append(value)
        return self.numbered.index(value) + 1

    def value_of(self, number: int) -> object:
        return self.numbered[number - 1]

    # -- the files of this machine

    def host_path(self, name: str) -> str:
        return self.host.path(name)

    def host_entry(self, path: str) -> DiskEntry:
        return self.host.entry(path)

    def host_file(self, path: str) -> bytes:
        return self.host.contents(path)

    def host_folder(self, path: str) -> Sequence[str]:
        return self.host.names(path)

    def standard_input(self) -> bytes:
        return self.host.standard_input()

    def unsupported(self, construct: str) -> NoReturn:
        raise Refused(construct)

    def call(self, function: Value, args: Sequence[Any], types: Sequence[Type], ret: Type) -> Any:
        assert self.callback is not None
        result = self.callback(self, *args)
        if isinstance(result, Hidden):
            return result
        return Hidden(result) if self.hide else result

    def run_host_thread(self, start: Value, argument: Any, behind: str, number: int = 0) -> bool:
        self.call(start, [argument], (PTR,), PTR)
        return True

    def host_turn(self, kind: str, *places: Value, other: int = 0) -> bool:
        return True

    def host_wakes(self, condition: Value, *, all: bool) -> None:
        pass

    def host_thread_ends(self, number: int, before: int) -> bool:
        return True

    def host_thread_joined(self, number: int) -> None:
        pass

    def order(self, compar: Value, base: Any, count: int, size: int) -> list[int] | None:
        sort = MergeSort(count)
        while (pair := sort.pair()) is not None:
            answer = self.call(compar, [self.add(base, at * size) for at in pair], (PTR, PTR), I32)
            if not isinstance(answer, int):
                return None
            sort.compared(to_signed(answer, 32))
        return sort.order()

    def reorder(self, ptr: Pointer, order: Sequence[int], size: int) -> bool:
        return False

    def stop_program(self, status: Any) -> None:
        raise Stopped(plain(status))

    def abort_program(self, text: str) -> None:
        self.require(False, "assertion", text)

    def stop_kernel(self, text: str) -> NoReturn:
        raise Stopped

    def rendezvous(self, scope: str, mask: Any, payload: Any, combine: Any, *, orders: bool = False) -> Any:
        return combine([(0, payload)]) if combine else payload

    def known_payload(self, value: Any, type: Type) -> int:
        return self.concretize(value, type)

    def fence(self, scope: str) -> None:
        pass

    def add_stream(self, handle: Any, *, blocking: bool, held: Any = 0) -> None:
        pass

    def end_stream(self, stream: Any) -> None:
        pass

    def add_event(self, handle: Any, *, held: Any = 0) -> None:
        pass

    def issue(self, stream: Any, action: Callable[[], None], *, wait: str = "") -> None:
        action()

    def record(self, event: Any, stream: Any) -> None:
        pass

    def wait_in_stream(self, stream: Any, event: Any) -> str:
        return ""

    def synchronise(self, *, stream: Any = None, event: Any = None) -> None:
        pass

    def is_done(self, *, stream: Any = None, event: Any = None) -> bool:
        return True

    def output(self, text: str) -> None:
        self.printed += text

    # -- what tests call

    def bytes_at(self, ptr: Any, size: int) -> bytes:
        """Memory as it is."""
        block = self.blocks[plain(ptr).obj - 1]
        at = plain(ptr).offset
        return bytes(plain(b) for b in block.data[at : at + size])

    def text(self, content: str | bytes, size: int = 0) -> Pointer:
        """A new object with this string (its end included) in it, hidden if the context hides."""
        data = (content.encode("latin-1") if isinstance(content, str) else content) + b"\0"
        ptr = self.allocate(max(len(data), size), Space.HOST_HEAP, "text")
        for i, byte in enumerate(data):
            self.store(self.add(ptr, i), Hidden(byte) if self.hide else byte, I8)
        return ptr

    def buffer(self, data: bytes) -> Pointer:
        """A new object with these bytes."""
        ptr = self.allocate(len(data), Space.HOST_HEAP, "buffer")
        for i, byte in enumerate(data):
            self.store(self.add(ptr, i), Hidden(byte) if self.hide else byte, I8)
        return ptr

    def run(self, signature: str, *args: Any) -> Any:
        """Call the model declared by `signature`, or the only one of this name; the machine's integers
        are taken and given as they are. Hidden results are opened."""
        model, self.ret_type, arg_ctypes, arg_types, variadic = _declared(signature)
        self.name, self.arg_ctypes, self.arg_types = model.name, [*arg_ctypes], [*arg_types]
        if variadic:
            self.arg_types += [type_of(a) for a in args[len(arg_types) :]]
        values = [a.value if isinstance(a, Typed) else a for a in args]
        return plain(model.function(self, *values))


@cache
def _declared(signature: str) -> tuple[registry.Model, Type, list[str], list[Type], bool]:
    """The model, the type of its result, those of its parameters in C and of the machine, and whether more follow."""
    model = next(m for m in registry.all_models() if signature in (m.signature, m.name))
    result_type, parameters = declaration(model.signature)
    named = [p for p in parameters if p != "..."]
    ctypes = [re.sub(r"\s*\w+$", "", p) for p in named]
    return model, machine_type(result_type), ctypes, [machine_type(p) for p in named], "..." in parameters


@dataclass(frozen=True)
class Typed:
    """A variadic argument of a given type."""

    value: Any
    type: Type


def type_of(argument: Any) -> Type:
    """What a variadic argument is passed as."""
    if isinstance(argument, Typed):
        return argument.type
    value = plain(argument)
    if isinstance(value, float):
        return F64
    return PTR if isinstance(value, Pointer) else IntType(32)


def declaration(signature: str) -> tuple[str, list[str]]:
    """Result type, and parameters with their names stripped."""
    head, rest = signature.split("(", 1)
    result = head.rsplit(None, 1)[0] if "*" not in head else head[: head.rindex("*") + 1]
    return result, [p.split("=")[0].strip() for p in split_parameters(rest.rsplit(")", 1)[0])]


def split_parameters(text: str) -> list[str]:
    """The parameters, separated by commas outside of parentheses; none for `void`."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "(<") - (char in ")>")
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    found = [p.strip() for p in found]
    return [] if found in ([""], ["void"]) else found


_SIZES = {"char": 8, "bool": 8, "short": 16, "int": 32, "unsigned": 32, "float": 32, "long": 64, "double": 64}
_NAMED = {"size_t": 64, "time_t": 64, "clock_t": 64, "clockid_t": 32, "pid_t": 32, "useconds_t": 32}


def machine_type(ctype: str) -> Type:
    """The machine type of a parameter or result."""
    if "*" in ctype or "&" in ctype:
        return PTR
    words = ctype.split()
    if "float" in words or "double" in words:
        return F32 if "float" in words else F64
    for word in words:
        if word in _NAMED:
            return IntType(_NAMED[word])
    for word in ("char", "bool", "short", "long", "int", "unsigned"):
        if word in words:
            return IntType(_SIZES[word])
    return IntType(32)
