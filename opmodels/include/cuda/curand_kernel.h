/* cuRAND in kernels (cuRAND reference, "Device API"). Numbers are arbitrary in the range that the reference
   gives, whatever the seed; a call reads and writes the state, so that threads that share one race. */
#pragma once
#include <cuda_runtime.h>
#include <curand.h>

#ifdef __CUDACC__
/* Sizes are those of the library. */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
    unsigned int d, s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    unsigned int d;
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateSobol32 {
    unsigned int d, x, c;
    unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
    unsigned int d, x, c;
    unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
    unsigned long long d, x, c;
    unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
    unsigned long long d, x, c;
    unsigned long long direction_vectors[64];
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class State> static inline __device__ void __cudabmc_step(State *state) { state->d++; }
__CUDABMC_FACE __device__ float __cudabmc_finite(float value) {
    __VERIFIER_assume(value - value == 0);
    return value;
}
__CUDABMC_FACE __device__ double __cudabmc_finite(double value) {
    __VERIFIER_assume(value - value == 0);
    return value;
}
/* From 0.0 to 1.0, where 1.0 is included and 0.0 is not. */
__CUDABMC_FACE __device__ float __cudabmc_uniform() {
    float value = __VERIFIER_nondet_float();
    __VERIFIER_assume(value > 0.0f && value <= 1.0f);
    return value;
}
__CUDABMC_FACE __device__ double __cudabmc_uniform_double() {
    double value = __VERIFIER_nondet_double();
    __VERIFIER_assume(value > 0.0 && value <= 1.0);
    return value;
}

template <class State>
static inline __device__ void curand_init(unsigned long long, unsigned long long, unsigned long long, State *state) {
    *state = State();
}
template <class Vectors, class State>
static inline __device__ void curand_init(Vectors *vectors, unsigned int, State *state) {
    *state = State();
}
template <class Vectors, class State>
static inline __device__ void curand_init(Vectors *vectors, unsigned int, unsigned int, State *state) {
    *state = State();
}
template <class Count, class State> static inline __device__ void skipahead(Count, State *state) {
    __cudabmc_step(state);
}
template <class Count, class State> static inline __device__ void skipahead_sequence(Count, State *state) {
    __cudabmc_step(state);
}

template <class State> static inline __device__ unsigned int curand(State *state) {
    __cudabmc_step(state);
    return __VERIFIER_nondet_uint();
}
static inline __device__ unsigned long long curand(curandStateSobol64 *state) {
    __cudabmc_step(state);
    return __VERIFIER_nondet_ulonglong();
}
static inline __device__ unsigned long long curand(curandStateScrambledSobol64 *state) {
    __cudabmc_step(state);
    return __VERIFIER_nondet_ulonglong();
}
template <class State> static inline __device__ float curand_uniform(State *state) {
    __cudabmc_step(state);
    return __cudabmc_uniform();
}
template <class State> static inline __device__ double curand_uniform_double(State *state) {
    __cudabmc_step(state);
    return __cudabmc_uniform_double();
}
template <class State> static inline __device__ float curand_normal(State *state) {
    __cudabmc_step(state);
    return __cudabmc_finite(__VERIFIER_nondet_float());
}
template <class State> static inline __device__ double curand_normal_double(State *state) {
    __cudabmc_step(state);
    return __cudabmc_finite(__VERIFIER_nondet_double());
}
template <class State> static inline __device__ float2 curand_normal2(State *state) {
    float x = curand_normal(state);
    return make_float2(x, curand_normal(state));
}
template <class State> static inline __device__ double2 curand_normal2_double(State *state) {
    double x = curand_normal_double(state);
    return make_double2(x, curand_normal_double(state));
}
template <class State> static inline __device__ float curand_log_normal(State *state, float mean, float stddev) {
    return expf(mean + stddev * curand_normal(state));
}
template <class State>
static inline __device__ double curand_log_normal_double(State *state, double mean, double stddev) {
    return exp(mean + stddev * curand_normal_double(state));
}
template <class State> static inline __device__ unsigned int curand_poisson(State *state, double) {
    return curand(state);
}

/* Four at a time, for the counter-based generator. */
static inline __device__ uint4 curand4(curandStatePhilox4_32_10 *state) {
    __cudabmc_step(state);
    return make_uint4(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint(),
                      __VERIFIER_nondet_uint());
}
static inline __device__ float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
    __cudabmc_step(state);
    return make_float4(__cudabmc_uniform(), __cudabmc_uniform(), __cudabmc_uniform(), __cudabmc_uniform());
}
static inline __device__ double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
    __cudabmc_step(state);
    return make_double2(__cudabmc_uniform_double(), __cudabmc_uniform_double());
}
static inline __device__ float4 curand_normal4(curandStatePhilox4_32_10 *state) {
    __cudabmc_step(state);
    return make_float4(
        __cudabmc_finite(__VERIFIER_nondet_float()), __cudabmc_finite(__VERIFIER_nondet_float()),
        __cudabmc_finite(__VERIFIER_nondet_float()), __cudabmc_finite(__VERIFIER_nondet_float()));
}
#endif
