"""Kernels of CuPy. CuPy need not be installed: the classes here have the attributes that its manual documents, and the
last tests take its own where they are."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cudabmc import CudabmcError, Result, Verdict, assert_kernel, symbolic, verify_kernel
from cudabmc.errors import UsageError, VerificationError

SAXPY = r"""
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
"""
X = np.ones(16, np.float32)


class RawKernel:
    def __init__(self, code: str | None, name: str, options: tuple[str, ...] = (), backend: str = "nvrtc") -> None:
        self.code, self.name, self.options, self.backend = code, name, options, backend


class RawModule:
    def __init__(self, code: str | None, options: tuple[str, ...] = (), name_expressions: Any = None) -> None:
        self.code, self.options, self.backend, self.name_expressions = code, options, "nvrtc", name_expressions

    def get_function(self, name: str) -> RawKernel:
        return RawKernel(None, name, self.options)


def saxpy(n: object = np.int32(16), a: object = np.float32(2), **more: Any) -> Result:
    return verify_kernel(RawKernel(SAXPY, "saxpy"), (2,), (8,), (n, a, X, X.copy()), **more)


def only(result: Result) -> tuple[str, str]:
    assert result.verdict is Verdict.FAILED, result
    (violation,) = result.violations
    return violation.prop, str(violation.places[0].loc)


# ---------------------------------------------------------------- launches


def test_a_raw_kernel_is_verified_with_the_launch_of_cupy() -> None:
    result = saxpy(shared_mem=0)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.kernels == ("saxpy",)


def test_its_text_is_called_by_its_name_unless_it_gets_another() -> None:
    kernel = RawKernel(SAXPY, "saxpy")
    args = (np.int32(17), np.float32(2), X, X.copy())
    assert only(verify_kernel(kernel, (3,), (8,), args)) == ("bounds", "<saxpy>:5:21")
    assert only(verify_kernel(kernel, (3,), (8,), args, name="kernels.py")) == ("bounds", "kernels.py:5:21")


def test_a_launch_can_be_named_and_its_order_is_that_of_a_text_too() -> None:
    args = (np.int32(16), np.float32(2), X, X.copy())
    named = verify_kernel(RawKernel(SAXPY, "saxpy"), grid=(2,), block=(8,), args=args)
    placed = verify_kernel(SAXPY, "saxpy", 2, (8, 1, 1), args)
    assert named.verdict is placed.verdict is Verdict.SUCCESSFUL


def test_dynamic_shared_memory_is_called_as_in_cupy() -> None:
    code = 'extern "C" __global__ void k() { extern __shared__ int s[]; s[threadIdx.x] = 1; }'
    assert verify_kernel(RawKernel(code, "k"), (1,), (4,), (), shared_mem=16).verdict is Verdict.SUCCESSFUL
    assert only(verify_kernel(RawKernel(code, "k"), (1,), (4,), (), shared_mem=12))[0] == "bounds"


def test_assert_kernel_takes_the_same() -> None:
    assert_kernel(RawKernel(SAXPY, "saxpy"), (2,), (8,), {"n": symbolic(low=0, high=16), "x": X, "y": X.copy()})
    with pytest.raises(VerificationError, match="<saxpy>:5:"):
        assert_kernel(RawKernel(SAXPY, "saxpy"), (2,), (8,), {"n": symbolic(low=0, high=16), "x": X[1:], "y": X.copy()})


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda k: verify_kernel(k, (1,), (1,), (), 0), "behind the kernel stand"),
        (lambda k: verify_kernel(k, (1,), (1,), grid=1), "grid is given twice"),
        (lambda k: verify_kernel(k, (1,)), "a launch has a grid and a block"),
        (lambda k: verify_kernel(k, "other", (1,), (1,)), "the kernel is called 'saxpy'"),
        (lambda k: verify_kernel(k, (1,), (1,), shared=1, shared_mem=1), "given twice"),
        (lambda k: verify_kernel(3, (1,), (1,)), "int is not a kernel"),
    ],
)
def test_what_is_wrong_with_a_call_is_said(call: Callable[[RawKernel], Result], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        call(RawKernel(SAXPY, "saxpy"))


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("n", "a", "text"),
    [
        (16, 2.0, "parameter 'a' is of type float, but 2.0 is passed as float64"),
        (16, 2, "parameter 'a' is of type float, but 2 is passed as int64"),
        (16, np.float64(2), "but 2.0 is passed as float64"),
        (np.int16(16), np.float32(2), "parameter 'n' is of type int, but 16 is passed as int16"),
        (np.float32(16), np.float32(2), "parameter 'n' is of type int, but 16.0 is passed as float32"),
    ],
)
def test_a_number_whose_bytes_the_kernel_would_read_as_another_is_refused(n: object, a: object, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        saxpy(n, a)
    assert verify_kernel(SAXPY, "saxpy", 2, 8, (n, a, X, X.copy())).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("n", [16, np.int64(16), np.uint32(16), symbolic(low=0, high=16)])
def test_an_integer_may_be_larger_than_the_parameter(n: object) -> None:
    assert saxpy(n).verdict is Verdict.SUCCESSFUL


class OnDevice:
    """An array as CuPy has it: its contents come by get()."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype
        strides = None if array.flags.c_contiguous else array.strides
        self.__cuda_array_interface__ = {"strides": strides}

    def get(self) -> np.ndarray[Any, Any]:
        return self.array


