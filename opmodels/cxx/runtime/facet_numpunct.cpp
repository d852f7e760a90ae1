// The punctuation of numbers in the classic locale (C++17 [facet.numpunct]).

#include "locale_facets.h"

#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

locale::id numpunct<char>::id;

numpunct<char>::numpunct(size_t refs) : locale::facet(refs), __decimal_point_('.'), __thousands_sep_(',') {}
numpunct<char>::~numpunct() {}

char numpunct<char>::do_decimal_point() const { return __decimal_point_; }
char numpunct<char>::do_thousands_sep() const { return __thousands_sep_; }
string numpunct<char>::do_grouping() const { return __grouping_; }
string numpunct<char>::do_truename() const { return "true"; }
string numpunct<char>::do_falsename() const { return "false"; }

static __cudabmc_facet<numpunct<char>> installed;

_LIBCPP_END_NAMESPACE_STD
