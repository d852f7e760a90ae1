/* Types that the CUDA libraries share; cudaDataType is with the other types of the models. */
#pragma once
#include <cuda_runtime_api.h>

typedef enum libraryPropertyType_t { MAJOR_VERSION = 0, MINOR_VERSION = 1, PATCH_LEVEL = 2 } libraryPropertyType;
