"""An object that holds bytes in one piece answers as one that holds cells."""

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Space
from cudabmc.goto.types import F16, F32, F64, I8, I16, I32, I64, I128, PTR, FloatType, IntType, Type
from cudabmc.state import bulk
from cudabmc.state.address_space import base_of, decode
from cudabmc.state.flattening import changeable_bytes, flatten_bytes
from cudabmc.state.memory import CellReader, MemObject
from cudabmc.state.object_facts import Description, Untouched
from cudabmc.state.value import Pointer, Value, identical
from cudabmc.terms import Term

SIZE = 50
TYPES: tuple[Type, ...] = (I8, I16, I32, I64, I128, F16, F32, F64, PTR)
FLOATS = (0.0, -0.0, 1.5, -2.0, math.inf, -math.inf, math.nan, -math.nan)
POINTERS = (
    Pointer(0, 0), Pointer(0, 4096), Pointer(0, 2**40), Pointer(-1, 8), Pointer(3, 16), Pointer(3, -4),
    Pointer(2**40 | 5 << 14 | 7, 3), Pointer(2**27 + 1, 2**20),
)  # fmt: skip


def address(value: Value) -> Value:
    assert isinstance(value, Pointer)
    if isinstance(value.offset, int):
        return (base_of(value.obj) + value.offset) % 2**64
    return terms.apply(Op.ADD, I64, I64, (value.offset, base_of(value.obj)))


def fresh(obj: MemObject, offset: int, type: Type) -> Value:
    """Whichever bytes are asked for together, one byte is always the same variable."""
    width = 8 * type.size
    bits: Value = terms.var(f"{obj.key}[{offset}]", I8)
    for n in range(1, type.size):
        bits = terms.concat(terms.var(f"{obj.key}[{offset + n}]", I8), bits, 8, 8 * n)
    if type is PTR:
        return Pointer(0, bits)
    return terms.apply(Op.BITCAST, type, IntType(width), (bits,)) if isinstance(type, FloatType) else bits


def no_array(obj: MemObject, width: int) -> Term:
    raise NotImplementedError


def pointer(bits: Value) -> Value:
    return decode(bits) if isinstance(bits, int) else Pointer(0, bits)


READER = CellReader(address, pointer, fresh, no_array, lambda condition: True)


def value_of(random: Random, type: Type) -> Value:
    if random.random() < 0.1 and isinstance(type, IntType):
        return terms.var("input", type)
    if isinstance(type, FloatType):
        return random.choice(FLOATS)
    if type is PTR:
        return random.choice(POINTERS)
    return random.choice([0, 1, 2 ** (8 * type.size) - 1, random.getrandbits(8 * type.size)])


def new(number: int, random: Random) -> MemObject:
    obj = MemObject(number, f"object {number}", Description(""), SIZE, Space.HOST_HEAP, None)
    choices: list[int | Untouched] = [Untouched.UNSET, Untouched.ARBITRARY, 0, 255]
    obj.untouched = random.choice(choices)
    return obj


