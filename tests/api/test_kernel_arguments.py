"""What a user writes for the arguments of a kernel, as data."""

import array
import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.errors import UsageError
from cudabmc.options.kernel_arguments import (
    Arbitrary,
    Contents,
    Extent,
    KernelArgument,
    KnownNumber,
    Null,
    Range,
    Same,
    SizeRange,
    Values,
    read_aliases,
    read_argument,
    read_dimensions,
    read_extent,
)
from cudabmc.options.python_values import argument, dimensions, symbolic

TEXTS: dict[str, KernelArgument] = {
    "100": KnownNumber(100),
    "-3": KnownNumber(-3),
    "0x10": KnownNumber(16),
    "1.5": KnownNumber(1.5),
    "-1e3": KnownNumber(-1000.0),
    "inf": KnownNumber(float("inf")),
    "true": KnownNumber(True),
    "1..100": Range(1, 100),
    "-5..0x10": Range(-5, 16),
    "arbitrary": Arbitrary(),
    "symbolic": Arbitrary(),
    "symbolic:400": Arbitrary(Extent(400, 400)),
    "symbolic:1..64": Arbitrary(Extent(1, 64)),
    "symbolic:n * (m + 1)": Arbitrary(Extent(expression="n*(m+1)")),
    "zeros:n": Arbitrary(Extent(expression="n"), zero=True),
    "1,2,-3": Values((1, 2, -3)),
    "1.5,": Values((1.5,)),
    "null": Null(),
    "out": Same("out"),
    "hex:00ff": Contents(b"\x00\xff"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read(text: str) -> None:
    assert read_argument(f"x={text}") == (("x", TEXTS[text]),)


@pytest.mark.parametrize(
    "text",
    ["x", "=3", "x=", "3=4", "x=2..1", "x=symbolic:", "x=symbolic:-1", "x=symbolic:n/2", "x=symbolic:f(n)",
     "x=symbolic:5..2", "x=1,,b", "x=hex:0", "x=a.", "x=a[n]", "x=symbolic:n==1", "x=1..z"],
)  # fmt: skip
def test_a_wrong_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_argument(text)


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=3))
def test_dimensions_read_what_str_prints(numbers: list[int]) -> None:
    assert read_dimensions(str(numbers)) == read_dimensions(str(numbers)[1:-1]) == tuple(numbers)


@given(st.integers(1, 100), st.integers(0, 2**20), st.sampled_from([1, 2, 32]))
def test_a_range_of_sizes_reads_what_it_prints(low: int, more: int, multiple: int) -> None:
    known = SizeRange(low, low + more + multiple, multiple)
    assert read_dimensions(f"{known},3") == (known, 3)
    assert read_dimensions(f"multiple-of:{multiple + 1}") == (SizeRange(multiple_of=multiple + 1),)


@pytest.mark.parametrize(
    "text", ["1..", "..3", "0..4", "5..4", "multiple-of:0", "3:multiple-of:2", "1..4294967296", "33..63:multiple-of:32"]
)
def test_wrong_ranges_of_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_dimensions(text)


def test_aliases_are_names() -> None:
    assert read_aliases("a, b,a") == (("a", "b"),)
    for text in ("", "a", "a,a", "a,1", "a,,b"):
        with pytest.raises(ValueError):
            read_aliases(text)


@given(st.one_of(st.integers(0, 10**6).map(lambda n: Extent(n, n)), st.integers(0, 99).map(lambda n: Extent(n, 2 * n))))
def test_an_extent_reads_what_it_prints(extent: Extent) -> None:
    assert read_extent(str(extent)) == extent


@pytest.mark.parametrize("text", ["", "1,2,3,4", "a", "1.5", "-1", "4294967296", "1,,2"])
def test_wrong_dimensions_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_dimensions(text)


