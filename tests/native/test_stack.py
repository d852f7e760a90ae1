"""The stack of the host in machine code."""

from pathlib import Path

import pytest

from cudabmc.frontend.load import load_with
from cudabmc.goto.program import Alloca
from cudabmc.native import watch
from cudabmc.native.stack import HostStack
from cudabmc.options.table import Options
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