class Twice:
    """Two objects, held in cells and, at random moments, in bytes; each change is made to both."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.cells = [new(number, random) for number in (1, 2)]
        self.mixed = [obj.clone(None) for obj in self.cells]
        self.flattened = 0

    def place(self) -> tuple[int, int]:
        start = self.random.choice([0, 0, self.random.randrange(SIZE)])
        return start, self.random.randint(1, SIZE - start)

    def step(self) -> None:
        random = self.random
        number = random.randrange(2)
        match random.randrange(8):
            case 0:
                self.flattened += flatten_bytes(self.mixed[number]) is not None
            case 1:
                self.mixed[number] = self.mixed[number].clone(None)
            case 2:
                start, size = random.choice([(0, SIZE), self.place()])
                self.fill(number, start, size, random.choice([0, 7, 255]))
            case 3:
                start, size = random.choice([(0, SIZE), self.place()])
                self.copy(number, random.randrange(2), start, size, random.randrange(SIZE - size + 1))
            case 4 | 5:
                type = random.choice(TYPES)
                value, offset = value_of(random, type), random.randrange(SIZE - type.size + 1)
                for obj in (self.cells[number], self.mixed[number]):
                    READER.write(obj, offset, type, value)
                assert READER.holds(self.mixed[number], offset, type, value) or value != value
            case _:
                type = random.choice(TYPES)
                self.compare(number, random.randrange(SIZE - type.size + 1), type)

    def fill(self, number: int, start: int, size: int, byte: int) -> None:
        for obj in (self.cells[number], self.mixed[number]):
            if not bulk.fill(obj, start, size, byte):
                for offset in range(start, start + size):
                    READER.write(obj, offset, I8, byte)

    def copy(self, to: int, source: int, start: int, size: int, at: int) -> None:
        for target, obj in ((self.cells[to], self.cells[source]), (self.mixed[to], self.mixed[source])):
            if not bulk.copy(target, at, obj, start, size):
                values = [READER.read(obj, start + n, I8) for n in range(size)]
                for n, value in enumerate(values):
                    READER.write(target, at + n, I8, value)
            for one in (target, obj):
                if one.owner is None and one.flat_bytes is None and one.elements is None:
                    one.cells = dict(one.cells)  # as `own_object` does

    def compare(self, number: int, offset: int, type: Type) -> None:
        a, b = (READER.read(objects[number], offset, type) for objects in (self.cells, self.mixed))
        if isinstance(a, Pointer) and isinstance(b, Pointer):
            known = isinstance(a.offset, int) and isinstance(b.offset, int)
            assert a == b if known else evaluated(address(a)) == evaluated(address(b))
        elif isinstance(a, Term) or isinstance(b, Term):
            assert identical(evaluated(a), evaluated(b))
        else:
            assert identical(a, b)


def evaluated(value: Value) -> Value:
    names = {v: (hash(v.params) & 127) for v in terms.free_vars(value)} if isinstance(value, Term) else {}
    return terms.evaluate(value, names)


@settings(max_examples=600, deadline=None)
@given(st.integers(0, 2**32))
def test_objects_hold_the_same_in_bytes_as_in_cells(seed: int) -> None:
    twice = Twice(Random(seed))
    for _ in range(40):
        twice.step()
    for number in range(2):
        for offset in range(SIZE):
            twice.compare(number, offset, I8)


def test_random_objects_are_held_in_bytes_often() -> None:
    flattened = 0
    for seed in range(50):
        twice = Twice(Random(seed))
        for _ in range(40):
            twice.step()
        flattened += twice.flattened
    assert flattened > 50


def held(*cells: tuple[int, Type, Value], size: int = 16, untouched: int | Untouched = Untouched.UNSET) -> MemObject:
    obj = MemObject(1, "a", Description("a"), size, Space.HOST_HEAP, None)
    obj.untouched = untouched
    for offset, type, value in cells:
        READER.write(obj, offset, type, value)
    return obj


def test_a_copy_that_is_changed_leaves_the_original_as_it_is() -> None:
    obj = held((0, I64, 5), (8, I64, 6))
    assert flatten_bytes(obj) is not None
    other = obj.clone(None)
    READER.write(other, 0, I64, 9)
    READER.write(obj, 8, I64, 7)
    assert [READER.read(obj, at, I64) for at in (0, 8)] == [5, 7]
    assert [READER.read(other, at, I64) for at in (0, 8)] == [9, 6]


def test_an_object_that_takes_bytes_shares_them_until_one_is_changed() -> None:
    obj, other = held((0, I64, 5), (8, I64, 6)), held()
    flatten_bytes(obj)
    other.take(obj)
    assert other.flat_bytes is obj.flat_bytes
    mine = changeable_bytes(obj)
    assert mine is not None
    mine.data[0] = 1
    assert (READER.read(obj, 0, I64), READER.read(other, 0, I64)) == (1, 5)
    assert changeable_bytes(obj) is mine


def test_bytes_that_nobody_wrote_are_not_known() -> None:
    obj = held((0, I32, 5), (8, I16, 6))
    flat = flatten_bytes(obj)
    assert flat is not None
    assert flat.known is not None
    assert bytes(flat.known.bits) == b"\x0f\x03"
    assert (flat.read(0, I32), flat.read(0, I64), flat.read(8, I16)) == (5, None, 6)
    assert obj.cells == {0: (I32, 5), 8: (I16, 6)}


def test_bytes_that_are_all_known_need_no_marks() -> None:
    whole = flatten_bytes(held((0, I64, 5), (8, F64, 0.5)))
    calloced = flatten_bytes(held((4, I32, 5), untouched=0))
    assert whole is not None
    assert calloced is not None
    assert whole.known is None
    assert calloced.known is None
    assert calloced.read(0, I64) == 5 << 32


def test_cells_are_those_that_were_flattened() -> None:
    cells: dict[int, tuple[Type, Value]] = {0: (I32, 5), 4: (F32, 0.5), 8: (PTR, Pointer(3, -4))}
    obj = held(*((at, type, value) for at, (type, value) in cells.items()))
    assert flatten_bytes(obj) is not None
    assert obj.cells == cells
    assert obj.flat_bytes is None


def test_cells_are_as_they_were_written_last() -> None:
    obj = held((0, I32, 5), (4, F32, 0.5), (8, I32, 7), (12, F32, 1.5))
    assert flatten_bytes(obj) is not None
    READER.write(obj, 0, F64, 0.25)
    READER.write(obj, 10, I16, 1)
    other = held(size=24, untouched=0)
    flatten_bytes(other)
    assert bulk.copy(other, 8, obj, 0, 12)
    assert other.cells == {8: (F64, 0.25), 16: (I8, 7), 18: (I16, 1)}
    assert obj.cells == {0: (F64, 0.25), 8: (I8, 7), 9: (I8, 0), 10: (I16, 1), 12: (F32, 1.5)}
    flatten_bytes(obj)
    READER.write(obj, 9, I32, 3)
    assert bulk.fill(obj, 0, 6, 1)
    assert obj.cells.pop(9) == (I32, 3)
    left = zip([*range(9), 13, 14, 15], b"\1" * 6 + b"\xd0\x3f\7\0\xc0\x3f", strict=True)
    assert obj.cells == {at: (I8, byte) for at, byte in left}


def test_a_cell_that_is_written_over_is_gone() -> None:
    obj = held((0, I32, 5), (4, I32, 6), (8, I32, 7), (12, I16, 8), (14, I16, 9))
    assert flatten_bytes(obj) is not None
    READER.write(obj, 12, I32, 1)
    assert obj.cells == {0: (I32, 5), 4: (I32, 6), 8: (I32, 7), 12: (I32, 1)}


def test_bytes_that_are_no_pointer_of_the_program_lead_to_no_object() -> None:
    wild = CellReader(address, lambda bits: Pointer(0, bits), fresh, no_array, lambda condition: True)
    obj = held((0, I64, base_of(9)), (8, I64, 0))
    flatten_bytes(obj)
    assert wild.read(obj, 0, PTR) == Pointer(0, base_of(9))
    assert obj.flat_bytes is not None


def test_untouched_bytes_make_no_cells() -> None:
    obj = held((4, I32, 5), size=1 << 30, untouched=0)
    flat = changeable_bytes(obj)
    assert flat is not None
    assert flat.read((1 << 30) - 8, I64) == 0
    flat.write(1 << 29, I32, 7 << 24)
    assert obj.cells == {4: (I32, 5), 1 << 29: (I32, 7 << 24)}


def test_a_cut_loses_no_bits_of_integers_that_are_taken_for_floats() -> None:
    obj = held((0, F32, 0.5), (4, I32, 2**32 - 1), (8, F32, 1.0), (12, F32, 2.0))
    flat = changeable_bytes(obj)
    assert flat is not None
    flat.others.clear()  # as if machine code had stored them
    assert flat.cut_at(4) is I32
    assert not flat.keeps_bits(F32, flat.values(F32))
    assert obj.cells == {0: (F32, 0.5), 4: (I32, 2**32 - 1), 8: (F32, 1.0), 12: (F32, 2.0)}


@pytest.mark.parametrize(
    ("type", "value"),
    [
        (I32, terms.var("n", I32)),
        (PTR, terms.var("p", I64)),
        (PTR, Pointer(3, terms.var("n", I64))),
        (PTR, Pointer(3, 2**40)),
        (PTR, Pointer(-1, 8)),
        (PTR, Pointer(0, 2**40)),
    ],
)
def test_what_bytes_cannot_stand_for_is_held_in_cells(type: Type, value: Value) -> None:
    obj = held((0, type, value))
    assert flatten_bytes(obj) is None
    other = held((0, type, 1 if type is I32 else Pointer(3, 1)))
    flatten_bytes(other)
    READER.write(other, 0, type, value)
    assert other.cells == {0: (type, value)}


def test_elements_are_bytes_at_once() -> None:
    obj = held(size=24)
    obj.hold(F64, [1.5, -math.nan, -0.0])
    flat = flatten_bytes(obj)
    assert flat is not None
    assert [str(flat.read(at, F64)) for at in (0, 8, 16)] == ["1.5", "nan", "-0.0"]
    assert flat.read(8, I64) == 0x7FF8 << 48
    assert flat.only is F64
    obj.hold(I32, [terms.var("n", I32)] * 6)
    assert flatten_bytes(obj) is None
