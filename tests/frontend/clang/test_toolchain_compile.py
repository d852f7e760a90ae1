"""Source files become IR of both sides, and what the compiler says reaches the user."""

import os
import re
import string
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.errors import CompilerError, ResourceError, UsageError
from cudabmc.frontend.clang import command
from cudabmc.frontend.clang.command import CompileOptions, Language, language_of
from cudabmc.frontend.clang.depfile import read_depfile
from cudabmc.frontend.clang.diagnostics import compiler_error
from cudabmc.frontend.clang.toolchain import Toolchain, Unit, compile_units
from cudabmc.state.limits import LIMITS

Compile = Callable[..., Unit]


@pytest.fixture
def compile_text(tmp_path: Path) -> Compile:
    """Compile a text as a file of some name, with a cache of the test's own."""

    def compile_(text: str, name: str = "a.cpp", **options: object) -> Unit:
        path = tmp_path / name
        path.write_text(text)
        (unit,) = compile_units([str(path)], CompileOptions(cache_dir=str(tmp_path / "cache"), **options))
        return unit

    return compile_


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    def forbid() -> None:
        def start(*arguments: object, **more: object) -> None:
            raise AssertionError(f"a process was started: {arguments}")

        monkeypatch.setattr(subprocess, "Popen", start)

    return forbid


def error_of(call: Callable[[], object]) -> CompilerError:
    with pytest.raises(CompilerError) as caught:
        call()
    return caught.value


# ---------------------------------------------------------------- languages and sides


@pytest.mark.one_in(6)
@pytest.mark.parametrize("capability", [*reversed(LIMITS)])
def test_every_device_that_is_known_is_compiled_for(compile_text: Compile, capability: str) -> None:
    """Each architecture wants a version of PTX that knows it."""
    arch = f"sm_{capability.replace('.', '')}"
    unit = compile_text("__global__ void k(int *p) { atomicAdd(p, 1); __syncthreads(); }\n", "a.cu", arch=arch)
    assert unit.device is not None and f'"target-cpu"="{arch}"' in unit.device.read_text()


def test_cuda_has_two_sides(compile_text: Compile) -> None:
    unit = compile_text("__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n", "a.cu")
    assert unit.device is not None
    host, device = unit.host.read_text(), unit.device.read_text()
    assert 'target triple = "x86_64-unknown-linux-gnu"' in host and 'target triple = "nvptx64-nvidia-cuda"' in device
    assert re.search(r"define .*ptx_kernel void @_Z1kPi\(", device) and "@main" not in device
    assert "define dso_local noundef i32 @main" in host


@pytest.mark.parametrize(
    ("name", "language"),
    [("a.cu", Language.CUDA), ("a.cu.cpp", Language.CXX), ("a.cc", Language.CXX), ("a.cxx", Language.CXX),
     ("a.C", Language.CXX), ("a.c", Language.C), ("a.cuh", Language.CUDA), ("a", Language.CUDA)],
)  # fmt: skip
def test_the_ending_says_the_language(name: str, language: Language) -> None:
    assert language_of(f"some.dir/{name}") is language


def test_a_file_in_c_is_c_and_has_one_side(compile_text: Compile) -> None:
    unit = compile_text("int class = sizeof('a');\n", "a.c", std="c++20")
    assert unit.device is None
    assert "@class = dso_local global i32 4" in unit.host.read_text()


def test_lives_of_locals_names_and_positions_are_in_the_ir(compile_text: Compile) -> None:
    text = compile_text("int f(int parameter) { { int inner[4]; inner[0] = parameter; } return 1; }\n").host.read_text()
    assert "llvm.lifetime.start" in text and "%inner = alloca" in text and "!DILocation(line: 1" in text
    assert "!tbaa" not in text


def test_several_files_are_compiled_together(tmp_path: Path) -> None:
    names = [tmp_path / "a.cpp", tmp_path / "b.c"]
    for path in names:
        path.write_text("int x;\n")
    units = compile_units([str(path) for path in names], CompileOptions(cache_dir=str(tmp_path / "cache")))
    assert [unit.path for unit in units] == [str(path) for path in names]
    assert len({unit.host for unit in units}) == 2


# ---------------------------------------------------------------- options


