// Text from numbers (C++17 [facet.num.put]) in the classic locale: libc++'s templates. A number that
// depends on inputs is written to the console as `?`; everything else goes through its digits.

#include "console.h"
#include "locale_facets.h"

#include <ios>

extern "C" {
int __cudabmc_is_known_integer(unsigned long value);
int __cudabmc_is_known_float(double value);
}

_LIBCPP_BEGIN_NAMESPACE_STD

template class num_put<char>;

namespace {

inline bool is_known(long v) { return __cudabmc_is_known_integer(static_cast<unsigned long>(v)); }
inline bool is_known(long long v) { return __cudabmc_is_known_integer(static_cast<unsigned long>(v)); }
inline bool is_known(unsigned long v) { return __cudabmc_is_known_integer(v); }
inline bool is_known(unsigned long long v) { return __cudabmc_is_known_integer(v); }
inline bool is_known(double v) { return __cudabmc_is_known_float(v); }

class Numbers : public num_put<char> {
  public:
    explicit Numbers(size_t refs) : num_put<char>(refs) {}

  protected:
    using num_put<char>::do_put;
    iter_type do_put(iter_type to, ios_base &io, char fill, long v) const override { return put(to, io, fill, v); }
    iter_type do_put(iter_type to, ios_base &io, char fill, long long v) const override { return put(to, io, fill, v); }
    iter_type do_put(iter_type to, ios_base &io, char fill, double v) const override { return put(to, io, fill, v); }
    iter_type do_put(iter_type to, ios_base &io, char fill, unsigned long v) const override {
        return put(to, io, fill, v);
    }
    iter_type do_put(iter_type to, ios_base &io, char fill, unsigned long long v) const override {
        return put(to, io, fill, v);
    }

  private:
    template <class T> iter_type put(iter_type to, ios_base &io, char fill, T v) const {
        if (is_known(v) || !__cudabmc_is_console(static_cast<ios &>(io).rdbuf()))
            return num_put<char>::do_put(to, io, fill, v);
        __cudabmc_write("?", 1);
        io.width(0);
        return to;
    }
};

}  // namespace

static __cudabmc_facet<Numbers, num_put<char>> installed;

_LIBCPP_END_NAMESPACE_STD
