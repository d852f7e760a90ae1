/* What groups within a warp are made of: lanes, masks of lanes, and the exchange of values of any type. */
#pragma once
#include <cuda_runtime.h>

namespace cooperative_groups {
namespace __v1 {
namespace __cudabmc {

/* The rank of the thread in its block. */
__CUDABMC_FACE __device__ unsigned int block_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__CUDABMC_FACE __device__ unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__CUDABMC_FACE __device__ unsigned int lane() { return block_rank() % 32; }
/* The lanes below this one. */
__CUDABMC_FACE __device__ unsigned int below() { return (1u << lane()) - 1; }
/* The lanes that the warp has: the last one of a block may lack some. */
__CUDABMC_FACE __device__ unsigned int existing() {
    unsigned int left = block_size() - block_rank() / 32 * 32;
    return left < 32 ? (1u << left) - 1 : 0xffffffffu;
}
/* The number of the lane that has `rank` in `mask`; rank must be less than the number of lanes. */
__CUDABMC_FACE __device__ int lane_of(unsigned int mask, unsigned int rank) {
    for (; rank > 0; rank--) mask &= mask - 1;
    return __ffs((int)mask) - 1;
}

template <class T> struct exchanged { static constexpr bool directly = false; };
#define __CUDABMC_EXCHANGED(type) \
    template <> struct exchanged<type> { static constexpr bool directly = true; };
__CUDABMC_EXCHANGED(int)
__CUDABMC_EXCHANGED(unsigned int)
__CUDABMC_EXCHANGED(long)
__CUDABMC_EXCHANGED(unsigned long)
__CUDABMC_EXCHANGED(long long)
__CUDABMC_EXCHANGED(unsigned long long)
__CUDABMC_EXCHANGED(float)
__CUDABMC_EXCHANGED(double)
#undef __CUDABMC_EXCHANGED

/* Values that no shuffle takes go in words ("trivially copyable", at most 32 bytes). */
template <class T, class Shuffle> static inline __device__ T exchange(const T &value, Shuffle shuffle) {
    if constexpr (exchanged<T>::directly) {
        return shuffle(value);
    } else if constexpr (sizeof(T) % 4 == 0 && alignof(T) % 4 == 0) {
        T result = value;
        for (unsigned int i = 0; i < sizeof(T) / 4; i++)
            reinterpret_cast<unsigned int *>(&result)[i] = shuffle(reinterpret_cast<const unsigned int *>(&value)[i]);
        return result;
    } else {
        unsigned int words[(sizeof(T) + 3) / 4] = {};
        memcpy(words, &value, sizeof(T));
        for (unsigned int &word : words) word = shuffle(word);
        T result;
        memcpy(&result, words, sizeof(T));
        return result;
    }
}

} // namespace __cudabmc
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
