"""cuRAND itself, where it is installed (with CUDA, or by `pip install nvidia-curand`): its generators of the host need
no GPU, and the functions of its headers can be compiled for the host."""

import ctypes
import sysconfig
from functools import cache
from pathlib import Path

import pytest

_PACKAGES = Path(sysconfig.get_paths()["purelib"])
_PLACES = [*_PACKAGES.glob("nvidia/cu*"), _PACKAGES / "nvidia/curand", *Path("/usr/local").glob("cuda*")]


def _found(*patterns: str) -> Path:
    for place in _PLACES:
        for pattern in patterns:
            for path in place.glob(pattern):
                return path
    pytest.skip("cuRAND is not installed (pip install nvidia-curand)")


def headers() -> Path:
    """The folder of curand_kernel.h."""
    return _found("include/curand_kernel.h", "targets/*/include/curand_kernel.h").parent


@cache
def _loaded(path: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(path))


class HostGenerator:
    """A generator of the library."""

    def __init__(self, kind: int, seed: int = 0, offset: int = 0, ordering: int = 0) -> None:
        self._library = _loaded(_found("lib/libcurand.so*", "lib64/libcurand.so*"))
        self._handle = ctypes.c_void_p()
        self._checked("CreateGeneratorHost", ctypes.byref(self._handle), kind)
        self._checked("SetPseudoRandomGeneratorSeed", self._handle, ctypes.c_ulonglong(seed))
        self._checked("SetGeneratorOffset", self._handle, ctypes.c_ulonglong(offset))
        if ordering:
            self._checked("SetGeneratorOrdering", self._handle, ordering)

    def _checked(self, name: str, *arguments: object) -> None:
        assert getattr(self._library, f"curand{name}")(*arguments) == 0, name

    def close(self) -> None:
        self._checked("DestroyGenerator", self._handle)

    def numbers(self, name: str, type: type, count: int, *parameters: object) -> list[float]:
        """What curandGenerate with `name` behind it writes."""
        numbers = (type * count)()
        self._checked(f"Generate{name}", self._handle, numbers, ctypes.c_size_t(count), *parameters)
        return list(numbers)
