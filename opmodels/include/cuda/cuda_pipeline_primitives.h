/* __pipeline_memcpy_async and its kin are declared with all other functions of kernels. */
#pragma once
#include <cuda_runtime.h>
