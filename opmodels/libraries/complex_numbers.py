"""The complex numbers of CUDA (cuComplex.h) for the c front end: pairs, and the functions that only name parts.

Those that compute take their arguments by value, and are written in C++ in include/cuda/cuComplex.h.
"""

from opmodels.registry import declare, header, macro

declare("typedef float2 cuFloatComplex;", types=("cuFloatComplex",))
declare("typedef float2 cuComplex;", types=("cuComplex",))
declare("typedef double2 cuDoubleComplex;", types=("cuDoubleComplex",))
for _suffix in ("f", ""):
    macro(f"cuCreal{_suffix}(z)", "((z).x)")
    macro(f"cuCimag{_suffix}(z)", "((z).y)")
macro("make_cuComplex(r, i)", "make_float2(r, i)")
macro("make_cuFloatComplex(r, i)", "make_float2(r, i)")
macro("make_cuDoubleComplex(r, i)", "make_double2(r, i)")
header("cuComplex.h")
