/* The threads of a block ("Thread Block Group"). */
#pragma once
#include <cudabmc/groups/lanes.h>

namespace cooperative_groups {
namespace __v1 {

class thread_block {
public:
    struct arrival_token { unsigned long long phase; };

    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned int thread_rank() { return __cudabmc::block_rank(); }
    static __device__ dim3 group_index() { return blockIdx; }
    static __device__ dim3 thread_index() { return threadIdx; }
    static __device__ dim3 dim_threads() { return blockDim; }
    static __device__ dim3 group_dim() { return blockDim; }
    static __device__ unsigned int num_threads() { return __cudabmc::block_size(); }
    static __device__ unsigned int size() { return num_threads(); }
    static __device__ arrival_token barrier_arrive() { return {__cudabmc_group_arrive(1, 0, num_threads())}; }
    static __device__ void barrier_wait(arrival_token &&token) { __cudabmc_group_wait(1, 0, token.phase); }

    char known = 0; /* A group without members would be a byte that nobody has written, and that is copied. */
};

static inline __device__ thread_block this_thread_block() { return {}; }

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
