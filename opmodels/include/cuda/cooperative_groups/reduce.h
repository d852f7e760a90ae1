/* Reductions over a group ("Reduce Operators"). */
#pragma once
#include <cooperative_groups.h>

#ifdef __CUDACC__
namespace cooperative_groups {
namespace __v1 {

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

template <unsigned int Size, class Parent, class T, class Operator>
static inline __device__ T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operator &&combine);

/* One after the other: all threads end with the result. */
template <class Group, class T, class Operator>
static inline __device__ T reduce_in_turn(const Group &group, T value, Operator &combine) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); rank++) result = combine(result, group.shfl(value, rank));
    return result;
}
/* A place for each warp of the block. */
template <class T> static inline __device__ T *places_of_warps() {
    static_assert(__is_trivially_copyable(T) && sizeof(T) <= 8, "of tiles of more than a warp at most 8 bytes");
    __shared__ alignas(T) unsigned char bytes[32 * sizeof(T)];
    return reinterpret_cast<T *>(bytes);
}
/* Each warp of the tile, then one warp after the other. That it is no tile.sync() is seen by the kind of barrier. */
template <unsigned int Size, class Parent, class T, class Operator>
static inline __device__ T reduce_warps(const thread_block_tile<Size, Parent> &tile, T value, Operator &combine) {
    constexpr int kind = Size + 1;
    unsigned int number = tile.meta_group_rank(), first = number * (Size / 32);
    unsigned int left = __cudabmc::block_size() - number * Size, members = left < Size ? left : Size;
    __cudabmc_ordered_by_reduction();
    T *places = places_of_warps<T>();
    value = reduce(thread_block_tile<32>(), value, combine);
    if (__cudabmc::lane() == 0) places[__cudabmc::block_rank() / 32] = value;
    __cudabmc_group_wait(kind, number, __cudabmc_group_arrive(kind, number, members));
    T result = places[first];
    for (unsigned int warp = 1; warp * 32 < members; warp++) result = combine(result, places[first + warp]);
    __cudabmc_group_wait(kind, number, __cudabmc_group_arrive(kind, number, members));
    return result;
}
/* Pairs, then pairs of pairs, if no thread of the tile is missing. */
template <unsigned int Size, class Parent, class T, class Operator>
static inline __device__ T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operator &&combine) {
    if constexpr (Size > 32) {
        return reduce_warps(tile, value, combine);
    } else if (tile.is_whole()) {
        for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
            value = combine(value, tile.shfl(value, tile.thread_rank() ^ distance));
        return value;
    } else {
        coalesced_group there(tile.mask() & __cudabmc::existing());
        return reduce_in_turn(there, value, combine);
    }
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

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#endif
