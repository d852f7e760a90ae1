/* The threads of a block ("Thread Block Group"). */
#pragma once
#include <cudabmc/groups/lanes.h>

namespace cooperative_groups {

class thread_block {
public:
    struct arrival_token {};

    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned int thread_rank() { return __cudabmc::block_rank(); }
    static __device__ dim3 group_index() { return blockIdx; }
    static __device__ dim3 thread_index() { return threadIdx; }
    static __device__ dim3 dim_threads() { return blockDim; }
    static __device__ dim3 group_dim() { return blockDim; }
    static __device__ unsigned int num_threads() { return __cudabmc::block_size(); }
    static __device__ unsigned int size() { return num_threads(); }
    /* Arriving waits already: every execution that this allows is one of the real barrier. */
    static __device__ arrival_token barrier_arrive() {
        __syncthreads();
        return {};
    }
    static __device__ void barrier_wait(arrival_token &&) {}
};

static inline __device__ thread_block this_thread_block() { return {}; }

} // namespace cooperative_groups
