/* The operations that cuda::atomic and cuda::atomic_ref share, on a place in memory. */
#pragma once
#include <cudabmc_libcu/scoped.h>

namespace cuda {
namespace __cudabmc {

#define __CUDABMC_ATOMIC __attribute__((always_inline, nodebug)) __host__ __device__

template <class T, class = void> struct difference { using type = T; static constexpr ::std::ptrdiff_t unit = 1; };
template <class T> struct difference<T *> {
    using type = ::std::ptrdiff_t;
    static constexpr ::std::ptrdiff_t unit = sizeof(T);
};

template <class T, thread_scope Scope> struct atomic_access {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "atomics of 1, 2, 4 and 8 bytes are modelled");
#ifndef __CUDA_ARCH__
    static constexpr int where = memory_scope(Scope);
#endif
    using value_type = T;
    using difference_type = typename difference<T>::type;

    T *place;

#ifdef __CUDA_ARCH__
    using word = typename __cudabmc::word<sizeof(T)>::type;
    using on = scoped<Scope>;

    __CUDABMC_ATOMIC word *bits() const { return (word *)place; }
    __CUDABMC_ATOMIC static word as_bits(T value) { return __builtin_bit_cast(word, value); }
    __CUDABMC_ATOMIC static T from_bits(word value) { return __builtin_bit_cast(T, value); }

    __CUDABMC_ATOMIC T load(memory_order order = memory_order_seq_cst) const {
        word found = on::load(bits());
        on::end(order);
        return from_bits(found);
    }
    __CUDABMC_ATOMIC void store(T value, memory_order order = memory_order_seq_cst) const {
        on::begin(order);
        on::store(bits(), as_bits(value));
        on::end(order);
    }
    __CUDABMC_ATOMIC bool compare_exchange_strong(T &expected, T desired, memory_order success,
                                                  memory_order failure) const {
        on::begin(success);
        word compare = as_bits(expected), found = on::compare_and_swap(bits(), compare, as_bits(desired));
        bool same = found == compare;
        on::end(same || success == memory_order_release ? success : failure);
        if (!same) expected = from_bits(found);
        return same;
    }
    __CUDABMC_ATOMIC T exchange(T value, memory_order order = memory_order_seq_cst) const {
        on::begin(order);
        word found = on::exchange(bits(), as_bits(value));
        on::end(order);
        return from_bits(found);
    }
    __CUDABMC_ATOMIC T fetch_add(difference_type value, memory_order order = memory_order_seq_cst) const {
        on::begin(order);
        T found;
        if constexpr (::std::is_floating_point<T>::value)
            found = on::add(place, value);
        else
            found = from_bits(on::add(bits(), (word)(value * (difference_type)difference<T>::unit)));
        on::end(order);
        return found;
    }
    __CUDABMC_ATOMIC T fetch_sub(difference_type value, memory_order order = memory_order_seq_cst) const {
        return fetch_add(-value, order);
    }
#define __CUDABMC_FETCH(name, function)                                                                            \
    __CUDABMC_ATOMIC T fetch_##name(T value, memory_order order = memory_order_seq_cst) const {                    \
        on::begin(order);                                                                                          \
        word found = on::function(bits(), as_bits(value));                                                         \
        on::end(order);                                                                                            \
        return from_bits(found);                                                                                   \
    }
    __CUDABMC_FETCH(and, conjoin)
    __CUDABMC_FETCH(or, disjoin)
    __CUDABMC_FETCH(xor, differ)
#undef __CUDABMC_FETCH
#define __CUDABMC_FETCH(name, function)                                                                            \
    __CUDABMC_ATOMIC T fetch_##name(T value, memory_order order = memory_order_seq_cst) const {                    \
        using signedness = typename ::std::conditional<::std::is_signed<T>::value,                                 \
                                                       typename __cudabmc::word<sizeof(T)>::integer, word>::type;  \
        on::begin(order);                                                                                          \
        T found = (T)on::function((signedness *)place, (signedness)value);                                         \
        on::end(order);                                                                                            \
        return found;                                                                                              \
    }
    __CUDABMC_FETCH(min, least)
    __CUDABMC_FETCH(max, most)
#undef __CUDABMC_FETCH
#else
    __CUDABMC_ATOMIC T load(memory_order order = memory_order_seq_cst) const {
        T result;
        __scoped_atomic_load(place, &result, order, where);
        return result;
    }
    __CUDABMC_ATOMIC void store(T value, memory_order order = memory_order_seq_cst) const {
        __scoped_atomic_store(place, &value, order, where);
    }
    __CUDABMC_ATOMIC T exchange(T value, memory_order order = memory_order_seq_cst) const {
        T result;
        __scoped_atomic_exchange(place, &value, &result, order, where);
        return result;
    }
    __CUDABMC_ATOMIC bool compare_exchange_strong(T &expected, T desired, memory_order success,
                                                  memory_order failure) const {
        return __scoped_atomic_compare_exchange(place, &expected, &desired, false, success, failure, where);
    }

#define __CUDABMC_FETCH(name)                                                                                      \
    __CUDABMC_ATOMIC T fetch_##name(difference_type value, memory_order order = memory_order_seq_cst) const {      \
        return __scoped_atomic_fetch_##name(place, value * (difference_type)difference<T>::unit, order, where);    \
    }
    __CUDABMC_FETCH(add)
    __CUDABMC_FETCH(sub)
