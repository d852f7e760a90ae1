// The conversion of characters in files: none (C++17 [locale.codecvt]).

#include "locale_facets.h"

_LIBCPP_BEGIN_NAMESPACE_STD

using Narrow = codecvt<char, char, mbstate_t>;

locale::id Narrow::id;

Narrow::~codecvt() {}

Narrow::result Narrow::do_out(mbstate_t &, const char *from, const char *, const char *&from_next, char *to, char *,
                              char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}

Narrow::result Narrow::do_in(mbstate_t &, const char *from, const char *, const char *&from_next, char *to, char *,
                             char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}

Narrow::result Narrow::do_unshift(mbstate_t &, char *to, char *, char *&to_next) const {
    to_next = to;
    return noconv;
}

int Narrow::do_encoding() const noexcept { return 1; }
bool Narrow::do_always_noconv() const noexcept { return true; }

int Narrow::do_length(mbstate_t &, const char *from, const char *end, size_t most) const {
    const size_t length = static_cast<size_t>(end - from);
    return static_cast<int>(length < most ? length : most);
}

int Narrow::do_max_length() const noexcept { return 1; }

static __cudabmc_facet<Narrow> installed;

_LIBCPP_END_NAMESPACE_STD
