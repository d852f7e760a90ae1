"""The command lines of clang."""

import os
from dataclasses import fields
from enum import Enum
from pathlib import Path

from cudabmc.frontend.clang.discovery import Compiler
from cudabmc.frontend.clang.wheel import cccl_dirs, cupy_dirs
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options

SYSTEM_DIRS = ("/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include")
"""Where gcc looks for headers, and nvcc with it: those of libraries are there, as of OpenGL and Boost. The C and C++
libraries are found before."""

INCLUDE = Path(__file__).parents[3] / "opmodels" / "include"
"""Headers that stand for those of CUDA and for some of the C library's."""

# Clang's own optimiser never runs, but it is told that one will, because it then marks where the life of
# a local begins and ends (LangRef, llvm.lifetime.start). No type-based alias information and no contraction
# of a * b + c: both would only add freedom to what the program means. glibc's headers define some functions
# inline when they see an optimising compiler; those are models. libc++ has algorithms with vectors of bool,
# whose masks hold bits that nobody wrote, unless it is to be small.
_COMMON = (
    "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-Xclang", "-gno-key-instructions",
    # Types are described though nobody calls a constructor: memory of the device is only allocated.
    "-Xclang", "-fno-use-ctor-homing",
    "-fno-discard-value-names", "-ffp-contract=off", "-fno-strict-aliasing", "-U__OPTIMIZE__", "-D__OPTIMIZE_SIZE__=1",
    "-D__NO_INLINE__=1",
    # nvcc is laxer than clang in what clang reports as a warning turned into an error (narrowing, register).
    "-Wno-everything", "-fno-color-diagnostics", "-fno-crash-diagnostics",
)  # fmt: skip

SHORT_LONG_DOUBLE = ("-Xclang", "-mlong-double-64")
"""The format of double for long double; the driver has it for the host alone."""

# The toolkit is ours alone: what is installed below /usr/local/cuda changes nothing.
_CUDA = (
    "--cuda-path=/nonexistent", "--cuda-path-ignore-env", "-Xclang", "-target-sdk-version=12.3",
    "-nocudainc", "-nocudalib",
)  # fmt: skip


class Language(Enum):
    """What a file is written in; the value is clang's name of it, and `-x` names it but for CUDA, which is cu there."""

    CUDA = "cuda"
    CXX = "c++"
    C = "c"


class Side(Enum):
    """For whom a file is compiled."""

    HOST = "host"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class CompileOptions:
    """How to compile, apart from what every compilation has; the fields mean what those of Options mean. `at_run_time`:
    as NVRTC does. `long_double_is_double`: it has the format of double."""

    std: str | None = None
    include_dirs: tuple[str, ...] = ()
    system_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    force_includes: tuple[str, ...] = ()
    cuda_path: str | None = None
    arch: str = "sm_80"
    language: str | None = None
    clang: str | None = None
    cache_dir: str | None = None
    at_run_time: bool = False
    long_double_is_double: bool = False

    @classmethod
    def of(cls, options: Options) -> "CompileOptions":
        """What of the options of a run concerns the compiler."""
        asked = {field.name for field in fields(cls)} - {"arch", "at_run_time", "long_double_is_double"}
        named = {name: getattr(options, name) for name in asked}
        return cls(**named, arch=options.architecture, at_run_time=options.compiled_at_run_time)


def language_of(path: str, asked: str | None = None) -> Language:
    """What was asked for, or by the ending of the name; what has none that says otherwise is CUDA."""
    if asked is not None:
        return Language.CUDA if asked == "cu" else Language(asked)
    suffix = Path(path).suffix
    if suffix == ".c":
        return Language.C
    return Language.CXX if suffix in (".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP") else Language.CUDA