# ---------------------------------------------------------------- Python values


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "uint64", "float16", "float32", "float64", "bool"])
def test_an_array_of_numpy_is_its_bytes_and_its_type(dtype: str) -> None:
    given_ = np.arange(6).reshape(2, 3).astype(dtype)
    for view in (given_, given_.T, given_[:, ::2]):
        found = argument(0, view, None)
        assert found == Contents(np.ascontiguousarray(view).tobytes(), given_.dtype.kind, given_.itemsize)


def test_buffers_need_no_numpy() -> None:
    assert argument(0, array.array("f", [1, 2]), None) == Contents(array.array("f", [1, 2]).tobytes(), "f", 4)
    assert argument(0, bytearray(b"abc"), None) == Contents(b"abc")
    assert argument(0, (ctypes.c_int * 3)(1, 2, 3), None) == Contents(b"\1\0\0\0\2\0\0\0\3\0\0\0", "i", 4)


def test_scalars() -> None:
    assert argument(0, np.int16(-3), None) == KnownNumber(-3)
    assert argument(0, np.float32(0.5), None) == KnownNumber(0.5)
    assert argument(0, np.bool_(True), None) == KnownNumber(True)
    assert argument(0, None, None) == Arbitrary()
    pair = np.array([(1, 2.0)], dtype=[("a", "<i4"), ("b", "<f4")])[0]
    assert argument(0, pair, None) == Contents(pair.tobytes(), "V", 8)


def test_an_object_that_was_there_before_is_the_same_array() -> None:
    assert argument(2, np.zeros(3), "a") == Same("a")
    assert argument(2, symbolic(3), 0) == Same(0)
    assert argument(2, 5, 0) == KnownNumber(5)  # small integers are one object, and no array
    assert argument(2, None, 0) == Arbitrary()


@pytest.mark.parametrize(
    "value",
    ["n", object(), [1, "a"], [[1], [2]], np.zeros(2, ">f4"), np.array(["a"]), 1j, {1: 2}],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_argument_is_refused(value: object) -> None:
    with pytest.raises(UsageError, match=r"args\[3\]"):
        argument(3, value, None)


def test_an_array_in_the_memory_of_a_device_that_nothing_copies_is_refused_with_a_hint() -> None:
    class OnDevice:
        __cuda_array_interface__: Any = None

    with pytest.raises(UsageError) as error:
        argument("a", OnDevice(), None)
    assert "pass a copy on the host" in error.value.hint


def test_symbolic_sizes() -> None:
    assert symbolic() == Arbitrary()
    assert symbolic(5) == symbolic(np.int64(5)) == Arbitrary(Extent(5, 5))
    assert symbolic((4, 3)) == Arbitrary(Extent(12, 12))
    assert symbolic(range(1, 65)) == Arbitrary(Extent(1, 64))
    assert symbolic("n+1") == Arbitrary(Extent(expression="n+1"))
    assert symbolic(("n+1", 3)) == Arbitrary(Extent(expression="(n+1)*(3)"))
    assert symbolic(low=-2, high=5) == Range(-2, 5)


@pytest.mark.parametrize("dtype", [np.float32, "float32", np.dtype("float32"), "<f4", np.zeros(1, np.float32)])
def test_symbolic_types(dtype: object) -> None:
    assert symbolic(5, dtype) == Arbitrary(Extent(5, 5), kind="f", itemsize=4)


@pytest.mark.parametrize(
    "wrong",
    [lambda: symbolic(-1), lambda: symbolic(1.5), lambda: symbolic(range(0)), lambda: symbolic(range(5, 1, -1)),
     lambda: symbolic("n/2"), lambda: symbolic(3, "quaternion"), lambda: symbolic(low=3),
     lambda: symbolic(low=3, high=2),
     lambda: symbolic(3, low=1, high=2), lambda: dimensions((), "grid"), lambda: dimensions((1, 2, 3, 4), "grid"),
     lambda: dimensions(-1, "grid"), lambda: dimensions(1.5, "grid"), lambda: dimensions(2**32, "grid")],
)  # fmt: skip
def test_wrong_sizes_are_refused(wrong: Any) -> None:
    with pytest.raises(UsageError):
        wrong()
