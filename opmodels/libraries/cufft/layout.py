"""What a plan stands for, and where its numbers are (cuFFT reference, "Data Layout", "Advanced Data Layout")."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from opmodels.libraries.cufft.types import TYPES

_NAMES = {value: name for name, value in TYPES.items()}
_HALVED_OUTPUT, _HALVED_INPUT = ("R2C", "D2Z"), ("C2R", "Z2D")
_SINGLE = ("C2C", "R2C", "C2R")


@dataclass(frozen=True, slots=True)
class StorageLayout:
    """One side of an advanced layout: sizes of the storage, distance of numbers, and of transforms."""

    embed: tuple[int, ...]
    stride: int
    distance: int

    def places(self, sizes: Sequence[int], batch: int) -> list[list[int]]:
        """For each transform the index of each of its numbers, the last dimension fastest."""
        found = []
        for number in range(batch):
            indices = []
            for index in product(*(range(size) for size in sizes)):
                place = 0
                for position, size in zip(index, (1, *self.embed[1:]), strict=True):
                    place = place * size + position
                indices.append(number * self.distance + place * self.stride)
            found.append(indices)
        return found


@dataclass(frozen=True, slots=True)
class Transform:
    """`batch` transforms of `sizes`; without sides of their own numbers lie without gaps."""

    type: int
    sizes: tuple[int, ...]
    batch: int
    input: StorageLayout | None = None
    output: StorageLayout | None = None

    @property
    def name(self) -> str:
        """C2C, R2C and so on."""
        return _NAMES[self.type]

    @property
    def is_single(self) -> bool:
        """Of float, not double?"""
        return self.name in _SINGLE

    @property
    def input_sizes(self) -> tuple[int, ...]:
        """How many numbers go in; of a spectrum of real data half is enough."""
        return _halved(self.sizes) if self.name in _HALVED_INPUT else self.sizes

    @property
    def output_sizes(self) -> tuple[int, ...]:
        """How many numbers come out."""
        return _halved(self.sizes) if self.name in _HALVED_OUTPUT else self.sizes

    def places(self, *, in_place: bool) -> tuple[list[list[int]], list[list[int]]]:
        """Where the numbers of each transform are in the input and in the output."""
        source = self.input or self._plain(self.input_sizes, in_place and self.name in _HALVED_OUTPUT)
        target = self.output or self._plain(self.output_sizes, in_place and self.name in _HALVED_INPUT)
        return source.places(self.input_sizes, self.batch), target.places(self.output_sizes, self.batch)

    def _plain(self, sizes: tuple[int, ...], padded: bool) -> StorageLayout:
        """Without gaps; real numbers in the place of a spectrum have rows that are as long as the spectrum's."""
        stored = (*sizes[:-1], 2 * (self.sizes[-1] // 2 + 1)) if padded else sizes
        return StorageLayout(stored, 1, prod(stored))

    def fields(self) -> list[int]:
        """All of it as a list of integers."""
        parts = [self.type, self.batch, len(self.sizes), *self.sizes]
        for side in (self.input, self.output):
            parts += [0] if side is None else [1, side.stride, side.distance, *side.embed]
        return parts

    @classmethod
    def of(cls, fields: Sequence[int]) -> "Transform":
        """The inverse of `fields`."""
        kind, batch, rank, *rest = fields
        sizes, rest = tuple(rest[:rank]), rest[rank:]
        sides: list[StorageLayout | None] = []
        for _ in range(2):
            if not rest[0]:
                sides.append(None)
                rest = rest[1:]
                continue
            sides.append(StorageLayout(tuple(rest[3 : 3 + rank]), rest[1], rest[2]))
            rest = rest[3 + rank :]
        return cls(kind, sizes, batch, sides[0], sides[1])


def _halved(sizes: tuple[int, ...]) -> tuple[int, ...]:
    return (*sizes[:-1], sizes[-1] // 2 + 1)
