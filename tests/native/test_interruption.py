"""Machine code is interrupted."""

import sys
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.frontend.load import load_with
from cudabmc.native import host, watch
from cudabmc.options.table import Options
from tests.native.answers import answer

pytest.importorskip("llvmlite")

LONG_WAYS_BETWEEN_CALLS = """
#include <stdlib.h>
int main(void) {
    unsigned long x = 1;
    for (int i = 0; i < 300; i++) {
        for (int j = 0; j < 8000000; j++) x = x * 6364136223846793005ul + 1;
        free(malloc(x % 7));
    }
    return 0;
}
"""


def test_the_time_may_run_out_between_two_calls_of_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal comes while machine code runs, and is handled where Python begins to answer the next call."""
    monkeypatch.setattr(watch, "WORTH", 0)
    swallowed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", swallowed.append)
    file = tmp_path / "main.cu"
    file.write_text(LONG_WAYS_BETWEEN_CALLS)
    options = Options(frontend="c")
    told, _ = answer(load_with([str(file)], options).program, options, 1.0)
    assert not swallowed and told.answer.reason.startswith("time ran out after 1 s")


SHORT_LOOPS_IN_CALLS = """
static unsigned long step(unsigned long x) {
    for (int j = 0; j < 900; j++) x = x * 6364136223846793005ul / (j + 3);
    return x;
}
int main(void) {
    unsigned long x = 1;
    for (int i = 0; i < 16000000; i++) x = step(x);
    return x == 3;
}
"""

SHORT_LOOPS_IN_EACH_OTHER = """
static unsigned long a(unsigned long x) {
    for (int j = 0; j < 400; j++) x = x * 6364136223846793005ul / (j + 3);
    return x;
}
static unsigned long b(unsigned long x) { for (int j = 0; j < 400; j++) x = a(x) + j; return x; }
static unsigned long c(unsigned long x) { for (int j = 0; j < 400; j++) x = b(x) + j; return x; }
int main(void) {
    unsigned long x = 1;
    for (int i = 0; i < 1000; i++) x = c(x);
    return x == 3;
}
"""


@pytest.mark.parametrize("text", [SHORT_LOOPS_IN_CALLS, SHORT_LOOPS_IN_EACH_OTHER], ids=["calls", "each other"])
def test_rounds_within_calls_are_counted(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    file = tmp_path / "main.cu"
    file.write_text(text)
    options = Options(frontend="c")
    program, begun = load_with([str(file)], options).program, perf_counter()
    told, _ = answer(program, options, 1.0)
    assert told.answer.reason.startswith("time ran out after 1 s")
    assert perf_counter() - begun < 10


SLOW_ROUNDS = """
#include <math.h>
static double step(double x) {
    x = sin(cos(sin(cos(x)))); x = sin(cos(sin(cos(x)))); x = pow(x + 2, 0.3); x = sin(cos(sin(cos(x))));
    return x;
}
int main(void) {
    double x = 1;
    for (long i = 0; i < 4000000000; i++) x = step(step(step(step(x))));
    return x == 3;
}
"""


def test_slow_rounds_are_fewer_until_python_looks_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    looks: list[float] = []
    original = host.fuel_for

    def fuel_for(spent: int, nanoseconds: int) -> int:
        looks.append(nanoseconds / 1e9)
        return original(spent, nanoseconds)

    monkeypatch.setattr(host, "fuel_for", fuel_for)
    file = tmp_path / "main.cu"
    file.write_text(SLOW_ROUNDS)
    options = Options(frontend="c")
    answer(load_with([str(file)], options).program, options, 6.0)
    assert len(looks) > 2 and min(looks) < 1.5  # the machine may be busy, but not in each of them


@given(st.integers(1, host.FUEL), st.integers(0, 10**12))
def test_the_fuel_is_for_a_slice_of_time(spent: int, nanoseconds: int) -> None:
    fuel = host.fuel_for(spent, nanoseconds)
    assert host.LEAST_FUEL <= fuel <= host.FUEL
    if host.LEAST_FUEL < fuel < host.FUEL:
        assert abs(fuel * nanoseconds / spent - host.SLICE) <= nanoseconds / spent
