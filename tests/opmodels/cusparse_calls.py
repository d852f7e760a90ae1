"""Calls of the models of cuSPARSE on matrices of Python, where all memory is that of a fake context."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from cudabmc.modelapi import I64, PTR, Pointer, Space
from opmodels.libraries.data_types import DATA_TYPES
from tests.opmodels.fake_context import FakeContext, Hidden

Entry = tuple[int, int, complex]
CSR, CSC, COO = "Csr", "Csc", "Coo"
CODES = {1: "H", 2: "i", 3: "q"}
TYPES = {"R_16F": "e", "R_32F": "f", "R_64F": "d", "C_32F": "ff", "C_64F": "dd"}
TYPE = {name: DATA_TYPES[f"CUDA_{name}"] for name in TYPES}


@dataclass
class Library:
    """A handle of the models; `hide` makes what stands in arrays of numbers unknown to them."""

    ctx: FakeContext = field(default_factory=FakeContext)
    hide: bool = False
    handle: Pointer = field(init=False)

    def __post_init__(self) -> None:
        self.handle = self.made("cusparseCreate")

    def call(self, name: str, *arguments: object) -> int:
        """The status of cusparse`name`."""
        return int(self.ctx.run(f"cusparse{name}", *arguments))

    def made(self, name: str, *arguments: object) -> Pointer:
        """What a function stores behind its first parameter."""
        place = self.ctx.allocate(8, Space.HOST_STACK, "handle")
        assert self.ctx.run(name, place, *arguments) == 0, name
        found = self.ctx.load(place, PTR)
        assert isinstance(found, Pointer)
        return found

    def device(self, data: bytes, *, hidden: bool = False) -> Pointer:
        """Memory of the device with these bytes."""
        pointer = self.ctx.allocate(len(data), Space.DEVICE_GLOBAL, "array")
        block = self.ctx.blocks[pointer.obj - 1]
        block.data[:] = [Hidden(byte) for byte in data] if hidden else list(data)
        return pointer

    def indices(self, numbers: Sequence[int], type: int = 2, *, hidden: bool = False) -> Pointer:
        """An array of indices."""
        return self.device(struct.pack(f"<{len(numbers)}{CODES[type]}", *numbers), hidden=hidden)

    def numbers(self, numbers: Sequence[complex], type: str) -> Pointer:
        """An array of numbers."""
        return self.device(b"".join(packed(number, type) for number in numbers), hidden=self.hide)

    def scalar(self, number: complex, type: str) -> Pointer:
        """A number in memory of the host."""
        return self.ctx.buffer(packed(number, type))

    def read(self, pointer: Pointer, count: int, type: str) -> list[complex]:
        """Numbers of memory."""
        code = TYPES[type]
        data = self.ctx.bytes_at(pointer, count * struct.calcsize(f"<{code}"))
        return [complex(*parts) for parts in struct.iter_unpack(f"<{code}", data)]

    def read_indices(self, pointer: Pointer, count: int, type: int = 2) -> list[int]:
        """Indices of memory."""
        size = struct.calcsize(CODES[type])
        return [number for (number,) in struct.iter_unpack(f"<{CODES[type]}", self.ctx.bytes_at(pointer, count * size))]

    def sparse(
        self, format: str, shape: tuple[int, int], entries: Sequence[Entry], type: str, index: int = 2, base: int = 0
    ) -> Pointer:
        """A descriptor of a sparse matrix; the entries are put in the order of the format, in rows as they come."""
        ordered = sorted(entries, key=lambda entry: entry[1 if format == CSC else 0])
        major = [entry[1 if format == CSC else 0] for entry in ordered]
        minor = [entry[0 if format == CSC else 1] + base for entry in ordered]
        count = shape[1 if format == CSC else 0]
        offsets = [base + sum(m < line for m in major) for line in range(count + 1)]
        first = self.indices([m + base for m in major] if format == COO else offsets, index)
        values = self.numbers([entry[2] for entry in ordered], type)
        types = (index,) if format == COO else (index, index)
        return self.made(
            f"cusparseCreate{format}", *shape, len(entries), first, self.indices(minor, index), values, *types, base,
            TYPE[type],
        )  # fmt: skip

    def vector(self, numbers: Sequence[complex], type: str) -> tuple[Pointer, Pointer]:
        """A descriptor of a dense vector, and its memory."""
        memory = self.numbers(numbers, type)
        return self.made("cusparseCreateDnVec", len(numbers), memory, TYPE[type]), memory

    def dense(
        self, rows: Sequence[Sequence[complex]], width: int, type: str, *, by_columns: bool, gap: int = 0
    ) -> tuple[Pointer, Pointer]:
        """A descriptor of a dense matrix of `width` columns, whose lines are `gap` numbers longer than needed."""
        height = len(rows)
        lines = [[row[c] for row in rows] for c in range(width)] if by_columns else [list(row) for row in rows]
        leading = (height if by_columns else width) + gap
        memory = self.numbers([n for line in lines for n in line + [77] * gap], type)
        order = 1 if by_columns else 2
        return self.made("cusparseCreateDnMat", height, width, leading, memory, TYPE[type], order), memory

    def read_dense(
        self, memory: Pointer, shape: tuple[int, int], type: str, *, by_columns: bool, gap: int = 0
    ) -> list[list[complex]]:
        """The rows of a dense matrix; what stands between its lines must be as `dense` has made it."""
        lines, length = (shape[1], shape[0]) if by_columns else shape
        flat = self.read(memory, lines * (length + gap), type)
        found = [flat[line * (length + gap) : (line + 1) * (length + gap)] for line in range(lines)]
        assert all(line[length:] == [77] * gap for line in found)
        return [[found[c][r] for c in range(lines)] for r in range(length)] if by_columns else [
            line[:length] for line in found
        ]  # fmt: skip

    def workspace(self, size_function: str, *arguments: object) -> Pointer:
        """A buffer of the size that a function asks for."""
        place = self.ctx.allocate(8, Space.HOST_STACK, "size")
        assert self.call(size_function, *arguments, place) == 0, size_function
        return self.device(bytes(self.ctx.load(place, I64)))


def packed(number: complex, type: str) -> bytes:
    """The bytes of a number."""
    code, z = TYPES[type], complex(number)
    return struct.pack(f"<{code}", z.real, z.imag) if len(code) == 2 else struct.pack(f"<{code}", z.real)


def full(shape: tuple[int, int], entries: Sequence[Entry]) -> list[list[complex]]:
    """The rows of the matrix with these entries."""
    rows = [[0j] * shape[1] for _ in range(shape[0])]
    for row, column, number in entries:
        rows[row][column] += number
    return rows


def operated(rows: Sequence[Sequence[complex]], operation: int, width: int) -> list[list[complex]]:
    """op(matrix) of a matrix of `width` columns."""
    if operation == 0:
        return [list(row) for row in rows]
    turned = [[row[c] for row in rows] for c in range(width)]
    return turned if operation == 1 else [[complex(n).conjugate() for n in row] for row in turned]


def product(a: Sequence[Sequence[complex]], b: Sequence[Sequence[complex]], width: int) -> list[list[complex]]:
    """The product of two matrices, the second of `width` columns."""
    return [[sum((p * row[c] for p, row in zip(line, b, strict=True)), 0j) for c in range(width)] for line in a]
