"""The sizes of launches, as far as they are constants in the code before them.

    call "dim3::dim3"(r5, 65536, 1, 1)      memory: r5+0 65536, r5+4 1, r5+8 1
    copybytes r9 <- r5 size 12              memory: r9 as r5
    r23:i64 = load r9                       r23: 65536 and 1
    store &configuration <- r23
    call __cudabmc_launch_of_k(...)         65536 blocks

Where paths meet, what is the same on all of them is known, and so at the head of a loop, which is supposed to keep what
is known before it, until that is seen to be wrong. A call forgets what its arguments point to, for good.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import field

from cudabmc.goto import program as p
from cudabmc.goto.cfg import successors
from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.undefined import is_undefined
from cudabmc.goto.op import Op
from cudabmc.goto.registers import set_by
from cudabmc.goto.types import I32, I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.launch import Extents
from cudabmc.source.location import Location

_CONFIGURATION = "__cudabmc_launch_configuration"  # as cudabmc.frontend.clang.lower.launches lays it out
_SIZES = (0, 4, 8, 16, 20, 24)
_SHARED = 32
_Object = int | str  # the register of its Alloca, or the name of a global
_Place = tuple[_Object, int]


@dataclass(frozen=True, slots=True)
class _Halves:
    """The pieces of a number of 64 bits of which one is not known: dim3 is passed by x and y together, and z."""

    low: int | None
    high: int | None


_Value = int | _Place | _Halves
_State = tuple[dict[int, _Value], dict[_Place, int]]


@dataclass(frozen=True, slots=True)
class KnownLaunch:
    """A launch in host code: the kernel, "" if that is not told, gridDim and blockDim, and the bytes of its dynamic
    shared memory, None for what is not told."""

    kernel: str
    loc: Location
    grid: tuple[int | None, ...]
    block: tuple[int | None, ...]
    shared: int | None = None

    @property
    def sizes(self) -> tuple[Extents, Extents, int] | None:
        """All sizes, if all of them are told."""
        match (*self.grid, *self.block, self.shared):
            case (int(x), int(y), int(z), int(width), int(height), int(depth), int(shared)):
                return (x, y, z), (width, height, depth), shared
        return None


def known_launches(program: p.Program) -> Iterator[KnownLaunch]:
    """All launches of a program."""
    functions = p.launching(program)
    launchers = {f.name: _started_by(f) for f in functions if _starts_what_is_configured(f)}
    for function in functions:
        if function.on_host and function.name not in launchers:
            yield from _launches(function, launchers)


def _starts_what_is_configured(function: p.Function) -> bool:
    return any(isinstance(i, p.Load) and i.addr == p.Symbol(_CONFIGURATION) for i in function.body)


def _started_by(launcher: p.Function) -> str:
    return next((_name(i.kernel) for i in launcher.body if isinstance(i, p.Launch)), "")


def _name(kernel: str | p.Operand) -> str:
    return kernel if isinstance(kernel, str) else ""


def _launches(function: p.Function, launchers: dict[str, str]) -> list[KnownLaunch]:
    lost = _Lost()
    while True:
        before = lost.count
        found = list(_launches_unless(lost, function, launchers))
        if lost.count == before:
            return found


def _launches_unless(lost: "_Lost", function: p.Function, launchers: dict[str, str]) -> Iterator[KnownLaunch]:
    """The launches, if no more is lost."""
    known = _Known(function, lost)
    for at, i in enumerate(function.body):
        known.come_to(at)
        if isinstance(i, p.Launch):
            grid, block = ([_size(known.value(o)) for o in three] for three in (i.grid, i.block))
            shared = _size(known.value(i.shmem))
            yield KnownLaunch(_name(i.kernel), i.loc, tuple(grid), tuple(block), shared)
        elif isinstance(i, p.Call) and isinstance(i.callee, str) and i.callee in launchers:
            sizes = [_size(known.memory.get((_CONFIGURATION, offset))) for offset in _SIZES]
            shared = known.read((_CONFIGURATION, _SHARED), 8)
            yield KnownLaunch(launchers[i.callee], i.loc, tuple(sizes[:3]), tuple(sizes[3:]), shared)
        known.step(i)
        known.leave(at)


def _size(value: _Value | None) -> int | None:
    return value if isinstance(value, int) else None


@dataclass(slots=True)
class _Lost:
    """What is not known in a function, wherever it is: `shared` objects, which others may write to, and what changes in
    loops, by their heads."""

    shared: set[_Object] = field(default_factory=set)
    changing: set[tuple[int, _Place]] = field(default_factory=set)

    @property
    def count(self) -> int:
        """It only grows."""
        return len(self.shared) + len(self.changing)


class _Known:
    """The constants in registers and in 32-bit pieces of memory, at a place of a function, unless they are lost."""

    def __init__(self, function: p.Function, lost: _Lost) -> None:
        self._body = body = function.body
        jumps = [(at, target) for at in range(len(body)) for target in successors(body, at) if target != at + 1]
        self._heads = {target for at, target in jumps if target <= at}
        self._coming: dict[int, list[_State]] = {target: [] for _, target in jumps}
        self._falls = True  # may the next instruction be the one that stands behind?
        self.memory: dict[_Place, int] = {}
        self._registers: dict[int, _Value] = {}
        count = Counter(reg for i in body if (reg := set_by(i)) is not None)
        self._set_once = {reg for reg, times in count.items() if times == 1 and reg >= len(function.params)}
        self._lost = lost
        self._before: dict[int, dict[_Place, int]] = {}  # the memory at the heads of loops

    def come_to(self, at: int) -> None:
        """Paths meet, or it goes on."""
        coming = self._coming.pop(at, None)
        if coming is None and self._falls:
            return
        once = {reg: value for reg, value in self._registers.items() if reg in self._set_once}
        ways = [*(coming or ()), *([(self._registers, self.memory)] if self._falls else [])]
        (registers, memory), *others = ways or [({}, {})]
        if at in self._heads:
            registers = {}
        self._registers = {
            reg: value for reg, value in registers.items() if all(other.get(reg) == value for other, _ in others)
        } | once
        self.memory = {
            place: number for place, number in memory.items()
            if all(other.get(place) == number for _, other in others) and (at, place) not in self._lost.changing
        }  # fmt: skip
        self._before[at] = dict(self.memory)
        for registers, _ in ways:
            for reg, value in registers.items():
                if self._registers.get(reg) != value:
                    self._share_object(value)  # a pointer that leads there or elsewhere is not followed

    def leave(self, at: int) -> None:
        """Behind an instruction, wherever it leads."""
        targets = successors(self._body, at)
        self._falls = at + 1 in targets
        for target in targets:
            if target <= at:
                before = self._before.get(target, {})
                changing = (place for place, number in before.items() if self.memory.get(place) != number)
                self._lost.changing.update((target, place) for place in changing)
            elif at + 1 != target and target in self._coming:
                self._coming[target].append((dict(self._registers), dict(self.memory)))

    def value(self, o: p.Operand) -> _Value | None:
        """A number, or where a pointer points to."""
        match o:
            case p.Const(value=int(number)):
                return int(number)
            case p.Reg(index=index):
                return self._registers.get(index)
            case p.Symbol(name=name, offset=offset):
                return name, offset
        return None

    def step(self, i: p.Instruction) -> None:
        """Behind an instruction."""
        reg = set_by(i)
        value: _Value | None = None
        match i:
            case p.Alloca(dst=dst):
                value = (dst, 0)
            case p.Assign():
                value = self._result(i)
            case p.Load(addr=addr, type=type) if not i.volatile:
                value = self._loaded(self.value(addr), type.size)
            case p.Store(addr=place, value=stored, type=type):
                self._share(stored)
                self._write(self.value(place), type.size, self.value(stored) if type in (I32, I64) else None)
            case p.CopyBytes(dst=to, src=of, size=length):
                self._copy(self.value(to), self.value(of), length)
            case p.Call(callee="dim3::dim3", args=(this, *sizes)) if len(sizes) == 3:
                for at, size in enumerate(sizes):
                    self._write(_plus(self.value(this), 4 * at), 4, self.value(size))
            case p.Call(args=args):
                for arg in args:
                    self._share(arg)
        if reg is not None:
            self._registers.pop(reg, None)
            if value is not None:
                self._registers[reg] = value

    def _result(self, i: p.Assign) -> _Value | None:
        args = [self.value(arg) for arg in i.args]
        if i.op is Op.PTRADD and isinstance(args[1], int):
            return _plus(args[0], args[1])
        numbers = [arg for arg in args if isinstance(arg, int)]
        if i.op is Op.COPY:
            return args[0]
        for arg in i.args:
            self._share(arg)  # where the result points is not followed
        if i.type not in (I32, I64) or i.of not in (I32, I64) or len(numbers) < len(args):
            return None
        if is_undefined(i.op, i.type, i.of, numbers):
            return None
        return int(const_function(i.op, i.type, i.of)(*numbers))

    def read(self, at: _Value | None, size: int) -> int | None:
        """A number in memory."""
        if not isinstance(at, tuple) or size not in (4, 8):
            return None
        pieces = [self.memory.get((at[0], at[1] + 4 * n)) for n in range(size // 4)]
        if None in pieces:
            return None
        return sum(piece << 32 * n for n, piece in enumerate(pieces) if piece is not None)

    def _loaded(self, at: _Value | None, size: int) -> _Value | None:
        """What is known of a number in memory."""
        whole = self.read(at, size)
        if whole is not None or size != 8 or not isinstance(at, tuple):
            return whole
        low, high = self.memory.get(at), self.memory.get((at[0], at[1] + 4))
        return None if low is None and high is None else _Halves(low, high)

    def _write(self, at: _Value | None, size: int, value: _Value | None) -> None:
        if not isinstance(at, tuple):
            return  # it can only be to an object that is shared
        for offset in range(at[1] - 3, at[1] + size):
            self.memory.pop((at[0], offset), None)
        if isinstance(value, int) and size in (4, 8) and self._is_own(at[0]):
            for n in range(size // 4):
                self.memory[at[0], at[1] + 4 * n] = value >> 32 * n & 0xFFFFFFFF
        elif isinstance(value, _Halves) and size == 8 and self._is_own(at[0]):
            for n, half in enumerate((value.low, value.high)):
                if half is not None:
                    self.memory[at[0], at[1] + 4 * n] = half

    def _copy(self, to: _Value | None, of: _Value | None, size: int) -> None:
        pieces = {n: self.read(_plus(of, n), 4) for n in range(0, size - 3, 4)}
        self._write(to, size, None)
        for n, piece in pieces.items():
            self._write(_plus(to, n), 4, piece)

    def _is_own(self, of: _Object) -> bool:
        """Is it written here alone?"""
        return of == _CONFIGURATION or (isinstance(of, int) and of not in self._lost.shared)

    def _share(self, o: p.Operand) -> None:
        self._share_object(self.value(o))

    def _share_object(self, at: _Value | None) -> None:
        if isinstance(at, tuple) and at[0] != _CONFIGURATION:
            self._lost.shared.add(at[0])
            self.memory = {place: number for place, number in self.memory.items() if place[0] != at[0]}


def _plus(at: _Value | None, offset: int) -> _Place | None:
    return (at[0], at[1] + offset) if isinstance(at, tuple) else None
