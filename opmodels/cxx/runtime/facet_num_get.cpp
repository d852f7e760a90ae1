// Numbers from text (C++17 [facet.num.get]) in the classic locale: libc++'s templates. A plain decimal number that a
// stream buffer has as a whole is read at once. From arbitrary files comes any number, or none.

#include "locale_facets.h"
#include "outside.h"

#include <ios>
#include <streambuf>

// Both store a number of so many bits, and return what is to be set of ios_base::iostate.
extern "C" {
unsigned __cudabmc_read_integer(void *number, int bits, int is_signed);
unsigned __cudabmc_read_float(void *number, int bits);

// Both store the plain decimal number that the text begins with, and return its length; 0 where it takes more care.
unsigned __cudabmc_decimal(const char *text, unsigned long size, void *number, int bits, int is_signed);
unsigned __cudabmc_decimal_float(const char *text, unsigned long size, void *number, int bits);
}

_LIBCPP_BEGIN_NAMESPACE_STD

template class num_get<char>;

namespace {

template <class T> unsigned read(T &v) {
    if constexpr (is_floating_point_v<T>)
        return __cudabmc_read_float(&v, sizeof(T) * 8);
    else
        return __cudabmc_read_integer(&v, sizeof(T) * 8, is_signed_v<T>);
}

template <class T> unsigned decimal(const char *text, unsigned long size, T &v) {
    if constexpr (is_floating_point_v<T>)
        return __cudabmc_decimal_float(text, size, &v, sizeof(T) * 8);
    else
        return __cudabmc_decimal(text, size, &v, sizeof(T) * 8, is_signed_v<T>);
}

// What a stream buffer has at hand.
class Area : public streambuf {
  public:
    static const char *begin(const streambuf *buffer) { return static_cast<const Area *>(buffer)->gptr(); }
    static const char *end(const streambuf *buffer) { return static_cast<const Area *>(buffer)->egptr(); }
    static void take(streambuf *buffer, int count) { static_cast<Area *>(buffer)->gbump(count); }
};

class Numbers : public num_get<char> {
    using State = ios_base::iostate;

    template <class T> iter_type get(iter_type from, iter_type end, ios_base &io, State &state, T &v) const {
        streambuf *buffer = static_cast<ios &>(io).rdbuf();
        if (!__cudabmc_is_outside(buffer)) {
            // The text need not come from the buffer of the stream.
            if (buffer && (io.flags() & ios_base::basefield) == ios_base::dec &&
                __builtin_bit_cast(streambuf *, from) == buffer && Area::begin(buffer) != Area::end(buffer)) {
                const char *text = Area::begin(buffer);
                if (const unsigned taken = decimal(text, Area::end(buffer) - text, v)) {
                    Area::take(buffer, taken);
                    return from;
                }
            }
            return num_get<char>::do_get(from, end, io, state, v);
        }
        state = read(v);
        return from;
    }

  public:
    explicit Numbers(size_t refs) : num_get<char>(refs) {}

  protected:
    using num_get<char>::do_get;
    using Iter = iter_type;
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, long &v) const override { return get(a, b, io, s, v); }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, long long &v) const override { return get(a, b, io, s, v); }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, unsigned short &v) const override {
        return get(a, b, io, s, v);
    }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, unsigned int &v) const override { return get(a, b, io, s, v); }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, unsigned long &v) const override { return get(a, b, io, s, v); }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, unsigned long long &v) const override {
        return get(a, b, io, s, v);
    }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, float &v) const override { return get(a, b, io, s, v); }
    Iter do_get(Iter a, Iter b, ios_base &io, State &s, double &v) const override { return get(a, b, io, s, v); }
};

}  // namespace

static __cudabmc_facet<Numbers, num_get<char>> installed;

_LIBCPP_END_NAMESPACE_STD
