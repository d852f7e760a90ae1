/* What every CUDA source sees (CUDA C++ Programming Guide; CUDA Runtime API, "C++ API Routines"). */
#pragma once
#define __CUDA_RUNTIME_H__
#include <crt/host_defines.h>

#if defined(__cplusplus) && defined(__CUDACC__)
#include <cudabmc/standard_library.h>
#endif
#include <cuda_runtime_api.h>
#include <library_types.h>
#include <vector_functions.h>

#ifdef __cplusplus
#include <cudabmc/runtime_templates.h>
#ifdef __CUDACC__
#include <cudabmc/device_runtime.h>
#include <device_launch_parameters.h>
#include <cudabmc/cached_access.h>
#include <cudabmc/device_math.h>
#include <cudabmc/device_integer.h>
#include <cudabmc/texture_functions.h>
#include <cudabmc/warp_functions.h>
#include <cudabmc/cluster_functions.h>
#include <cudabmc/vector_atomics.h>
#include <cudabmc/builtin_atomics.h>
#endif
#else
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>
#endif
