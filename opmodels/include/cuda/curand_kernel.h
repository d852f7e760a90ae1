/* cuRAND in kernels (cuRAND reference, "Device API"): single numbers are models; here are several at once. */
#pragma once
#include <cuda_runtime.h>
#include <curand.h>

#ifdef __CUDACC__
#define __CUDABMC_SEVERAL(State)                                                                                 \
    __CUDABMC_FACE __device__ float2 curand_normal2(State *state) {                                              \
        float x = curand_normal(state);                                                                          \
        return make_float2(x, curand_normal(state));                                                             \
    }                                                                                                            \
    __CUDABMC_FACE __device__ double2 curand_normal2_double(State *state) {                                      \
        double x = curand_normal_double(state);                                                                  \
        return make_double2(x, curand_normal_double(state));                                                     \
    }                                                                                                            \
    __CUDABMC_FACE __device__ float2 curand_log_normal2(State *state, float mean, float stddev) {                \
        float x = curand_log_normal(state, mean, stddev);                                                        \
        return make_float2(x, curand_log_normal(state, mean, stddev));                                           \
    }                                                                                                            \
    __CUDABMC_FACE __device__ double2 curand_log_normal2_double(State *state, double mean, double stddev) {      \
        double x = curand_log_normal_double(state, mean, stddev);                                                \
        return make_double2(x, curand_log_normal_double(state, mean, stddev));                                   \
    }
__CUDABMC_SEVERAL(curandStateXORWOW_t)
__CUDABMC_SEVERAL(curandStateMRG32k3a_t)
__CUDABMC_SEVERAL(curandStatePhilox4_32_10_t)
#undef __CUDABMC_SEVERAL

/* Four at a time, for the counter-based generator. */
#define __CUDABMC_FOUR(Vector, make, name, draw, parameters, arguments)                                          \
    __CUDABMC_FACE __device__ Vector name parameters {                                                           \
        auto x = draw arguments;                                                                                 \
        auto y = draw arguments;                                                                                 \
        auto z = draw arguments;                                                                                 \
        return make(x, y, z, draw arguments);                                                                    \
    }
#define __CUDABMC_STATE curandStatePhilox4_32_10_t *state
__CUDABMC_FOUR(uint4, make_uint4, curand4, curand, (__CUDABMC_STATE), (state))
__CUDABMC_FOUR(uint4, make_uint4, curand_poisson4, curand_poisson, (__CUDABMC_STATE, double lambda), (state, lambda))
__CUDABMC_FOUR(float4, make_float4, curand_uniform4, curand_uniform, (__CUDABMC_STATE), (state))
__CUDABMC_FOUR(double4, make_double4, curand_uniform4_double, curand_uniform_double, (__CUDABMC_STATE), (state))
__CUDABMC_FOUR(float4, make_float4, curand_normal4, curand_normal, (__CUDABMC_STATE), (state))
__CUDABMC_FOUR(double4, make_double4, curand_normal4_double, curand_normal_double, (__CUDABMC_STATE), (state))
__CUDABMC_FOUR(float4, make_float4, curand_log_normal4, curand_log_normal,
               (__CUDABMC_STATE, float mean, float stddev), (state, mean, stddev))
__CUDABMC_FOUR(double4, make_double4, curand_log_normal4_double, curand_log_normal_double,
               (__CUDABMC_STATE, double mean, double stddev), (state, mean, stddev))
__CUDABMC_FACE __device__ double2 curand_uniform2_double(__CUDABMC_STATE) {
    double x = curand_uniform_double(state);
    return make_double2(x, curand_uniform_double(state));
}
#undef __CUDABMC_STATE
#undef __CUDABMC_FOUR

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
