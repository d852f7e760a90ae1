"""Programs are the same with the header of CUDA precompiled, which is made once and only taken where it is the same."""

from pathlib import Path

import pytest

from cudabmc.errors import CompilerError
from cudabmc.frontend.clang import precompiled as made
from cudabmc.frontend.clang import processes, toolchain
from cudabmc.frontend.clang.command import CompileOptions
from cudabmc.frontend.clang.toolchain import compile_units
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load

KERNEL = """#include <cstdio>
__constant__ float table[4];
template <class T> __global__ void k(T *a, float4 v) { a[threadIdx.x] = v.x + table[threadIdx.x % 4] + sqrtf(v.y); }
int main() {
    float *a;
    if (cudaMalloc(&a, 64) != cudaSuccess) return 1;
    k<<<1, dim3(4)>>>(a, make_float4(1, 2, 3, 4));
    printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
}
"""


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """How the compiler is called; that grows."""
    found: list[tuple[str, ...]] = []
    start = processes._start
    monkeypatch.setattr(processes, "_start", lambda command: (found.append(tuple(command)), start(command))[1])
    return found


def compiled(tmp_path: Path, text: str, name: str = "a.cu", **options: object) -> list[str]:
    """The IR of both sides."""
    source = tmp_path / name
    source.write_text(text)
    (unit,) = compile_units([str(source)], CompileOptions(cache_dir=str(tmp_path / "cache"), **options))  # type: ignore[arg-type]
    assert unit.device is not None
    return [unit.host.read_text(), unit.device.read_text()]


def makes(command: tuple[str, ...]) -> bool:
    return "-emit-pch" in command


def takes(command: tuple[str, ...]) -> bool:
    return "-include-pch" in command


@pytest.mark.long
def test_a_program_is_the_same_with_it_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "a.cu"
    source.write_text(KERNEL)
    programs = []
    for folder in ("with", "without"):
        programs.append(load([str(source)], Options(frontend="clang", cache_dir=str(tmp_path / folder))))
        monkeypatch.setattr(toolchain, "precompiled", lambda *_: None)
    with_it, without = programs
    assert with_it.functions == without.functions
    assert with_it.globals == without.globals
    assert with_it.parameters == without.parameters


def test_it_is_made_once_for_each_side(tmp_path: Path, commands: list[tuple[str, ...]]) -> None:
    for n in range(3):
        compiled(tmp_path, KERNEL + f"int n{n};\n", f"{n}.cu")
    assert [sum(map(makes, commands)), sum(map(takes, commands)), len(commands)] == [2, 6, 8]


@pytest.mark.parametrize("options", [{"defines": ("N=1",)}, {"include_dirs": (".",)}, {"force_includes": ("cmath",)}])
def test_options_that_may_change_its_meaning_go_without(
    options: dict[str, object], tmp_path: Path, commands: list[tuple[str, ...]]
) -> None:
    compiled(tmp_path, KERNEL, **options)
    assert len(commands) == 2 and not any(makes(command) or takes(command) for command in commands)


@pytest.mark.long
def test_a_header_of_that_name_in_the_folder_of_the_run_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "#ifdef OTHER\nint other;\n#endif\n__global__ void k() {}\n"
    assert "@other" not in compiled(tmp_path, text)[0]
    (tmp_path / "cuda_runtime.h").write_text("#include_next <cuda_runtime.h>\n#define OTHER\n")
    assert "@other" in compiled(tmp_path, text + "int n;\n")[0]


@pytest.mark.long
def test_a_damaged_file_is_not_needed(tmp_path: Path, commands: list[tuple[str, ...]]) -> None:
    compiled(tmp_path, KERNEL)
    for file in {Path(c[c.index("-include-pch") + 2]) for c in commands if takes(c)}:
        file.write_bytes(bytes(file.stat().st_size))
    assert "@_Z1kIfEvPT_6float4" in compiled(tmp_path, KERNEL + "int n;\n")[1]


@pytest.mark.long
def test_a_header_that_has_changed_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results that were made with it are old, too."""
    declarations = tmp_path / "x" / "cudabmc_declarations.h"
    own = toolchain.Toolchain._declarations
    declarations.parent.mkdir()

    def changed(self: toolchain.Toolchain) -> Path:
        return declarations

    monkeypatch.setattr(toolchain.Toolchain, "_declarations", changed)
    for n in (1, 2, 1):
        declarations.write_text(own(toolchain.Toolchain(CompileOptions(cache_dir=str(tmp_path / "own")))).read_text())
        with declarations.open("a") as file:
            file.write(f"#define WHICH {n}{n}{n}\n")
        host = compiled(tmp_path, "int n = WHICH;\n__global__ void k() {}\n")[0]
        assert f"@n = dso_local global i32 {n}{n}{n}" in host


@pytest.mark.long
def test_a_wrong_program_has_the_message_that_it_has_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = []
    for text in ("__global__ void k() { undeclared(); }\n", "int dim3;\nint main() { dim3 = cudaFree; }\n"):
        for found in (made.precompiled, lambda *_: None):
            monkeypatch.setattr(toolchain, "precompiled", found)
            with pytest.raises(CompilerError) as caught:
                compiled(tmp_path, text)
            messages.append(str(caught.value))
        assert messages[-1] == messages[-2]
