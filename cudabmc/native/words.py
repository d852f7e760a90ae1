"""Values as the words that go between Python and machine code: an integer in the low bits, one of 128 bits in two
words, a float as a double, a pointer as the number of its object and its offset."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type
from cudabmc.native.handover import slots
from cudabmc.native.operators import is_wide
from cudabmc.state.value import Pointer, Value

_WORD = (1 << 64) - 1
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


class WordBuffer:
    """A list of words, which machine code reads and writes."""

    def __init__(self, count: int) -> None:
        self.memory = bytearray(8 * count)
        view = memoryview(self.memory)
        self.unsigned, self.signed, self.doubles = view.cast("Q"), view.cast("q"), view.cast("d")

    def put(self, at: int, type: Type, value: Value) -> bool:
        """Write a value; False if words cannot stand for it."""
        if isinstance(type, PtrType):
            if not isinstance(value, Pointer) or not isinstance(value.offset, int):
                return False
            if value.obj == 0:
                self.signed[at], self.unsigned[at + 1] = 0, value.offset % 2**64
                return True
            if not _LEAST <= value.offset <= _MOST:
                return False
            self.signed[at], self.signed[at + 1] = value.obj, value.offset
            return True
        if isinstance(type, FloatType):
            if not isinstance(value, float):
                return False
            self.doubles[at] = value
            return True
        if not isinstance(value, int):
            return False
        if is_wide(type):
            self.unsigned[at], self.unsigned[at + 1] = value & _WORD, value >> 64
        else:
            self.unsigned[at] = value
        return True

    def get(self, at: int, type: Type) -> Value:
        """The value that words stand for."""
        if isinstance(type, PtrType):
            number = self.signed[at]
            return Pointer(number, self.signed[at + 1] if number else self.unsigned[at + 1])
        if isinstance(type, FloatType):
            return self.doubles[at]
        if isinstance(type, BoolType):
            return bool(self.unsigned[at] & 1)
        assert isinstance(type, IntType)
        if is_wide(type):
            return self.unsigned[at] | self.unsigned[at + 1] << 64
        return self.unsigned[at] & ((1 << type.width) - 1)

    def put_all(
        self, registers: Iterable[int], types: Sequence[Type] | Mapping[int, Type], undefined: frozenset[int],
        value_of: Callable[[int], Value],
    ) -> bool:  # fmt: skip
        """Write registers in the order in which machine code expects them (`handover.spilled`, sorted)."""
        at = 0
        for register in registers:
            type, value = types[register], value_of(register)
            if value is None:
                if register not in undefined:
                    return False
                for word in range(slots(type)):
                    self.unsigned[at + word] = 0
            elif not self.put(at, type, value):
                return False
            at += slots(type)
            if register in undefined:
                self.unsigned[at] = value is not None
                at += 1
        return True

    def get_all(
        self, at: int, registers: Sequence[int], types: Sequence[Type], undefined: frozenset[int]
    ) -> tuple[dict[int, Value], int]:
        """The values of registers from a word on, and where the words behind them begin."""
        found: dict[int, Value] = {}
        for register in registers:
            found[register] = self.get(at, types[register])
            at += slots(types[register])
            if register in undefined:
                if not self.unsigned[at]:
                    found[register] = None
                at += 1
        return found, at
