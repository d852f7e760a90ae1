"""Conditions on a launch under which kernels are often right, and not without: the guesses of a proof.

They are asked for only where a proof does not go through without them, and as few as possible are reported.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from os.path import basename

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I128, IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import Arithmetic, ArithmeticKind
from cudabmc.prover.integers import ExactResult
from cudabmc.prover.launch import AXES, MOST_THREADS, WARP_SIZE, AnyLaunch, Extents
from cudabmc.prover.questions import Precondition
from cudabmc.prover.unknowns import name_of
from cudabmc.terms import BVSort, Kind, Term, TermValue
from cudabmc.terms.evaluate import type_of

MOST_PITCHES = 6
"""Numbers of a kernel that its threads along an axis are compared with."""

INT_MAX = (1 << 31) - 1

_OF_LINE = re.compile(r"(?P<what>.*) in line (?P<line>\d+) of (?P<file>.*)")

WARPS = (2, 32)
"""Blocks and sizes often have even numbers, or whole warps."""


@dataclass(frozen=True, slots=True)
class SizeParameter:
    """A parameter of a kernel that may be a size: its name, its value, which is not known, and how that is read."""

    name: str
    value: Term
    type: IntType
    signed: bool

    @property
    def number(self) -> TermValue:
        """Its value with 128 bits, in which all that it is compared with has room."""
        return terms.apply(Op.SEXT if self.signed else Op.ZEXT, I128, self.type, (self.value,))

    @property
    def most(self) -> int:
        """The largest number that there is of it."""
        return (1 << self.type.width - self.signed) - 1


def sizes_that_fit(shape: AnyLaunch) -> list[Precondition]:
    """No more threads along an axis than an int can count."""
    return [replace(one, everywhere=False) for one in _threads_within(shape, INT_MAX)]


def not_negative(parameters: Sequence[SizeParameter]) -> list[Precondition]:
    """Whole numbers are sizes more often than not, which an int can count."""
    found = [
        Precondition(f"{one.name} {text} 0", terms.apply(op, BOOL, one.type, (0, one.value)))
        for text, op in ((">", Op.SLT), (">=", Op.SLE))  # the stronger ones first: they are left out first
        for one in parameters if one.signed
    ]  # fmt: skip
    unsigned = ((one, one.most >> 1) for one in parameters if not one.signed)
    return found + [
        Precondition(f"{one.name} <= {most}", _at_most(one.value, most, one.type)) for one, most in unsigned
    ]


def powers_of_two(shape: AnyLaunch, parameters: Sequence[SizeParameter]) -> list[Precondition]:
    """Sizes that masks are made of, as in `t & (size - 1)`, have one bit."""
    sizes = [(one.name, one.value, one.type) for one in parameters]
    sizes += [(f"blockDim.{name}", value, I32) for name, value in _open_blocks(shape)]
    return [
        Precondition(
            f"({name} & ({name} - 1)) == 0", has_one_bit(value, type), True, parameters=frozenset({name}),
            one_bit=value if value.kind is Kind.VAR else None,
        )
        for name, value, type in sizes
    ]  # fmt: skip


def has_one_bit(value: TermValue, type: IntType) -> TermValue:
    """Has a number one bit set, or none?"""
    less = terms.apply(Op.SUB, type, type, (value, 1))
    return terms.equal(terms.apply(Op.AND, type, type, (value, less)), 0, type)


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Alternatives for the shape of launches: if none of the `strongest` settles a question, none of the `weaker` ones
    does, which are tried otherwise, the first of them first."""

    strongest: tuple[tuple[Precondition, ...], ...]
    weaker: tuple[tuple[Precondition, ...], ...] = ()


