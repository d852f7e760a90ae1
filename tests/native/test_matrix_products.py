"""Products of known matrices: bit for bit what the models compute number by number."""

import math
import struct
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import F16, F32, F64, FloatType, Type
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.native.matrix_products import KINDS, Kinds, MatrixProducts
from cudabmc.options.table import Options
from cudabmc.state.matrix_product import MatrixProduct
from cudabmc.state.value import Value
from cudabmc.verification.pipeline import load
from opmodels.libraries.cublas.product import operated, product
from opmodels.libraries.element import Element, converted
from tests.native.kernels.answers import Answer, answer, compare

CODES = {F16: "e", F32: "f", F64: "d"}
SPECIAL = {
    F16: [0.0, -0.0, 1.0, -1.5, 65504.0, 6e-8, 6.1e-5, 1.001, math.inf, -math.inf, math.nan],
    F32: [0.0, -0.0, 1.0, -1.5, 3.4e38, 1e-45, 1.2e-38, 1.0000001, math.inf, -math.inf, math.nan],
    F64: [0.0, -0.0, 1.0, -1.5, 1.7e308, 5e-324, 2.3e-308, 1.0000000000000002, math.inf, -math.inf, math.nan],
}


def _fit(number: float, type: FloatType) -> float:
    return struct.unpack(CODES[type], struct.pack(CODES[type], number))[0]  # type: ignore[no-any-return]


def _numbers(type: FloatType) -> st.SearchStrategy[float]:
    plain = st.floats(-8, 8, width=type.width)  # type: ignore[arg-type]
    return st.one_of(plain, plain, plain, st.sampled_from([_fit(number, type) for number in SPECIAL[type]]))


def _pack(numbers: list[float], type: FloatType) -> bytes:
    """There is one NaN."""
    return struct.pack(f"{len(numbers)}{CODES[type]}", *(math.nan if n != n else n for n in numbers))


