/* Tiles of a fixed size ("Thread Block Tile"): those of more than a warp have a barrier that counts arrivals. */
#pragma once
#include <cudabmc/groups/block.h>
#include <cudabmc/groups/coalesced.h>

namespace cooperative_groups {
namespace __v1 {
namespace __cudabmc {
/* The lanes of this thread's tile of `size` lanes. */
__CUDABMC_FACE __device__ unsigned int tile_lanes(unsigned int size) {
    return size == 32 ? 0xffffffffu : ((1u << size) - 1) << (lane() / size * size);
}
} // namespace __cudabmc

template <unsigned int Size, class Parent = void> class thread_block_tile {
    static_assert((Size & (Size - 1)) == 0 && Size <= 1024, "the size of a tile is a power of 2, at most 1024");

public:
    __device__ thread_block_tile() {}
    /* Whatever it is a part of. */
    template <class Other> __device__ thread_block_tile(const thread_block_tile<Size, Other> &) {}

    static __device__ void sync() {
        if constexpr (Size <= 32)
            __syncwarp(lanes());
        else
            __cudabmc_group_wait(Size, meta_group_rank(),
                                 __cudabmc_group_arrive(Size, meta_group_rank(), members()));
    }
    static constexpr __host__ __device__ unsigned int num_threads() { return Size; }
    static constexpr __host__ __device__ unsigned int size() { return Size; }
    static __device__ unsigned int thread_rank() { return __cudabmc::block_rank() % Size; }
    static __device__ unsigned int meta_group_rank() { return __cudabmc::block_rank() / Size; }
    static __device__ unsigned int meta_group_size() { return (__cudabmc::block_size() + Size - 1) / Size; }

    template <class T> static __device__ T shfl(T value, int source) {
        return __cudabmc::exchange(value, [=](auto word) { return __shfl_sync(lanes(), word, source, Size); });
    }
    template <class T> static __device__ T shfl_up(T value, unsigned int delta) {
        return __cudabmc::exchange(value, [=](auto word) { return __shfl_up_sync(lanes(), word, delta, Size); });
    }
    template <class T> static __device__ T shfl_down(T value, unsigned int delta) {
        return __cudabmc::exchange(value, [=](auto word) { return __shfl_down_sync(lanes(), word, delta, Size); });
    }
    template <class T> static __device__ T shfl_xor(T value, unsigned int mask) {
        return __cudabmc::exchange(value, [=](auto word) { return __shfl_xor_sync(lanes(), word, mask, Size); });
    }
    static __device__ int any(int predicate) { return __ballot_sync(lanes(), predicate) != 0; }
    static __device__ int all(int predicate) { return __ballot_sync(lanes(), predicate) == lanes(); }
    static __device__ unsigned int ballot(int predicate) { return shifted(__ballot_sync(lanes(), predicate)); }
    template <class T> static __device__ unsigned int match_any(T value) {
        return shifted(__match_any_sync(lanes(), value));
    }
    template <class T> static __device__ unsigned int match_all(T value, int &predicate) {
        return shifted(__match_all_sync(lanes(), value, &predicate));
    }
    static __device__ unsigned int mask() { return lanes(); }
    /* Has the tile all of its threads? */
    static __device__ bool is_whole() { return members() == Size; }

private:
    char known = 0; /* as in thread_block */
    /* The last tile of a block may lack threads. */
    static __device__ unsigned int members() {
        unsigned int left = __cudabmc::block_size() - meta_group_rank() * Size;
        return left < Size ? left : Size;
    }
    static __device__ unsigned int lanes() {
        static_assert(Size <= 32, "only threads of one warp exchange values");
        return __cudabmc::tile_lanes(Size);
    }
    static __device__ unsigned int shifted(unsigned int bits) { return bits >> (__cudabmc::lane() / Size * Size); }
};

/* Tiles of a coalesced group: consecutive ranks of it. */
template <unsigned int Size> class thread_block_tile<Size, coalesced_group> : public coalesced_group {
public:
    explicit __device__ thread_block_tile(const coalesced_group &part) : coalesced_group(part) {}
    static __device__ bool is_whole() { return false; }
};

/* Scratch memory for tiles of more than a warp. */
template <unsigned int MaxBlockSize> struct block_tile_memory { char bytes[MaxBlockSize]; };
template <unsigned int MaxBlockSize>
static inline __device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return {};
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
