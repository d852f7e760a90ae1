"""Bytes that nobody has set are the same inputs wherever they are copied to, in whichever width they are read."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Space
from cudabmc.goto.types import F32, F64, I8, I16, I32, I64, IntType, Type
from cudabmc.state import bulk
from cudabmc.state.flattening import flatten_bytes
from cudabmc.state.memory import CellReader, MemObject
from cudabmc.state.object_facts import Description, Untouched
from cudabmc.state.provenance import Provenance
from cudabmc.state.value import Value
from cudabmc.terms import Term

SIZE = 43
TYPES: tuple[Type, ...] = (I8, I16, I32, I64, F32, F64)
Byte = int | tuple[str, int]
"""A number, or the object and offset of one that nobody has set."""


class Memory:
    """Three objects, held in cells or in bytes, and what their bytes are."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.reader = CellReader(int, int, self.fresh, self.fresh_array, lambda condition: True)
        self.values: dict[Term, int] = {}
        self.seen: dict[tuple[str, int], int] = {}
        self.objects = [self.made(number) for number in range(3)]
        self.bytes: list[list[Byte]] = [[(obj.key, at) for at in range(SIZE)] for obj in self.objects]

    def made(self, number: int) -> MemObject:
        about = Description("", element_size=self.random.choice([0, 1, 2, 4, 8, 12]))
        return MemObject(number, f"object {number}", about, SIZE, Space.HOST_HEAP, None)

    def fresh(self, obj: MemObject, offset: int, type: Type) -> Value:
        """A variable of its own for each name."""
        bits = terms.var(f"{obj.key} at {offset}, {type}", IntType(8 * type.size))
        self.values.setdefault(bits, self.random.getrandbits(8 * type.size))
        return terms.apply(Op.BITCAST, type, IntType(8 * type.size), (bits,)) if type in (F32, F64) else bits

    def fresh_array(self, obj: MemObject, width: int) -> Term:
        return terms.array_var(obj.key, 64, 8 * width)

    def place(self) -> tuple[int, int]:
        start = self.random.choice([0, 0, self.random.randrange(SIZE)])
        return start, self.random.choice([SIZE - start, self.random.randint(1, SIZE - start)])

    def copy(self) -> None:
        (to, of), (start, size) = self.random.choices(range(3), k=2), self.place()
        at = self.random.choice([start, self.random.randrange(SIZE - size + 1)])
        at = min(at, SIZE - size)
        target, source = self.own(to), self.own(of)
        held = self.bytes[of][start : start + size]
        if not bulk.copy(target, at, source, start, size):
            values = [self.reader.read(source, start + n, I8) for n in range(size)]
            for n, value in enumerate(values):
                self.reader.write(self.own(to), at + n, I8, value)
        self.bytes[to][at : at + size] = held

    def fill(self) -> None:
        number, (start, size), byte = self.random.randrange(3), self.place(), self.random.choice([0, 7])
        obj = self.own(number)
        if not bulk.fill(obj, start, size, byte):
            for offset in range(start, start + size):
                self.reader.write(obj, offset, I8, byte)
        self.bytes[number][start : start + size] = [byte] * size

    def write(self) -> None:
        number, type = self.random.randrange(3), self.random.choice(TYPES[:4])
        offset, value = self.random.randrange(SIZE - type.size + 1), self.random.getrandbits(8 * type.size)
        self.reader.write(self.own(number), offset, type, value)
        self.bytes[number][offset : offset + type.size] = value.to_bytes(type.size, "little")

    def read(self) -> None:
        number, type = self.random.randrange(3), self.random.choice(TYPES)
        offset = self.random.randrange(SIZE - type.size + 1)
        obj = self.own(number)
        found = self.reader.read(obj, offset, type)
        if type not in (F32, F64):  # one NaN stands for all
            self.agree(number, offset, type.size, found)

    def agree(self, number: int, offset: int, size: int, found: Value) -> None:
        bits = terms.evaluate(found, self.values) if isinstance(found, Term) else found
        assert isinstance(bits, int)
        for byte, held in zip(bits.to_bytes(size, "little"), self.bytes[number][offset : offset + size], strict=True):
            assert byte == (held if isinstance(held, int) else self.seen.setdefault(held, byte))

    def own(self, number: int) -> MemObject:
        obj = self.objects[number]
        if obj.owner is not self:
            obj = self.objects[number] = obj.clone(self)
        return obj

    def branch(self) -> None:
        number = self.random.randrange(3)
        self.objects[number] = self.objects[number].clone(None)

    def flatten(self) -> None:
        flatten_bytes(self.own(self.random.randrange(3)))

    def ask_for_an_array(self) -> None:
        obj = self.own(self.random.randrange(3))
        if isinstance(obj.untouched, Provenance):
            self.reader.flatten(obj, 4)
            obj.flat = None


@settings(max_examples=600, deadline=None)
@given(st.integers(0, 2**32))
def test_a_copy_holds_the_bytes_of_its_source(seed: int) -> None:
    random = Random(seed)
    memory = Memory(random)
    steps = [memory.copy, memory.copy, memory.write, memory.fill, memory.branch, memory.flatten, memory.flatten]
    steps += random.sample([memory.read, memory.read, memory.ask_for_an_array], random.randrange(4))
    for _ in range(30):
        random.choice(steps)()
    for number, obj in enumerate(memory.objects):
        obj = memory.own(number)
        for offset in range(SIZE):
            memory.agree(number, offset, 1, memory.reader.read(obj, offset, I8))


@given(st.integers(0, 2**32))
def test_rows_say_what_a_list_of_bytes_does(seed: int) -> None:
    random = Random(seed)
    objects = [MemObject(n, f"{n}", Description(""), SIZE, Space.HOST_HEAP, None) for n in range(3)]
    rows = [obj.own_provenance() for obj in objects]
    model = [[(obj.key, at) for at in range(SIZE)] for obj in objects]
    for _ in range(20):
        to, of = random.choices(range(3), k=2)
        size = random.randint(1, SIZE)
        start, at = (random.randrange(SIZE - size + 1) for _ in range(2))
        rows[to].put(at, size, rows[of].piece(start, size), SIZE)
        model[to][at : at + size] = model[of][start : start + size]
    for found, held in zip(rows, model, strict=True):
        assert [(source.key, at) for source, at in map(found.find, range(SIZE))] == held
        starts = found.starts
        assert starts == sorted(set(starts))
        assert starts[0] == 0
        assert len(starts) == 1 + sum(b != (a[0], a[1] + 1) for a, b in pairwise(held))


def test_bytes_that_come_back_are_ones_own_again() -> None:
    a, b = (MemObject(n, f"{n}", Description(""), 16, Space.HOST_HEAP, None) for n in range(2))
    a.untouched = Untouched.ARBITRARY
    assert bulk.copy(b, 4, a, 4, 8)
    assert bulk.copy(a, 4, b, 4, 8)
    assert isinstance(a.untouched, Provenance)
    assert a.untouched.key == ((0, "0", 0),)
