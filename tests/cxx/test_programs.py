"""C++ programs print and return with cudabmc what they do when a compiler has built them."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Result
from cudabmc.state.console import console_text
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of

PROGRAMS = Path(__file__).parent / "programs"
NAMES = sorted(path.relative_to(PROGRAMS).with_suffix("").as_posix() for path in PROGRAMS.glob("**/*.out"))
STATUSES = dict(line.split() for line in (PROGRAMS / "statuses.txt").read_text().splitlines())

QUICK = {
    "atexit_handlers", "bit_fields", "copy_and_move", "dynamic_cast_diamond", "elision", "exceptions_basic",
    "globals_order", "goto_and_cleanup", "lambda_captures", "member_pointers",
    "new_delete_forms", "qsort_bsearch", "stream_cout_simple", "templates_variadic",
    "virtual_inheritance",
}  # fmt: skip
"""Programs of the usual run: one of each kind."""


def outcome(name: str) -> tuple[Result, str, int]:
    """The verdict, and what the one execution prints and returns."""
    options = Options(frontend="clang", check=("memory-leak",), args=())
    run = Verification(load([str(PROGRAMS / f"{name}.cpp")], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    if len(run.final_states) != 1:
        return result, "", -1
    state = run.final_states[0]
    return result, console_text(state.console), state.library.get("libc:status", "no exit")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in NAMES]
)
def test_a_program_does_what_it_does_when_a_compiler_has_built_it(name: str) -> None:
    result, printed, status = outcome(name)
    assert [f"{v.prop}: {v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.reason == ""
    assert printed == (PROGRAMS / f"{name}.out").read_text()
    assert status == int(STATUSES.get(name, 0))


def test_the_quick_programs_exist() -> None:
    assert set(NAMES) >= QUICK
