/* The qualifiers of CUDA (C++ Programming Guide, "C++ Language Extensions") as attributes of clang. */
#pragma once

#ifdef __CUDA__
#define __CUDACC__ 1
#endif

#ifdef __CUDACC__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* A managed variable is one object for both sides; the front end knows it by its section. */
#define __managed__ __attribute__((device, section("cudabmc.managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/* How many registers a thread gets changes no value. */
#define __maxnreg__(...)
/* Blocks of a cluster run at one time and see each other's shared memory: the front end finds the annotation. With
   __block_size__ a launch counts clusters in place of blocks: the front end refuses a kernel in this section where a run
   comes to it. */
#define __cluster_dims__(...) __attribute__((annotate("cudabmc.clusters", __VA_ARGS__)))
#define __block_size__(...) __attribute__((section("cudabmc.clusters")))
#define __grid_constant__ __attribute__((grid_constant))
/* clang has __noinline__ as a keyword in CUDA sources. */
#else
/* What is not CUDA, a .cpp file that includes cuda_runtime.h, is compiled by the host's compiler alone. */
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __attribute__((nv_inline_hint))
#define __align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __no_return__ __attribute__((noreturn))
#define __nv_pure__ __attribute__((pure))
#define __nv_weak__ __attribute__((weak))
/* Calling conventions of Windows, and what only nvcc's own front end reads. */
#define CUDARTAPI
#define CUDAAPI
#define CUDARTAPI_CDECL
#define CUDA_CB
#define CUDART_CB
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__

#ifdef __CUDACC__
/* Programs take a compiler of CUDA to be nvcc. */
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 93
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 8
#define __CUDACC_RELAXED_CONSTEXPR__ 1
/* CCCL would build on the whole of NVTX. */
#define CCCL_DISABLE_NVTX 1
#endif

/* A function of these headers that stands for one operation: without debug information, so that its
   position is that of the call. */
#define __CUDABMC_INLINE __inline__ __attribute__((always_inline, nodebug))
#define __CUDABMC_FACE static __CUDABMC_INLINE
#define __CUDABMC_HD __CUDABMC_FACE __host__ __device__
