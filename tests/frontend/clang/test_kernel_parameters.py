"""Kernels get all bytes of a union, whichever member LLVM's type of it is."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import verify
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.lower.kernel_parameters import passed_parts
from cudabmc.options.table import Options

KERNEL = """#include <cassert>
union item { struct { int *at; int head; } base; int *two[2]; char bytes[16]; };
struct both { char tag; union item one; };
__global__ void of_union(union item x, int *out) { out[0] = x.two[1][2] + x.two[0][1]; }
__global__ void of_struct(struct both x, int *out) { out[1] = x.one.two[1][3] + x.tag; }
__global__ void of_base(union item x, int *out) { out[2] = x.base.at[x.base.head]; }
int main() {
    int *out, *a, *b, found[8], numbers[] = {1, 2, 30, 40};
    union item x, y;
    struct both z;
    cudaMalloc(&out, sizeof found); cudaMalloc(&a, sizeof numbers); cudaMalloc(&b, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemcpy(b, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    x.two[0] = a; x.two[1] = b;
    z.tag = 7; z.one = x;
    y.base.at = a; y.base.head = 3;
    of_union<<<1, 1>>>(x, out);
    of_struct<<<1, 1>>>(z, out);
    of_base<<<1, 1>>>(y, out);
    cudaMemcpy(found, out, 12, cudaMemcpyDeviceToHost);
    assert(found[0] == 32 && found[1] == 47 && found[2] == 40);
    cudaFree(out); cudaFree(a); cudaFree(b);
}
"""


@pytest.mark.parametrize("native", [False, True])
def test_any_member_of_a_union_comes_to_the_kernel(tmp_path: Path, native: bool) -> None:
    source = tmp_path / "unions.cu"
    source.write_text(KERNEL)
    result = verify(source, Options(frontend="clang", native=native))
    assert result and not result.violations


def test_a_member_that_is_not_set_is_found(tmp_path: Path) -> None:
    source = tmp_path / "unset.cu"
    source.write_text(KERNEL.replace("of_base<<<1, 1>>>(y, out)", "of_union<<<1, 1>>>(y, out)"))
    result = verify(source, Options(frontend="clang"))
    assert "uninitialised-use" in {violation.prop for violation in result.violations}


SCALARS = st.sampled_from((t.I8, t.IntT(16), t.I32, t.I64, t.PTR, t.FloatT("float"), t.FloatT("double")))
TYPES: st.SearchStrategy[t.IrType] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.builds(t.ArrayT, st.integers(1, 3), inner),
        st.builds(t.StructT, st.lists(inner, min_size=1, max_size=3).map(tuple), st.booleans(), st.booleans()),
    ),
    max_leaves=8,
)


@given(TYPES)
def test_parts_are_the_scalars_and_the_padding_of_unions(type: t.IrType) -> None:
    parts = passed_parts(type)
    assert parts == sorted(parts, key=lambda part: part[0])
    assert set(t.leaves(type)) <= set(parts)
    held = [byte for offset, kind in parts for byte in range(offset, offset + t.size_of(kind))]
    assert len(held) == len(set(held)) and set(held) <= set(range(t.size_of(type)))
    scalars = {byte for offset, kind in t.leaves(type) for byte in range(offset, offset + t.size_of(kind))}
    assert set(held) == scalars | set(unions(type, 0))


def unions(type: t.IrType, base: int) -> list[int]:
    """The bytes of unions."""
    if isinstance(type, t.StructT) and type.is_union:
        return list(range(base, base + t.size_of(type)))
    if not isinstance(type, t.StructT | t.ArrayT):
        return []
    return [byte for offset, kind in t.elements(type) for byte in unions(kind, base + offset)]
