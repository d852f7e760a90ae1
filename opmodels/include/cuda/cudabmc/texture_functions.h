/* Texture and surface functions (CUDA C++ Programming Guide, "Texture Functions", "Surface Functions"): they
   have no model yet. Each is a template of the type that it returns over a declared function of its name. */
#pragma once
#include <texture_types.h>
#include <surface_types.h>

/* The declared functions return through a pointer, whatever the type. */

#define __CUDABMC_FETCH(name, declared, passed)                                                      \
    extern "C" __device__ void __cudabmc_##name(void *result, unsigned int size, cudaTextureObject_t object, \
                                                __CUDABMC_UNPACK declared) __asm__(#name);           \
    template <class T> static inline __device__ T name(cudaTextureObject_t object, __CUDABMC_UNPACK declared) { \
        T result;                                                                                    \
        __cudabmc_##name(&result, sizeof result, object, __CUDABMC_UNPACK passed);                   \
        return result;                                                                               \
    }                                                                                                \
    template <class T>                                                                               \
    static inline __device__ void name(T *result, cudaTextureObject_t object, __CUDABMC_UNPACK declared) { \
        __cudabmc_##name(result, sizeof *result, object, __CUDABMC_UNPACK passed);                   \
    }
#define __CUDABMC_UNPACK(...) __VA_ARGS__

__CUDABMC_FETCH(tex1Dfetch, (int x), (x))
__CUDABMC_FETCH(tex1D, (float x), (x))
__CUDABMC_FETCH(tex2D, (float x, float y), (x, y))
__CUDABMC_FETCH(tex3D, (float x, float y, float z), (x, y, z))
__CUDABMC_FETCH(tex1DLayered, (float x, int layer), (x, layer))
__CUDABMC_FETCH(tex2DLayered, (float x, float y, int layer), (x, y, layer))
__CUDABMC_FETCH(texCubemap, (float x, float y, float z), (x, y, z))
__CUDABMC_FETCH(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer))
__CUDABMC_FETCH(tex1DLod, (float x, float level), (x, level))
__CUDABMC_FETCH(tex2DLod, (float x, float y, float level), (x, y, level))
__CUDABMC_FETCH(tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
__CUDABMC_FETCH(tex1DGrad, (float x, float dx, float dy), (x, dx, dy))
__CUDABMC_FETCH(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
__CUDABMC_FETCH(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
__CUDABMC_FETCH(tex2Dgather_component, (float x, float y, int component), (x, y, component))
template <class T> static inline __device__ T tex2Dgather(cudaTextureObject_t object, float x, float y, int component = 0) {
    return tex2Dgather_component<T>(object, x, y, component);
}
#undef __CUDABMC_FETCH

#define __CUDABMC_SURFACE(name, declared, passed)                                                     \
    extern "C" __device__ void __cudabmc_##name##read(void *result, unsigned int size,                \
                                                      cudaSurfaceObject_t object,                     \
                                                      __CUDABMC_UNPACK declared,                      \
                                                      cudaSurfaceBoundaryMode mode) __asm__(#name "read"); \
    extern "C" __device__ void __cudabmc_##name##write(const void *value, unsigned int size,          \
                                                       cudaSurfaceObject_t object,                    \
                                                       __CUDABMC_UNPACK declared,                     \
                                                       cudaSurfaceBoundaryMode mode) __asm__(#name "write"); \
    template <class T>                                                                                \
    static inline __device__ T name##read(cudaSurfaceObject_t object, __CUDABMC_UNPACK declared,      \
                                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
        T result;                                                                                     \
        __cudabmc_##name##read(&result, sizeof result, object, __CUDABMC_UNPACK passed, mode);        \
        return result;                                                                                \
    }                                                                                                 \
    template <class T>                                                                                \
    static inline __device__ void name##read(T *result, cudaSurfaceObject_t object,                   \
                                             __CUDABMC_UNPACK declared,                               \
                                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
        __cudabmc_##name##read(result, sizeof *result, object, __CUDABMC_UNPACK passed, mode);        \
    }                                                                                                 \
    template <class T>                                                                                \
    static inline __device__ void name##write(T value, cudaSurfaceObject_t object,                    \
                                              __CUDABMC_UNPACK declared,                              \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
        __cudabmc_##name##write(&value, sizeof value, object, __CUDABMC_UNPACK passed, mode);         \
    }
__CUDABMC_SURFACE(surf1D, (int x), (x))
__CUDABMC_SURFACE(surf2D, (int x, int y), (x, y))
__CUDABMC_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
__CUDABMC_SURFACE(surf1DLayered, (int x, int layer), (x, layer))
__CUDABMC_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
__CUDABMC_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
#undef __CUDABMC_SURFACE
#undef __CUDABMC_UNPACK
