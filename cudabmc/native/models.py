"""Models that machine code does itself: what there is a function of the C library for, which gives the bits that the
model gives (Python's math module calls the same functions), the generator of rand(), and models that compute, require
something of their arguments, and store results."""

from cudabmc.goto.program import Assign, Call, Function, Store, Symbol
from cudabmc.goto.types import Type
from cudabmc.kernel import tracing
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import Note, Require
from cudabmc.native.blocks import BLOCKS
from cudabmc.native.layout import FIELDS
from cudabmc.state import model_calls
from opmodels.libc.random_numbers import FACTOR, SEED_FACTOR, SEED_SUMMAND, SUMMAND
from opmodels.libc.random_numbers import NOTE as OF_RANDOM_NUMBERS
from opmodels.math_device_fast import NOTE as OF_FAST_INTRINSICS
from opmodels.math_transcendental import NOTE as OF_MATHEMATICS

NOTES = (OF_RANDOM_NUMBERS, OF_MATHEMATICS, OF_FAST_INTRINSICS)
"""Sentences of the report, by the numbers of the marks that machine code sets."""

SEEDED = "int rand_r(unsigned int *seedp)"

FWRITE = "size_t fwrite(const void *ptr, size_t size, size_t nmemb, FILE *stream)"

OF_POINTERS = BLOCKS | {SEEDED, FWRITE}
"""Models whose arguments machine code follows as pointers."""

RANDOM = {
    SEEDED: SEEDED, "int rand(void)": "m.rand", "long random(void)": "m.random", "double drand48(void)": "m.drand48",
    "long lrand48(void)": "m.lrand48", "long mrand48(void)": "m.mrand48",
}  # fmt: skip

UNARY = (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh",
    "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt", "erf", "erfc",
)  # fmt: skip
"""Functions of one double whose value is that of the C library. Those of floats are computed in double and rounded."""

_FAST = ("exp", "exp10", "log", "log2", "log10", "sin", "cos", "tan", "tanh")
"""Fast intrinsics of kernels are computed as the functions of floats (`opmodels/math_device_fast.py`)."""

_BINARY = ("pow", "atan2")

_OF_PI = ("sinpi", "cospi")

_FORMS = {
    **{f"double {name}(double x)": f"m.{name}" for name in UNARY},
    **{f"float {name}f(float x)": f"m.{name}.float" for name in UNARY},
    **{f"float {name}(float x)": f"m.{name}.float" for name in UNARY},
    "double exp10(double x)": "m.exp10",
    "float exp10f(float x)": "m.exp10.float",
    **{f"double {name}(double x)": f"m.{name}" for name in _OF_PI},
    **{f"float {name}f(float x)": f"m.{name}.float" for name in _OF_PI},
    "double pow(double x, double y)": "m.pow",
    "float powf(float x, float y)": "m.pow.float",
    "float pow(float x, float y)": "m.pow.float",
    "double atan2(double x, double y)": "m.atan2",
    "float atan2f(float x, float y)": "m.atan2.float",
    "float atan2(float x, float y)": "m.atan2.float",
    **{f"float __{name}f(float x)": f"m.fast.{name}" for name in _FAST},
    "float __powf(float x, float y)": "m.fast.pow",
    "float __fdividef(float x, float y)": "m.fast.divide",
    **{signature: signature for signature in BLOCKS},
}


SCALAR_FORMS = frozenset(form for form in _FORMS.values() if form not in BLOCKS)
"""Those that are functions of numbers alone."""


def native_form(call: Call, *, random_is_known: bool) -> str:
    """The function of machine code that a model is; empty if there is none."""
    form = RANDOM.get(call.signature, "") if random_is_known else ""
    form = form or _FORMS.get(call.signature, "")
    if not form or not isinstance(call.callee, str):
        return ""
    model = model_calls.find(call.callee, call.signature)
    return form if model is not None and not model.source and model.signature == call.signature else ""


ModelStep = Assign | Call | Note | Require | Store
"""What a model in machine code consists of."""

ModelSteps = tuple[list[ModelStep], list[Type]]
"""The steps of a model, and the types of the registers that it adds to those of the function."""


def steps_of(call: Call, function: Function) -> ModelSteps | None:
    """What a model consists of that reads no memory, and calls nothing but functions of numbers; None if it does
    anything else. Done a second time from its beginning, it does the same: machine code may stop in the middle."""
    if not isinstance(call.callee, str):
        return None
    model = model_calls.find(call.callee, call.signature)
    if model is None or model.source or model.access:
        return None
    graph = KernelGraph(function, [], list(function.reg_types))
    try:
        code = tracing.trace(call, model, graph)
    except tracing.UntraceableError:
        return None
    found = [i for i in code if isinstance(i, ModelStep) and _has_words(i)]
    if len(found) != len(code) or not (model.pure or any(isinstance(i, Require | Store) for i in found)):
        return None
    return found, graph.types[len(function.reg_types) :]


