"""The header that declares the operational models to clang.

    @model("cudaError_t cudaFree(void *devPtr)", device=False)
    -->  __host__ cudaError_t cudaFree(void *devPtr) __asm__("cudabmc:cudaFree:0");

The number is the position of the model in `registry.lookup(name)`, so that a call in the IR says which
overload is meant. What the C and C++ library declare is left to their own headers, except that kernels
may call some of it (CUDA C++ Programming Guide, "Formatted Output", "Dynamic Global Memory Allocation",
"Assertion"): those get a second declaration for the device, under their C name.

The libraries have sections of their own, which their headers ask for by __CUDABMC_WANTS_CUBLAS and its like.

Users' own models (--models) are declared where the shipped ones that they replace would be, others at
the end; as all this is in the text of the header, the cache of compiler output knows about it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cudabmc.frontend.clang.standard_math import in_standard_library
from opmodels import index, registry
from opmodels.registry import Model

HEADER_NAME = "cudabmc_declarations.h"

# Written by hand under opmodels/include/cuda: inline functions say the same without a call.
_BY_HAND = (
    "opmodels.device.cached_access",
    "opmodels.runtime.vector_types",
    "opmodels.runtime.sample_helpers",
    "opmodels.runtime.sample_timers",
    "opmodels.libraries.curand.vectors",
)
# With members of C++ types, which come later.
_STRUCTS_BY_HAND = ("cudaKernelNodeParams",)
# A package below opmodels.libraries, and what of the types and macros belongs to it.
_LIBRARIES = {
    "curand": re.compile(r"curand\w+"),
    "cublas": re.compile(r"cublas\w+|CUBLAS_\w+"),
    "cufft": re.compile(r"cufft\w+|CUFFT_\w+"),
    "cusparse": re.compile(r"cusparse\w+|CUSPARSE_\w+|csrilu02Info\w*"),
    "cusolver.common": re.compile(
        r"cusolver(?:Status|EigType|EigMode|EigRange|Norm|AlgMode|DeterministicMode|_int)_t|CUSOLVER_\w+"
    ),
    "cusolver.dense": re.compile(r"cusolverDn\w+|syevjInfo\w*|gesvdjInfo\w*"),
    "cusolver.sparse": re.compile(r"cusolverSp\w+|csr(?:qr|chol|lu)Info\w*"),
    "cusolver.refactorization": re.compile(r"cusolverRf\w+|CUSOLVERRF_\w+"),
    "driver": re.compile(
        r"CU(?:result|deviceptr|device|context|stream|event|device_attribute|module|function|library|kernel"
        r"|function_attribute|func_cache|jit_option|libraryOption)|cudaError_enum|CU(?:execAffinity|ctxC|cigData)\w+"
    ),
    "cudnn": re.compile(r"cudnn\w+|CUDNN_\w+"),
    "nvrtc": re.compile(r"_?nvrtc\w+"),
    "nvtx": re.compile(r"nvtx\w+|NVTX_\w+"),
}
_VECTOR = r"u?(?:char|short|int|long|longlong)[1-4]|(?:float|double)[1-4]"
_TYPE = re.compile(rf"cuda(?!Error_enum)\w+|CU\w+_st|{_VECTOR}")
_MACRO = re.compile(r"cuda\w+|CUDART_VERSION|CUDA_VERSION")
# Names that clang has as built-in functions of the target, whatever is declared.
_BUILTINS = ("__syncthreads",)
_DEFAULT = re.compile(r" = ([^,)]+)")
_WORD = re.compile(r"[A-Za-z_]\w*")

Numbered = Sequence[tuple[int, Model]]


def generated_header() -> str:
    """Types, macros and functions of the registry for clang, to be included after crt/host_defines.h.

    With __CUDABMC_LIBRARY_OF_DEVICE only the C library of kernels, which <cstdlib> and its like must find
    there when they bring names into namespace std.
    """
    known = _numbered()
    lines = ["#include <stddef.h>", "#ifdef __CUDABMC_LIBRARY_OF_DEVICE", *_device_library(known)]
    lines += ["#elif !defined(__CUDABMC_DECLARATIONS)", "#define __CUDABMC_DECLARATIONS"]
    lines += [*_compatibility(), *_blocks(), *_macros(), *_runtime(known), *_users(known)]
    lines += ["#ifdef __CUDACC__", *_verifier(known), *_device(known), "#endif", "#endif"]
    for library, names in _LIBRARIES.items():
        lines += _library(known, library, names)
    return "\n".join(lines) + "\n"


def _compatibility() -> Iterator[str]:
    """C has neither default arguments nor enumeration names without `enum`."""
    yield "#ifdef __cplusplus"
    yield "#define __CUDABMC_DEFAULT(value) = value"
    yield "#else"
    yield "#define __CUDABMC_DEFAULT(value)"
    tags = (re.match(r"(?:enum|struct) (\w+)", text) for text in _blocks())
    yield from sorted({f"typedef {tag[0]} {tag[1]};" for tag in tags if tag})
    yield "#endif"


# ---------------------------------------------------------------- types and macros


def _blocks() -> list[str]:
    """The texts of the types of CUDA and of users' models."""
    named = {name for name in registry.type_names() if _TYPE.fullmatch(name) and name not in _STRUCTS_BY_HAND}
    return [*(f"struct {name};" for name in _STRUCTS_BY_HAND), *_ordered(named | registry.users_types())]


