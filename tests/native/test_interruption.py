"""Machine code is interrupted."""

import sys
from pathlib import Path

import pytest

from cudabmc.frontend.load import load_with
from cudabmc.native import watch
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
