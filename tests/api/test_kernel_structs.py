"""What a kernel without host code gets: enumerations, pointers in structs, pointer variables of the device."""

from typing import Any

import pytest

from cudabmc import Result, Verdict, symbolic, verify, verify_kernel
from cudabmc.errors import UsageError

FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])


def run(text: str, frontend: str = "auto", **options: Any) -> Result:
    source = f"#include <assert.h>\n{text}"
    if "arg" in options:
        return verify(source, kernel="k", grid=(1,), block=(2,), frontend=frontend, **options)
    return verify_kernel(source, grid=1, block=2, frontend=frontend, **options)


def found(result: Result) -> list[str]:
    return [v.prop for v in result.violations]


ENUM = "enum E { A, B = 5, C = -2 }; struct P { int n; E e; };\n"


@FRONTENDS
@pytest.mark.parametrize(
    ("parameters", "condition", "props"),
    [
        ("enum E e", "e == A || e == B || e == C", []),
        ("enum E e", "e != C", ["assertion"]),
        ("const E e", "e != B", ["assertion"]),
        ("struct P p", "p.e == A || p.e == B || p.e == C", []),
        ("struct P p", "p.e != B", ["assertion"]),
    ],
)
def test_an_enumeration_takes_its_enumerators_only(
    parameters: str, condition: str, props: list[str], frontend: str
) -> None:
    result = run(f"{ENUM}__global__ void k({parameters}) {{ assert({condition}); }}", frontend)
    assert found(result) == props
    assert any("is one of the enumerators of " in text for text in result.assumptions)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "kind",
    [
        "enum class F : unsigned char",
        *(pytest.param(kind, marks=pytest.mark.long) for kind in ("enum F : long long", "enum struct F")),
    ],
)
def test_so_does_an_enumeration_of_cxx(kind: str) -> None:
    text = f"{kind} {{ X = 1, Y }};\n__global__ void k(F f) {{ assert(f == F::X || f == F::Y); }}"
    assert run(text).verdict is Verdict.SUCCESSFUL
    assert found(run(text.replace("f == F::X ||", ""))) == ["assertion"]


@FRONTENDS
def test_a_number_that_is_given_need_not_be_an_enumerator(frontend: str) -> None:
    text = f"{ENUM}__global__ void k(E e) {{ assert((int)e != 3); }}"
    assert found(run(text, frontend, args={"e": 3})) == ["assertion"]


STRUCT = """struct In { float *w; int m; };
struct P { int n; int *data; struct In in[2]; };
__global__ void k(struct P p) {
    if (threadIdx.x < p.n) p.data[threadIdx.x] = 1;
    if (threadIdx.x == 0) { p.in[0].w[0] = 1; p.in[1].w[0] = 2; assert(p.in[0].w[0] == 1); }
}
"""


@FRONTENDS
def test_pointers_in_a_struct_get_distinct_arrays(frontend: str) -> None:
    result = run(STRUCT, frontend, array_size=4)
    assert result.verdict is Verdict.SUCCESSFUL
    arrays = "pointers of k point to distinct arrays: 'p.data', 'p.in[0].w', 'p.in[1].w' with 4 elements (--array-size)"
    assert arrays in result.assumptions


@FRONTENDS
def test_the_members_of_a_struct_can_be_given(frontend: str) -> None:
    assert run(STRUCT, frontend, arg=["p.data=symbolic:p.n"]).verdict is Verdict.SUCCESSFUL
    assert run(STRUCT, frontend, args={"p.data": [0], "p.n": 1}).verdict is Verdict.SUCCESSFUL
    assert found(run(STRUCT, frontend, args={"p.data": [0], "p.n": symbolic(low=0, high=2)})) == ["bounds"]
    assert found(run(STRUCT, frontend, arg=["p.in[1].w=null", "p.data=zeros:2"])) == ["null-dereference"]
    assert found(run(STRUCT, frontend, arg=["p.in[1].w=p.in[0].w", "p.data=zeros:2"])) == ["assertion"]


@FRONTENDS
def test_a_struct_that_is_one_pointer_or_enumeration_is_a_struct(frontend: str) -> None:
    text = "struct S { int *p; }; __global__ void k(struct S s) { s.p[threadIdx.x] = 1; }"
    assert run(text, frontend, args={"s.p": [0, 0]}).verdict is Verdict.SUCCESSFUL
    assert found(run(text, frontend, args={"s.p": [0]})) == ["bounds"]
    text = f"{ENUM} struct O {{ E e; }}; __global__ void k(struct O o) {{ assert(o.e != 3); }}"
    assert run(text, frontend).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize(
    ("arg", "message"),
    [
        (["p.dat=3"], "no parameter 'p.dat'"),
        (["p.n=symbolic:3"], "is not a pointer"),
        (["p.data=3"], "is a pointer"),
        (["p=hex:" + "00" * 48, "p.n=3"], "byte by byte"),
        (["p.data=symbolic:p.m"], "no parameter 'p.m'"),
    ],
)
def test_what_does_not_fit_is_a_message(arg: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(STRUCT, "c", arg=arg)


@FRONTENDS
def test_a_struct_given_by_its_bytes_has_null_pointers(frontend: str) -> None:
    assert found(run(STRUCT, frontend, arg=["p=hex:" + "00" * 48])) == ["null-dereference"]


DEVICE = """__device__ int *table;
__device__ int *rows[2];
__constant__ struct S { int n; float *w; } s;
__device__ int target;
__device__ int *set = &target;
__device__ void store() {
    if (threadIdx.x == 0) { table[0] = 1; rows[0][0] = 2; rows[1][0] = 3; s.w[0] = 4; *set = 5; }
}
__global__ void k(int n) {
    store();
    if (threadIdx.x == 0) assert(table[0] == 1 && rows[0][0] == 2 && rows[1][0] == 3 && target == 5);
}
"""


@FRONTENDS
def test_pointer_variables_of_the_device_get_arrays(frontend: str) -> None:
    result = run(DEVICE, frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    (arrays,) = [text for text in result.assumptions if "distinct arrays" in text]
    assert "'rows[0]', 'rows[1]', 's.w', 'table' with 1 to 1024 elements" in arrays
    assert "set" not in arrays


@FRONTENDS
def test_the_arrays_of_pointer_variables_can_be_given(frontend: str) -> None:
    assert found(run(DEVICE, frontend, arg=["rows[1]=null"])) == ["null-dereference"]
    assert found(run(DEVICE, frontend, arg=["table=rows[0]"])) == ["assertion"]
    assert found(run(DEVICE, frontend, arg=["n=0..3", "table=symbolic:n"])) == ["bounds"]


@FRONTENDS
def test_a_variable_with_the_name_of_a_parameter_is_told_from_it(frontend: str) -> None:
    text = """__device__ int *a;
    __device__ int *&other() { return a; }
    __global__ void k(int *a) { if (threadIdx.x == 0) { a[0] = 1; other()[0] = 2; assert(a[0] == 1); } }"""
    assert run(text, frontend).verdict is Verdict.SUCCESSFUL
    assert found(run(text, frontend, arg=["::a=null"])) == ["null-dereference"]


@FRONTENDS
def test_a_variable_that_the_kernel_does_not_use_gets_nothing(frontend: str) -> None:
    result = run("__device__ int *unused; __global__ void k(int *a) { a[threadIdx.x] = 1; }", frontend, array_size=2)
    assert not any("unused" in text for text in result.assumptions)
