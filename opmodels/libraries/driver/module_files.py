"""Modules that come as files of PTX or machine code (CUDA Driver API, "Module Management", "Library Management"):
refused, with what the file is and what to do instead."""

from pathlib import PurePosixPath

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.driver.api import driver
from opmodels.libraries.text import known_text

_KINDS = {
    ".ptx": "PTX", ".cubin": "machine code for one GPU", ".fatbin": "machine code for several GPUs",
    ".o": "an object file",
}  # fmt: skip
_INSTEAD = "give the source of its kernels: launch them with <<<...>>>, or compile their text with NVRTC"


@driver(
    "CUresult cuModuleLoad(CUmodule *module, const char *fname)",
    "CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions, "
    "void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, "
    "void **libraryOptionValues, unsigned int numLibraryOptions)",
)
def load_file(ctx: ModelContext, target: Value, file: Value, *options: Value) -> Value:
    """What was compiled outside of the program is not read."""
    name = known_text(ctx, file, "a file name")
    kind = _KINDS.get(PurePosixPath(name).suffix, "PTX or machine code")
    ctx.unsupported(f"{ctx.name} of '{name}', which is {kind}; {_INSTEAD}")
