"""Types of cuFFT (cuFFT reference, "cuFFT API Reference")."""

from opmodels.registry import declare, enumeration, header, macro

RESULTS = (
    "CUFFT_SUCCESS", "CUFFT_INVALID_PLAN", "CUFFT_ALLOC_FAILED", "CUFFT_INVALID_TYPE", "CUFFT_INVALID_VALUE",
    "CUFFT_INTERNAL_ERROR", "CUFFT_EXEC_FAILED", "CUFFT_SETUP_FAILED", "CUFFT_INVALID_SIZE", "CUFFT_UNALIGNED_DATA",
    "CUFFT_INCOMPLETE_PARAMETER_LIST", "CUFFT_INVALID_DEVICE", "CUFFT_PARSE_ERROR", "CUFFT_NO_WORKSPACE",
    "CUFFT_NOT_IMPLEMENTED", "CUFFT_LICENSE_ERROR", "CUFFT_NOT_SUPPORTED", "CUFFT_MISSING_DEPENDENCY",
    "CUFFT_NVRTC_FAILURE", "CUFFT_NVJITLINK_FAILURE", "CUFFT_NVSHMEM_FAILURE",
)  # fmt: skip
RESULT = {name: number for number, name in enumerate(RESULTS)}
SUCCESS = RESULT["CUFFT_SUCCESS"]
INVALID_PLAN = RESULT["CUFFT_INVALID_PLAN"]
TYPES = {"R2C": 0x2A, "C2R": 0x2C, "C2C": 0x29, "D2Z": 0x6A, "Z2D": 0x6C, "Z2Z": 0x69}

enumeration("cufftResult_t", RESULT, "cufftResult")
enumeration("cufftType_t", {f"CUFFT_{name}": value for name, value in TYPES.items()}, "cufftType")
declare("typedef int cufftHandle;", types=("cufftHandle",))
declare("typedef float cufftReal;", types=("cufftReal",))
declare("typedef double cufftDoubleReal;", types=("cufftDoubleReal",))
declare("typedef cuComplex cufftComplex;", types=("cufftComplex",))
declare("typedef cuDoubleComplex cufftDoubleComplex;", types=("cufftDoubleComplex",))
macro("CUFFT_FORWARD", "-1")
macro("CUFFT_INVERSE", "1")
header("cufft.h")
