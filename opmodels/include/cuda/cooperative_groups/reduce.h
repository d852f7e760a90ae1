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

/* Pairs, then pairs of pairs: all threads end with the result. Tiles of more than a warp are refused. */
template <unsigned int Size, class Parent, class T, class Operator>
static inline __device__ T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operator &&combine) {
    if constexpr (Size > 32)
        tile.sync();
    else
        for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
            value = combine(value, tile.shfl_xor(value, distance));
    return value;
}
template <class T, class Operator>
static inline __device__ T reduce(const coalesced_group &group, T value, Operator &&combine) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); rank++) result = combine(result, group.shfl(value, rank));
    return result;
}

template <class Group, class T, class Operator>
static inline __device__ void reduce_store_async(const Group &group, T *destination, T value, Operator &&combine) {
    T result = reduce(group, value, combine);
    if (group.thread_rank() == 0) *destination = result;
}

} // namespace cooperative_groups
#endif
