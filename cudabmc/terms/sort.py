"""The sorts of terms; one object each, so that equality is identity."""

from typing import ClassVar

from cudabmc.goto.types import BoolType, FloatType, IntType, Type


class BoolSort:
    """Truth values."""

    __slots__ = ()
    _only: ClassVar["BoolSort | None"] = None

    def __new__(cls) -> "BoolSort":
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __reduce__(self) -> tuple[type["BoolSort"], tuple[()]]:
        return BoolSort, ()

    def __repr__(self) -> str:
        return "Bool"


class BVSort:
    """Bit vectors of `width` bits."""

    __slots__ = ("width",)
    _known: ClassVar[dict[int, "BVSort"]] = {}
    width: int

    def __new__(cls, width: int) -> "BVSort":
        found = cls._known.get(width)
        if found is None:
            assert width > 0
            found = cls._known[width] = super().__new__(cls)
            found.width = width
        return found

    def __reduce__(self) -> tuple[type["BVSort"], tuple[int]]:
        return BVSort, (self.width,)

    def __repr__(self) -> str:
        return f"BV{self.width}"


class FPSort:
    """The IEEE 754 binary format of `width` bits: 16, 32 or 64."""

    __slots__ = ("width",)
    _known: ClassVar[dict[int, "FPSort"]] = {}
    width: int

    def __new__(cls, width: int) -> "FPSort":
        found = cls._known.get(width)
        if found is None:
            assert width in (16, 32, 64)
            found = cls._known[width] = super().__new__(cls)
            found.width = width
        return found

    def __reduce__(self) -> tuple[type["FPSort"], tuple[int]]:
        return FPSort, (self.width,)

    def __repr__(self) -> str:
        return f"FP{self.width}"


class ArraySort:
    """Total maps from bit vectors of `index_width` bits to bit vectors of `elem_width` bits."""

    __slots__ = ("elem_width", "index_width")
    _known: ClassVar[dict[tuple[int, int], "ArraySort"]] = {}
    index_width: int
    elem_width: int

    def __new__(cls, index_width: int, elem_width: int) -> "ArraySort":
        found = cls._known.get((index_width, elem_width))
        if found is None:
            found = cls._known[index_width, elem_width] = super().__new__(cls)
            found.index_width = index_width
            found.elem_width = elem_width
        return found

    def __reduce__(self) -> tuple[type["ArraySort"], tuple[int, int]]:
        return ArraySort, (self.index_width, self.elem_width)

    def __repr__(self) -> str:
        return f"Array({self.index_width},{self.elem_width})"


Sort = BoolSort | BVSort | FPSort | ArraySort

BOOL_SORT = BoolSort()


def sort_of(type: Type) -> BoolSort | BVSort | FPSort:
    """The sort of the values of a GOTO type; pointers and void have none (TypeError)."""
    if isinstance(type, IntType):
        return BVSort(type.width)
    if isinstance(type, BoolType):
        return BOOL_SORT
    if isinstance(type, FloatType):
        return FPSort(type.width)
    raise TypeError(f"no sort for values of type {type}")
