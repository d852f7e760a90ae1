"""The models of the C library that copy or fill blocks of memory in machine code, by their declarations."""

COPIES = frozenset(
    ("void *memcpy(void *dst, const void *src, size_t n)", "void *memmove(void *dst, const void *src, size_t n)")
)
FILL = "void *memset(void *s, int c, size_t n)"
BLOCKS = COPIES | {FILL}
"""All of them."""
