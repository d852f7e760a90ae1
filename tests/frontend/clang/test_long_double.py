"""long double has the format of double, and the report says so (C11 6.2.5p10: it has all values of double, or more)."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.frontend.clang.compile import LONG_DOUBLE_IS_DOUBLE
from cudabmc.result import Result


def answer(source: str, name: str = "main.cu") -> Result:
    return verify(source, name=name)


MEAN = """#include <cstdio>
#include <cassert>
__global__ void k(unsigned *out) { out[threadIdx.x] = 3 * threadIdx.x; }
int main() {
    unsigned *d, h[4];
    cudaMalloc(&d, sizeof h);
    k<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    long double mean = 0;
    for (int i = 0; i < 4; i++) mean += (long double)h[i];
    mean /= 4;
    printf("mean %Lf of %d\\n", mean, 4);
    assert(mean == 4.5L && sizeof mean == 8);
    cudaFree(d);
}
"""


def test_a_program_computes_with_it_and_the_report_says_what_it_is() -> None:
    result = answer(MEAN)
    assert result.verdict is Verdict.SUCCESSFUL
    assert LONG_DOUBLE_IS_DOUBLE in result.assumptions


def test_a_violation_shows_its_value() -> None:
    result = answer(MEAN.replace("4.5L", "4.25L"))
    assert result.verdict is Verdict.FAILED
    violation = result.violations[0]
    assert violation.output == "mean 4.500000 of 4\n"
    assert ("mean", "4.5") in violation.places[0].values


def test_a_list_of_arguments() -> None:
    result = answer("""#include <cstdarg>
#include <cstdio>
#include <cassert>
#include <cstring>
static void say(char *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsprintf(to, format, list);
    va_end(list);
}
int main() {
    char text[64];
    say(text, "%d %.2Lf %s %Lg", 1, 2.5L, "and", 1e3L);
    assert(strcmp(text, "1 2.50 and 1000") == 0);
}
""", "main.cpp")  # fmt: skip
    assert result.verdict is Verdict.SUCCESSFUL


def test_other_programs_have_another_layout() -> None:
    """That of gcc and clang, in which the largest alignment is that of the format of 80 bits."""
    result = answer("""#include <cassert>
#include <cstddef>
int main() { assert(alignof(max_align_t) == 16); }
""", "main.cpp")  # fmt: skip
    assert result.verdict is Verdict.SUCCESSFUL
    assert LONG_DOUBLE_IS_DOUBLE not in result.assumptions


@pytest.mark.long
def test_the_cxx_library_has_it_too(tmp_path: Path) -> None:
    result = answer("""#include <cassert>
#include <complex>
#include <sstream>
#include <vector>
int main() {
    std::vector<long double> x{1.5L, 2.25L};
    std::ostringstream out;
    out << x[0] + x[1] << ' ' << std::complex<long double>(1, 2).imag();
    assert(out.str() == "3.75 2");
}
""", "main.cpp")  # fmt: skip
    assert result.verdict is Verdict.SUCCESSFUL
