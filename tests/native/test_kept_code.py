"""Machine code is kept on the disk, and a damaged file is compiled again."""

import ctypes
from pathlib import Path

import pytest

from cudabmc.frontend.clang.cache import Cache
from cudabmc.native import watch
from cudabmc.native.kernels import at_once
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify

TEXT = "define i64 @next(i64 %x) {{\n  %r = add i64 %x, {}\n  ret i64 %r\n}}\n"


def result(compiler: LlvmCompiler, step: int, x: int) -> int:
    code = compiler.compile(TEXT.format(step), ["next"])
    return int(ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code.addresses["next"])(x))


def only_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be compiled any more."""

    def refuse(*args: object) -> bytes:
        raise AssertionError("this was not kept")

    monkeypatch.setattr(LlvmCompiler, "_object", staticmethod(refuse))


def test_a_text_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [result(LlvmCompiler(Cache(tmp_path)), step, 5) for step in (1, 2)] == [6, 7]
    only_kept(monkeypatch)
    assert [result(LlvmCompiler(Cache(tmp_path)), step, 5) for step in (2, 1)] == [7, 6]
    with pytest.raises(AssertionError):
        result(LlvmCompiler(Cache(tmp_path)), 3, 5)
    with pytest.raises(AssertionError):
        result(LlvmCompiler(), 1, 5)


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "another"])
def test_what_is_damaged_is_compiled_again(damage: str, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert result(LlvmCompiler(cache), 1, 5) == 6
    (kept,) = (tmp_path / "objects").iterdir()
    data = kept.read_bytes()
    if damage == "another":
        assert result(LlvmCompiler(cache), 2, 5) == 7
        (data,) = (path.read_bytes() for path in (tmp_path / "objects").iterdir() if path != kept)
    else:
        data = {"cut": data[:-1], "changed": data[:80] + b"?" + data[81:], "empty": b""}[damage]
    kept.write_bytes(data)
    assert result(LlvmCompiler(Cache(tmp_path)), 1, 5) == 6
    assert kept.read_bytes() != data


PROGRAM = """#include <assert.h>
__global__ void k(int *a) { a[blockIdx.x * 8 + threadIdx.x] = threadIdx.x; }
int main() {
    int h[16], *a, sum = 0;
    cudaMalloc((void **)&a, sizeof h);
    k<<<2, 8>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) sum += h[i];
    assert(sum == 56);
    return 0;
}
"""


def test_host_code_and_kernels_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    monkeypatch.setattr(watch, "WORTH", 0)
    source, options = tmp_path / "main.cu", Options(cache_dir=str(tmp_path / "cache"))
    source.write_text(PROGRAM)
    first = verify([str(source)], options)
    assert first.verdict.value == "SUCCESSFUL" and first.statistics.launches_at_once == 1
    assert len(list((tmp_path / "cache" / "objects").glob("*.o"))) > 1
    only_kept(monkeypatch)
    second = verify([str(source)], options)
    assert second.verdict.value == "SUCCESSFUL" and second.statistics.launches_at_once == 1


def test_a_folder_that_cannot_be_used_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    source, file = tmp_path / "main.cu", tmp_path / "file"
    source.write_text(PROGRAM)
    file.write_text("")
    assert verify([str(source)], Options(cache_dir=str(file), frontend="c")).verdict.value == "SUCCESSFUL"
