// Numbers from text (C++17 [facet.num.get]) in the classic locale: libc++'s templates.

#include "locale_facets.h"

_LIBCPP_BEGIN_NAMESPACE_STD

template class num_get<char>;

static __cudabmc_facet<num_get<char>> installed;

_LIBCPP_END_NAMESPACE_STD
