/* What the parts of cuSOLVER share (cuSOLVER reference). */
#pragma once
#define CUSOLVER_COMMON_H_
#define CUSOLVERAPI
#include <cuda_runtime_api.h>
#include <library_types.h>
#include <stdint.h>
#define __CUDABMC_WANTS_CUSOLVER_COMMON
#include <cudabmc_declarations.h>