def test_arrays_of_a_device_are_copied() -> None:
    code = 'extern "C" __global__ void k(const int *a) { assert(a[2] == 7); assert(a[3] == 7); }'
    args = (OnDevice(np.array([5, 6, 7, 8], np.int32)),)
    assert only(verify_kernel(RawKernel(code, "k"), (1,), (1,), args)) == ("assertion", "<k>:1:65")


def test_an_array_of_a_device_that_is_not_contiguous_is_refused() -> None:
    with pytest.raises(UsageError, match="not contiguous"):
        verify_kernel(RawKernel(SAXPY, "saxpy"), (1,), (1,), (0, np.float32(1), OnDevice(X[::2]), X))


def test_a_shape_and_a_type_stand_for_arbitrary_contents() -> None:
    code = 'extern "C" __global__ void k(const int *a) { assert(a[11] != 7); }'
    kernel = RawKernel(code, "k")
    shaped = SimpleNamespace(shape=(3, 4), dtype=np.dtype(np.int32))
    assert only(verify_kernel(kernel, (1,), (1,), (shaped,)))[0] == "assertion"
    smaller = SimpleNamespace(shape=(11,), dtype=np.dtype(np.int32))
    assert only(verify_kernel(kernel, (1,), (1,), (smaller,)))[0] == "bounds"
    with pytest.raises(UsageError, match="float32"):
        verify_kernel(kernel, (1,), (1,), (SimpleNamespace(shape=(12,), dtype=np.dtype(np.float32)),))


# ---------------------------------------------------------------- programs for NVRTC


def test_the_options_of_the_kernel_count_and_those_of_the_call_go_first(tmp_path: Path) -> None:
    (tmp_path / "size.h").write_text("#define SIZE (N + 1)\n")
    code = '#include "size.h"\nextern "C" __global__ void k(int *a) { a[SIZE] = 1; }'
    kernel = RawKernel(code, "k", ("-std=c++17", "-DN=4", f"-I{tmp_path}", "--maxrregcount=32", "-lineinfo"))
    assert verify_kernel(kernel, (1,), (1,), ([0] * 6,)).verdict is Verdict.SUCCESSFUL
    assert only(verify_kernel(kernel, (1,), (1,), ([0] * 5,))) == ("bounds", "<k>:2:40")
    with pytest.raises(UsageError, match=r"'kernel\.cu' is not an option"):
        verify_kernel(RawKernel(SAXPY, "saxpy", ("kernel.cu",)), (1,), (1,))


FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])


