/* Dividing groups ("Group Partitioning"). */
#pragma once
#include <cudabmc/groups/any_group.h>

namespace cooperative_groups {
namespace __v1 {

template <unsigned int Size, class Parent>
static inline __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    static_assert(!::std::is_same<Parent, coalesced_group>::value, "a coalesced group has tiles of its own");
    return {};
}
/* Lanes of one warp, whatever the parent: of a coalesced group the consecutive ranks. */
static inline __device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
    unsigned int first = parent.thread_rank() / size * size, mask = 0;
    for (unsigned int rank = first; rank < first + size && rank < parent.size(); rank++)
        mask |= 1u << __cudabmc::lane_of(parent.mask(), rank);
    return coalesced_group(mask, parent.thread_rank() / size, (parent.size() + size - 1) / size);
}
template <unsigned int Size>
static inline __device__ thread_block_tile<Size, coalesced_group> tiled_partition(const coalesced_group &parent) {
    return thread_block_tile<Size, coalesced_group>(tiled_partition(parent, Size));
}
static inline __device__ thread_group tiled_partition(const thread_block &, unsigned int size) {
    unsigned int rank = __cudabmc::block_rank(), threads = __cudabmc::block_size();
    return coalesced_group(__cudabmc::tile_lanes(size), rank / size, (threads + size - 1) / size);
}
static inline __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    if (parent.is_block()) return tiled_partition(thread_block(), size);
    return tiled_partition(parent.warp_part(), size);
}

/* The threads of `parent` with the same label. */
template <class Parent, class Label>
static inline __device__ coalesced_group labeled_partition(const Parent &parent, Label label) {
    return coalesced_group(__match_any_sync(parent.mask(), label));
}
template <class Parent>
static inline __device__ coalesced_group binary_partition(const Parent &parent, bool predicate) {
    unsigned int with = __ballot_sync(parent.mask(), predicate);
    return coalesced_group(predicate ? with : parent.mask() & ~with, predicate, 2);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
