/* cuda::barrier (libcu++, "Synchronization Primitives"; PTX ISA, `mbarrier`): known to the machine by its address. */
#pragma once
#include <cudabmc_libcu/scopes.h>
#ifdef __CUDABMC_BESIDE_LIBCU
#include <cuda/__fwd/barrier.h>
#endif

namespace cuda {
#ifndef __CUDABMC_BESIDE_LIBCU
namespace std {
struct __empty_completion {
    __CUDABMC_HD void operator()() noexcept {}
};
} // namespace std
template <thread_scope Scope, class Completion = std::__empty_completion> class barrier;
#endif

namespace __cudabmc {
__device__ void with_completion() __asm__("cuda::barrier with a completion function");
__device__ void wait_parity() __asm__("cuda::barrier::wait_parity");
} // namespace __cudabmc
} // namespace cuda

__CUDABMC_BEGIN_CUDA

template <thread_scope Scope, class Completion> class barrier {
public:
    class arrival_token {
        friend class barrier;
        unsigned long long phase;
    };

    barrier() = default;
    __CUDABMC_INLINE __device__ constexpr barrier(std::ptrdiff_t expected, Completion = Completion())
        : state(__cudabmc::counter_constant | expected) {
        if (!__builtin_is_constant_evaluated()) init(this, expected);
    }
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;

    [[nodiscard]] __CUDABMC_INLINE __device__ arrival_token arrive(std::ptrdiff_t update = 1) {
        arrival_token token;
        token.phase = __cudabmc_counter_arrive(&state, update, 0);
        return token;
    }
    __CUDABMC_INLINE __device__ void wait(arrival_token &&token) const {
        __cudabmc_counter_wait(const_cast<long *>(&state), token.phase);
    }
    __CUDABMC_INLINE __device__ bool try_wait(arrival_token &&token) const {
        __cudabmc_counter_try_wait(const_cast<long *>(&state), token.phase);
        return true;
    }
    __CUDABMC_INLINE __device__ void arrive_and_wait() { wait(arrive()); }
    __CUDABMC_INLINE __device__ void arrive_and_drop() { __cudabmc_counter_arrive(&state, 1, 1); }
    __CUDABMC_INLINE __device__ void wait_parity(bool) const { __cudabmc::wait_parity(); }
    __CUDABMC_INLINE __device__ bool try_wait_parity(bool) const {
        __cudabmc::wait_parity();
        return true;
    }
    static constexpr __host__ __device__ std::ptrdiff_t max() noexcept { return (1 << 20) - 1; }

    friend __CUDABMC_INLINE __device__ void init(barrier *object, std::ptrdiff_t expected,
                                                 Completion = Completion()) {
        if constexpr (!::std::is_same<Completion, std::__empty_completion>::value) __cudabmc::with_completion();
        __cudabmc_counter_init(&object->state, expected);
    }
    __CUDABMC_INLINE __device__ long *__place() { return &state; }

private:
    alignas(8) long state;
};

__CUDABMC_END_CUDA

#ifdef __CUDABMC_BESIDE_LIBCU
_CCCL_BEGIN_NAMESPACE_CUDA_STD
#else
namespace cuda {
namespace std {
#endif
template <class Completion = __empty_completion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
#ifdef __CUDABMC_BESIDE_LIBCU
_CCCL_END_NAMESPACE_CUDA_STD
#else
} // namespace std
} // namespace cuda
#endif
#include <cudabmc_libcu/barrier_copies.h>
