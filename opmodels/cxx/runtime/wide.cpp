// Wide characters of the C library (C11 7.29.4), for std::wstring.

#include <cwchar>

extern "C" {

size_t wcslen(const wchar_t *s) noexcept {
    size_t n = 0;
    while (s[n]) ++n;
    return n;
}

int wcscmp(const wchar_t *a, const wchar_t *b) noexcept {
    for (; *a && *a == *b; ++a, ++b) {}
    return *a < *b ? -1 : *a > *b;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) noexcept {
    for (; n; --n, ++a, ++b)
        if (*a != *b) return *a < *b ? -1 : 1;
    return 0;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) noexcept {
    return static_cast<wchar_t *>(__builtin_memcpy(to, from, n * sizeof(wchar_t)));
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) noexcept {
    return static_cast<wchar_t *>(__builtin_memmove(to, from, n * sizeof(wchar_t)));
}

wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n) noexcept {
    for (size_t i = 0; i < n; ++i) s[i] = c;
    return s;
}

}  // extern "C"

// The headers declare it twice, for constant and other text.
extern "C" const wchar_t *find_wide(const wchar_t *s, wchar_t c, size_t n) noexcept __asm__("wmemchr");
const wchar_t *find_wide(const wchar_t *s, wchar_t c, size_t n) noexcept {
    for (; n; --n, ++s)
        if (*s == c) return s;
    return nullptr;
}
