"""The text of a file where host and device see the same one.

nvcc compiles a file twice, and `__CUDA_ARCH__` is defined for the device alone (CUDA C++ Programming Guide,
"__CUDA_ARCH__"). This front end reads a file once. So one that names the macro is preprocessed for both sides, and
refused if they differ.
"""

from collections.abc import Sequence

from cudabmc.frontend.c.preprocess import preprocess
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.files import SourceFiles

_MACRO = "__CUDA_ARCH__"


def text_of_both_sides(
    path: str,
    include_dirs: Sequence[str],
    defines: Sequence[str],
    undefines: Sequence[str],
    force_includes: Sequence[str],
    architecture: str,
) -> str:
    """The preprocessed file. Raises UnsupportedError where the sides differ; `architecture` is as in sm_80."""
    files = SourceFiles()
    text = preprocess(path, include_dirs, defines, undefines, files=files, force_includes=force_includes)
    place = files.find(_MACRO)
    if place is None:
        return text
    device = preprocess(path, include_dirs, defines, undefines, value_of(architecture), force_includes=force_includes)
    if device != text:
        raise unsupported(f"{_MACRO} where host and device differ", place)
    return text


def value_of(architecture: str) -> str:
    """The value of the macro: 800 for sm_80."""
    return architecture.removeprefix("sm_").rstrip("af") + "0"