def shapes(
    shape: AnyLaunch, numbers: Sequence[int], parameters: Sequence[SizeParameter], pitches: Sequence[int],
    extents: Sequence[int],
) -> list[ShapeGroup]:  # fmt: skip
    """What launches may look like; `numbers` are sizes of blocks that the kernel names, `pitches` other numbers, and
    `extents` those of its arrays."""
    unknown, sizes = _open_blocks(shape), covers(shape, parameters)
    bounds = relations(shape, numbers, parameters, only_bounds=True)
    found: list[ShapeGroup] = []
    for number in sorted(numbers, reverse=True) if unknown else ():
        most = tuple(
            Precondition(f"blockDim.{name} <= {number}", _at_most(value, number, I32), True, name, number)
            for name, value in unknown
        )
        exact = tuple(_is(name, value, number) for name, value in unknown)
        if number ** len(exact) <= MOST_THREADS:  # blocks of several dimensions mostly are as large as a tile
            found.append(ShapeGroup(((*exact, *bounds),), (most, (*exact, *sizes))))
        else:
            found.append(ShapeGroup((most,)))
    if len(unknown) > 1:
        (x, a), (y, b) = unknown[:2]
        square = Precondition(f"blockDim.{x} == blockDim.{y}", terms.apply(Op.EQ, BOOL, I32, (a, b)), True)
        found.append(ShapeGroup(((square,),)))
    found.append(ShapeGroup((bounds,), (sizes,)))
    found += [ShapeGroup((_threads_within(shape, n),)) for n in sorted(pitches, reverse=True)[:MOST_PITCHES]]
    if parameters:
        found += [ShapeGroup((fitting(parameters, n),)) for n in _room(extents)[:MOST_PITCHES]]
    return found