def test_options_reach_the_compiler(compile_text: Compile, tmp_path: Path) -> None:
    for folder, name in (("inc", "I"), ("sys", "S"), (".", "F")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name.lower()}.h").write_text(f"#define {name} 1\n")
    text = """
        #include <i.h>
        #include <s.h>
        static_assert(I + S + F == 3);
        static_assert(__cplusplus == 202002L);
        static_assert(D == 7);
        #ifdef U
        #error U is defined
        #endif
    """
    options = {
        "std": "c++20", "include_dirs": (str(tmp_path / "inc"),), "system_dirs": (str(tmp_path / "sys"),),
        "defines": ("D=7", "U"), "undefines": ("U",), "force_includes": (str(tmp_path / "f.h"),),
    }  # fmt: skip
    assert compile_text(text, **options).host.exists()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("arch", ["sm_70", "sm_90"])
def test_the_architecture_is_the_one_asked_for(compile_text: Compile, arch: str) -> None:
    text = f"#if defined __CUDA_ARCH__ && __CUDA_ARCH__ != {arch[3:]}0\n#error\n#endif\n"
    unit = compile_text(text, "a.cu", arch=arch)
    assert unit.device is not None


def test_the_default_is_the_language_of_nvcc(compile_text: Compile) -> None:
    compile_text("static_assert(__cplusplus == 201703L); typeof(1) x = 1;\n")


def test_a_wrong_standard_is_the_compilers_error(compile_text: Compile) -> None:
    error = error_of(lambda: compile_text("int x;\n", std="c++77"))
    assert "invalid value 'c++77' in '-std=c++77'" in error.text


def test_the_time_of_day_and_the_environment_do_not_matter(compile_text: Compile, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "only_here.h").touch()
    monkeypatch.setenv("CPLUS_INCLUDE_PATH", str(tmp_path / "env"))
    unit = compile_text('const char *date = __DATE__ " " __TIME__;\n#if __has_include(<only_here.h>)\n#error\n#endif\n')
    assert "Jan  1 1970 00:00:00" in unit.host.read_text()


def test_the_toolkit_comes_after_everything_else(compile_text: Compile, tmp_path: Path) -> None:
    include = tmp_path / "cuda" / "include"
    include.mkdir(parents=True)
    (include / "cuda_runtime.h").write_text("#error the toolkit's own\n")
    (include / "cuda_fp6.h").write_text("#error the toolkit's own\n")  # there is none of ours
    (include / "library.h").write_text('#include "cuda_runtime.h"\n#define LIBRARY 1\n')  # not the one beside it
    text = """
        #include <cuda_runtime.h>
        #include <library.h>
        #if __has_include(<cuda_fp6.h>)
        #error
        #endif
        static_assert(LIBRARY);
    """
    for _ in range(2):
        assert compile_text(text, "a.cpp", cuda_path=str(tmp_path / "cuda")).host.exists()


