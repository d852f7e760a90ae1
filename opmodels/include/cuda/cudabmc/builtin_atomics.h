/* The atomic functions that are built into the compiler since CUDA 12.8 (CUDA C++ Programming Guide, "Built-in Atomic
   Functions"). The scope of a cluster is taken for that of a block, and refused where this makes a difference. */
#pragma once

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#include <cudabmc/scoped_atomics.h>

#define __CUDABMC_BUILTIN __attribute__((always_inline, nodebug)) static __device__
#define __CUDABMC_WITH_SCOPE int order, int scope = __NV_THREAD_SCOPE_SYSTEM
#define __CUDABMC_IN_SCOPE(call)                                                                                       \
    (scope == __NV_THREAD_SCOPE_SYSTEM   ? __cudabmc_atomics::scoped<__cudabmc_atomics::SYSTEM>::call                   \
     : scope == __NV_THREAD_SCOPE_DEVICE ? __cudabmc_atomics::scoped<__cudabmc_atomics::DEVICE>::call                   \
                                         : (__cudabmc_atomics::of_cluster(scope),                                     \
                                            __cudabmc_atomics::scoped<__cudabmc_atomics::BLOCK>::call))

namespace __cudabmc_atomics {
/* The pointer tells the type; other arguments are converted to it. */
template <class T> struct told { using type = T; };
template <class T> using value = typename told<T>::type;
__CUDABMC_BUILTIN void of_cluster(int scope) {
    if (scope == __NV_THREAD_SCOPE_CLUSTER) __cudabmc_cluster_scope();
}
template <class T> using bits = typename word<sizeof(T)>::type;
} // namespace __cudabmc_atomics

template <class T> __CUDABMC_BUILTIN __cudabmc_atomics::value<T> __nv_atomic_load_n(T *ptr, __CUDABMC_WITH_SCOPE) {
    using bits = __cudabmc_atomics::bits<T>;
    bits found = __CUDABMC_IN_SCOPE(load((bits *)ptr));
    __CUDABMC_IN_SCOPE(end(order));
    return __builtin_bit_cast(__cudabmc_atomics::value<T>, found);
}
template <class T> __CUDABMC_BUILTIN void __nv_atomic_store_n(T *ptr, __cudabmc_atomics::value<T> val,
                                                              __CUDABMC_WITH_SCOPE) {
    using bits = __cudabmc_atomics::bits<T>;
    __CUDABMC_IN_SCOPE(begin(order));
    __CUDABMC_IN_SCOPE(store((bits *)ptr, __builtin_bit_cast(bits, val)));
    __CUDABMC_IN_SCOPE(end(order));
}
template <class T> __CUDABMC_BUILTIN __cudabmc_atomics::value<T> __nv_atomic_exchange_n(
    T *ptr, __cudabmc_atomics::value<T> val, __CUDABMC_WITH_SCOPE) {
    using bits = __cudabmc_atomics::bits<T>;
    __CUDABMC_IN_SCOPE(begin(order));
    bits found = __CUDABMC_IN_SCOPE(exchange((bits *)ptr, __builtin_bit_cast(bits, val)));
    __CUDABMC_IN_SCOPE(end(order));
    return __builtin_bit_cast(__cudabmc_atomics::value<T>, found);
}
template <class T> __CUDABMC_BUILTIN bool __nv_atomic_compare_exchange_n(
    T *ptr, __cudabmc_atomics::value<T> *expected, __cudabmc_atomics::value<T> desired, bool weak, int order, int failure,
    int scope = __NV_THREAD_SCOPE_SYSTEM) {
    using bits = __cudabmc_atomics::bits<T>;
    __CUDABMC_IN_SCOPE(begin(order));
    bits compare = __builtin_bit_cast(bits, *expected);
    bits found = __CUDABMC_IN_SCOPE(compare_and_swap((bits *)ptr, compare, __builtin_bit_cast(bits, desired)));
    bool same = found == compare;
    __CUDABMC_IN_SCOPE(end(same || order == __NV_ATOMIC_RELEASE ? order : failure));
    if (!same) *expected = __builtin_bit_cast(__cudabmc_atomics::value<T>, found);
    return same;
}

