/* cuda::pipeline and cuda::memcpy_async (libcu++, "cuda::pipeline"; CUDA C++ Programming Guide, "Asynchronous Data
   Copies using cuda::pipeline"). */
#pragma once
#include <cuda/barrier>
#ifdef __CUDABMC_BESIDE_LIBCU
#include <cuda/__fwd/pipeline.h>
#endif

__CUDABMC_BEGIN_CUDA

enum class pipeline_role { producer, consumer };

/* Each stage has two barriers: its copies are over, and its data are not needed any more. */
template <thread_scope Scope, unsigned char Stages> class pipeline_shared_state {
public:
    pipeline_shared_state() = default;
    alignas(8) long __full[Stages], __empty[Stages];
};

template <thread_scope Scope> class pipeline {
public:
    __device__ pipeline(long *full, long *empty, unsigned int stages)
        : __full(full), __empty(empty), __stages(stages), __head(0), __tail(0) {}
    pipeline(pipeline &&) = default;
    pipeline(const pipeline &) = delete;

    __CUDABMC_INLINE __device__ void producer_acquire() {
        if (__head >= __stages) __cudabmc_counter_wait(&__empty[__head % __stages], __head / __stages - 1);
    }
    __CUDABMC_INLINE __device__ void producer_commit() {
        __cudabmc_counter_arrive(&__full[__head % __stages], 1, 0);
        __head++;
    }
    __CUDABMC_INLINE __device__ void consumer_wait() {
        __cudabmc_counter_wait(&__full[__tail % __stages], __tail / __stages);
    }
    __CUDABMC_INLINE __device__ void consumer_release() {
        __cudabmc_counter_arrive(&__empty[__tail % __stages], 1, 0);
        __tail++;
    }
    __CUDABMC_INLINE __device__ bool quit() { return true; }
    __CUDABMC_INLINE __device__ void __copy(void *destination, const void *source, std::size_t size) {
        __cudabmc_copy_for(&__full[__head % __stages], destination, source, size);
    }

private:
    long *__full, *__empty;
    unsigned long long __stages, __head, __tail;
};

/* The pipeline of one thread: its stages are batches of copies. */
template <> class pipeline<thread_scope_thread> {
public:
    __CUDABMC_INLINE __device__ pipeline() : __open(0) {}
    pipeline(pipeline &&) = default;
    pipeline(const pipeline &) = delete;

    __CUDABMC_INLINE __device__ void producer_acquire() {}
    __CUDABMC_INLINE __device__ void producer_commit() {
        __pipeline_commit();
        __open++;
    }
    /* As in libcu++, the next wait is for the next stage, whether this one is released or not. */
    __CUDABMC_INLINE __device__ void consumer_wait() {
        if (__open) __pipeline_wait_prior(--__open);
    }
    __CUDABMC_INLINE __device__ void consumer_release() {}
    __CUDABMC_INLINE __device__ bool quit() { return true; }
    __CUDABMC_INLINE __device__ void __copy(void *destination, const void *source, std::size_t size) {
        __cudabmc_copy_async(destination, source, size);
    }

private:
    unsigned long long __open;
};

__CUDABMC_END_CUDA
namespace cuda {
namespace __cudabmc {
__device__ void pipeline_roles() __asm__("cuda::make_pipeline with roles");
} // namespace __cudabmc
} // namespace cuda
__CUDABMC_BEGIN_CUDA

static __CUDABMC_INLINE __device__ pipeline<thread_scope_thread> make_pipeline() { return {}; }

template <class Group, thread_scope Scope, unsigned char Stages>
static __device__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                                std::size_t producers = 0) {
    if (group.thread_rank() == 0) {
        for (int stage = 0; stage < Stages; stage++) {
            __cudabmc_counter_init(&state->__full[stage], producers ? producers : group.size());
            __cudabmc_counter_init(&state->__empty[stage], group.size() - producers);
        }
    }
    group.sync();
    return pipeline<Scope>(state->__full, state->__empty, Stages);
}
template <class Group, thread_scope Scope, unsigned char Stages>
static __device__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                                pipeline_role) {
    __cudabmc::pipeline_roles();
    return pipeline<Scope>(state->__full, state->__empty, Stages);
}

template <unsigned int Prior>
static __CUDABMC_INLINE __device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {
    __pipeline_wait_prior(Prior);
}

template <class Size, thread_scope Scope>
__CUDABMC_INLINE __device__ void memcpy_async(void *destination, const void *source, Size size,
                                              pipeline<Scope> &into) {
    into.__copy(destination, source, __cudabmc::bytes(size));
}
template <class Group, class Size, thread_scope Scope>
static __device__ void memcpy_async(const Group &group, void *destination, const void *source, Size size,
                                    pipeline<Scope> &into) {
    __cudabmc::Share share(group, __cudabmc::bytes(size));
    if (share.size) into.__copy((char *)destination + share.first, (const char *)source + share.first, share.size);
}

__CUDABMC_END_CUDA
