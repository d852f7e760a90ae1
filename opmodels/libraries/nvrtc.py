"""NVRTC (NVRTC manual, "User Interface"): text that is compiled while the program runs.

The text, its headers and the options have to be known. It is compiled like a file of the program, with names of its own
(`modelapi.SourcesPart`). What a program is given as PTX or as machine code is no such code, but tells the driver which
text it is made of (`driver/modules.py`); otherwise it may be stored and copied like any other.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from itertools import pairwise

from cudabmc.modelapi import I32, I64, NULL, PTR, ModelContext, RunTimeModule, RunTimeSource, Value
from opmodels.libraries.text import known_text
from opmodels.registry import ModelFunction, declare, enumeration, header, model
from opmodels.runtime.device import VERSION
from opmodels.runtime.errors import constant_text
from opmodels.runtime.handle import HandleKind, check, create, destroy, is_null, number, put

RESULTS = (
    "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
    "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
    "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    "NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED", "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
    "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED", "NVRTC_ERROR_PCH_CREATE", "NVRTC_ERROR_CANCELLED",
    "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
)  # fmt: skip
"""The enumerators of nvrtcResult, by their numbers."""

_SUCCESS = 0
_INVALID_INPUT = RESULTS.index("NVRTC_ERROR_INVALID_INPUT")
_INVALID_PROGRAM = RESULTS.index("NVRTC_ERROR_INVALID_PROGRAM")
_INVALID_OPTION = RESULTS.index("NVRTC_ERROR_INVALID_OPTION")
_NOT_COMPILED = RESULTS.index("NVRTC_ERROR_COMPILATION")
_TOO_LATE = RESULTS.index("NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION")
_TOO_EARLY = RESULTS.index("NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION")
_NO_SUCH_NAME = RESULTS.index("NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID")

enumeration("", RESULTS, "nvrtcResult")
declare("typedef struct _nvrtcProgram *nvrtcProgram;", types=("nvrtcProgram", "_nvrtcProgram"))
header("nvrtc.h")

_PROGRAM = HandleKind("program of NVRTC", 0x59C7, (("source", I64), ("compiled", I32)), _INVALID_PROGRAM)

MARK = "cudabmc:module:"
"""In front of the key of a text, in code that is made of it."""

ARCHITECTURES = (75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121)
_DEFAULT_ARCHITECTURE = "sm_75"
_ASK_FOR_ARCHITECTURE = ("arch", "gpu-architecture")


def _of_program(*signatures: str) -> Callable[[ModelFunction], ModelFunction]:
    """`model` for a function whose first argument is a program: NULL is NVRTC_ERROR_INVALID_PROGRAM."""

    def register(function: ModelFunction) -> ModelFunction:
        def call(ctx: ModelContext, program: Value, *arguments: Value) -> Value:
            if is_null(ctx, program):
                return _INVALID_PROGRAM
            check(ctx, program, _PROGRAM)
            result: Value = function(ctx, program, *arguments)
            return result

        model(*signatures, device=False)(wraps(function)(call))
        return function

    return register


def _each(ctx: ModelContext, array: Value, count: int, what: str) -> tuple[str, ...]:
    return tuple(known_text(ctx, ctx.load(ctx.add(array, PTR.size * index), PTR), what) for index in range(count))


def _source(ctx: ModelContext, program: Value) -> RunTimeSource:
    found = ctx.value_of(number(ctx, program, _PROGRAM, "source"))
    assert isinstance(found, RunTimeSource)
    return found


def _put_source(ctx: ModelContext, program: Value, source: RunTimeSource) -> None:
    put(ctx, program, _PROGRAM, "source", ctx.number_of(source))


def _made(ctx: ModelContext, program: Value) -> RunTimeModule | None:
    """What the compiler has made of a program; None before it was asked."""
    return ctx.compiled(_source(ctx, program)) if number(ctx, program, _PROGRAM, "compiled") else None


# ---------------------------------------------------------------- programs


@model("const char *nvrtcGetErrorString(nvrtcResult result)", device=False)
def error_string(ctx: ModelContext, result: Value) -> Value:
    """The enumerator; "NVRTC_ERROR unknown" for a number that is none."""
    code = ctx.concretize(result, I32)
    return constant_text(ctx, RESULTS[code] if code < len(RESULTS) else "NVRTC_ERROR unknown")


@model("nvrtcResult nvrtcVersion(int *major, int *minor)", device=False)
def version(ctx: ModelContext, major: Value, minor: Value) -> Value:
    """That of the runtime."""
    if is_null(ctx, major) or is_null(ctx, minor):
        return _INVALID_INPUT
    ctx.store(major, VERSION // 1000, I32)
    ctx.store(minor, VERSION % 1000 // 10, I32)
    return _SUCCESS


@model("nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs)", device=False)
def number_of_architectures(ctx: ModelContext, target: Value) -> Value:
    """How many there are."""
    if is_null(ctx, target):
        return _INVALID_INPUT
    ctx.store(target, len(ARCHITECTURES), I32)
    return _SUCCESS


@model("nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs)", device=False)
def architectures(ctx: ModelContext, target: Value) -> Value:
    """All of them, the oldest first."""
    if is_null(ctx, target):
        return _INVALID_INPUT
    for index, architecture in enumerate(ARCHITECTURES):
        ctx.store(ctx.add(target, I32.size * index), architecture, I32)
    return _SUCCESS


@model(
    "nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders, "
    "const char *const *headers, const char *const *includeNames)",
    device=False,
)
def create_program(
    ctx: ModelContext, target: Value, text: Value, name: Value, count: Value, headers: Value, names: Value
) -> Value:
    """Keeps the text and the headers; "default_program is used when name is NULL"."""
    if is_null(ctx, target):
        return _INVALID_PROGRAM
    known = ctx.concretize(count, I32)
    if is_null(ctx, text) or known >= 2**31 or (known and (is_null(ctx, headers) or is_null(ctx, names))):
        return _INVALID_INPUT
    called = "" if is_null(ctx, name) else known_text(ctx, name, "a name")
    given = _each(ctx, headers, known, "a header")
    of_headers = _each(ctx, names, known, "the name of a header")
    source = RunTimeSource(
        called or "default_program", known_text(ctx, text, "text"), tuple(zip(of_headers, given, strict=True))
    )
    create(ctx, target, _PROGRAM, {"source": ctx.number_of(source)})
    return _SUCCESS


@model("nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog)", device=False)
def destroy_program(ctx: ModelContext, target: Value) -> Value:
    """Ends a program, and sets the variable that holds it to NULL."""
    if is_null(ctx, target):
        return _INVALID_PROGRAM
    program = ctx.load(target, PTR)
    if is_null(ctx, program):
        return _INVALID_PROGRAM
    destroy(ctx, program, _PROGRAM)
    ctx.store(target, NULL, PTR)
    return _SUCCESS


@_of_program("nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const name_expression)")
def add_name_expression(ctx: ModelContext, program: Value, expression: Value) -> Value:
    """What the program will ask for the symbol of; too late once it was compiled."""
    if is_null(ctx, expression):
        return _INVALID_INPUT
    if _made(ctx, program) is not None:
        return _TOO_LATE
    before = _source(ctx, program)
    named = known_text(ctx, expression, "an expression")
    if named not in before.expressions:
        expressions = (*before.expressions, named)
        _put_source(ctx, program, replace(before, expressions=expressions))
    return _SUCCESS


@_of_program("nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options)")
def compile_program(ctx: ModelContext, program: Value, count: Value, options: Value) -> Value:
    """Compiles the text. Options that mean nothing for what it does are passed over, known to NVRTC or not."""
    known = ctx.concretize(count, I32)
    if known >= 2**31:
        return _INVALID_INPUT
    if known and is_null(ctx, options):
        return _INVALID_OPTION
    source = replace(_source(ctx, program), options=_each(ctx, options, known, "an option"))
    made = ctx.compiled(source)
    _put_source(ctx, program, source)
    put(ctx, program, _PROGRAM, "compiled", 1)
    return _SUCCESS if made.accepted else _NOT_COMPILED


@_of_program(
    "nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const name_expression, const char **lowered_name)"
)
def lowered_name(ctx: ModelContext, program: Value, expression: Value, target: Value) -> Value:
    """The symbol that an expression names which was added before."""
    if is_null(ctx, expression) or is_null(ctx, target):
        return _INVALID_INPUT
    made = _made(ctx, program)
    if made is None or not made.accepted:
        return _TOO_EARLY
    symbol = made.lowered.get(known_text(ctx, expression, "an expression"))
    ctx.store(target, NULL if symbol is None else constant_text(ctx, symbol), PTR)
    return _NO_SUCH_NAME if symbol is None else _SUCCESS


# ---------------------------------------------------------------- what was made


def _log(ctx: ModelContext, program: Value) -> bytes:
    made = _made(ctx, program)
    return b"\0" if made is None else made.log.encode("utf-8", "surrogateescape") + b"\0"


def _ptx(ctx: ModelContext, program: Value) -> bytes:
    """PTX with nothing but its head."""
    made = _made(ctx, program)
    if made is None or not made.accepted:
        return b"\0"
    source = _source(ctx, program)
    architecture = _architecture(source).replace("compute_", "sm_")
    head = f"//\n// {MARK}{source.key}\n//\n\n.version 8.3\n.target {architecture}\n.address_size 64\n\n"
    return head.encode() + b"\0"


def _machine_code(ctx: ModelContext, program: Value) -> bytes:
    """None "if the value specified to -arch is a virtual architecture"."""
    made = _made(ctx, program)
    if made is None or not made.accepted:
        return b""
    source = _source(ctx, program)
    return b"" if _architecture(source).startswith("compute_") else f"\x7fELF{MARK}{source.key}\0".encode()


def _architecture(source: RunTimeSource) -> str:
    """The architecture that options ask for, the last one if there are several."""
    words = [word for option in source.options for word in option.replace("=", " ").split()]
    asked = [behind for word, behind in pairwise(words) if word.lstrip("-") in _ASK_FOR_ARCHITECTURE]
    return asked[-1] if asked else _DEFAULT_ARCHITECTURE


def _put_size(ctx: ModelContext, target: Value, data: bytes) -> Value:
    if is_null(ctx, target):
        return _INVALID_INPUT
    ctx.store(target, len(data), I64)
    return _SUCCESS


def _put_bytes(ctx: ModelContext, target: Value, data: bytes) -> Value:
    if is_null(ctx, target):
        return _INVALID_INPUT
    if data:
        ctx.store_bytes(target, data)
    return _SUCCESS


@_of_program("nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet)")
def log_size(ctx: ModelContext, program: Value, target: Value) -> Value:
    """The bytes of the log, "including the trailing NULL"."""
    return _put_size(ctx, target, _log(ctx, program))


@_of_program("nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log)")
def log(ctx: ModelContext, program: Value, target: Value) -> Value:
    """What the compiler says of a text that it does not take: clang, in its words."""
    return _put_bytes(ctx, target, _log(ctx, program))


@_of_program("nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet)")
def ptx_size(ctx: ModelContext, program: Value, target: Value) -> Value:
    """The bytes of the PTX, "including the trailing NULL"."""
    return _put_size(ctx, target, _ptx(ctx, program))


@_of_program("nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx)")
def ptx(ctx: ModelContext, program: Value, target: Value) -> Value:
    """The head of PTX, which tells the driver what it is made of."""
    return _put_bytes(ctx, target, _ptx(ctx, program))


@_of_program("nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet)")
def machine_code_size(ctx: ModelContext, program: Value, target: Value) -> Value:
    """The bytes of the machine code; 0 for a virtual architecture."""
    return _put_size(ctx, target, _machine_code(ctx, program))


@_of_program("nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin)")
def machine_code(ctx: ModelContext, program: Value, target: Value) -> Value:
    """Bytes that tell the driver what they are made of; none for a virtual architecture."""
    return _put_bytes(ctx, target, _machine_code(ctx, program))
