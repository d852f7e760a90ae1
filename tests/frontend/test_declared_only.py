"""Functions without a body: any result, in both front ends, and listed under the assumptions."""

import pytest

from cudabmc import Result, Verdict, verify_kernel

FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])


def run(kernel: str, frontend: str, **options: object) -> Result:
    return verify_kernel("#include <assert.h>\n" + kernel, grid=1, block=1, frontend=frontend, **options)


@FRONTENDS
@pytest.mark.parametrize(
    ("declaration", "statements"),
    [
        ("__device__ int f(int x);", "assert(f(3) != 7);"),
        ("__device__ float f(int x);", "assert(f(3) != 2.5f);"),
        ("__device__ bool f(void);", "assert(f());"),
        ("__device__ int f(int x);", "int (*p)(int) = f; assert(p(3) != 7);"),
        ("__device__ int f(float x); __device__ int f(int x) { return 1; }", "assert(f(3) != 1 || f(3.0f) != 7);"),
        ("struct P { int a; double b; }; __device__ P f(int x);", "P p = f(1); assert(p.a != 7 || p.b != 2.5);"),
        ("struct P { double a[5]; }; __device__ P f(int x);", "P p = f(1); assert(p.a[4] != 7.5);"),
    ],
    ids=["int", "float", "bool", "pointer", "overload", "struct", "large struct"],
)
def test_a_declared_function_returns_anything(declaration: str, statements: str, frontend: str) -> None:
    result = run(f"{declaration}\n__global__ void k() {{ {statements} }}", frontend)
    assert result.verdict is Verdict.FAILED
    assert [v.prop for v in result.violations] == ["assertion"]
    assert any("has neither a body nor a model" in text for text in result.assumptions)


@FRONTENDS
def test_a_result_is_initialised_memory(frontend: str) -> None:
    kernel = """struct P { int a; double b; };
    __device__ P f(int x);
    __global__ void k(int *out) { P p = f(1); if (p.a == 1) out[0] = p.b > 2; }"""
    assert run(kernel, frontend, check=["uninitialised-read"]).verdict is Verdict.SUCCESSFUL


@FRONTENDS
def test_each_function_is_listed_once_by_its_name(frontend: str) -> None:
    kernel = """__device__ int f(int x);
    __device__ void g(int *x);
    __global__ void k(int *out) { out[0] = f(1) + f(2); g(out); }"""
    result = run(kernel, frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    listed = [text.partition("()")[0] for text in result.assumptions if "has neither a body" in text]
    assert listed == ["f", "g"]


@pytest.mark.parametrize(
    ("declaration", "statements"),
    [
        ("namespace mine { __device__ float log(float x); }", "assert(mine::log(1.0f) == 0);"),
        ("struct P { float x; }; __device__ float log(P p);", "P p; p.x = 1; assert(log(p) == 0);"),
    ],
)
def test_a_declared_function_is_not_the_model_that_shares_its_name(declaration: str, statements: str) -> None:
    result = run(f"{declaration}\n__global__ void k() {{ {statements} }}", "clang")
    assert [v.prop for v in result.violations] == ["assertion"]


@pytest.mark.long
def test_a_library_function_without_a_model_is_still_refused_on_the_device() -> None:
    kernel = "__global__ void k(float *out) { out[0] = fopen(\"x\", \"r\") != 0; }"
    with pytest.raises(Exception, match="fopen"):
        run(kernel, "clang")