#undef __CUDABMC_FETCH
#define __CUDABMC_FETCH(name)                                                                                      \
    __CUDABMC_ATOMIC T fetch_##name(T value, memory_order order = memory_order_seq_cst) const {                    \
        return __scoped_atomic_fetch_##name(place, value, order, where);                                           \
    }
    __CUDABMC_FETCH(and)
    __CUDABMC_FETCH(or)
    __CUDABMC_FETCH(xor)
    __CUDABMC_FETCH(min)
    __CUDABMC_FETCH(max)
#undef __CUDABMC_FETCH
#endif

    /* Until the value is another one: the thread reads again whenever somebody writes. */
    __CUDABMC_ATOMIC void wait(T old, memory_order order = memory_order_seq_cst) const {
        while (load(order) == old) {
        }
    }
};

/* The members of both class templates, over `__access()`. */
#define __CUDABMC_ATOMIC_MEMBERS(CONST)                                                                            \
    using value_type = T;                                                                                          \
    using difference_type = typename __cudabmc::difference<T>::type;                                               \
    static constexpr bool is_always_lock_free = sizeof(T) <= 8;                                                    \
    __CUDABMC_ATOMIC bool is_lock_free() const { return is_always_lock_free; }                                     \
    __CUDABMC_ATOMIC T load(memory_order order = memory_order_seq_cst) const { return __access().load(order); }    \
    __CUDABMC_ATOMIC operator T() const { return load(); }                                                         \
    __CUDABMC_ATOMIC void store(T value, memory_order order = memory_order_seq_cst) CONST {                        \
        __access().store(value, order);                                                                            \
    }                                                                                                              \
    __CUDABMC_ATOMIC T operator=(T value) CONST {                                                                  \
        store(value);                                                                                              \
        return value;                                                                                              \
    }                                                                                                              \
    __CUDABMC_ATOMIC T exchange(T value, memory_order order = memory_order_seq_cst) CONST {                        \
        return __access().exchange(value, order);                                                                  \
    }                                                                                                              \
    __CUDABMC_ATOMIC bool compare_exchange_strong(T &expected, T desired, memory_order success,                    \
                                                  memory_order failure) CONST {                                    \
        return __access().compare_exchange_strong(expected, desired, success, failure);                            \
    }                                                                                                              \
    __CUDABMC_ATOMIC bool compare_exchange_strong(T &expected, T desired,                                          \
                                                  memory_order order = memory_order_seq_cst) CONST {               \
        return compare_exchange_strong(expected, desired, order, __cudabmc::when_failed(order));                   \
    }                                                                                                              \
    /* The weak form may fail without a reason; a loop around it then goes round once more. */                     \
    __CUDABMC_ATOMIC bool compare_exchange_weak(T &expected, T desired, memory_order success,                      \
                                                memory_order failure) CONST {                                      \
        return compare_exchange_strong(expected, desired, success, failure);                                       \
    }                                                                                                              \
    __CUDABMC_ATOMIC bool compare_exchange_weak(T &expected, T desired,                                            \
                                                memory_order order = memory_order_seq_cst) CONST {                 \
        return compare_exchange_strong(expected, desired, order);                                                  \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_add(difference_type value, memory_order order = memory_order_seq_cst) CONST {         \
        return __access().fetch_add(value, order);                                                                 \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_sub(difference_type value, memory_order order = memory_order_seq_cst) CONST {         \
        return __access().fetch_sub(value, order);                                                                 \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_and(T value, memory_order order = memory_order_seq_cst) CONST {                       \
        return __access().fetch_and(value, order);                                                                 \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_or(T value, memory_order order = memory_order_seq_cst) CONST {                        \
        return __access().fetch_or(value, order);                                                                  \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_xor(T value, memory_order order = memory_order_seq_cst) CONST {                       \
        return __access().fetch_xor(value, order);                                                                 \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_min(T value, memory_order order = memory_order_seq_cst) CONST {                       \
        return __access().fetch_min(value, order);                                                                 \
    }                                                                                                              \
    __CUDABMC_ATOMIC T fetch_max(T value, memory_order order = memory_order_seq_cst) CONST {                       \
        return __access().fetch_max(value, order);                                                                 \
    }                                                                                                              \
    __CUDABMC_ATOMIC T operator++() CONST { return fetch_add(1) + 1; }                                             \
    __CUDABMC_ATOMIC T operator++(int) CONST { return fetch_add(1); }                                              \
    __CUDABMC_ATOMIC T operator--() CONST { return fetch_sub(1) - 1; }                                             \
    __CUDABMC_ATOMIC T operator--(int) CONST { return fetch_sub(1); }                                              \
    __CUDABMC_ATOMIC T operator+=(difference_type value) CONST { return fetch_add(value) + value; }                \
    __CUDABMC_ATOMIC T operator-=(difference_type value) CONST { return fetch_sub(value) - value; }                \
    __CUDABMC_ATOMIC T operator&=(T value) CONST { return fetch_and(value) & value; }                              \
    __CUDABMC_ATOMIC T operator|=(T value) CONST { return fetch_or(value) | value; }                               \
    __CUDABMC_ATOMIC T operator^=(T value) CONST { return fetch_xor(value) ^ value; }                              \
    __CUDABMC_ATOMIC void wait(T old, memory_order order = memory_order_seq_cst) const {                           \
        __access().wait(old, order);                                                                               \
    }                                                                                                              \
    __CUDABMC_ATOMIC void notify_one() CONST {}                                                                    \
    __CUDABMC_ATOMIC void notify_all() CONST {}

} // namespace __cudabmc
} // namespace cuda
