/* Marks for profilers (NVTX): models, which do nothing. */
#pragma once
#include <stdint.h>
#include <cuda_runtime_api.h>
#define __CUDABMC_WANTS_NVTX
#include <cudabmc_declarations.h>
