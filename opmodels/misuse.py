"""The error codes of calls that are misused, where `api-misuse` is not checked.

The code is the one that the reference of each library gives for invalid arguments; a function that has a better one
names it (`ctx.require(..., error=...)`).
"""

_INVALID_ARGUMENT = {
    "cudaError_t": 1,  # cudaErrorInvalidValue
    "CUresult": 1,  # CUDA_ERROR_INVALID_VALUE
    "cublasStatus_t": 7,  # CUBLAS_STATUS_INVALID_VALUE
    "cudnnStatus_t": 3,  # CUDNN_STATUS_BAD_PARAM
    "cufftResult": 4,  # CUFFT_INVALID_VALUE
    "cusolverStatus_t": 3,  # CUSOLVER_STATUS_INVALID_VALUE
    "curandStatus_t": 101,  # CURAND_STATUS_NOT_INITIALIZED
}


def error_code(signature: str) -> int:
    """What a function with this declaration returns for invalid arguments; 0 if it returns no status."""
    return _INVALID_ARGUMENT.get(signature.split(maxsplit=1)[0], 0)


def sets_last_error(signature: str) -> bool:
    """Can cudaGetLastError tell of the error (runtime API, "Error Handling")?"""
    return signature.startswith("cudaError_t ")
