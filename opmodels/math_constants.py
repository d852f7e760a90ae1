"""Macros of math.h (C11 7.12, POSIX) and of CUDA's math_constants.h."""

from opmodels.registry import header, macro

_VALUES = {
    "E": "2.7182818284590452354", "LOG2E": "1.4426950408889634074", "LOG10E": "0.43429448190325182765",
    "LN2": "0.69314718055994530942", "LN10": "2.30258509299404568402", "PI": "3.14159265358979323846",
    "PI_2": "1.57079632679489661923", "PI_4": "0.78539816339744830962", "1_PI": "0.31830988618379067154",
    "2_PI": "0.63661977236758134308", "2_SQRTPI": "1.12837916709551257390", "SQRT2": "1.41421356237309504880",
    "SQRT1_2": "0.70710678118654752440",
}  # fmt: skip

for _name, _value in _VALUES.items():
    macro(f"M_{_name}", _value)

macro("INFINITY", "(1e39f)")
macro("NAN", '(nanf(""))')
macro("HUGE_VAL", "(1e309)")
macro("HUGE_VALF", "(1e39f)")
macro("MAXFLOAT", "3.40282346638528859811704183484516925e+38F")
macro("FP_ILOGB0", "(-2147483647-1)")
macro("FP_ILOGBNAN", "(-2147483647-1)")

header("math_constants.h")
for _name, _value in {
    "CUDART_INF_F": "(1e39f)", "CUDART_NAN_F": "(nanf(\"\"))", "CUDART_INF": "(1e309)", "CUDART_NAN": "(nan(\"\"))",
    "CUDART_MAX_NORMAL_F": "3.402823466e38f", "CUDART_PI_F": "3.141592654f", "CUDART_PI": "3.1415926535897931e+0",
    "CUDART_MIN_DENORM_F": "1.4012984643248170709e-45f", "CUDART_ZERO_F": "0.0f", "CUDART_ONE_F": "1.0f",
    "CUDART_SQRT_TWO_F": "1.414213562f", "CUDART_LN2_F": "0.693147181f", "CUDART_L2E_F": "1.442695041f",
}.items():  # fmt: skip
    macro(_name, _value)
