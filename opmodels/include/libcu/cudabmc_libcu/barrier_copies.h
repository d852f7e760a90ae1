/* cuda::memcpy_async with a barrier (libcu++, "cuda::memcpy_async"): over with the phase of the barrier. */
#pragma once
#include <cudabmc_libcu/shares.h>

__CUDABMC_BEGIN_CUDA

template <class Size, thread_scope Scope, class Completion>
__CUDABMC_INLINE __device__ void memcpy_async(void *destination, const void *source, Size size,
                                              barrier<Scope, Completion> &until) {
    __cudabmc_copy_for(until.__place(), destination, source, __cudabmc::bytes(size));
}
template <class Group, class Size, thread_scope Scope, class Completion>
static __device__ void memcpy_async(const Group &group, void *destination, const void *source, Size size,
                                    barrier<Scope, Completion> &until) {
    __cudabmc::Share share(group, __cudabmc::bytes(size));
    if (share.size)
        __cudabmc_copy_for(until.__place(), (char *)destination + share.first, (const char *)source + share.first,
                           share.size);
}

__CUDABMC_END_CUDA
