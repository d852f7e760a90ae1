/* C11 7.2p1: assert is defined anew each time this header is included, as NDEBUG says. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __cudabmc_assert((e) ? 1 : 0, #e)
#endif