def _room(extents: Iterable[int]) -> list[int]:
    """How many elements have room in arrays, or how far from the middle one the others are, as in filters that have a
    radius."""
    return sorted({number for extent in extents for number in (extent, (extent - 1) // 2) if number > 0}, reverse=True)


def fitting(parameters: Sequence[SizeParameter], extent: int) -> tuple[Precondition, ...]:
    """So many elements have room in an array."""
    return tuple(_about(f"{one.name} <= {extent}", _at_least(extent, one.number), one.name) for one in parameters)


def whole_warps(shape: AnyLaunch) -> list[ShapeGroup]:
    """Rows of threads are whole warps, as kernels expect whose warps work together."""
    found = []
    for name, value in _open_blocks(shape)[:1]:
        rest = terms.apply(Op.UREM, I32, I32, (value, WARP_SIZE))
        whole = terms.apply(Op.EQ, BOOL, I32, (rest, 0))
        found.append(ShapeGroup(((Precondition(f"blockDim.{name} % {WARP_SIZE} == 0", whole, True),),)))
    return found


def as_launched(
    shape: AnyLaunch, numbers: Sequence[int], parameters: Sequence[SizeParameter], blocks: Sequence[Extents],
    arrays: Sequence[int],
) -> tuple[tuple[Precondition, ...], ...]:  # fmt: skip
    """All that may be supposed of launches that are known, with these blocks and extents of `arrays`. Parameters
    that are equal have one name in the second alternative: solvers do not see what follows for their products."""
    extents, related = launched_blocks(shape, blocks), relations(shape, numbers, parameters, only_bounds=False)
    related += tuple(one for number in _room(arrays) for one in fitting(parameters, number))
    equal = [
        Precondition(f"{a.name} == {b.name}", _same(a.value, b.value), True, fixes=(b.value, a.value))
        for a, b in combinations(parameters, 2) if (a.type, a.signed) == (b.type, b.signed)
    ]  # fmt: skip
    plain = (replace(one, fixes=None) for one in equal)
    return (*extents, *plain, *related), (*extents, *equal, *related)


def _same(a: Term, b: Term) -> TermValue:
    return terms.equal(a, b, type_of(a.sort))


def _open_blocks(shape: AnyLaunch) -> list[tuple[str, Term]]:
    """The extents of a block that are not known, by their axes."""
    blocks = ((AXES[axis], shape.values[Builtin.BLOCK_DIM, axis]) for axis in range(3))
    return [(name, value) for name, value in blocks if isinstance(value, Term)]


def relations(
    shape: AnyLaunch, numbers: Sequence[int], parameters: Sequence[SizeParameter], *, only_bounds: bool
) -> tuple[Precondition, ...]:  # fmt: skip
    """How sizes and parameters may hang together, the stronger conditions first. There are many of them, most of which
    the launches of a program do not fulfil. Where these are not known, `only_bounds` are guessed."""
    found = []
    wide = [(one.name, one.number) for one in parameters]
    divided = [*wide, *((f"blockDim.{axis}", _wide(value)) for axis, value in _open_blocks(shape))]
    for number in () if only_bounds else sorted({*numbers, *WARPS}, reverse=True):
        for name, value in divided:
            rest = terms.apply(Op.SREM, I128, I128, (value, number))
            found.append(Precondition(f"{name} % {number} == 0", terms.apply(Op.EQ, BOOL, I128, (rest, 0)), True))
    found += covers(shape, parameters)
    for axis, letter in enumerate(AXES):
        grid = shape.values[Builtin.GRID_DIM, axis]
        for number in sorted(numbers, reverse=True) if isinstance(grid, Term) else ():
            count = terms.apply(Op.MUL, I128, I128, (_wide(grid), number))
            for name, value in wide:
                found.append(_about(f"gridDim.{letter} * {number} <= {name}", _at_least(value, count), name))
    for (name, a), (other, b) in permutations(wide, 2):
        found.append(_about(f"{name} <= {other}", _at_least(b, a), name, other))
    return tuple(found)


def _about(text: str, cond: TermValue, *parameters: str) -> Precondition:
    return Precondition(text, cond, True, parameters=frozenset(parameters))


def _at_least(value: TermValue, least: TermValue) -> TermValue:
    return terms.apply(Op.SLE, BOOL, I128, (least, value))


def _is(axis: str, value: Term, extent: int) -> Precondition:
    cond = terms.apply(Op.EQ, BOOL, I32, (value, extent))
    return Precondition(f"blockDim.{axis} == {extent}", cond, True, axis, fixes=(value, extent))


def _threads_within(shape: AnyLaunch, pitch: int) -> tuple[Precondition, ...]:
    """No more threads along an axis than a row has elements, say."""
    found = []
    for axis, letter in enumerate(AXES):
        grid, block = shape.values[Builtin.GRID_DIM, axis], shape.values[Builtin.BLOCK_DIM, axis]
        if isinstance(grid, Term):
            count = terms.apply(Op.MUL, I128, I128, (_wide(grid), _wide(block)))
            text = f"gridDim.{letter} * blockDim.{letter} <= {pitch}"
            found.append(Precondition(text, _at_most(count, pitch, I128), True))
    return tuple(found)


def launched_blocks(shape: AnyLaunch, blocks: Sequence[Extents]) -> tuple[Precondition, ...]:
    """The extents along each axis that the program's launches have."""
    found = []
    for axis, name in enumerate(AXES):
        value, extents = shape.values[Builtin.BLOCK_DIM, axis], sorted({block[axis] for block in blocks})
        if isinstance(value, Term) and len(extents) == 1:
            found.append(_is(name, value, extents[0]))
        elif isinstance(value, Term) and extents:
            cond = terms.lor(*(terms.apply(Op.EQ, BOOL, I32, (value, extent)) for extent in extents))
            text = " || ".join(f"blockDim.{name} == {extent}" for extent in extents)
            found.append(Precondition(text, cond, True, name))
    return tuple(found)


def covers(shape: AnyLaunch, parameters: Sequence[SizeParameter]) -> tuple[Precondition, ...]:
    """Parameters are sizes that the threads of an axis, its blocks, or the threads of a block, do not exceed; the
    stronger ones first."""
    found = []
    for axis, letter in enumerate(AXES):
        grid, block = shape.values[Builtin.GRID_DIM, axis], shape.values[Builtin.BLOCK_DIM, axis]
        counts = {
            f"gridDim.{letter} * blockDim.{letter}": terms.apply(Op.MUL, I128, I128, (_wide(grid), _wide(block))),
            f"gridDim.{letter}": _wide(grid),
            f"blockDim.{letter}": _wide(block),
        }
        for text, count in counts.items():
            for one in parameters if isinstance(count, Term) else ():
                found.append(_about(f"{text} <= {one.name}", _at_least(one.number, count), one.name))
    return tuple(dict.fromkeys(found))


def no_overflow(found: Sequence[Arithmetic], never: Callable[[Arithmetic], bool]) -> list[Precondition]:
    """Arithmetic does not overflow: one condition for each line of the source, but for those in which some `never`
    fits."""
    return [
        Precondition(
            text, terms.land(*(terms.implies(one.where, one.fits) for one in ones)),
            exact=tuple(ExactResult(one.where, one.result, one.exact, one.signed) for one in ones),
        )
        for text, ones in _by_lines(found) if not any(map(never, ones))
    ]  # fmt: skip


def small_for_ints(found: Sequence[Arithmetic], never: Callable[[Arithmetic], bool]) -> list[Precondition]:
    """Unsigned results of 32 bits are numbers of an int, too: the same."""
    unsigned = [
        replace(one, kind=ArithmeticKind.CUT, fits=_at_most(one.result, INT_MAX, I32)) for one in found
        if one.kind is ArithmeticKind.OPERATION and not one.signed and type_of(one.result.sort) == I32
    ]  # fmt: skip
    return [replace(one, exact=()) for one in no_overflow(unsigned, never)]


def _by_lines(found: Sequence[Arithmetic]) -> Iterator[tuple[str, list[Arithmetic]]]:
    lines: dict[tuple[str, int, str], list[Arithmetic]] = {}
    for one in found:
        lines.setdefault((one.loc.file, one.loc.line, one.kind.value), []).append(one)
    for (file, line, what), ones in sorted(lines.items()):
        yield f"{what} in line {line} of {basename(file)}", ones


def in_reading_order(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts of preconditions: on blocks, on grids, on arguments, and what holds in lines, those of a file at
    once."""
    lines: dict[tuple[str, str], set[int]] = {}
    found: list[str] = []
    for text in texts:
        of_line = _OF_LINE.fullmatch(text)
        if of_line is None:
            found.append(text)
        else:
            lines.setdefault((of_line["file"], of_line["what"]), set()).add(int(of_line["line"]))
    found.sort(key=lambda text: 2 if "Dim" not in text else "gridDim" in text)
    for (file, what), numbers in sorted(lines.items()):
        *some, last = map(str, sorted(numbers))
        named = f"lines {', '.join(some)} and {last}" if some else f"line {last}"
        found.append(f"{what} in {named} of {file}")
    return tuple(found)


def room_for_steps(step: TermValue, parameters: Sequence[SizeParameter]) -> list[Precondition]:
    """A counter that moves by a step can pass an end, which is a parameter, without an overflow."""
    text = size_text(step)
    if not text:
        return []
    found = []
    for one in parameters:
        far = terms.apply(Op.ADD, I128, I128, (one.number, _exact(step)))
        text_of_all = f"{one.name} < {one.most}" if text == "1" else f"{one.name} + {text} <= {one.most}"
        found.append(Precondition(text_of_all, terms.apply(Op.SLE, BOOL, I128, (far, one.most))))
    return found


def size_text(value: TermValue) -> str:
    """A product of sizes as a user writes it; empty for anything else."""
    if not isinstance(value, Term):
        return str(value) if isinstance(value, int) and value < 1 << 31 else ""
    if value.kind is Kind.VAR:
        name = name_of(value)
        if name.startswith("argument."):
            return name.rpartition(".")[2]
        return name if name.startswith(("gridDim", "blockDim")) else ""
    if value.kind is Kind.MUL:
        texts = [size_text(arg) for arg in value.args]
        return " * ".join(texts) if all(texts) else ""
    if value.kind in (Kind.ZEXT, Kind.SEXT):
        return size_text(value.args[0])
    if value.kind is Kind.SUM and not value.params[0] and len(value.args) == 1:
        text, factor = size_text(value.args[0]), to_signed(value.params[1][0], type_of(value.sort).size * 8)
        return f"{factor} * {text}" if text and factor > 0 else ""
    return ""


def _exact(value: TermValue) -> TermValue:
    """A product of sizes with 128 bits, in which it does not overflow."""
    if isinstance(value, Term) and value.kind in (Kind.MUL, Kind.ZEXT, Kind.SEXT):
        factors = [_exact(arg) for arg in value.args]
        return factors[0] if len(factors) == 1 else terms.apply(Op.MUL, I128, I128, factors)
    if isinstance(value, Term) and value.kind is Kind.SUM:
        return terms.apply(Op.MUL, I128, I128, (value.params[1][0], _exact(value.args[0])))
    if not isinstance(value, Term):
        return value
    assert isinstance(value.sort, BVSort)
    return terms.apply(Op.SEXT, I128, IntType(value.sort.width), (value,))


def _wide(value: TermValue) -> TermValue:
    return terms.apply(Op.ZEXT, I128, I32, (value,))


def _at_most(value: TermValue, most: int, type: IntType) -> TermValue:
    return terms.apply(Op.ULE, BOOL, type, (value, most))
