/* Types of textures (CUDA C++ Programming Guide, "Texture and Surface Memory"; Runtime API, "Texture Object
   Management"). */
#pragma once
#include <crt/host_defines.h>

#include <cudabmc_declarations.h>

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
