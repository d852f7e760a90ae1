/* Copies by a group ("memcpy_async", "wait"): they are under way until the group waits for them. */
#pragma once
#include <cooperative_groups.h>

#ifdef __CUDACC__
namespace cooperative_groups {
namespace __v1 {
namespace __cudabmc {
/* Nothing says which thread copies what: not the part that has its rank. */
template <class Group>
static inline __device__ void copy(const Group &group, void *destination, const void *source, size_t bytes) {
    size_t threads = group.size(), part = ((bytes + threads - 1) / threads + 15) / 16 * 16;
    size_t first = (threads - 1 - group.thread_rank()) * part;
    if (first < bytes)
        __cudabmc_copy_async((char *)destination + first, (const char *)source + first,
                             bytes - first < part ? bytes - first : part);
    __pipeline_commit();
}
} // namespace __cudabmc

template <class Group, class T, class Size>
static inline __device__ void memcpy_async(const Group &group, T *destination, const T *source, const Size &bytes) {
    __cudabmc::copy(group, destination, source, (size_t)bytes);
}
template <class Group, class Size>
static inline __device__ void memcpy_async(const Group &group, void *destination, const void *source,
                                           const Size &bytes) {
    __cudabmc::copy(group, destination, source, (size_t)bytes);
}
template <class Group, class T, class To, class From>
static inline __device__ void memcpy_async(const Group &group, T *destination, const To &room, const T *source,
                                           const From &count) {
    size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
    __cudabmc::copy(group, destination, source, elements * sizeof(T));
}
template <class Group> static inline __device__ void wait(const Group &group) {
    __cudabmc_wait_for_all_copies();
    group.sync();
}
template <unsigned int Stages, class Group> static inline __device__ void wait_prior(const Group &group) {
    __pipeline_wait_prior(Stages);
    group.sync();
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#endif
