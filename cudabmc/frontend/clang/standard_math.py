"""Which mathematical models the C and C++ library declare already.

libc++'s <cmath> is made callable on both sides by cuda_runtime.h, so these names need no declaration of
ours; glibc also declares the double and float forms of some GNU functions, but not their C++ overloads.
"""

import re

from opmodels.registry import Model

# C11 7.12, with `f` for float, and the C++ overloads of the name itself (C++17 29.9, 29.9.1).
_STANDARD = re.compile(
    "(?:"
    "acos|asin|atan|atan2|cos|sin|tan|acosh|asinh|atanh|cosh|sinh|tanh|exp|exp2|expm1|frexp|ilogb|ldexp|log|log10|"
    "log1p|log2|logb|modf|scalbn|scalbln|cbrt|fabs|hypot|pow|sqrt|erf|erfc|lgamma|tgamma|ceil|floor|nearbyint|rint|"
    "lrint|llrint|round|lround|llround|trunc|fmod|remainder|remquo|fpclassify|copysign|nan|nextafter|fdim|fmax|fmin|fma|"
    "isnan|isinf|isfinite|isnormal|signbit|isgreater|isgreaterequal|isless|islessequal|isunordered|abs|swap"
    ")f?"
)
# GNU and BSD functions that glibc declares for double, and for float with `f`.
_GLIBC = re.compile("(?:exp10|sincos|finite|__isnan|__isinf|j0|j1|jn|y0|y1|yn)(f?)")
_FLOAT_FIRST = re.compile(r"\((?:int n, )?float")


def in_standard_library(model: Model) -> bool:
    """Do the headers of the library declare this overload?"""
    if _STANDARD.fullmatch(model.name):
        return True
    match = _GLIBC.fullmatch(model.name)
    return match is not None and (match[1] == "f" or not _FLOAT_FIRST.search(model.signature))
