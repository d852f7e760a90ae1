/* Reductions over a group ("Reduce Operators"). */
#pragma once
#include <cooperative_groups.h>

#ifdef __CUDACC__
namespace cooperative_groups {

template <class T = void> struct plus {
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T = void> struct less {
    __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void> struct greater {
    __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void> struct bit_and {
    __host__ __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T = void> struct bit_or {
    __host__ __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T = void> struct bit_xor {
    __host__ __device__ T operator()(T a, T b) const { return a ^ b; }
};

/* One after the other: all threads end with the result. */
template <class Group, class T, class Operator>
static inline __device__ T reduce_in_turn(const Group &group, T value, Operator &combine) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); rank++) result = combine(result, group.shfl(value, rank));
    return result;
}
/* Pairs, then pairs of pairs, if no thread of the tile is missing. Tiles of more than a warp are refused. */
template <unsigned int Size, class Parent, class T, class Operator>
static inline __device__ T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operator &&combine) {
    static_assert(Size <= 32, "reductions of tiles of more than a warp are not modelled");
    if (tile.is_whole()) {
        for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
            value = combine(value, tile.shfl(value, tile.thread_rank() ^ distance));
        return value;
    }
    coalesced_group there(tile.mask() & __cudabmc::existing());
    return reduce_in_turn(there, value, combine);
}
template <class T, class Operator>
static inline __device__ T reduce(const coalesced_group &group, T value, Operator &&combine) {
    return reduce_in_turn(group, value, combine);
}

template <class Group, class T, class Operator>
static inline __device__ void reduce_store_async(const Group &group, T *destination, T value, Operator &&combine) {
    T result = reduce(group, value, combine);
    if (group.thread_rank() == 0) *destination = result;
}

} // namespace cooperative_groups
#endif
