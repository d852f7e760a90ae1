"""The file that a symbol of the C++ library comes from."""

from pathlib import Path

import pytest

from cudabmc.frontend.clang.command import CompileOptions
from cudabmc.frontend.clang.runtime_library import OWN, RuntimeLibrary
from cudabmc.frontend.clang.toolchain import Toolchain


@pytest.fixture(scope="module")
def library() -> RuntimeLibrary:
    return RuntimeLibrary(Toolchain(CompileOptions()))


def source_of(path: Path | None) -> str:
    """The file that was compiled."""
    assert path is not None
    for line in path.read_text().splitlines():
        if line.startswith("source_filename = "):
            return line.split('"')[1]
    raise AssertionError(f"no source in {path}")


@pytest.mark.parametrize(
    ("symbol", "source"),
    [
        ("__cxa_throw", "exceptions.cpp"), ("_ZSt9terminatev", "exceptions.cpp"), ("exit", "exit.cpp"),
        ("__cxa_atexit", "exit.cpp"), ("_ZNSt3__14coutE", "streams.cpp"), ("_ZNSt3__15ctypeIcE2idE", "facet_ctype.cpp"),
        ("_ZNSt3__16locale7classicEv", "locale.cpp"), ("wcslen", "wide.cpp"),
    ],
)  # fmt: skip
def test_own_sources_come_before_models_and_the_library(library: RuntimeLibrary, symbol: str, source: str) -> None:
    assert source_of(library.path_of(symbol)) == str(OWN / source)


@pytest.mark.parametrize(
    ("symbol", "source"),
    [
        ("__dynamic_cast", "libcxxabi/src/private_typeinfo.cpp"),
        ("_ZTISt13runtime_error", "libcxxabi/src/stdlib_stdexcept.cpp"),
        ("_ZNSt3__19to_stringEi", "libcxx/src/string.cpp"),
        ("_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEElsEi", "libcxx/src/ios.instantiations.cpp"),
        # Its source is among those that few programs need, and all of these are compiled.
        pytest.param("_ZNSt3__15mutex4lockEv", "libcxx/src/mutex.cpp", marks=pytest.mark.long),
    ],
)
def test_the_rest_comes_from_the_librarys_sources(library: RuntimeLibrary, symbol: str, source: str) -> None:
    assert source_of(library.path_of(symbol)).endswith(source)


@pytest.mark.parametrize("symbol", ["_Znwm", "_ZdlPvm", "printf", "memcpy", "__cxa_guard_acquire"])
def test_a_model_comes_before_the_librarys_sources(library: RuntimeLibrary, symbol: str) -> None:
    assert library.path_of(symbol) is None


def test_what_nothing_defines_has_no_file(library: RuntimeLibrary) -> None:
    assert library.path_of("_Z7unknownv") is None


def test_the_readme_names_every_source() -> None:
    readme = (OWN.parent / "README.md").read_text()
    files = {path.name for path in OWN.iterdir() if not path.name.startswith("facet_")}
    assert {name for name in files if f"`{name}`" not in readme} == set()