def _ordered(wanted: set[str]) -> list[str]:
    """The texts of types, each after those that it uses."""
    ordered: dict[str, None] = {}

    def visit(name: str) -> None:
        text = registry.block(name)
        if text is None or text in ordered:
            return
        for other in _WORD.findall(text):
            if other in wanted and registry.block(other) != text:
                visit(other)
        ordered[text] = None

    for name in sorted(wanted):
        visit(name)
    return list(ordered)


def _macros() -> Iterator[str]:
    mine = registry.users_macros()
    for name, body in registry.macros().items():
        if _MACRO.fullmatch(name) or name in mine:
            yield f"#define {name} {body}"


# ---------------------------------------------------------------- functions


def _numbered() -> Numbered:
    """All models, each with its number among those of its name."""
    counts: Counter[str] = Counter()
    found = []
    for model in registry.all_models():
        found.append((counts[model.name], model))
        counts[model.name] += 1
    return found


def _models(known: Numbered, *modules: str) -> Iterator[tuple[int, Model]]:
    """The models of some modules, with their numbers."""
    for number, model in known:
        if model.family.startswith(modules) and not model.family.startswith(_BY_HAND):
            yield number, model


def _sides(model: Model) -> str:
    return " ".join(side for side, there in (("__host__", model.host), ("__device__", model.device)) if there)


def _label(number: int, model: Model) -> str:
    return f'__asm__("cudabmc:{model.name}:{number}")'


def _signature(model: Model) -> str:
    """The signature, where what C does not have is a macro."""
    return _DEFAULT.sub(r" __CUDABMC_DEFAULT(\1)", model.signature)


def _runtime(known: Numbered) -> Iterator[str]:
    """Functions of the host; C gets the first overload alone."""
    for number, model in _models(known, "opmodels.runtime."):
        declaration = f"{_sides(model)} {_signature(model)} {_label(number, model)};"
        yield f"#ifdef __cplusplus\n{declaration}\n#endif" if number else declaration


def _device(known: Numbered) -> Iterator[str]:
    """Functions of kernels, and the mathematics that the standard library does not have."""
    yield from (f"#define {name} __cudabmc{name}" for name in _BUILTINS)
    for number, model in _models(known, "opmodels.device.", "opmodels.math_"):
        if not in_standard_library(model):
            yield f"{_sides(model)} {_signature(model)} {_label(number, model)};"


def _verifier(known: Numbered) -> Iterator[str]:
    """nondet, assume and assert: one declaration for each side, so that a program may repeat the host's,
    as it does for tools that have no header. Then the words of contracts that are macros."""
    for number, model in _models(known, "opmodels.verifier"):
        for side in _sides(model).split():
            yield f'extern "C" {side} {model.signature} {_label(number, model)};'
    words = set(index.MACROS["opmodels.verifier_gpuverify"].split())
    for name, body in registry.macros().items():
        word = name.partition("(")[0]
        if word in words:  # a proof defines some of them otherwise
            yield f"#ifndef {word}\n#define {name} {body}\n#endif"


def _library(known: Numbered, library: str, names: re.Pattern[str]) -> Iterator[str]:
    """Types, macros and functions of a library of CUDA."""
    guard = f"__CUDABMC_WANTS_{library.upper().replace('.', '_')}"
    yield f"#ifdef {guard}\n#undef {guard}"
    yield from _ordered({name for name in registry.type_names() if names.fullmatch(name)})
    yield from (f"#define {name} {body}" for name, body in registry.macros().items() if names.fullmatch(name))
    models = list(_models(known, f"opmodels.libraries.{library}"))
    for side, condition in ((True, "#if 1"), (False, "#ifdef __CUDACC__")):
        yield condition
        for number, model in models:
            if model.host == side:
                line = f"{_sides(model)} {_signature(model)} {_label(number, model)};"
                yield f"#ifdef __cplusplus\n{line}\n#endif" if number else line
        yield "#endif"
    yield "#endif"


def _users(known: Numbered) -> Iterator[str]:
    """Users' models: as the verifier's, for programs may have declarations of their own."""
    yield '#ifdef __cplusplus\n#define __CUDABMC_C extern "C"\n#else\n#define __CUDABMC_C\n#endif'
    for number, model in _models(known, registry.USERS):
        linkage = "" if number else "__CUDABMC_C "
        lines = [f"{linkage}{side} {_signature(model)} {_label(number, model)};" for side in _sides(model).split()]
        yield "\n".join(["#ifdef __cplusplus", *lines, "#endif"] if number else lines)
    yield "#undef __CUDABMC_C"


def _device_library(known: Numbered) -> Iterator[str]:
    """The C library in kernels."""
    yield "typedef long clock_t;"
    for number, model in _models(known, "opmodels.libc."):
        if model.device and number == 0 and not model.name.startswith("__") and not in_standard_library(model):
            yield f'extern "C" __device__ {model.signature};'
