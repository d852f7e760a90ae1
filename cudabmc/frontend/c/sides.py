"""The text of a file where host and device see the same one.

nvcc compiles a file twice, and `__CUDA_ARCH__` is defined for the device alone (CUDA C++ Programming Guide,
"__CUDA_ARCH__"). This front end reads a file once. So one that names the macro is preprocessed for both sides, and
refused if they differ.
"""

from cudabmc.frontend.c.preprocess import preprocess
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.options.table import Options
from cudabmc.source.files import SourceFiles

_MACRO = "__CUDA_ARCH__"


def text_of_both_sides(path: str, options: Options) -> str:
    """The preprocessed file. Raises UnsupportedError where the sides differ."""
    files = SourceFiles()
    folders = (*options.include_dirs, *options.system_dirs)
    macros, forced = (options.defines, options.undefines), options.force_includes
    if options.compiled_at_run_time:  # for the device alone
        return preprocess(path, folders, *macros, value_of(options.architecture), force_includes=forced)
    text = preprocess(path, folders, *macros, files=files, force_includes=forced)
    place = files.find(_MACRO)
    if place is None:
        return text
    device = preprocess(path, folders, *macros, value_of(options.architecture), force_includes=forced)
    if device != text:
        raise unsupported(f"{_MACRO} where host and device differ", place)
    return text


def value_of(architecture: str) -> str:
    """The value of the macro: 800 for sm_80."""
    return architecture.removeprefix("sm_").rstrip("af") + "0"