template <class T> __CUDABMC_BUILTIN void __nv_atomic_load(T *ptr, __cudabmc_atomics::value<T> *ret,
                                                           __CUDABMC_WITH_SCOPE) {
    *ret = __nv_atomic_load_n(ptr, order, scope);
}
template <class T> __CUDABMC_BUILTIN void __nv_atomic_store(T *ptr, __cudabmc_atomics::value<T> *val,
                                                            __CUDABMC_WITH_SCOPE) {
    __nv_atomic_store_n(ptr, *val, order, scope);
}
template <class T> __CUDABMC_BUILTIN void __nv_atomic_exchange(T *ptr, __cudabmc_atomics::value<T> *val,
                                                               __cudabmc_atomics::value<T> *ret,
                                                               __CUDABMC_WITH_SCOPE) {
    *ret = __nv_atomic_exchange_n(ptr, *val, order, scope);
}
template <class T> __CUDABMC_BUILTIN bool __nv_atomic_compare_exchange(
    T *ptr, __cudabmc_atomics::value<T> *expected, __cudabmc_atomics::value<T> *desired, bool weak, int order,
    int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return __nv_atomic_compare_exchange_n(ptr, expected, *desired, weak, order, failure, scope);
}

/* Each of these has a form without a result. */
#define __CUDABMC_FETCH(fetch, alone, as, operation)                                                                           \
    template <class T> __CUDABMC_BUILTIN __cudabmc_atomics::value<T> fetch(                         \
        T *ptr, __cudabmc_atomics::value<T> val, __CUDABMC_WITH_SCOPE) {                                               \
        using operand = as;                                                                                            \
        __CUDABMC_IN_SCOPE(begin(order));                                                                              \
        operand found = __CUDABMC_IN_SCOPE(operation);                                                                 \
        __CUDABMC_IN_SCOPE(end(order));                                                                                \
        return (__cudabmc_atomics::value<T>)found;                                                                     \
    }                                                                                                                  \
    template <class T> __CUDABMC_BUILTIN void alone(T *ptr, __cudabmc_atomics::value<T> val,              \
                                                                 __CUDABMC_WITH_SCOPE) {                               \
        fetch(ptr, val, order, scope);                                                              \
    }
namespace __cudabmc_atomics {
/* What is added is a number of 32 or 64 bits, or a float. */
template <class T> struct summand { using type = bits<T>; };
template <> struct summand<float> { using type = float; };
template <> struct summand<double> { using type = double; };
template <class T, bool Signed = ((value<T>)-1 < (value<T>)0)> struct compared { using type = bits<T>; };
template <class T> struct compared<T, true> { using type = typename word<sizeof(T)>::integer; };
} // namespace __cudabmc_atomics
__CUDABMC_FETCH(__nv_atomic_fetch_add, __nv_atomic_add, typename __cudabmc_atomics::summand<__cudabmc_atomics::value<T>>::type,
                add((operand *)ptr, (operand)val))
__CUDABMC_FETCH(__nv_atomic_fetch_sub, __nv_atomic_sub, typename __cudabmc_atomics::summand<__cudabmc_atomics::value<T>>::type,
                add((operand *)ptr, (operand)-val))
__CUDABMC_FETCH(__nv_atomic_fetch_and, __nv_atomic_and, __cudabmc_atomics::bits<T>, conjoin((operand *)ptr, (operand)val))
__CUDABMC_FETCH(__nv_atomic_fetch_or, __nv_atomic_or, __cudabmc_atomics::bits<T>, disjoin((operand *)ptr, (operand)val))
__CUDABMC_FETCH(__nv_atomic_fetch_xor, __nv_atomic_xor, __cudabmc_atomics::bits<T>, differ((operand *)ptr, (operand)val))
__CUDABMC_FETCH(__nv_atomic_fetch_min, __nv_atomic_min, typename __cudabmc_atomics::compared<T>::type, least((operand *)ptr, (operand)val))
__CUDABMC_FETCH(__nv_atomic_fetch_max, __nv_atomic_max, typename __cudabmc_atomics::compared<T>::type, most((operand *)ptr, (operand)val))

/* A fence of any order but relaxed is one of both ways. */
__CUDABMC_BUILTIN void __nv_atomic_thread_fence(__CUDABMC_WITH_SCOPE) {
    if (order == __NV_ATOMIC_RELAXED) return;
    if (scope == __NV_THREAD_SCOPE_SYSTEM) __threadfence_system();
    else if (scope == __NV_THREAD_SCOPE_DEVICE) __threadfence();
    else __threadfence_block();
}

#undef __CUDABMC_FETCH
#undef __CUDABMC_IN_SCOPE
#undef __CUDABMC_WITH_SCOPE
#undef __CUDABMC_BUILTIN
