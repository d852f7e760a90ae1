"""Headers of the CUDA toolkit and its samples that the models stand for."""

from opmodels.registry import header

header(
    "builtin_types.h",
    "channel_descriptor.h",
    "crt/device_functions.h",
    "crt/host_config.h",
    "cuda.h",
    "cuda_device_runtime_api.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_atomic_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "device_types.h",
    "driver_functions.h",
    "driver_types.h",
    "host_config.h",
    "host_defines.h",
    "math_constants.h",
    "math_functions.h",
    "sm_20_atomic_functions.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_32_intrinsics.h",
    "sm_35_intrinsics.h",
    "sm_60_atomic_functions.h",
    "vector_functions.h",
    "vector_types.h",
    # the helpers of the CUDA samples
    "exception.h",
    "helper_cuda.h",
    "helper_functions.h",
    "helper_string.h",
    "helper_timer.h",
)
