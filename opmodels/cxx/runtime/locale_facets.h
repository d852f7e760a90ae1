// How a file adds the facets that it defines to the classic locale.
#pragma once

#include <locale>
#include <new>

extern "C" {
void *__cudabmc_allocate(unsigned long size);
[[noreturn]] void __cudabmc_unsupported(const char *what);
}

_LIBCPP_BEGIN_NAMESPACE_STD

void __cudabmc_add_facet(locale::id &id, const locale::facet *facet);

// A facet for as long as the program runs, so nothing destroys it.
template <class Facet, class Id = Facet> struct __cudabmc_facet {
    struct Kept : Facet {
        Kept() : Facet(1) {}
    };
    alignas(Kept) unsigned char room[sizeof(Kept)];
    __cudabmc_facet() { __cudabmc_add_facet(Id::id, ::new (room) Kept); }
};

// The same for a facet whose first parameters are others.
template <> inline __cudabmc_facet<ctype<char>>::Kept::Kept() : ctype<char>(nullptr, false, 1) {}

_LIBCPP_END_NAMESPACE_STD
