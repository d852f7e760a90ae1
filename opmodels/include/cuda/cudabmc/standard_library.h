/* The part of the standard library that kernels may call (CUDA C++ Programming Guide, "Mathematical
   Functions Appendix", "C++ Language Support"): the declarations of <cmath> count for both sides. */
#pragma once

#define __CUDABMC_LIBRARY_OF_DEVICE
#include <cudabmc_declarations.h>
#undef __CUDABMC_LIBRARY_OF_DEVICE

/* What <cmath> includes but kernels may not call keeps its side. */
#include <limits>
#include <type_traits>

/* glibc has internal functions by the names of the fast functions of CUDA. */
#define __cosf __cudabmc_glibc_cosf
#define __exp10f __cudabmc_glibc_exp10f
#define __expf __cudabmc_glibc_expf
#define __log10f __cudabmc_glibc_log10f
#define __log2f __cudabmc_glibc_log2f
#define __logf __cudabmc_glibc_logf
#define __powf __cudabmc_glibc_powf
#define __sincosf __cudabmc_glibc_sincosf
#define __sinf __cudabmc_glibc_sinf
#define __tanf __cudabmc_glibc_tanf
#define __tanhf __cudabmc_glibc_tanhf

#pragma clang force_cuda_host_device begin
#include <math.h>
#include <cmath>
#pragma clang force_cuda_host_device end

#undef __cosf
#undef __exp10f
#undef __expf
#undef __log10f
#undef __log2f
#undef __logf
#undef __powf
#undef __sincosf
#undef __sinf
#undef __tanf
#undef __tanhf

#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>

/* Placement in kernels; memory from the heap of the device. */
__CUDABMC_INLINE __device__ void *operator new(size_t, void *place) noexcept { return place; }
__CUDABMC_INLINE __device__ void *operator new[](size_t, void *place) noexcept { return place; }
__CUDABMC_INLINE __device__ void operator delete(void *, void *) noexcept {}
__CUDABMC_INLINE __device__ void operator delete[](void *, void *) noexcept {}

#include <assert.h>
