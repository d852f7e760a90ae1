/* C11 7.2p1: assert is defined anew each time this header is included, as NDEBUG says. */
#include <crt/host_defines.h>
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#elif defined(__cplusplus)
/* In a constant expression an assertion that holds is no call. */
#define assert(e) \
    (__builtin_is_constant_evaluated() && (e) ? (void)0 : __cudabmc_assert((e) ? 1 : 0, #e))
#else
#define assert(e) __cudabmc_assert((e) ? 1 : 0, #e)
#endif

#ifndef __CUDABMC_ASSERT
#define __CUDABMC_ASSERT
#ifdef __cplusplus
extern "C" {
#endif
__host__ void __cudabmc_assert(int cond, const char *text) __asm__("cudabmc:__cudabmc_assert:0");
#ifdef __CUDACC__
__device__ void __cudabmc_assert(int cond, const char *text) __asm__("cudabmc:__cudabmc_assert:0");
#endif
/* What the macro of the GNU C library calls (Linux Standard Base Core, __assert_fail); libraries call it too. */
#ifdef __cplusplus
#define __CUDABMC_ENDS noexcept __attribute__((noreturn))
#else
#define __CUDABMC_ENDS __attribute__((noreturn))
#endif
__host__ void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) __CUDABMC_ENDS;
#ifdef __CUDACC__
__device__ void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) __CUDABMC_ENDS;
#endif
#undef __CUDABMC_ENDS
#ifdef __cplusplus
}
#elif !defined(static_assert)
#define static_assert _Static_assert
#endif
#endif
