/* cuRAND on the host (cuRAND reference, "Host API"). What is declared by hand has no model. */
#pragma once
#define CURAND_H_
#include <cuda_runtime.h>
#define __CUDABMC_WANTS_CURAND
#include <cudabmc_declarations.h>

#ifdef __cplusplus
extern "C" {
#endif
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set);
curandStatus_t curandGetScrambleConstants32(unsigned int **constants);
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants);
#ifdef __cplusplus
}
#endif