def program_command(
    compiler: Compiler,
    options: CompileOptions,
    path: str,
    side: Side,
    declarations: Path,
    users_flags: tuple[str, ...] = (),
    toolkit: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """How a file of the program is compiled, without the names of what is written. Headers of libraries that have no
    model (thrust, cub, libcu++ and CuPy's) come from `toolkit`, and from the packages that have them.

    `declarations` is the generated header of the models, which the headers of CUDA include; `users_flags` is
    what users' own models add.
    """
    language = language_of(path, options.language)
    ours = _each("-I", (str(INCLUDE / "cuda"), str(declarations.parent)))
    forced = ["-include", "cuda_runtime.h"] if language is Language.CUDA else []
    if language is Language.CUDA and options.at_run_time:
        forced += ["-include", "cudabmc/nvrtc.h"]
    arguments = [
        *base_command(compiler, language, _standard(language, options.std)),
        *(_cuda_flags(side, options.arch) if language is Language.CUDA else ()),
        *ours,
        *users_flags,
        *_each("-I", options.include_dirs),
        *_each("-isystem", options.system_dirs),
        "-D__CUDABMC__=1",
        "-fno-builtin-memcpy",  # the instruction lets what it copies overlap
        *(SHORT_LONG_DOUBLE if options.long_double_is_double else ()),
        *_each("-D", options.defines),
        *_each("-U", options.undefines),
        *forced,
        *_each("-include", options.force_includes),
        *library_flags(compiler, language),
        *_each("-idirafter", (str(INCLUDE / "libcu_barriers"), *toolkit, *cccl_dirs(), *cupy_dirs())),
        *_each("-idirafter", (str(INCLUDE / "libcu"),)),
        *_each("-idirafter", tuple(filter(os.path.isdir, SYSTEM_DIRS))),
    ]
    return (*arguments, "--", path)


def base_command(compiler: Compiler, language: Language, std: str) -> tuple[str, ...]:
    """The compiler and the flags of every compilation."""
    return (
        *compiler.command, "-x", language.value, "-target", "x86_64-linux-gnu", *_COMMON, f"-std={std}",
    )  # fmt: skip


def library_flags(compiler: Compiler, language: Language) -> tuple[str, ...]:
    """Where the headers of the C and C++ library are: in the wheel, if it is installed."""
    wheel = compiler.wheel
    cxx = language is not Language.C
    if wheel is None:
        return ("-stdlib=libc++",) if cxx else ()
    settings = (*(wheel.cxx_settings if cxx else ()), *wheel.c_settings)
    before = wheel.cxx_dirs if cxx else ()
    if compiler.own_headers:  # these stand between the C++ library's and the C library's
        return (
            "-nostdlibinc", "-nostdinc++", *_each("-isystem", before), *_each("-idirafter", wheel.c_dirs),
            *_each("-D", settings),
        )  # fmt: skip
    dirs = (*before, wheel.builtin_dir, *wheel.c_dirs)
    return ("-nostdinc", "-nostdinc++", *_each("-isystem", dirs), *_each("-D", settings))


def _standard(language: Language, asked: str | None) -> str:
    """nvcc's default is that of the host compiler, with GNU extensions, at C++17 (nvcc manual, --std).

    A standard of C++ says nothing about a file in C, and the other way round.
    """
    default = "gnu17" if language is Language.C else "gnu++17"
    return asked if asked and ("++" in asked) == ("++" in default) else default


def _cuda_flags(side: Side, arch: str) -> tuple[str, ...]:
    if side is Side.HOST:
        # The architecture is in __CUDA_ARCH_LIST__, by which thrust and cub name and choose what they launch.
        return (*_CUDA, "--cuda-host-only", f"--cuda-gpu-arch={arch}")
    # The driver keeps what -g asks for out of optimised device code, unless it is told that ptxas will not optimise.
    return (
        *_CUDA, "-nogpulib", "--cuda-device-only", f"--cuda-gpu-arch={arch}", "--cuda-noopt-device-debug",
        "-Xclang", "-target-feature", "-Xclang", _ptx(arch), "-fno-builtin-printf",
        # From version 5 on clang describes what is only declared, too: where, and what the source calls it.
        "-Xclang", "-dwarf-version=5",
    )  # fmt: skip


def _ptx(arch: str) -> str:
    """The feature of clang's backend that names a version of PTX: one that knows the architecture (PTX ISA, "Release
    Notes"), and none that is newer than the toolkit for the others."""
    number = int("".join(filter(str.isdigit, arch)))
    versions = {100: "86", 101: "86", 120: "87", 103: "88", 121: "88", 88: "90", 110: "90"}
    return f"+ptx{versions.get(number, '83')}"


def _each(flag: str, values: tuple[str, ...]) -> list[str]:
    return [part for value in values for part in (flag, value)]
