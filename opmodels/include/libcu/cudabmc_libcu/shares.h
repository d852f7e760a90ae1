/* How a group divides a copy among its threads, and sizes that say how memory is aligned. */
#pragma once
#include <cudabmc_libcu/scopes.h>
#ifdef __CUDABMC_BESIDE_LIBCU
#include <cuda/__memory/aligned_size.h>
#endif

namespace cuda {

#ifndef __CUDABMC_BESIDE_LIBCU
template <std::size_t Alignment> struct aligned_size_t {
    static constexpr std::size_t align = Alignment;
    std::size_t value;
    __CUDABMC_INLINE __host__ __device__ explicit aligned_size_t(std::size_t size) : value(size) {}
    __CUDABMC_INLINE __host__ __device__ operator std::size_t() const { return value; }
};
#endif

namespace __cudabmc {
template <class Size> __CUDABMC_INLINE __host__ __device__ std::size_t bytes(const Size &size) {
    return (std::size_t)size;
}

/* Nothing says which thread copies what: not the part that has its rank. */
struct Share {
    std::size_t first, size;
    template <class Group> __device__ Share(const Group &group, std::size_t all) {
        std::size_t threads = group.size(), part = ((all + threads - 1) / threads + 15) / 16 * 16;
        std::size_t rank = threads - 1 - group.thread_rank();
        first = rank * part;
        size = first >= all ? 0 : all - first < part ? all - first : part;
    }
};
} // namespace __cudabmc
} // namespace cuda
