"""Objects that the translation makes for values in memory end where they were used: a loop may go round often."""

from pathlib import Path

import pytest

from cudabmc.goto.program import Alloca, Dead
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load

SOURCE = """
#include <complex>
#include <cmath>
#include <cstdio>
struct Wide { double a[6]; };
struct Wide wide(double x) { return {{x, x, x, x, x, x}}; }
int main() {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        std::complex<float> z = std::complex<float>(0.5f * i, 1.0f) * std::exp(std::complex<float>(0, 0.4f * i));
        int exponent;
        double whole;
        sum += real(z) + wide(i).a[3] + std::frexp(sum, &exponent) + std::modf(sum, &whole);
        printf("%f %d\\n", sum, exponent);
    }
}
"""


@pytest.mark.long
def test_no_variable_outlives_a_round_of_its_loop(tmp_path: Path) -> None:
    source = tmp_path / "rounds.cpp"
    source.write_text(SOURCE)
    main = load([str(source)], Options()).functions["main"]
    inside = main.body[2:]  # the first two are declared in front of the loop
    made = [i.dst for i in inside if isinstance(i, Alloca)]
    ended = {register for i in inside if isinstance(i, Dead) for register in i.regs}
    assert len(made) > 5
    assert [register for register in made if register not in ended] == []
