/* cuRAND in kernels (cuRAND reference, "Device API"): single numbers are models, and so are several at once, which are
   returned here. */
#pragma once
#include <cuda_runtime.h>
#include <curand.h>

#ifdef __CUDACC__
#define __CUDABMC_VECTOR(Vector, name, parameters, arguments)                                             \
    __CUDABMC_FACE __device__ Vector name parameters {                                                           \
        Vector result;                                                                                           \
        __cudabmc_##name arguments;                                                                              \
        return result;                                                                                           \
    }
#define __CUDABMC_DRAW(Vector, name, State) __CUDABMC_VECTOR(Vector, name, (State * state), (&result, state))
#define __CUDABMC_SCALED(Vector, name, State, Real)                                                              \
    __CUDABMC_VECTOR(Vector, name, (State * state, Real mean, Real stddev), (&result, state, mean, stddev))
#define __CUDABMC_PAIRS(State)                                                                                   \
    __CUDABMC_DRAW(float2, curand_normal2, State)                                                                \
    __CUDABMC_DRAW(double2, curand_normal2_double, State)                                                        \
    __CUDABMC_SCALED(float2, curand_log_normal2, State, float)                                                   \
    __CUDABMC_SCALED(double2, curand_log_normal2_double, State, double)
__CUDABMC_PAIRS(curandStateXORWOW_t)
__CUDABMC_PAIRS(curandStateMRG32k3a_t)
__CUDABMC_PAIRS(curandStatePhilox4_32_10_t)
#undef __CUDABMC_PAIRS

/* For the counter-based generator. */
#define __CUDABMC_STATE curandStatePhilox4_32_10_t
__CUDABMC_DRAW(uint4, curand4, __CUDABMC_STATE)
__CUDABMC_VECTOR(uint4, curand_poisson4, (__CUDABMC_STATE * state, double lambda),
                 (&result, state, lambda))
__CUDABMC_DRAW(float4, curand_uniform4, __CUDABMC_STATE)
__CUDABMC_DRAW(double2, curand_uniform2_double, __CUDABMC_STATE)
__CUDABMC_DRAW(double4, curand_uniform4_double, __CUDABMC_STATE)
__CUDABMC_DRAW(float4, curand_normal4, __CUDABMC_STATE)
__CUDABMC_DRAW(double4, curand_normal4_double, __CUDABMC_STATE)
__CUDABMC_SCALED(float4, curand_log_normal4, __CUDABMC_STATE, float)
__CUDABMC_SCALED(double4, curand_log_normal4_double, __CUDABMC_STATE, double)
#undef __CUDABMC_STATE
#undef __CUDABMC_SCALED
#undef __CUDABMC_DRAW
#undef __CUDABMC_VECTOR

/* Without models: the states of MTGP32, which the host makes, and tables of discrete distributions. */
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
extern "C" {
curandStatus_t curandMakeMTGP32Constants(const void *params, void *p);
curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s, const void *params, void *k, int n,
                                           unsigned long long seed);
curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t *distribution);
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution);
}
#endif