class _KnownContext:
    """What the models of products ask, of known values alone."""

    name = "product"

    @staticmethod
    def op(op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        return terms.apply(op, type, of or type, args)

    @staticmethod
    def is_const(value: Value) -> bool:
        return True

    @staticmethod
    def note(text: str) -> None:
        pass


@cache
def _products() -> MatrixProducts:
    return MatrixProducts(LlvmCompiler())


def _columns(numbers: list[float], rows: int) -> list[list[tuple[float]]]:
    return [[(n,) for n in numbers[at : at + rows]] for at in range(0, len(numbers), rows)]


def _by_the_model(
    shape: MatrixProduct, a: list[float], b: list[float], c: list[float] | None, factors: tuple[float, float]
) -> list[float]:
    ctx, source, target, e = _KnownContext(), *(Element("", t, 1) for t in (shape.source, shape.target, shape.compute))
    rows = [shape.inner if shape.transposed[0] else shape.rows, shape.columns if shape.transposed[1] else shape.inner]
    sides = [
        operated(ctx, [[converted(ctx, n, source, e) for n in column] for column in _columns(x, r)], int(t), e)  # type: ignore[arg-type]
        for x, r, t in zip((a, b), rows, shape.transposed, strict=True)
    ]
    old = None if c is None else [
        [converted(ctx, n, target, e) for n in column] for column in _columns(c, shape.rows)  # type: ignore[arg-type]
    ]  # fmt: skip
    found = product(ctx, (factors[0],), sides[0], sides[1], (factors[1],), old, e)  # type: ignore[arg-type]
    return [converted(ctx, n, e, target)[0] for column in found for n in column]  # type: ignore[arg-type, misc]


@pytest.mark.parametrize("kinds", KINDS, ids=str)
@settings(deadline=None, max_examples=80)
@given(st.data())
def test_numbers_are_those_of_the_model(kinds: Kinds, data: st.DataObject) -> None:
    source, target, compute = kinds
    m, n, k = (data.draw(st.integers(1, 5)) for _ in range(3))
    shape = MatrixProduct(m, n, k, (data.draw(st.booleans()), data.draw(st.booleans())), source, target, compute)

    def drawn(count: int, type: FloatType) -> list[float]:
        return data.draw(st.lists(_numbers(type), min_size=count, max_size=count))

    a, b, c = drawn(m * k, source), drawn(k * n, source), drawn(m * n, target)
    alpha, beta = (number or 1.0 for number in drawn(2, compute))
    old = c if data.draw(st.booleans()) else None
    expected = _by_the_model(shape, a, b, old, (alpha, beta if old is not None else 0.0))
    given_c = None if old is None else _pack(old, target)
    found = _products().product(shape, _pack(a, source), _pack(b, source), given_c, (alpha, beta), lambda: None)
    assert found == _pack(expected, target)


def test_columns_come_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python looks around between them."""
    from cudabmc.native import matrix_products

    monkeypatch.setattr(matrix_products, "LOOK", 12)
    looks: list[None] = []
    shape = MatrixProduct(3, 5, 2, (False, True), F32, F32, F32)
    a, b = [float(i) for i in range(6)], [float(i * i) for i in range(10)]
    found = _products().product(shape, _pack(a, F32), _pack(b, F32), None, (2.0, 0.0), lambda: looks.append(None))
    assert found == _pack(_by_the_model(shape, a, b, None, (2.0, 0.0)), F32) and len(looks) == 3


PROGRAM = """#include <cublas_v2.h>
#include <assert.h>
int main(void) {
    enum { N = 256 };
    float h[N], alpha = ALPHA, beta = BETA, result = 0, *a, *b, *c;
    for (int i = 0; i < N; i++) h[i] = (float)(i % 11) - 3.3f * (i % 3);
    cudaMalloc((void **)&a, sizeof h); cudaMalloc((void **)&b, sizeof h); cudaMalloc((void **)&c, sizeof h);
    cublasHandle_t t;
    cublasCreate(&t);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h + 7, sizeof h - 28, cudaMemcpyHostToDevice);
    SET
    CALL
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    cublasDestroy(t);
    return result > 0;
}
"""
SET = "cudaMemcpy(c, h, sizeof h, cudaMemcpyHostToDevice);"
GEMM = "cublasSgemm(t, CUBLAS_OP_{}, CUBLAS_OP_{}, 5, 4, 6, &alpha, a, {}, b, {}, &beta, c, {});"
CALLS = {
    "dense": GEMM.format("N", "N", 5, 6, 5),
    "with gaps": GEMM.format("N", "N", 7, 9, 11),
    "transposed": GEMM.format("T", "T", 6, 4, 5),
    "transposed with gaps": GEMM.format("T", "N", 8, 6, 6),
    "batched": "cublasSgemmStridedBatched(t, CUBLAS_OP_N, CUBLAS_OP_N, 5, 4, 6, &alpha, a, 5, 30, b, 6, 24, &beta, c, "
    "5, 20, 3);",
    "in place": "cublasSgemm(t, CUBLAS_OP_N, CUBLAS_OP_N, 6, 6, 6, &alpha, a, 6, c, 6, &beta, c, 6);",
    "vector": "cublasSgemv(t, CUBLAS_OP_N, 12, 9, &alpha, a, 13, b, 1, &beta, c, 1);",
    "transposed vector": "cublasSgemv(t, CUBLAS_OP_T, 12, 9, &alpha, a, 12, b, 1, &beta, c, 1);",
    "vector with steps": "cublasSgemv(t, CUBLAS_OP_N, 12, 9, &alpha, a, 12, b, -2, &beta, c, 3);",
    "dot": "cublasSdot(t, 200, a, 1, b, 1, &result);",
    "dot on the device": "cublasSetPointerMode(t, CUBLAS_POINTER_MODE_DEVICE); cublasSdot(t, 200, a, 1, b, 1, c);",
}


def _compared(folder: Path, call: str, *, set: str = SET, alpha: str = "1.5f", beta: str = "0.5f") -> Answer:
    source = folder / "main.cu"
    parts = {"CALL": call, "SET": set, "ALPHA": alpha, "BETA": beta}
    text = PROGRAM
    for name, part in parts.items():
        text = text.replace(name, part)
    source.write_text(text)
    options = Options(unwind=None)
    return compare(load([str(source)], options), options)[0]


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[MatrixProduct]:
    """The products that were computed as machine code."""
    found: list[MatrixProduct] = []
    original = MatrixProducts.product

    def product(self: MatrixProducts, shape: MatrixProduct, *args: object) -> bytes | None:
        found.append(shape)
        return original(self, shape, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(MatrixProducts, "product", product)
    return found


@pytest.mark.parametrize("name", CALLS)
def test_calls_leave_what_the_models_leave(name: str, tmp_path: Path, computed: list[MatrixProduct]) -> None:
    assert _compared(tmp_path, CALLS[name]).verdict == "SUCCESSFUL"
    assert len(computed) == {"batched": 3, "vector with steps": 0}.get(name, 1)


@pytest.mark.parametrize(("alpha", "beta", "count"), [("0", "2", 0), ("2", "0", 1), ("2", "-0.0f", 1), ("0", "0", 0)])
def test_factors_may_be_zero(alpha: str, beta: str, count: int, tmp_path: Path, computed: list[MatrixProduct]) -> None:
    assert _compared(tmp_path, CALLS["dense"], alpha=alpha, beta=beta).verdict == "SUCCESSFUL"
    assert len(computed) == count


def test_the_old_matrix_need_not_be_set_if_beta_is_zero(tmp_path: Path, computed: list[MatrixProduct]) -> None:
    found = _compared(tmp_path, CALLS["dense"], set="", beta="0")
    assert found.verdict == "SUCCESSFUL" and len(computed) == 1


def test_a_matrix_that_is_not_set_is_left_to_the_model(tmp_path: Path, computed: list[MatrixProduct]) -> None:
    call = CALLS["dense"].replace("&alpha, a", "&alpha, c")
    assert _compared(tmp_path, call, set="", beta="0").verdict == "SUCCESSFUL" and not computed


def test_streams_that_are_not_ordered_race(tmp_path: Path) -> None:
    streams = "cudaDeviceSynchronize(); cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);"
    streams += " cublasSetStream(t, s);"
    call = f"{streams} {CALLS['dense']} cudaMemset(a + 8, 0, 4); cudaStreamSynchronize(s);"
    assert _compared(tmp_path, call).properties == {"data-race"}
    assert _compared(tmp_path, call.replace("a + 8", "a + 30")).verdict == "SUCCESSFUL"


def test_sums_that_are_too_long_for_the_models_are_exact(tmp_path: Path, computed: list[MatrixProduct]) -> None:
    source = tmp_path / "main.cu"
    source.write_text("""#include <cublas_v2.h>
#include <assert.h>
#include <stdlib.h>
int main(void) {
    enum { N = 80 };
    double *h = (double *)malloc(N * N * 8), *a, one = 1, zero = 0;
    for (int i = 0; i < N * N; i++) h[i] = i % 7;
    cudaMalloc((void **)&a, 2 * N * N * 8);
    cudaMemcpy(a, h, N * N * 8, cudaMemcpyHostToDevice);
    cublasHandle_t t;
    cublasCreate(&t);
    cublasDgemm(t, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, a + N * N, N);
    double c[N * N], sum = 0;
    cudaMemcpy(c, a + N * N, N * N * 8, cudaMemcpyDeviceToHost);
    for (int p = 0; p < N; p++) sum += h[3 + p * N] * h[p + 5 * N];
    assert(c[3 + 5 * N] == sum);
    return 0;
}
""")
    options = Options(unwind=None)
    found, _ = answer(load([str(source)], options), options)
    assert found.verdict == "SUCCESSFUL" and [shape.work for shape in computed] == [80**3]
