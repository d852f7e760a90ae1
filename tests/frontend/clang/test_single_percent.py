"""Inline PTX that writes special registers with one percent sign is compiled as nvcc compiles it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.errors import CompilerError
from cudabmc.frontend.clang.cache import Cache
from cudabmc.frontend.clang.single_percent import flags_for

SOURCE = """#include <assert.h>
#include "lane.h"
__global__ void k(unsigned *p) {
    unsigned lane, three;
    LANE(lane);
    asm volatile("mov.u32 %0, %tid.x;" : "=r"(three)); asm("" : : "r"(lane % (three + 1)));
    assert(lane == threadIdx.x % 32 && three == threadIdx.x);
    asm("mov.u32 %0, %%tid.x;" : "=r"(three));
    assert(three == threadIdx.x);
    if (p[0] == 64) assert(lane); // fails
}
int main() {
    unsigned *p;
    cudaMallocManaged(&p, 4);
    *p = 64;
    k<<<1, 2>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
"""
HEADER = '#define LANE(x) asm("mov.u32 %0, %laneid;" : "=r"(x))\n'
NO_REGISTER = '__global__ void k(int *p) { asm("mov.u32 %0, %nothing;" : "=r"(*p)); }\nint main() {}\n'


def written(folder: Path) -> Path:
    (folder / "lane.h").write_text(HEADER)
    source = folder / "program.cu"
    source.write_text(SOURCE)
    return source


def test_registers_are_read_and_places_stay(tmp_path: Path) -> None:
    result = verify([str(written(tmp_path))])
    line = next(n for n, text in enumerate(SOURCE.splitlines(), 1) if "fails" in text)
    assert [(v.prop, place.loc.line) for v in result.violations for place in v.places] == [("assertion", line)]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
def test_nvcc_takes_it(tmp_path: Path) -> None:
    command = ["nvcc", "-ptx", str(written(tmp_path)), "-o", "k.ptx"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    assert "%laneid" in (tmp_path / "k.ptx").read_text()


def test_what_is_no_register_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "none.cu"
    source.write_text(NO_REGISTER)
    with pytest.raises(CompilerError, match="invalid % escape"):
        verify([str(source)])


def test_only_registers_with_one_sign_change(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text('asm("mov.u32 %0, %smid; // %%smid %lld %clock_hi"); printf("%clocks %tidy %d");\n')
    said = f"{source}:1:9: error: invalid % escape in inline assembly string\n"
    flags = flags_for(said, Cache(tmp_path / "cache"))
    expected = source.read_text().replace(" %smid;", " %%smid;").replace("%clock_hi", "%%clock_hi")
    assert Path(flags[-1].partition(";")[2]).read_text() == expected
    assert flags_for(said.replace("invalid", "other"), Cache(tmp_path / "cache")) == ()
