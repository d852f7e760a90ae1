"""Runs that need no machine code do not pay for it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cudabmc import terms
from cudabmc.native.host import HostCode
from cudabmc.native.host_run import HostRun
from cudabmc.options.table import Options
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of


def test_what_watches_the_host_imports_nothing_else_of_machine_code() -> None:
    told = "import sys, cudabmc.native.watch; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()
    of_machine_code = {name for name in modules if name.startswith("cudabmc.native.")}
    assert of_machine_code == {"cudabmc.native.watch"} and not {"ctypes", "llvmlite"} & set(modules)


@pytest.mark.parametrize("inner", ["for (int j = 0; j < 2000; j++) a[j] = i + j;", "row(a, i);"])
def test_the_loop_around_what_is_entered_often_is_entered_itself(
    inner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered = []
    run = HostCode.run

    def counted(self: HostCode, *given: Any) -> HostRun | None:
        entered.append(given)
        return run(self, *given)

    monkeypatch.setattr(HostCode, "run", counted)
    source = tmp_path / "nested.c"
    source.write_text(f"""
int a[2000];
void row(int *a, int i) {{ for (int j = 0; j < 2000; j++) a[j] = i + j; }}
int main(void) {{ for (int i = 0; i < 2000; i++) {{ {inner} }} return a[3] != 2002; }}
""")
    options = Options()
    program = load([str(source)], options)
    with terms.terms_of_a_run():
        assert Verification(program, options, settings_of(options)).run().verdict.value == "SUCCESSFUL"
    assert 0 < len(entered) < 100
