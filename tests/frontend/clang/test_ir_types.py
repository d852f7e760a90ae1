"""Layout of IR types, against the C compiler's of the same machine (ctypes)."""

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.frontend.clang.ir import types as t

_SCALARS: list[tuple[t.IrType, type]] = [
    (t.I8, ctypes.c_int8), (t.I16, ctypes.c_int16), (t.I32, ctypes.c_int32), (t.I64, ctypes.c_int64),
    (t.FloatT("float"), ctypes.c_float), (t.FloatT("double"), ctypes.c_double), (t.PTR, ctypes.c_void_p),
]  # fmt: skip


def _struct(parts: list[tuple[t.IrType, type]]) -> tuple[t.IrType, type]:
    fields = [(f"f{index}", kind) for index, (_, kind) in enumerate(parts)]
    return t.StructT(tuple(ir for ir, _ in parts)), type("S", (ctypes.Structure,), {"_fields_": fields})


def _array(part: tuple[t.IrType, type], count: int) -> tuple[t.IrType, type]:
    return t.ArrayT(count, part[0]), part[1] * count


TYPES = st.recursive(
    st.sampled_from(_SCALARS),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=5).map(_struct)
        | st.tuples(inner, st.integers(1, 4)).map(lambda pair: _array(*pair))
    ),
    max_leaves=12,
)


@given(TYPES)
def test_size_and_alignment_are_those_of_c(pair: tuple[t.IrType, type]) -> None:
    ir, c = pair
    assert t.size_of(ir) == ctypes.sizeof(c)
    assert t.align_of(ir) == ctypes.alignment(c)


@given(st.lists(TYPES, min_size=1, max_size=6))
def test_fields_lie_where_c_puts_them(parts: list[tuple[t.IrType, type]]) -> None:
    ir, c = _struct(parts)
    assert isinstance(ir, t.StructT)
    assert list(t.field_offsets(ir)) == [getattr(c, f"f{index}").offset for index in range(len(parts))]


@given(TYPES)
def test_leaves_do_not_overlap_and_lie_inside(pair: tuple[t.IrType, type]) -> None:
    end = 0
    for offset, leaf in t.leaves(pair[0]):
        assert offset >= end and offset % t.align_of(leaf) == 0
        end = offset + t.store_size(leaf)
    assert end <= t.size_of(pair[0])


@pytest.mark.parametrize(
    ("type", "size", "align"),
    [(t.IntT(24), 4, 4), (t.IntT(128), 16, 16), (t.VectorT(3, t.FloatT("float")), 16, 16), (t.IntT(1), 1, 1),
     (t.StructT((t.I8, t.I32), packed=True), 5, 1), (t.FloatT("x86_fp80"), 16, 16)],
)  # fmt: skip
def test_types_that_c_lacks(type: t.IrType, size: int, align: int) -> None:
    assert (t.size_of(type), t.align_of(type)) == (size, align)
