/* The threads of a grid, of a cluster, and of several devices ("Grid Group", "Cluster Group"). */
#pragma once
#include <cudabmc/groups/block.h>

namespace cooperative_groups {
namespace __v1 {
namespace __cudabmc {
__device__ void multi_grid_sync() __asm__("cooperative_groups::multi_grid_group::sync");
} // namespace __cudabmc

class grid_group {
public:
    struct arrival_token { unsigned long long phase; };

    static __device__ bool is_valid() { return __cudabmc_grid_is_valid(); }
    static __device__ void sync() { __cudabmc_grid_sync(); }
    static __device__ arrival_token barrier_arrive() { return {__cudabmc_group_arrive(0, 0, num_threads())}; }
    static __device__ void barrier_wait(arrival_token &&token) { __cudabmc_group_wait(0, 0, token.phase); }
    static __device__ unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static __device__ unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static __device__ unsigned long long thread_rank() {
        return block_rank() * __cudabmc::block_size() + __cudabmc::block_rank();
    }
    static __device__ unsigned long long num_threads() { return num_blocks() * __cudabmc::block_size(); }
    static __device__ unsigned long long size() { return num_threads(); }
    static __device__ dim3 dim_blocks() { return gridDim; }
    static __device__ dim3 group_dim() { return gridDim; }
    static __device__ dim3 block_index() { return blockIdx; }
    static __device__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
    static __device__ unsigned long long num_clusters() {
        dim3 size = dim_clusters();
        return (unsigned long long)size.x * size.y * size.z;
    }
    static __device__ dim3 cluster_index() { return __clusterIdx(); }
    static __device__ unsigned long long cluster_rank() {
        dim3 size = dim_clusters(), at = cluster_index();
        return ((unsigned long long)at.z * size.y + at.y) * size.x + at.x;
    }
};

static inline __device__ grid_group this_grid() { return {}; }

/* Without a cluster size a cluster is one block. */
class cluster_group {
public:
    struct arrival_token {};

    static __device__ void sync() { __cudabmc_cluster_sync(); }
    static __device__ arrival_token barrier_arrive() {
        __cudabmc_cluster_arrive();
        return {};
    }
    static __device__ void barrier_wait() { __cudabmc_cluster_wait(); }
    static __device__ void barrier_wait(arrival_token &&) { __cudabmc_cluster_wait(); }
    static __device__ unsigned int query_shared_rank(const void *address) {
        return __cluster_query_shared_rank(address);
    }
    template <class T> static __device__ T *map_shared_rank(T *address, int rank) {
        return (T *)__cluster_map_shared_rank((const void *)address, rank);
    }
    static __device__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
    static __device__ unsigned int block_rank() { return __clusterRelativeBlockRank(); }
    static __device__ dim3 thread_index() {
        dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                    block.z * blockDim.z + threadIdx.z);
    }
    static __device__ unsigned int thread_rank() {
        return block_rank() * __cudabmc::block_size() + __cudabmc::block_rank();
    }
    static __device__ dim3 dim_blocks() { return __clusterDim(); }
    static __device__ unsigned int num_blocks() { return __clusterSizeInBlocks(); }
    static __device__ dim3 dim_threads() {
        dim3 size = dim_blocks();
        return dim3(size.x * blockDim.x, size.y * blockDim.y, size.z * blockDim.z);
    }
    static __device__ unsigned int num_threads() { return num_blocks() * __cudabmc::block_size(); }
    static __device__ unsigned int size() { return num_threads(); }
};

static inline __device__ cluster_group this_cluster() { return {}; }

/* One device: its grid is all of the group. */
class multi_grid_group {
public:
    static __device__ bool is_valid() { return true; }
    static __device__ void sync() { __cudabmc::multi_grid_sync(); }
    static __device__ unsigned int grid_rank() { return 0; }
    static __device__ unsigned int num_grids() { return 1; }
    static __device__ unsigned long long thread_rank() { return grid_group::thread_rank(); }
    static __device__ unsigned long long num_threads() { return grid_group::num_threads(); }
    static __device__ unsigned long long size() { return num_threads(); }
};

static inline __device__ multi_grid_group this_multi_grid() { return {}; }

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
