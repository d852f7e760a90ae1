"""What the compiler says, as an error of ours."""

import re

from cudabmc.errors import CompilerError, CudabmcError, ResourceError, UnsupportedError
from cudabmc.frontend.clang.ir.columns import CharacterColumns
from cudabmc.source.location import Location

_ERROR = re.compile(r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>[^\n]*)$", re.M)
_FATAL = re.compile(r"^(\S[^\n]*?: )fatal (?=error: )", re.M)
"""What ends the compilation is an error like others, also for editors, which look for that word behind the place."""
_LOOSE_ERROR = re.compile(r"^[^\n]*?error: (?P<text>[^\n]*)$", re.M)
_CRASH = re.compile(r"^[^\n]*?error: clang frontend command failed", re.M)
_COUNT = re.compile(r"^(?:\d+ (?:warnings?|errors?)(?: and \d+ errors?)? generated.*)\n?", re.M)

_REPEATED = re.compile(r"^((?:In file included from [^\n]*:\n){1,8}?)\1{3,}", re.M)
"""Files that include themselves, or each other: clang gives up behind 200 of them."""

# Valid CUDA that this version does not take: what the compiler says of it, and what it is.
_REFUSED = (
    (re.compile(r"kernel launch from __device__ or __global__ function|reference to __global__ function"),
     "launches in device code (dynamic parallelism) with a clang older than 22"),
    (re.compile(r"^no template named 'texture'|^unknown template name 'texture'"),
     "texture references (removed in CUDA 12): use texture objects, cudaCreateTextureObject"),
    (re.compile(r"^no template named 'surface'|^unknown template name 'surface'"),
     "surface references (removed in CUDA 12): use surface objects, cudaCreateSurfaceObject"),
)  # fmt: skip
_CCCL = re.compile(r"^'(?:thrust|cub|cuda/std)/[^']*' file not found")
_CCCL_HINT = "`pip install nvidia-cuda-cccl` brings thrust, cub and libcu++; --cuda-path takes those of a CUDA toolkit"

_CUPY = re.compile(r"^'cupy/[^']*' file not found")
_CUPY_HINT = "`pip install cupy-cuda12x` brings the headers of CuPy; no GPU is needed for them"

_LEFT_OUT = re.compile(r"^(?:no (?:member|template|type) named|use of undeclared identifier) "
                       r"'(?:\w+InputIterator|distance)'")  # fmt: skip
_LEFT_OUT_HINT = (
    "if CUDA 13 has left it out of thrust and cub: `pip install --target DIR nvidia-cuda-cccl-cu12` and "
    "--cuda-path=DIR/nvidia/cuda_cccl take those of CUDA 12"
)


def _shortened(found: re.Match[str]) -> str:
    lines = found[1]
    left_out = found[0].count("\n") - 2 * lines.count("\n")
    return f"{lines}... {left_out} lines like {'this' if lines.count(chr(10)) == 1 else 'these'}\n{lines}"


_MISSING = re.compile(r"^'[^']*' file not found")
_MISSING_HINT = "-I DIR says where headers are, -p BUILD takes the folders of compile_commands.json"


def _hint(text: str) -> str:
    """What to do about a message of the compiler."""
    if _CCCL.match(text):
        return _CCCL_HINT
    if _CUPY.match(text):
        return _CUPY_HINT
    if _LEFT_OUT.match(text):
        return _LEFT_OUT_HINT
    return _MISSING_HINT if _MISSING.match(text) else ""


def compiler_error(source: str, status: int, messages: str) -> CudabmcError:
    """The error for a compilation of `source` that ended with a status other than 0."""
    text = _REPEATED.sub(_shortened, _FATAL.sub(r"\1", _COUNT.sub("", messages))).rstrip()
    if status < 0 and "error:" not in text:
        return ResourceError(f"the compiler was killed by signal {-status} while it compiled {source}")
    found = _ERROR.search(text)
    if not found and _CRASH.search(text):
        return ResourceError(f"the compiler crashed while it compiled {source}")
    if found:
        file, line, column = found["file"], int(found["line"]), int(found["column"])
        place = Location(file, line, CharacterColumns().of(file, line, column))
        for pattern, construct in _REFUSED:
            if pattern.search(found["text"]):
                return UnsupportedError(construct, place)
        return CompilerError(found["text"], place, text, _hint(found["text"]))
    loose = _LOOSE_ERROR.search(text)
    message = loose["text"] if loose else f"the compiler ended with status {status}"
    return CompilerError(message, Location(source, 0), text or f"{source}: error: {message}")
