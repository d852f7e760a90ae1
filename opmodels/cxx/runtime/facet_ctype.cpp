// The classification of characters in the classic locale (C++17 [facet.ctype.special]).

#include "locale_facets.h"

_LIBCPP_BEGIN_NAMESPACE_STD

namespace {

constexpr bool between(int c, int low, int high) { return low <= c && c <= high; }

constexpr ctype_base::mask classes_of(int c) {
    ctype_base::mask m = 0;
    const bool upper = between(c, 'A', 'Z'), lower = between(c, 'a', 'z'), digit = between(c, '0', '9');
    if (upper) m |= ctype_base::upper;
    if (lower) m |= ctype_base::lower;
    if (upper || lower) m |= ctype_base::alpha | ctype_base::alnum;
    if (digit) m |= ctype_base::digit | ctype_base::alnum;
    if (digit || between(c, 'a', 'f') || between(c, 'A', 'F')) m |= ctype_base::xdigit;
    if (c == ' ' || between(c, '\t', '\r')) m |= ctype_base::space;
    if (c == ' ' || c == '\t') m |= ctype_base::blank;
    if (c < 32 || c == 127) m |= ctype_base::cntrl;
    if (between(c, 32, 126)) m |= ctype_base::print;
    if (between(c, 33, 126)) m |= ctype_base::graph;
    if (between(c, 33, 126) && !upper && !lower && !digit) m |= ctype_base::punct;
    return m;
}

struct Table {
    ctype_base::mask classes[256] = {};
    constexpr Table() {
        for (int c = 0; c < 128; ++c) classes[c] = classes_of(c);
    }
};

constexpr Table classic;

constexpr char upper_of(char c) { return between(c, 'a', 'z') ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char lower_of(char c) { return between(c, 'A', 'Z') ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

locale::id ctype<char>::id;

const ctype<char>::mask *ctype<char>::classic_table() noexcept { return classic.classes; }

ctype<char>::ctype(const mask *own, bool owned, size_t refs)
    : locale::facet(refs), __tab_(own ? own : classic.classes), __del_(own && owned) {}

ctype<char>::~ctype() {
    if (__del_) delete[] __tab_;
}

char ctype<char>::do_toupper(char c) const { return upper_of(c); }
char ctype<char>::do_tolower(char c) const { return lower_of(c); }

const char *ctype<char>::do_toupper(char *low, const char *high) const {
    for (; low != high; ++low) *low = upper_of(*low);
    return low;
}

const char *ctype<char>::do_tolower(char *low, const char *high) const {
    for (; low != high; ++low) *low = lower_of(*low);
    return low;
}

char ctype<char>::do_widen(char c) const { return c; }

const char *ctype<char>::do_widen(const char *low, const char *high, char *to) const {
    __builtin_memcpy(to, low, static_cast<size_t>(high - low));
    return high;
}

char ctype<char>::do_narrow(char c, char otherwise) const { return c >= 0 ? c : otherwise; }

const char *ctype<char>::do_narrow(const char *low, const char *high, char otherwise, char *to) const {
    for (; low != high; ++low, ++to) *to = *low >= 0 ? *low : otherwise;
    return low;
}

static __cudabmc_facet<ctype<char>> installed;

_LIBCPP_END_NAMESPACE_STD
