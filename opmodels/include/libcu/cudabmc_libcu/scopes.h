/* Scopes and orders of the synchronisation library (libcu++, "Thread Scopes", "cuda::std::memory_order"). */
#pragma once
#include <cuda_runtime.h>
#include <cstddef>
#include <type_traits>

#if __has_include(<cuda/std/version>)
/* NVIDIA's libcu++ is there: what is shared with it is its own. */
#define __CUDABMC_BESIDE_LIBCU 1
#include <cuda/std/__atomic/scopes.h>
#include <cuda/std/cstddef>
#include <cuda/std/utility>
#define __CUDABMC_BEGIN_CUDA _CCCL_BEGIN_NAMESPACE_CUDA
#define __CUDABMC_END_CUDA _CCCL_END_NAMESPACE_CUDA
#else
#define __CUDABMC_BEGIN_CUDA namespace cuda {
#define __CUDABMC_END_CUDA }

namespace cuda {

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10
};

namespace std {
enum memory_order {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_consume = __ATOMIC_CONSUME,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL,
    memory_order_seq_cst = __ATOMIC_SEQ_CST
};
template <class T> __CUDABMC_HD constexpr typename ::std::remove_reference<T>::type &&move(T &&value) noexcept {
    return static_cast<typename ::std::remove_reference<T>::type &&>(value);
}
using ::std::ptrdiff_t;
using ::std::size_t;
} // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace __cudabmc {
/* The scope as clang's scoped atomics name it. */
constexpr int memory_scope(thread_scope scope) {
    return scope == thread_scope_system   ? __MEMORY_SCOPE_SYSTEM
           : scope == thread_scope_device ? __MEMORY_SCOPE_DEVICE
                                          : __MEMORY_SCOPE_WRKGRP;
}
/* What a compare-and-exchange that fails keeps of its order. */
constexpr memory_order when_failed(memory_order order) {
    return order == memory_order_acq_rel   ? memory_order_acquire
           : order == memory_order_release ? memory_order_relaxed
                                           : order;
}
} // namespace __cudabmc
} // namespace cuda
#endif

namespace cuda {
namespace __cudabmc {
/* What a barrier or latch with a constant initialiser holds besides its count: nobody has called init for it. */
constexpr long counter_constant = 1L << 40;
} // namespace __cudabmc
} // namespace cuda
