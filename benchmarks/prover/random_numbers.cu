// Random numbers in kernels: each thread has a state, in memory or of its own.
#include <curand_kernel.h>

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 3 --arg seed=7 --arg states=symbolic:8
// launch: --grid 1 --block 4 --arg seed=0 --arg states=symbolic:8
__global__ void set_states(curandState *states, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 3 --arg seed=7 --arg out=symbolic:8
// launch: --grid 1 --block 4 --arg seed=0 --arg out=symbolic:8
__global__ void a_state_of_its_own(float *out, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    float4 four = curand_uniform4(&state);
    out[i] = four.x < 0.5f ? four.y : curand_normal(&state);
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg seed=7 --arg out=symbolic:8 --arg state=symbolic:1
__global__ void one_state_for_all(float *out, curandState *state, unsigned long long seed)
{
    if (threadIdx.x == 0)
        curand_init(seed, 0, 0, state);
    __syncthreads();
    out[threadIdx.x] = curand_uniform(state);
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg seed=7 --arg states=symbolic:400
__global__ void states_that_overlap(char *states, unsigned long long seed)
{
    curandState *mine = (curandState *)(states + 40 * threadIdx.x);
    curand_init(seed, threadIdx.x, 0, mine);
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 1 --block 2 --arg out=symbolic:8 --arg states=symbolic:8 --arg vectors=symbolic:8
// launch: --grid 2 --block 1 --arg out=symbolic:8 --arg states=symbolic:8 --arg vectors=symbolic:8
__global__ void quasirandom_numbers(float *out, curandStateSobol32_t *states, curandDirectionVectors32_t *vectors)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(vectors[i], i, &states[i]);
    skipahead(3u, &states[i]);
    out[i] = curand_uniform(&states[i]) + curand_normal(&states[i]);
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg out=symbolic:8 --arg state=symbolic:1 --arg vectors=symbolic:1
__global__ void one_quasirandom_state_for_all(double *out, curandStateSobol64_t *state,
                                              curandDirectionVectors64_t *vectors)
{
    if (threadIdx.x == 0)
        curand_init(vectors[0], 0, state);
    __syncthreads();
    out[threadIdx.x] = curand_uniform_double(state);
}