def test_a_path_without_a_toolkit_is_an_error(compile_text: Compile, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder include"):
        compile_text("", "a.cpp", cuda_path=str(tmp_path))


TOOLKIT = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
HAS_THRUST = any((TOOLKIT / "include" / folder / "thrust").is_dir() for folder in ("", "cccl"))


@pytest.mark.long
@pytest.mark.skipif(not HAS_THRUST, reason="there is no CUDA toolkit with thrust (CUDA_HOME, /usr/local/cuda)")
def test_thrust_of_a_toolkit_compiles_with_our_headers_of_the_runtime(compile_text: Compile) -> None:
    text = """
        #include <thrust/device_vector.h>
        #include <thrust/reduce.h>
        #include <cub/cub.cuh>
        int main() { thrust::device_vector<int> v(8, 2); return thrust::reduce(v.begin(), v.end()); }
    """
    assert compile_text(text, "a.cu", cuda_path=str(TOOLKIT)).device is not None


def test_headers_of_installed_libraries_are_found_where_gcc_looks_and_those_of_c_are_not(
    compile_text: Compile, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = tmp_path / "installed"
    (installed / "GL").mkdir(parents=True)
    (installed / "GL" / "gl.h").write_text("#include <stdio.h>\n#define LIBRARY 1\n")
    for name in ("stdio.h", "vector", "cuda_runtime.h", "helper_cuda.h"):
        (installed / name).write_text("#error another one\n")
    monkeypatch.setattr(command, "SYSTEM_DIRS", (str(tmp_path / "none"), str(installed)))
    text = "#include <vector>\n#include <cuda_runtime.h>\n#include <GL/gl.h>\nstatic_assert(LIBRARY);\n"
    assert compile_text(text, "a.cpp").host.exists()


# ---------------------------------------------------------------- what the compiler says


def test_a_syntax_error_is_shown_as_the_compiler_prints_it(compile_text: Compile, tmp_path: Path) -> None:
    error = error_of(lambda: compile_text("int main() {\n  return 1 +;\n}\n"))
    place = f"{tmp_path}/a.cpp:2:13"
    assert error.text == f"{place}: error: expected expression\n    2 |   return 1 +;\n      |             ^"
    assert (error.message, str(error.location)) == ("expected expression", place)


@pytest.mark.long
def test_an_error_of_both_sides_is_shown_once(compile_text: Compile) -> None:
    assert error_of(lambda: compile_text("int x = y;\n", "a.cu")).text.count("error:") == 1


@pytest.mark.long
def test_an_error_of_the_device_side_is_shown(compile_text: Compile) -> None:
    text = "#ifdef __CUDA_ARCH__\nint x = unknown;\n#endif\n"
    assert "unknown" in error_of(lambda: compile_text(text, "a.cu")).message


def test_a_missing_header_is_named(compile_text: Compile) -> None:
    error = error_of(lambda: compile_text('#include "none.h"\n'))
    assert (error.message, error.hint[:6]) == ("'none.h' file not found", "-I DIR")


@pytest.mark.long
def test_an_error_in_a_header_says_how_it_was_included(compile_text: Compile, tmp_path: Path) -> None:
    (tmp_path / "broken.h").write_text("int f = 1 +;\n")
    error = error_of(lambda: compile_text('#include "broken.h"\n'))
    assert error.text.startswith(f"In file included from {tmp_path}/a.cpp:1:")
    assert error.location and error.location.file.endswith("broken.h")


def test_warnings_are_not_shown_and_laxness_is_that_of_nvcc(compile_text: Compile) -> None:
    text = "int f(double d) { int x{d}; register int r = x; return r; }\nint g() {}\nenum E { A = 1 };\n"
    assert compile_text(text).host.exists()


def test_a_file_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        compile_units([str(tmp_path / "none.cu")], CompileOptions(cache_dir=str(tmp_path / "cache")))


def test_a_compiler_that_dies_is_an_error_with_its_status() -> None:
    assert "signal 9" in str(compiler_error("a.cu", -9, ""))
    error = compiler_error("a.cu", 70, "PLEASE submit a bug report\n")
    assert isinstance(error, CompilerError) and error.text == "PLEASE submit a bug report"


def test_a_crash_of_the_compiler_says_nothing_of_the_program() -> None:
    """A sum of two million numbers has that effect, for want of stack."""
    told = "Stack dump:\n0. Program arguments: clang a.cu\n"
    told += "zig: error: clang frontend command failed with exit code 139 (use -v to see it)\nclang version 22\n"
    error = compiler_error("a.cu", 1, told)
    assert isinstance(error, ResourceError) and str(error) == "the compiler crashed while it compiled a.cu"


# ---------------------------------------------------------------- the GNU library's includes


GENEROUS = '#include <iostream>\nint main() { int64_t n = strlen("abc"); return std::accumulate(&n, &n + 1, 0); }\n'


@pytest.mark.long
def test_headers_that_the_gnu_library_includes_by_itself_may_be_missing(compile_text: Compile, no_processes) -> None:
    unit = compile_text(GENEROUS)
    assert "@_ZNSt3__110accumulate" in unit.host.read_text()
    no_processes()
    assert compile_text(GENEROUS) == unit


@pytest.mark.long
def test_the_errors_shown_are_those_of_the_program_as_it_is(compile_text: Compile) -> None:
    error = error_of(lambda: compile_text(GENEROUS + "int x = y;\n"))
    assert "accumulate" in error.text and "'y'" in error.text


# ---------------------------------------------------------------- the cache


def test_a_second_run_starts_no_process(compile_text: Compile, no_processes) -> None:
    unit = compile_text("__global__ void k() {}\n", "a.cu")
    no_processes()
    assert compile_text("__global__ void k() {}\n", "a.cu") == unit


def test_a_change_of_a_header_compiles_again(compile_text: Compile, tmp_path: Path) -> None:
    found = []
    for number in (1, 2, 1):
        (tmp_path / "n.h").write_text(f"#define N {number}\n")
        found.append(compile_text('#include "n.h"\nint x = N;\n').host)
    assert ["@x = dso_local global i32 2" in path.read_text() for path in found] == [False, True, False]
    assert found[0] == found[2]


def test_a_header_that_hides_another_compiles_again(compile_text: Compile, tmp_path: Path) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
    dirs = (str(tmp_path / "first"), str(tmp_path / "second"))
    (tmp_path / "second" / "n.h").write_text("#define N 1\n")
    one = compile_text("#include <n.h>\nint x = N;\n", include_dirs=dirs).host
    (tmp_path / "first" / "n.h").write_text("#define N 2\n")
    assert compile_text("#include <n.h>\nint x = N;\n", include_dirs=dirs).host != one


def test_other_options_have_another_result(compile_text: Compile) -> None:
    assert compile_text("int x = N;\n", defines=("N=1",)).host != compile_text("int x = N;\n", defines=("N=2",)).host


def test_a_refusal_is_not_remembered(compile_text: Compile, tmp_path: Path) -> None:
    error_of(lambda: compile_text('#include "late.h"\n'))
    (tmp_path / "late.h").write_text("int late;\n")
    assert "@late" in compile_text('#include "late.h"\n').host.read_text()


@pytest.mark.long
def test_several_runs_at_once_share_a_cache(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("int x = 3;\n")
    options = CompileOptions(cache_dir=str(tmp_path / "cache"))
    with ThreadPoolExecutor(4) as pool:
        units = list(pool.map(lambda _: compile_units([str(source)], options), range(8)))
    assert len({unit.host for (unit,) in units}) == 1
    assert "@x" in units[0][0].host.read_text()
    assert not list((tmp_path / "cache" / "new").iterdir())


@pytest.mark.long
def test_nothing_is_left_behind_by_a_refusal(compile_text: Compile, tmp_path: Path) -> None:
    error_of(lambda: compile_text("int x = y;\n", "a.cu"))
    assert not list((tmp_path / "cache" / "new").iterdir())


def test_both_sides_know_the_architecture_that_kernels_are_compiled_for(compile_text: Compile) -> None:
    unit = compile_text("int host = __CUDA_ARCH_LIST__;\n__device__ int device = __CUDA_ARCH_LIST__;\n", "a.cu")
    assert "@host = dso_local global i32 800" in unit.host.read_text()
    assert unit.device is not None and "global i32 800" in unit.device.read_text()


# ---------------------------------------------------------------- sources of libraries


def test_a_library_source_sees_its_own_flags_and_not_the_options_of_the_program(tmp_path: Path) -> None:
    source = tmp_path / "part.cpp"
    source.write_text("#include <string>\n#ifdef D\n#error\n#endif\nint x = PART;\n")
    options = CompileOptions(cache_dir=str(tmp_path / "cache"), defines=("D",), std="c++14")
    toolchain = Toolchain(options)
    (path,) = toolchain.sources([str(source)], ["-DPART=5"])
    assert "@x = dso_local global i32 5" in path.read_text()
    assert Toolchain(replace(options, defines=())).sources([str(source)], ["-DPART=5"]) == [path]


def test_a_library_source_is_compiled_once_for_programs_of_all_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / name for name in ("library", "one", "two")]
    for folder in folders:
        folder.mkdir()
    source = folders[0] / "part.cpp"
    source.write_text("int x = 5;\n")
    toolchain = Toolchain(CompileOptions(cache_dir=str(tmp_path / "cache")))
    found = []
    for folder in folders[1:]:
        monkeypatch.chdir(folder)
        found += toolchain.sources([str(source)])
    assert found[0] == found[1]


def test_who_waits_for_a_library_is_told_so_once(tmp_path: Path) -> None:
    sources = [tmp_path / f"part{n}.cpp" for n in range(3)]
    for source in sources:
        source.write_text(f'extern "C" int {source.stem} = 5;\n')
    told: list[str] = []
    toolchain = Toolchain(CompileOptions(cache_dir=str(tmp_path / "cache")), told.append)
    toolchain.sources([str(source) for source in sources[:2]])
    assert told == ["compiling 2 files of the C++ library, which later runs find in the cache"]
    toolchain.sources([str(source) for source in sources])
    assert told[1:] == ["compiling 1 file of the C++ library, which later runs find in the cache"]
    toolchain.sources([str(source) for source in sources])
    assert len(told) == 2


# ---------------------------------------------------------------- rules for make


NAMES = st.text(string.ascii_letters + string.digits + " #$./-+_", min_size=1, max_size=12)


def as_make_writes(names: Sequence[str]) -> str:
    escaped = [re.sub(r"([ #])", r"\\\1", name).replace("$", "$$") for name in names]
    return "-: " + " \\\n  ".join(escaped) + "\n"


@given(st.lists(NAMES, unique=True))
def test_a_rule_for_make_is_read_back(names: list[str]) -> None:
    assert read_depfile(as_make_writes(names)) == names


def test_headers_with_odd_names_are_watched(compile_text: Compile, tmp_path: Path) -> None:
    header = tmp_path / "my $dir" / "a #1.h"
    header.parent.mkdir()
    results = []
    for number in (1, 2):
        header.write_text(f"int x = {number};\n")
        results.append(compile_text('#include "my $dir/a #1.h"\n').host.read_text())
    assert "@x = dso_local global i32 1" in results[0] and "@x = dso_local global i32 2" in results[1]
