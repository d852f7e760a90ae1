// What comes before each input operation (C++17 [istream.sentry]): the white space that it skips.

#include "outside.h"

#include <istream>
#include <locale>

namespace {

bool skip_space(std::istream &in) {
    const auto &classes = std::use_facet<std::ctype<char>>(in.getloc());
    std::streambuf *buffer = in.rdbuf();
    using traits = std::char_traits<char>;
    for (auto c = buffer->sgetc();; c = buffer->snextc()) {
        if (traits::eq_int_type(c, traits::eof())) return false;
        if (!classes.is(std::ctype_base::space, traits::to_char_type(c))) return true;
    }
}

}  // namespace

// std::istream::sentry::sentry(std::istream &, bool), which libc++ instantiates elsewhere, as a constructor of
// complete objects and of bases; `ok` is its one member.
#define SENTRY(kind) "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE6sentry" kind "ERS3_b"
void enter_sentry(bool *ok, std::istream &in, bool keep_space) __asm__(SENTRY("C2"));
void enter_sentry_complete(bool *ok, std::istream &in, bool keep_space) __asm__(SENTRY("C1"));
void enter_sentry_complete(bool *ok, std::istream &in, bool keep_space) { enter_sentry(ok, in, keep_space); }
void enter_sentry(bool *ok, std::istream &in, bool keep_space) {
    *ok = false;
    if (!in.good()) {
        in.setstate(std::ios_base::failbit);
        return;
    }
    if (in.tie()) in.tie()->flush();
    if (!keep_space && (in.flags() & std::ios_base::skipws) && !__cudabmc_is_outside(in.rdbuf()) && !skip_space(in))
        in.setstate(std::ios_base::failbit | std::ios_base::eofbit);
    *ok = in.good();
}
