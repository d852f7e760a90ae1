/* Texture and surface functions (CUDA C++ Programming Guide, "Texture Functions", "Surface Functions"): templates of
   the type that they return, over the models of their names, which get the address of a result and its format.
   Cubemaps and gathers have no model: they are declared and refused by name. */
#pragma once
#include <texture_types.h>
#include <surface_types.h>

/* How a value of T is laid out, as the models read it: channels, bits of each, kind. */
template <class T> struct __cudabmc_format {
    typedef __cudabmc_channel<T> channel;
    static constexpr unsigned int packed = channel::count << 16 | channel::bits << 8 | channel::kind;
};

#define __CUDABMC_UNPACK(...) __VA_ARGS__
#define __CUDABMC_FETCH(name, target, declared, passed)                                              \
    template <class T>                                                                               \
    __CUDABMC_FACE __device__ T name(cudaTextureObject_t object, __CUDABMC_UNPACK declared) {        \
        T result;                                                                                    \
        target((void *)&result, __cudabmc_format<T>::packed, object, __CUDABMC_UNPACK passed);       \
        return result;                                                                               \
    }                                                                                                \
    template <class T>                                                                               \
    __CUDABMC_FACE __device__ void name(T *result, cudaTextureObject_t object, __CUDABMC_UNPACK declared) { \
        target((void *)result, __cudabmc_format<T>::packed, object, __CUDABMC_UNPACK passed);        \
    }

__CUDABMC_FETCH(tex1Dfetch, tex1Dfetch, (int x), (x))
__CUDABMC_FETCH(tex1D, tex1D, (float x), (x))
__CUDABMC_FETCH(tex2D, tex2D, (float x, float y), (x, y))
__CUDABMC_FETCH(tex3D, tex3D, (float x, float y, float z), (x, y, z))
__CUDABMC_FETCH(tex1DLayered, tex1DLayered, (float x, int layer), (x, layer))
__CUDABMC_FETCH(tex2DLayered, tex2DLayered, (float x, float y, int layer), (x, y, layer))
__CUDABMC_FETCH(tex1DLod, tex1DLod, (float x, float level), (x, level))
__CUDABMC_FETCH(tex2DLod, tex2DLod, (float x, float y, float level), (x, y, level))
__CUDABMC_FETCH(tex3DLod, tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
/* Gradients choose a level of detail, and no texture has several. */
__CUDABMC_FETCH(tex1DGrad, tex1D, (float x, float, float), (x))
__CUDABMC_FETCH(tex2DGrad, tex2D, (float x, float y, float2, float2), (x, y))
__CUDABMC_FETCH(tex3DGrad, tex3D, (float x, float y, float z, float4, float4), (x, y, z))
#undef __CUDABMC_FETCH

#define __CUDABMC_SURFACE(name, reads, writes, declared, passed)                                      \
    template <class T>                                                                                \
    __CUDABMC_FACE __device__ T name##read(cudaSurfaceObject_t object, __CUDABMC_UNPACK declared,     \
                                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
        T result;                                                                                     \
        reads((void *)&result, __cudabmc_format<T>::packed, object, __CUDABMC_UNPACK passed, mode);   \
        return result;                                                                                \
    }                                                                                                 \
    template <class T>                                                                                \
    __CUDABMC_FACE __device__ void name##read(T *result, cudaSurfaceObject_t object,                  \
                                              __CUDABMC_UNPACK declared,                              \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
        reads((void *)result, __cudabmc_format<T>::packed, object, __CUDABMC_UNPACK passed, mode);    \
    }                                                                                                 \
    template <class T>                                                                                \
    __CUDABMC_FACE __device__ void name##write(T value, cudaSurfaceObject_t object,                   \
                                               __CUDABMC_UNPACK declared,                             \
                                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        writes((const void *)&value, __cudabmc_format<T>::packed, object, __CUDABMC_UNPACK passed, mode); \
    }
__CUDABMC_SURFACE(surf1D, surf1Dread, surf1Dwrite, (int x), (x))
__CUDABMC_SURFACE(surf2D, surf2Dread, surf2Dwrite, (int x, int y), (x, y))
__CUDABMC_SURFACE(surf3D, surf3Dread, surf3Dwrite, (int x, int y, int z), (x, y, z))
__CUDABMC_SURFACE(surf1DLayered, surf1DLayeredread, surf1DLayeredwrite, (int x, int layer), (x, layer))
__CUDABMC_SURFACE(surf2DLayered, surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int layer), (x, y, layer))
#undef __CUDABMC_SURFACE
#undef __CUDABMC_UNPACK

/* Refused by name. */
extern "C" {
__device__ void __cudabmc_texCubemap(void *);
__device__ void __cudabmc_texCubemapLayered(void *);
__device__ void __cudabmc_tex2Dgather(void *);
__device__ void __cudabmc_surfCubemapread(void *);
__device__ void __cudabmc_surfCubemapwrite(const void *);
}
#define __CUDABMC_REFUSED(name, ...)                                          \
    template <class T> __CUDABMC_FACE __device__ T name(__VA_ARGS__) {         \
        T result;                                                             \
        __cudabmc_##name(&result);                                            \
        return result;                                                        \
    }                                                                         \
    template <class T> __CUDABMC_FACE __device__ void name(T *result, __VA_ARGS__) { __cudabmc_##name(result); }
__CUDABMC_REFUSED(texCubemap, cudaTextureObject_t, float, float, float)
__CUDABMC_REFUSED(texCubemapLayered, cudaTextureObject_t, float, float, float, int)
__CUDABMC_REFUSED(tex2Dgather, cudaTextureObject_t, float, float, int = 0)
__CUDABMC_REFUSED(surfCubemapread, cudaSurfaceObject_t, int, int, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap)
#undef __CUDABMC_REFUSED
template <class T>
__CUDABMC_FACE __device__ void surfCubemapwrite(T value, cudaSurfaceObject_t, int, int, int,
                                               cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {
    __cudabmc_surfCubemapwrite(&value);
}
