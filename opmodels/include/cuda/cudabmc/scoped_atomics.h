/* Atomic operations of a scope in kernels, on words of every size: clang forgets the scopes of its own ones. Scopes are
   numbered as in libcu++ ("Thread Scopes"), orders as in C11 (7.17.3). */
#pragma once

namespace __cudabmc_atomics {

enum { SYSTEM = 0, DEVICE = 1, BLOCK = 2 };

template <decltype(sizeof 0) Size> struct word;
template <> struct word<1> { using type = unsigned char; using integer = signed char; };
template <> struct word<2> { using type = unsigned short; using integer = short; };
template <> struct word<4> { using type = unsigned int; using integer = int; };
template <> struct word<8> { using type = unsigned long long; using integer = long long; };

#define __CUDABMC_SCOPED __attribute__((always_inline, nodebug)) static __device__

/* One family of functions, by scope; those on less than 32 bits have names of their own. */
#define __CUDABMC_BY_SCOPE(name, prefix, function, type)                                           \
    __CUDABMC_SCOPED type name(type *place, type value) {                                          \
        if constexpr (Scope == SYSTEM) return prefix##function##_system(place, value); \
        else if constexpr (Scope == DEVICE) return prefix##function(place, value);    \
        else return prefix##function##_block(place, value);                                        \
    }
#define __CUDABMC_WORDS(name, function)                                                            \
    __CUDABMC_BY_SCOPE(name, __cudabmc_, function, unsigned char)                                  \
    __CUDABMC_BY_SCOPE(name, __cudabmc_, function, unsigned short)                                 \
    __CUDABMC_BY_SCOPE(name, , function, unsigned int)                                             \
    __CUDABMC_BY_SCOPE(name, , function, unsigned long long)
#define __CUDABMC_INTEGERS(name, function)                                                         \
    __CUDABMC_WORDS(name, function)                                                                \
    __CUDABMC_BY_SCOPE(name, __cudabmc_, function, signed char)                                    \
    __CUDABMC_BY_SCOPE(name, __cudabmc_, function, short)                                          \
    __CUDABMC_BY_SCOPE(name, , function, int)                                                      \
    __CUDABMC_BY_SCOPE(name, , function, long long)

template <int Scope> struct scoped {
    /* An access of this order begins and ends. */
    __CUDABMC_SCOPED void begin(int order) {
        if (order == __ATOMIC_RELAXED || order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME) return;
        if constexpr (Scope == SYSTEM) __cudabmc_release_system();
        else if constexpr (Scope == DEVICE) __cudabmc_release_device();
        else __cudabmc_release_block();
    }
    __CUDABMC_SCOPED void end(int order) {
        if (order == __ATOMIC_RELAXED) return;
        if (order == __ATOMIC_RELEASE) __cudabmc_ordered();
        else __cudabmc_acquire();
    }

    template <class Word> __CUDABMC_SCOPED Word load(Word *place) {
        if constexpr (Scope == SYSTEM) return __cudabmc_load_system(place);
        else if constexpr (Scope == DEVICE) return __cudabmc_load_device(place);
        else return __cudabmc_load_block(place);
    }
    template <class Word> __CUDABMC_SCOPED void store(Word *place, Word value) {
        if constexpr (Scope == SYSTEM) __cudabmc_store_system(place, value);
        else if constexpr (Scope == DEVICE) __cudabmc_store_device(place, value);
        else __cudabmc_store_block(place, value);
    }
    template <class Word> __CUDABMC_SCOPED Word compare_and_swap(Word *place, Word compare, Word value) {
        if constexpr (sizeof(Word) < 4) {
            if constexpr (Scope == SYSTEM)
                return __cudabmc_atomicCAS_system(place, compare, value);
            else if constexpr (Scope == DEVICE)
                return __cudabmc_atomicCAS(place, compare, value);
            else
                return __cudabmc_atomicCAS_block(place, compare, value);
        } else {
            if constexpr (Scope == SYSTEM)
                return atomicCAS_system(place, compare, value);
            else if constexpr (Scope == DEVICE)
                return atomicCAS(place, compare, value);
            else
                return atomicCAS_block(place, compare, value);
        }
    }
    __CUDABMC_WORDS(exchange, atomicExch)
    __CUDABMC_WORDS(add, atomicAdd)
    __CUDABMC_BY_SCOPE(add, , atomicAdd, float)
    __CUDABMC_BY_SCOPE(add, , atomicAdd, double)
    __CUDABMC_WORDS(conjoin, atomicAnd)
    __CUDABMC_WORDS(disjoin, atomicOr)
    __CUDABMC_WORDS(differ, atomicXor)
    __CUDABMC_INTEGERS(least, atomicMin)
    __CUDABMC_INTEGERS(most, atomicMax)
};

} // namespace __cudabmc_atomics
