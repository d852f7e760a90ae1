"""Names of a program that libc++'s headers declare and those of GCC do not."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.errors import CompilerError
from cudabmc.frontend.clang.transitive_includes import flags_for

SOURCE = """#include <iostream>
#include <fstream>
using namespace std;
__constant__ int NAME;
__global__ void k(int *p) { *p = NAME; }
int main() {
    int three = 3, *p;
    cudaMemcpyToSymbol(NAME, &three, sizeof three);
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    cout << *p << endl;
    return *p - three;
}
"""


@pytest.mark.parametrize("name", ["stack", "queue"])
def test_a_name_of_a_header_that_is_not_included_is_free(name: str, tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text(SOURCE.replace("NAME", name))
    assert verify([str(source)]).verdict is Verdict.SUCCESSFUL


def test_a_name_of_a_header_that_is_included_is_ambiguous(tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text("#include <stack>\n" + SOURCE.replace("NAME", "stack"))
    with pytest.raises(CompilerError, match="reference to 'stack' is ambiguous") as raised:
        verify([str(source)])
    assert raised.value.location is not None and raised.value.location.line == 6


def test_other_messages_ask_for_nothing() -> None:
    assert flags_for("main.cu:3:1: error: unknown type name 'stack'") == ()
