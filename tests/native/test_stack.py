"""The stack of the host in machine code."""

from dataclasses import replace
from pathlib import Path

import pytest

from cudabmc.frontend.load import load_with
from cudabmc.goto.program import Alloca
from cudabmc.native import watch
from cudabmc.native.stack import HostStack
from cudabmc.options.table import Options
from cudabmc.state.address_space import GENERATIONS, SLOTS
from cudabmc.state.allocation import Allocation
from tests.native.answers import answer

pytest.importorskip("llvmlite")

LARGE_VARIABLES = """
int nondet_int(void);
static int unknown(int i) {
    char large[1000000];
    large[i] = 1;
    large[i + 1] = nondet_int() > 3;
    return large[i];
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 20; i++) sum += unknown(i);
    return sum != 20;
}
"""


def test_variables_that_the_interpreter_got_take_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    taken: list[int] = []
    settle = HostStack.settle

    def looked_at(self: HostStack, first: int, sites: list[tuple[str, int]], allocas: list[Alloca]) -> list[int]:
        taken.append(self.context.stack_data)
        return settle(self, first, sites, allocas)

    monkeypatch.setattr(HostStack, "settle", looked_at)
    file = tmp_path / "main.cu"
    file.write_text(LARGE_VARIABLES)
    options = Options(frontend="c")
    answer(load_with([str(file)], options).program, options)
    assert 1_000_000 <= max(taken) < 2_000_000


MANY_VARIABLES = """#include <assert.h>
static int sum(const int *a, int n) {
    int local[2] = {a[0], n};
    if (n > 0) { int inner[2] = {n, 1}; return local[0] + sum(inner, n - 1); }
    return local[0];
}
int main(void) {
    int total = 0, *gone = 0;
    for (int i = 0; i < 9; i++) {
        int start[2] = {i, 0};
        total += sum(start, i % 3);
        gone = start;
    }
    assert(total == 57);
    return *gone;
}

"""


def test_slots_that_were_taken_as_often_as_they_can_be_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    plain = Allocation.__init__

    def nearly_used_up(self: Allocation) -> None:
        plain(self)
        for slot in range(SLOTS):
            self._generations[slot] = GENERATIONS - 1 - slot % 3

    monkeypatch.setattr(Allocation, "__init__", nearly_used_up)
    passed: list[int] = []
    settle = HostStack.settle

    def looked_at(self: HostStack, first: int, sites: list[tuple[str, int]], allocas: list[Alloca]) -> list[int]:
        passed.append(sum(self.number_at(slot) == 0 for slot in range(first, self.context.top)))
        return settle(self, first, sites, allocas)

    monkeypatch.setattr(HostStack, "settle", looked_at)
    file = tmp_path / "main.cu"
    file.write_text(MANY_VARIABLES)
    options = Options(frontend="c")
    program = load_with([str(file)], options).program
    (found, _), (without, _) = answer(program, options), answer(program, replace(options, native=False))
    assert found.answer.violations == without.answer.violations and found.printed == without.printed
    assert max(passed) > 0