@FRONTENDS
def test_what_has_no_specifier_is_for_the_device(frontend: str) -> None:
    code = """const int limit = 4;
    int next(int *x) { return atomicAdd(x, limit); }
    extern "C" __global__ void k(int *a) { a[next(a + 2) / limit] = 1; }"""
    result = verify_kernel(RawKernel(code, "k"), (1,), (2,), ([0, 0, 0],), frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    with pytest.raises(CudabmcError, match=r"next|atomicAdd"):
        verify_kernel(RawKernel(code, "k", backend="nvcc"), (1,), (2,), ([0, 0, 0],), frontend=frontend)


def test_a_variable_without_a_specifier_is_one_of_the_device() -> None:
    code = 'int counter = 3; extern "C" __global__ void k(int *a) { a[0] = counter; assert(a[0] == 3); }'
    assert verify_kernel(RawKernel(code, "k"), (1,), (1,), ([0],), frontend="c").verdict is Verdict.SUCCESSFUL


@FRONTENDS
def test_macros_are_those_of_the_compiler_at_run_time(frontend: str) -> None:
    code = """extern "C" __global__ void k() {
    #if defined(__CUDACC_RTC__) && __CUDA_ARCH__ >= 800
        assert(false);
    #endif
    }"""
    assert only(verify_kernel(RawKernel(code, "k"), (1,), (1,), frontend=frontend))[1].startswith("<k>:3:")
    nvcc = RawKernel(code, "k", backend="nvcc")
    assert verify_kernel(nvcc, (1,), (1,), frontend="clang").verdict is Verdict.SUCCESSFUL


def test_that_denormals_are_not_flushed_is_an_assumption() -> None:
    assert any("-ftz=true" in text for text in saxpy().assumptions)


# ---------------------------------------------------------------- modules

FILL = """
template <typename T> __global__ void fill(T *a, T v) { a[threadIdx.x] = v; }
extern "C" __global__ void one(float *a) { a[threadIdx.x / 2] = threadIdx.x; }
"""


def test_a_function_of_a_module_is_verified_by_its_name() -> None:
    module = RawModule(FILL, name_expressions=("fill<float>",))
    args = (X.copy(), np.float32(1))
    assert verify_kernel(module, "fill<float>", (1,), (16,), args).verdict is Verdict.SUCCESSFUL
    assert only(verify_kernel(module, "fill<float>", (1,), (17,), args)) == ("bounds", "<fill<float>>:2:72")
    assert only(verify_kernel(module, "one", (1,), (2,), (X.copy(),)))[0] == "data-race"


@pytest.mark.parametrize(
    ("module", "name", "text", "hint"),
    [
        (RawModule(FILL, (), ("fill<float>",)), "fill<int>", "not among the name_expressions", "'fill<float>'"),
        (RawModule(FILL), "fill<int>", "not among the name_expressions", "it has none"),
        (RawModule(FILL), None, "a RawModule has several functions", '"NAME"'),
        (RawModule(FILL), "onr", "no kernel 'onr'", "'one'"),
        (RawModule(None), "one", "'one' has no source", "compiled code"),
        (RawModule(FILL).get_function("one"), None, "'one' has no source", "pass the module itself"),
    ],
)
def test_what_a_module_does_not_have_is_said(module: object, name: str | None, text: str, hint: str) -> None:
    with pytest.raises(UsageError, match=text) as error:
        verify_kernel(module, name, (1,), (1,), (X,))
    assert hint in error.value.hint


# ---------------------------------------------------------------- CuPy's own


def test_a_header_of_cupy_that_is_missing_is_told_with_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.frontend.clang.command.cupy_dirs", tuple)
    with pytest.raises(CudabmcError, match=r"complex\.cuh") as error:
        verify_kernel(RawKernel('#include <cupy/complex.cuh>\nextern "C" __global__ void k() {}', "k"), (1,), (1,))
    assert "pip install cupy" in error.value.hint


COMPLEX = r"""
#include <cupy/complex.cuh>
#include <cupy/carray.cuh>
complex<float> twice(complex<float> z) { return z + z; }
extern "C" __global__ void rotate(const complex<float> *x, complex<float> *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        y[i] = twice(x[i]) * complex<float>(0, 1);
}
"""


def test_kernels_of_the_installed_cupy_are_verified() -> None:
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed (pip install cupy-cuda12x; no GPU is needed)")
    x = np.ones(16, np.complex64)
    kernel = cupy.RawKernel(COMPLEX, "rotate", options=("-std=c++17",))
    assert verify_kernel(kernel, (2,), (8,), (x, x.copy(), np.int32(15))).verdict is Verdict.SUCCESSFUL
    assert only(verify_kernel(kernel, (2,), (9,), (x, x.copy(), np.int32(16)))) == ("bounds", "<rotate>:8:22")
    module = cupy.RawModule(code=FILL, options=("-std=c++17",), name_expressions=["fill<float>"])
    args = (X.copy(), np.float32(1))
    assert verify_kernel(module, "fill<float>", (1,), (16,), args).verdict is Verdict.SUCCESSFUL
    for other in (
        cupy.ElementwiseKernel("float32 x", "float32 y", "y = x", "copy"),
        cupy.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total"),
    ):
        with pytest.raises(UsageError, match="of CuPy has no source"):
            verify_kernel(other, (1,), (1,))
