"""Types of cuBLAS (cuBLAS reference, "cuBLAS Datatypes Reference")."""

from opmodels.registry import declare, header

STATUS = {
    "CUBLAS_STATUS_SUCCESS": 0,
    "CUBLAS_STATUS_NOT_INITIALIZED": 1,
    "CUBLAS_STATUS_ALLOC_FAILED": 3,
    "CUBLAS_STATUS_INVALID_VALUE": 7,
    "CUBLAS_STATUS_ARCH_MISMATCH": 8,
    "CUBLAS_STATUS_MAPPING_ERROR": 11,
    "CUBLAS_STATUS_EXECUTION_FAILED": 13,
    "CUBLAS_STATUS_INTERNAL_ERROR": 14,
    "CUBLAS_STATUS_NOT_SUPPORTED": 15,
    "CUBLAS_STATUS_LICENSE_ERROR": 16,
}
SUCCESS = STATUS["CUBLAS_STATUS_SUCCESS"]
NOT_INITIALIZED = STATUS["CUBLAS_STATUS_NOT_INITIALIZED"]
ALLOC_FAILED = STATUS["CUBLAS_STATUS_ALLOC_FAILED"]
INVALID_VALUE = STATUS["CUBLAS_STATUS_INVALID_VALUE"]
OPERATIONS = {"CUBLAS_OP_N": 0, "CUBLAS_OP_T": 1, "CUBLAS_OP_C": 2}
POINTER_MODES = {"CUBLAS_POINTER_MODE_HOST": 0, "CUBLAS_POINTER_MODE_DEVICE": 1}
_ENUMERATIONS = {
    "cublasStatus_t": STATUS,
    "cublasOperation_t": OPERATIONS,
    "cublasFillMode_t": {"CUBLAS_FILL_MODE_LOWER": 0, "CUBLAS_FILL_MODE_UPPER": 1, "CUBLAS_FILL_MODE_FULL": 2},
    "cublasDiagType_t": {"CUBLAS_DIAG_NON_UNIT": 0, "CUBLAS_DIAG_UNIT": 1},
    "cublasSideMode_t": {"CUBLAS_SIDE_LEFT": 0, "CUBLAS_SIDE_RIGHT": 1},
    "cublasPointerMode_t": POINTER_MODES,
    "cublasAtomicsMode_t": {"CUBLAS_ATOMICS_NOT_ALLOWED": 0, "CUBLAS_ATOMICS_ALLOWED": 1},
    "cublasMath_t": {
        "CUBLAS_DEFAULT_MATH": 0,
        "CUBLAS_TENSOR_OP_MATH": 1,
        "CUBLAS_PEDANTIC_MATH": 2,
        "CUBLAS_TF32_TENSOR_OP_MATH": 3,
        "CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION": 16,
    },
    "cublasGemmAlgo_t": {
        "CUBLAS_GEMM_DFALT": -1,
        "CUBLAS_GEMM_DEFAULT": -1,
        "CUBLAS_GEMM_ALGO0": 0,
        "CUBLAS_GEMM_DEFAULT_TENSOR_OP": 99,
        "CUBLAS_GEMM_DFALT_TENSOR_OP": 99,
    },
    "cublasComputeType_t": {
        "CUBLAS_COMPUTE_16F": 64,
        "CUBLAS_COMPUTE_16F_PEDANTIC": 65,
        "CUBLAS_COMPUTE_32F": 68,
        "CUBLAS_COMPUTE_32F_PEDANTIC": 69,
        "CUBLAS_COMPUTE_64F": 70,
        "CUBLAS_COMPUTE_64F_PEDANTIC": 71,
        "CUBLAS_COMPUTE_32I": 72,
        "CUBLAS_COMPUTE_32I_PEDANTIC": 73,
        "CUBLAS_COMPUTE_32F_FAST_16F": 74,
        "CUBLAS_COMPUTE_32F_FAST_16BF": 75,
        "CUBLAS_COMPUTE_32F_FAST_TF32": 77,
    },
}
for _name, _members in _ENUMERATIONS.items():
    _body = ", ".join(f"{member} = {value}" for member, value in _members.items())
    declare(f"typedef enum {_name} {{ {_body} }} {_name};", types=(_name,), names=tuple(_members))
declare("typedef struct cublasContext *cublasHandle_t;", types=("cublasHandle_t", "cublasContext"))
header("cublas_v2.h")
