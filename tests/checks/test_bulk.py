"""Objects that are filled, copied, read and written at random hold what arrays of bytes hold."""

from random import Random
from unittest.mock import patch

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.program import Space
from cudabmc.goto.types import F32, I8, I16, I32, I64, IntType, Type
from cudabmc.state import bulk
from cudabmc.state.memory import CellReader, MemObject
from cudabmc.state.object_facts import Description
from cudabmc.state.value import Value
from cudabmc.terms import Term

SIZE = 72
"""Bytes of an object: too many to compare an offset with each."""

TYPES: tuple[Type, ...] = (I8, I16, I32, I64, F32)
i = terms.var("index in bytes", I64)


class Memory:
    """Three objects, and what their bytes are where `i` is `at`. None: nobody has written the byte."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.at = random.randrange(SIZE)
        self.model = {i: self.at}
        self.reader = CellReader(int, int, self.fresh, self.fresh_array, lambda condition: True)
        self.objects = [
            MemObject(number, f"object {number}", Description(""), SIZE, Space.HOST_HEAP, self)
            for number in range(3)
        ]
        self.bytes: list[list[int | None]] = [[None] * SIZE for _ in self.objects]

    def fresh(self, obj: MemObject, offset: int, type: Type) -> Value:
        return terms.var(f"{obj.key} at {offset}, {type}", type)

    def fresh_array(self, obj: MemObject, width: int) -> Term:
        return terms.array_var(obj.key, 64, 8 * width)

    def own(self, number: int) -> MemObject:
        obj = self.objects[number]
        if obj.owner is not self:
            obj = self.objects[number] = obj.clone(self)
        return obj

    def range(self) -> tuple[int, int]:
        if self.random.random() < 0.5:
            return 0, SIZE
        start = self.random.randrange(SIZE)
        return start, self.random.randint(1, SIZE - start)

    def fill(self) -> None:
        number, (start, size), byte = self.random.randrange(3), self.range(), self.random.choice([0, 0, 7, 255])
        obj = self.own(number)
        if not bulk.fill(obj, start, size, byte):
            assert size < SIZE
            for offset in range(start, start + size):
                self.reader.write(obj, offset, I8, byte)
        self.bytes[number][start : start + size] = [byte] * size

    def copy(self) -> None:
        (to, of), (start, size), at = self.random.choices(range(3), k=2), self.range(), 0
        if start or size < SIZE:
            at = self.random.randrange(SIZE - size + 1)
        target, source = self.own(to), self.own(of)
        held = self.bytes[of][start : start + size]
        if not bulk.copy(target, at, source, start, size):
            assert size < SIZE or None in held
            values = [self.reader.read(source, start + n, I8) for n in range(size)]
            for n, value in enumerate(values):
                self.reader.write(self.own(to), at + n, I8, value)
        self.bytes[to][at : at + size] = held

    def write(self) -> None:
        number, type = self.random.randrange(3), self.random.choice(TYPES[:4])
        offset, value = self.random.randrange(SIZE - type.size + 1), self.random.getrandbits(8 * type.size)
        self.reader.write(self.own(number), offset, type, value)
        self.bytes[number][offset : offset + type.size] = value.to_bytes(type.size, "little")

    def hold(self) -> None:
        number, values = self.random.randrange(3), [self.random.getrandbits(32) for _ in range(SIZE // 4)]
        obj = self.own(number)
        obj.array = obj.flat = None
        obj.hold(I32, list(values))
        self.bytes[number] = list(b"".join(value.to_bytes(4, "little") for value in values))

    def write_somewhere(self) -> None:
        number = self.random.randrange(3)
        self.reader.write_symbolic(self.own(number), i, I8, 9, True)
        self.bytes[number][self.at] = 9

    def flatten(self) -> None:
        """Somebody reads at an offset that depends on inputs."""
        number = self.random.randrange(3)
        found = self.reader.read_symbolic(self.own(number), i, I8)
        self.agree(found, self.bytes[number][self.at : self.at + 1])

    def read(self) -> None:
        number, type = self.random.randrange(3), self.random.choice(TYPES)
        offset = self.random.randrange(SIZE - type.size + 1)
        bits = self.reader.read(self.own(number), offset, IntType(8 * type.size))
        self.agree(bits, self.bytes[number][offset : offset + type.size])

    def agree(self, found: Value, held: list[int | None]) -> None:
        for n, byte in enumerate(held):
            part = found >> 8 * n if isinstance(found, int) else terms.evaluate(found, self.model) >> 8 * n
            assert byte is None or part & 255 == byte


@settings(max_examples=400)
@given(st.integers(0, 2**32))
@example(1474480)  # cells are copied to where filling left bytes
def test_objects_hold_what_arrays_of_bytes_hold(seed: int) -> None:
    random = Random(seed)
    memory = Memory(random)
    with patch.object(bulk, "FILLED", random.choice((16, bulk.FILLED))):
        _take_steps(memory)


def _take_steps(memory: Memory) -> None:
    random = memory.random
    steps = [memory.fill, memory.copy, memory.copy, memory.write, memory.read, memory.read]
    steps += random.sample([memory.hold, memory.write_somewhere, memory.flatten], random.randrange(3))
    for _ in range(40):
        random.choice(steps)()
    for number in range(3):
        for offset in range(SIZE):
            memory.agree(memory.reader.read(memory.own(number), offset, I8), [memory.bytes[number][offset]])
