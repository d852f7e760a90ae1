// The order of strings in the classic locale (C++17 [locale.collate]): libc++'s template.

#include "locale_facets.h"

_LIBCPP_BEGIN_NAMESPACE_STD

template class collate<char>;

static __cudabmc_facet<collate<char>> installed;

_LIBCPP_END_NAMESPACE_STD
