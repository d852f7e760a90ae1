"""Matrix products whose numbers have types of their own (cuBLAS reference, "cublasGemmEx()" and
"cublas<t>gemm()" of half): float, double, half with sums in half or in float, and bfloat16 with sums in float."""

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cublas.matrix_matrix import Elements, strided
from opmodels.libraries.cublas.operand import integer
from opmodels.libraries.data_types import DATA_TYPES
from opmodels.libraries.element import BFLOAT, ELEMENTS, HALF
from opmodels.registry import model

_FLOAT, _DOUBLE = ELEMENTS["S"], ELEMENTS["D"]
_STORED = {
    DATA_TYPES["CUDA_R_16F"]: HALF,
    DATA_TYPES["CUDA_R_16BF"]: BFLOAT,
    DATA_TYPES["CUDA_R_32F"]: _FLOAT,
    DATA_TYPES["CUDA_R_64F"]: _DOUBLE,
}
_COMPUTED = {64: HALF, 65: HALF, 68: _FLOAT, 69: _FLOAT, 74: _FLOAT, 75: _FLOAT, 77: _FLOAT, 70: _DOUBLE, 71: _DOUBLE}
"""By cublasComputeType_t; the fast forms differ in their accuracy only."""
_SUPPORTED = {
    (HALF, HALF, HALF), (HALF, HALF, _FLOAT), (HALF, _FLOAT, _FLOAT), (BFLOAT, BFLOAT, _FLOAT),
    (BFLOAT, _FLOAT, _FLOAT), (_FLOAT, _FLOAT, _FLOAT), (_DOUBLE, _DOUBLE, _DOUBLE),
}  # fmt: skip
_SIZES = "cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, "


def _elements(ctx: ModelContext, a: Value, b: Value, c: Value, compute: Value) -> Elements:
    """The types of a call; combinations that nothing stands for are refused."""
    first, second, third = (_STORED.get(ctx.concretize(type, I32)) for type in (a, b, c))
    arithmetic = _COMPUTED.get(ctx.concretize(compute, I32))
    if first is None or first != second or third is None or (first, third, arithmetic) not in _SUPPORTED:
        ctx.unsupported(f"{ctx.name}() of other types than half, bfloat16, float and double")
    assert arithmetic is not None
    return Elements(first, third, arithmetic)


@model(
    f"cublasStatus_t cublasGemmEx({_SIZES}const void *alpha, const void *A, cudaDataType Atype, int lda, "
    "const void *B, cudaDataType Btype, int ldb, const void *beta, void *C, cudaDataType Ctype, int ldc, "
    "cublasComputeType_t computeType, cublasGemmAlgo_t algo)",
    device=False,
)
def gemm_ex(
    ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, k: Value, alpha: Value,
    a: Value, a_type: Value, lda: Value, b: Value, b_type: Value, ldb: Value, beta: Value, c: Value, c_type: Value,
    ldc: Value, compute: Value, algorithm: Value,
) -> Value:  # fmt: skip
    """As gemm; the scalars have the type of the computation. The algorithm changes no result."""
    elements = _elements(ctx, a_type, b_type, c_type, compute)
    return strided(ctx, handle, (transa, transb), (m, n, k), alpha, (a, b), beta, c, (lda, ldb, ldc), elements)


@model(
    f"cublasStatus_t cublasGemmStridedBatchedEx({_SIZES}const void *alpha, const void *A, cudaDataType Atype, int lda, "
    "long long strideA, const void *B, cudaDataType Btype, int ldb, long long strideB, const void *beta, void *C, "
    "cudaDataType Ctype, int ldc, long long strideC, int batchCount, cublasComputeType_t computeType, "
    "cublasGemmAlgo_t algo)",
    device=False,
)
def gemm_strided_batched_ex(
    ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, k: Value, alpha: Value,
    a: Value, a_type: Value, lda: Value, stride_a: Value, b: Value, b_type: Value, ldb: Value, stride_b: Value,
    beta: Value, c: Value, c_type: Value, ldc: Value, stride_c: Value, count: Value, compute: Value, algorithm: Value,
) -> Value:  # fmt: skip
    """Several products of matrices at equal distances."""
    elements = _elements(ctx, a_type, b_type, c_type, compute)
    first, second, third = (signed(ctx.concretize(s, I64), 64) for s in (stride_a, stride_b, stride_c))
    return strided(
        ctx, handle, (transa, transb), (m, n, k), alpha, (a, b), beta, c, (lda, ldb, ldc), elements,
        (first, second, third), integer(ctx, count),
    )  # fmt: skip


@model(
    f"cublasStatus_t cublasHgemm({_SIZES}const void *alpha, const void *A, int lda, const void *B, int ldb, "
    "const void *beta, void *C, int ldc)",
    device=False,
)
def half_gemm(
    ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, k: Value, alpha: Value,
    a: Value, lda: Value, b: Value, ldb: Value, beta: Value, c: Value, ldc: Value,
) -> Value:  # fmt: skip
    """gemm of half; the parameters are declared as void *, since C has no type __half."""
    elements = Elements(HALF, HALF, HALF)
    return strided(ctx, handle, (transa, transb), (m, n, k), alpha, (a, b), beta, c, (lda, ldb, ldc), elements)