def _has_words(i: ModelStep) -> bool:
    match i:
        case Call():
            return native_form(i, random_is_known=False) in SCALAR_FORMS
        case Note():
            return i.text in NOTES
        case Store():
            return not isinstance(i.addr, Symbol)  # no function looks up a global that its models alone use
        case _:
            return True


def _note(number: int) -> str:
    return (
        f"  %n.at = getelementptr inbounds %context, ptr %ctx, i64 0, i32 {FIELDS['notes']}\n"
        f"  %n = load ptr, ptr %n.at\n  %n.here = getelementptr i64, ptr %n, i64 {number}\n"
        f"  store i64 1, ptr %n.here\n"
    )


def _unary(name: str) -> str:
    return f"""
declare double @{name}(double)
define internal double @m.{name}(ptr %ctx, double %x) alwaysinline {{
{_note(1)}  %r = call double @{name}(double %x) #7
  ret double %r
}}
{_of_floats(name)}"""


def _of_floats(name: str) -> str:
    """The function of one float, computed in double."""
    return f"""
define internal float @m.{name}.float(ptr %ctx, float %x) alwaysinline {{
  %wide = fpext float %x to double
  %r = call double @m.{name}(ptr %ctx, double %wide)
  %narrow = fptrunc double %r to float
  ret float %narrow
}}"""


def _of_two_floats(name: str) -> str:
    return f"""
define internal float @m.{name}.float(ptr %ctx, float %x, float %y) {{
  %wide.x = fpext float %x to double
  %wide.y = fpext float %y to double
  %r = call double @m.{name}(ptr %ctx, double %wide.x, double %wide.y)
  %narrow = fptrunc double %r to float
  ret float %narrow
}}"""


def _fast(name: str) -> str:
    return f"""
define internal float @m.fast.{name}(ptr %ctx, float %x) alwaysinline {{
{_note(2)}  %r = call float @m.{name}.float(ptr %ctx, float %x)
  ret float %r
}}"""


