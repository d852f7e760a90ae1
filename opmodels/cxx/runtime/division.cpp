// Quotient and remainder at once (C11 7.22.6.2). The C front end has models of these (opmodels/libc/division.py).

#include <cstdlib>

extern "C" {

div_t div(int numer, int denom) noexcept { return {numer / denom, numer % denom}; }

ldiv_t ldiv(long numer, long denom) noexcept { return {numer / denom, numer % denom}; }

lldiv_t lldiv(long long numer, long long denom) noexcept { return {numer / denom, numer % denom}; }

}
