/* thread_group, a group of a kind that is known at run time, and the free functions over all groups. */
#pragma once
#include <cudabmc/groups/coalesced.h>
#include <cudabmc/groups/grid.h>
#include <cudabmc/groups/tile.h>

namespace cooperative_groups {
namespace __v1 {

class thread_group {
    enum Kind { block, lanes, cluster, grid };

public:
    __device__ thread_group(const thread_block &) : kind(block), group(0) {}
    __device__ thread_group(const grid_group &) : kind(grid), group(0) {}
    __device__ thread_group(const cluster_group &) : kind(cluster), group(0) {}
    __device__ thread_group(const coalesced_group &other) : kind(lanes), group(other) {}
    template <unsigned int Size, class Parent>
    __device__ thread_group(const thread_block_tile<Size, Parent> &tile)
        : kind(lanes), group(__cudabmc::tile_lanes(Size), tile.meta_group_rank(), tile.meta_group_size()) {}

    __device__ void sync() const {
        if (kind == block)
            thread_block::sync();
        else if (kind == cluster)
            cluster_group::sync();
        else if (kind == grid)
            grid_group::sync();
        else
            group.sync();
    }
    __device__ unsigned long long thread_rank() const {
        return kind == block     ? thread_block::thread_rank()
               : kind == cluster ? cluster_group::thread_rank()
               : kind == grid    ? grid_group::thread_rank() : group.thread_rank();
    }
    __device__ unsigned long long num_threads() const {
        return kind == block     ? thread_block::num_threads()
               : kind == cluster ? cluster_group::num_threads()
               : kind == grid    ? grid_group::num_threads() : group.num_threads();
    }
    __device__ unsigned long long size() const { return num_threads(); }
    /* Only meaningful for lanes of a warp. */
    __device__ const coalesced_group &warp_part() const { return group; }
    __device__ bool is_block() const { return kind == block; }

private:
    Kind kind;
    coalesced_group group;
};

template <class Group> static inline __device__ void sync(const Group &group) { group.sync(); }
template <class Group> static inline __device__ auto thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> static inline __device__ auto group_size(const Group &group) { return group.size(); }
static inline __device__ dim3 group_index(const thread_block &group) { return group.group_index(); }
static inline __device__ dim3 thread_index(const thread_block &group) { return group.thread_index(); }

/* The first thread of the group runs the function. */
template <class Group, class Function, class... Arguments>
static inline __device__ void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments &&>(arguments)...);
}

/* The same, and all get what it returns. */
template <class Group, class Function, class... Arguments>
static inline __device__ auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments) {
    decltype(function(static_cast<Arguments &&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments &&>(arguments)...);
    return group.shfl(result, 0);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
