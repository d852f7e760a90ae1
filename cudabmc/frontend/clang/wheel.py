"""Compilers and headers that were installed from PyPI into the Python that runs cudabmc."""

from importlib.util import find_spec
from pathlib import Path

from cudabmc.late_dataclass import dataclass

# What zig gives clang for the libc++ that it ships, whose __config_site header it leaves out
# (`python -m ziglang c++ -v` prints it), and the oldest glibc interface that has every function we model.
_LIBCXX_SETTINGS = (
    "_LIBCPP_ABI_VERSION=1",
    "_LIBCPP_ABI_NAMESPACE=__1",
    "_LIBCPP_HAS_THREADS=1",
    "_LIBCPP_HAS_MONOTONIC_CLOCK",
    "_LIBCPP_HAS_TERMINAL",
    "_LIBCPP_HAS_MUSL_LIBC=0",
    "_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS",
    "_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS",
    "_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0",
    "_LIBCPP_HAS_FILESYSTEM=1",
    "_LIBCPP_HAS_RANDOM_DEVICE",
    "_LIBCPP_HAS_LOCALIZATION",
    "_LIBCPP_HAS_UNICODE",
    "_LIBCPP_HAS_WIDE_CHARACTERS",
    "_LIBCPP_HAS_NO_STD_MODULES",
    "_LIBCPP_HAS_TIME_ZONE_DATABASE",
    "_LIBCPP_PSTL_BACKEND_SERIAL",
    "_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE",
    "_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE",
)
_GLIBC_SETTINGS = ("__GLIBC_MINOR__=38",)


@dataclass(frozen=True, slots=True)
class Wheel:
    """The files of the package `ziglang`: a clang, libc++ with its sources, and glibc's headers."""

    root: Path

    @property
    def program(self) -> Path:
        """The zig binary; `zig clang ARGS` is clang."""
        return self.root / "zig"

    @property
    def library(self) -> Path:
        """Where headers and library sources lie: `libcxx/src`, `libcxxabi/src` and so on."""
        return self.root / "lib"

    @property
    def cxx_dirs(self) -> tuple[str, ...]:
        """Header directories of the C++ library."""
        return tuple(str(self.library / name / "include") for name in ("libcxx", "libcxxabi"))

    @property
    def builtin_dir(self) -> str:
        """Headers of the wheel's own clang (stddef.h, intrinsics)."""
        return str(self.library / "include")

    @property
    def c_dirs(self) -> tuple[str, ...]:
        """Header directories of glibc and Linux for x86-64."""
        names = ("x86-linux-gnu", "generic-glibc", "x86-linux-any", "any-linux-any")
        return tuple(str(self.library / "libc" / "include" / name) for name in names)

    @property
    def cxx_settings(self) -> tuple[str, ...]:
        """Macros that the C++ library's headers need."""
        return _LIBCXX_SETTINGS

    @property
    def c_settings(self) -> tuple[str, ...]:
        """Macros that the C library's headers need."""
        return _GLIBC_SETTINGS


def find_wheel() -> Wheel | None:
    """The installed package `ziglang`, without importing it."""
    spec = find_spec("ziglang")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        wheel = Wheel(Path(place))
        if wheel.program.is_file() and wheel.library.is_dir():
            return wheel
    return None


def cccl_dirs() -> tuple[str, ...]:
    """Header directories of NVIDIA's wheels with thrust, cub and libcu++, newest first.

    nvidia-cuda-cccl-cu12 holds nvidia/cuda_cccl/include, nvidia-cuda-cccl nvidia/cu13/include/cccl.
    """
    spec = find_spec("nvidia")
    found: list[str] = []
    for place in (spec.submodule_search_locations or ()) if spec else ():
        root = Path(place)
        candidates = [*sorted(root.glob("cu*/include/cccl"), reverse=True), root / "cuda_cccl" / "include"]
        found += [str(path) for path in candidates if (path / "thrust").is_dir()]
    return tuple(found[:1])


def cupy_dirs() -> tuple[str, ...]:
    """The directory with the headers of CuPy, `cupy/complex.cuh` and others, and those of thrust, cub and libcu++, on
    which they stand. CuPy is not imported."""
    spec = find_spec("cupy")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        root = Path(place) / "_core" / "include"
        if (root / "cupy" / "complex.cuh").is_file():
            return (str(root), *(str(root / "cupy" / "_cccl" / name) for name in ("thrust", "cub", "libcudacxx")))
    return ()
