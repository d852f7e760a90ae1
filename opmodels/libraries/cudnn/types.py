"""Types of cuDNN (cuDNN reference, "cudnn_ops_infer", "cudnn_cnn_infer")."""

from opmodels.registry import declare, enumeration, header, macro

STATUSES = (
    "SUCCESS", "NOT_INITIALIZED", "ALLOC_FAILED", "BAD_PARAM", "INTERNAL_ERROR", "INVALID_VALUE", "ARCH_MISMATCH",
    "MAPPING_ERROR", "EXECUTION_FAILED", "NOT_SUPPORTED", "LICENSE_ERROR",
)  # fmt: skip
STATUS = {name: number for number, name in enumerate(STATUSES)}
SUCCESS, NOT_INITIALIZED, BAD_PARAM = STATUS["SUCCESS"], STATUS["NOT_INITIALIZED"], STATUS["BAD_PARAM"]
NOT_SUPPORTED = STATUS["NOT_SUPPORTED"]
DATA_TYPES = {"FLOAT": 0, "DOUBLE": 1, "HALF": 2, "INT8": 3, "INT32": 4}
FORMATS = {"NCHW": 0, "NHWC": 1}
ACTIVATIONS = {"SIGMOID": 0, "RELU": 1, "TANH": 2, "CLIPPED_RELU": 3, "ELU": 4, "IDENTITY": 5}
POOLINGS = {"MAX": 0, "AVERAGE_COUNT_INCLUDE_PADDING": 1, "AVERAGE_COUNT_EXCLUDE_PADDING": 2, "MAX_DETERMINISTIC": 3}
ALGORITHMS = (
    "IMPLICIT_GEMM", "IMPLICIT_PRECOMP_GEMM", "GEMM", "DIRECT", "FFT", "FFT_TILING", "WINOGRAD", "WINOGRAD_NONFUSED",
    "COUNT",
)  # fmt: skip


def _members(name: str, prefix: str, members: dict[str, int]) -> None:
    enumeration(name, {prefix + member: value for member, value in members.items()}, name)


_members("cudnnStatus_t", "CUDNN_STATUS_", STATUS)
_members("cudnnDataType_t", "CUDNN_DATA_", DATA_TYPES)
_members("cudnnTensorFormat_t", "CUDNN_TENSOR_", FORMATS)
_members("cudnnConvolutionMode_t", "CUDNN_", {"CONVOLUTION": 0, "CROSS_CORRELATION": 1})
_members("cudnnMathType_t", "CUDNN_", {"DEFAULT_MATH": 0, "TENSOR_OP_MATH": 1, "FMA_MATH": 3})
_members("cudnnNanPropagation_t", "CUDNN_", {"NOT_PROPAGATE_NAN": 0, "PROPAGATE_NAN": 1})
_members("cudnnActivationMode_t", "CUDNN_ACTIVATION_", ACTIVATIONS)
_members("cudnnPoolingMode_t", "CUDNN_POOLING_", POOLINGS)
_members("cudnnSoftmaxAlgorithm_t", "CUDNN_SOFTMAX_", {"FAST": 0, "ACCURATE": 1, "LOG": 2})
_members("cudnnSoftmaxMode_t", "CUDNN_SOFTMAX_", {"MODE_INSTANCE": 0, "MODE_CHANNEL": 1})
_members(
    "cudnnConvolutionFwdAlgo_t", "CUDNN_CONVOLUTION_FWD_ALGO_", {name: i for i, name in enumerate(ALGORITHMS)}
)
for _type, _tag in (
    ("cudnnHandle_t", "cudnnContext"),
    ("cudnnTensorDescriptor_t", "cudnnTensorStruct"),
    ("cudnnFilterDescriptor_t", "cudnnFilterStruct"),
    ("cudnnConvolutionDescriptor_t", "cudnnConvolutionStruct"),
    ("cudnnActivationDescriptor_t", "cudnnActivationStruct"),
    ("cudnnPoolingDescriptor_t", "cudnnPoolingStruct"),
):
    declare(f"typedef struct {_tag} *{_type};", types=(_type, _tag))
macro("CUDNN_MAJOR", "8")
macro("CUDNN_MINOR", "9")
macro("CUDNN_PATCHLEVEL", "7")
macro("CUDNN_VERSION", "8907")
header("cudnn.h")
