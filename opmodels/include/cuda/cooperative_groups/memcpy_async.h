/* Copies by a group ("memcpy_async", "wait"): each thread copies its elements at once, so what is promised
   only after `wait` is there before; an access that does not wait still races with the copy. */
#pragma once
#include <cooperative_groups.h>

#ifdef __CUDACC__
namespace cooperative_groups {

template <class Group, class T, class Size>
static inline __device__ void memcpy_async(const Group &group, T *destination, const T *source, Size bytes) {
    for (size_t i = group.thread_rank(); i < (size_t)bytes / sizeof(T); i += group.size()) destination[i] = source[i];
}
template <class Group, class Size>
static inline __device__ void memcpy_async(const Group &group, void *destination, const void *source, Size bytes) {
    memcpy_async(group, (char *)destination, (const char *)source, (size_t)bytes);
}
template <class Group, class T, class To, class From>
static inline __device__ void memcpy_async(const Group &group, T *destination, To room, const T *source,
                                           From count) {
    size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
    memcpy_async(group, destination, source, elements * sizeof(T));
}
template <class Group> static inline __device__ void wait(const Group &group) { group.sync(); }
template <unsigned int Stages, class Group> static inline __device__ void wait_prior(const Group &group) {
    group.sync();
}

} // namespace cooperative_groups
#endif
