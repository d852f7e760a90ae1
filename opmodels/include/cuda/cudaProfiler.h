/* Start and stop of the profiler (CUDA Runtime API, "Profiler Control"): models of the runtime. */
#pragma once
#include <cuda_runtime_api.h>