TEXT = "\n".join((
    "attributes #7 = { nobuiltin nounwind }",
    *map(_unary, UNARY),
    *map(_of_floats, ("exp10", *_OF_PI)),
    *map(_of_two_floats, _BINARY),
    *map(_fast, _FAST),
    f"""
declare double @pow(double, double)
define internal double @m.pow(ptr %ctx, double %x, double %y) {{
{_note(1)}  %two = fcmp oeq double %y, 2.0
  br i1 %two, label %square, label %other
square:
  %s = fmul double %x, %x
  ret double %s
other:
  %r = call double @pow(double %x, double %y) #7
  ret double %r
}}
define internal double @m.exp10(ptr %ctx, double %x) {{
  %r = call double @m.pow(ptr %ctx, double 10.0, double %x)
  ret double %r
}}
declare double @remainder(double, double)
; sin(pi * x), exact at multiples of a half: r is in [-1, 1]
define internal double @m.sinpi(ptr %ctx, double %x) {{
{_note(1)}  %size = call double @llvm.fabs.f64(double %x)
  %finite = fcmp olt double %size, 0x7FF0000000000000
  br i1 %finite, label %some, label %none
some:
  %r = call double @remainder(double %x, double 2.0) #7
  %down = call double @llvm.floor.f64(double %r)
  %whole = fcmp oeq double %r, %down
  br i1 %whole, label %zero, label %other
zero:
  %signed = call double @llvm.copysign.f64(double 0.0, double %x)
  ret double %signed
other:
  %size.r = call double @llvm.fabs.f64(double %r)
  %far = fcmp ogt double %size.r, 0.5
  %one = call double @llvm.copysign.f64(double 1.0, double %r)
  %rest = fsub double %one, %r
  %near = select i1 %far, double %rest, double %r
  %angle = fmul double 0x400921FB54442D18, %near
  %sine = call double @sin(double %angle) #7
  ret double %sine
none:
  ret double 0x7FF8000000000000
}}
define internal double @m.cospi(ptr %ctx, double %x) {{
{_note(1)}  %size = call double @llvm.fabs.f64(double %x)
  %finite = fcmp olt double %size, 0x7FF0000000000000
  br i1 %finite, label %some, label %none
some:
  %signed = call double @remainder(double %x, double 2.0) #7
  %r = call double @llvm.fabs.f64(double %signed)
  %half = fcmp oeq double %r, 0.5
  br i1 %half, label %zero, label %other
zero:
  ret double 0.0
other:
  %far = fcmp ogt double %r, 0.5
  %rest = fsub double 1.0, %r
  %near = select i1 %far, double %rest, double %r
  %angle = fmul double 0x400921FB54442D18, %near
  %cosine = call double @cos(double %angle) #7
  %opposite = fneg double %cosine
  %result = select i1 %far, double %opposite, double %cosine
  ret double %result
none:
  ret double 0x7FF8000000000000
}}
declare double @atan2(double, double)
define internal double @m.atan2(ptr %ctx, double %y, double %x) {{
{_note(1)}  %r = call double @atan2(double %y, double %x) #7
  ret double %r
}}
define internal float @m.fast.pow(ptr %ctx, float %x, float %y) {{
{_note(2)}  %r = call float @m.pow.float(ptr %ctx, float %x, float %y)
  ret float %r
}}
; x / y, but 0 for a finite x and 2**126 < |y| < 2**128
define internal float @m.fast.divide(ptr %ctx, float %x, float %y) {{
{_note(2)}  %quotient = fdiv float %x, %y
  %size = call float @llvm.fabs.f32(float %y)
  %above = fcmp ogt float %size, 0x47D0000000000000
  %below = fcmp olt float %size, 0x7FF0000000000000
  %size.x = call float @llvm.fabs.f32(float %x)
  %finite = fcmp olt float %size.x, 0x7FF0000000000000
  %huge = and i1 %above, %below
  %zero = and i1 %huge, %finite
  %r = select i1 %zero, float 0.0, float %quotient
  ret float %r
}}
define internal i64 @m.random(ptr %ctx) {{
{_note(0)}  %words.at = getelementptr inbounds %context, ptr %ctx, i64 0, i32 {FIELDS["random"]}
  %words = load ptr, ptr %words.at
  %r = call i64 @random_number(ptr %ctx, ptr %words)
  ret i64 %r
}}
; 48 bits of a linear congruential generator (POSIX, drand48)
define internal i64 @m.state48(ptr %ctx) {{
{_note(0)}  %at = getelementptr inbounds %context, ptr %ctx, i64 0, i32 {FIELDS["random_state"]}
  %before = load i64, ptr %at
  %product = mul i64 %before, {FACTOR}
  %sum = add i64 %product, {SUMMAND}
  %state = and i64 %sum, {(1 << 48) - 1}
  store i64 %state, ptr %at
  ret i64 %state
}}
define internal double @m.drand48(ptr %ctx) {{
  %state = call i64 @m.state48(ptr %ctx)
  %number = uitofp i64 %state to double
  %r = fmul double %number, 0x3CF0000000000000
  ret double %r
}}
define internal i64 @m.lrand48(ptr %ctx) {{
  %state = call i64 @m.state48(ptr %ctx)
  %r = lshr i64 %state, 17
  ret i64 %r
}}
define internal i64 @m.mrand48(ptr %ctx) {{
  %state = call i64 @m.state48(ptr %ctx)
  %high = lshr i64 %state, 16
  %narrow = trunc i64 %high to i32
  %r = sext i32 %narrow to i64
  ret i64 %r
}}
; the next seed above the number: 11, 10 and 10 bits of three steps
define internal i64 @m.rand_r(ptr %ctx, i32 %seed) {{
{_note(0)}  %product.1 = mul i32 %seed, {SEED_FACTOR}
  %seed.1 = add i32 %product.1, {SEED_SUMMAND}
  %product.2 = mul i32 %seed.1, {SEED_FACTOR}
  %seed.2 = add i32 %product.2, {SEED_SUMMAND}
  %product.3 = mul i32 %seed.2, {SEED_FACTOR}
  %seed.3 = add i32 %product.3, {SEED_SUMMAND}
  %upper.1 = lshr i32 %seed.1, 16
  %bits.1 = and i32 %upper.1, 2047
  %high = shl i32 %bits.1, 20
  %upper.2 = lshr i32 %seed.2, 6
  %middle = and i32 %upper.2, 1047552
  %upper.3 = lshr i32 %seed.3, 16
  %low = and i32 %upper.3, 1023
  %most = or i32 %high, %middle
  %number = or i32 %most, %low
  %wide.seed = zext i32 %seed.3 to i64
  %wide.number = zext i32 %number to i64
  %above = shl i64 %wide.seed, 32
  %r = or i64 %above, %wide.number
  ret i64 %r
}}
define internal i32 @m.rand(ptr %ctx) {{
  %r = call i64 @m.random(ptr %ctx)
  %narrow = trunc i64 %r to i32
  ret i32 %narrow
}}""",
))  # fmt: skip
"""Their definitions."""
