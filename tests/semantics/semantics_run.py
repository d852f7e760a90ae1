"""Run one C program twice, through gcc and through cudabmc, and hand back what it prints."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.state.console import console_text
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of

SECONDS = 2.0
"""How long a compiled program may run."""

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def gcc_output(source: Path, *flags: str) -> str | None:
    """What the C program prints when gcc has compiled it; None if it does not end in time or crashes."""
    binary = source.with_suffix(".exe")
    fixed = ["-x", "c", "-w", "-O0", "-fwrapv", "-fsigned-char", "-ffp-contract=off"]
    command = ["gcc", *fixed, *flags, "-o", str(binary), str(source), "-lm"]
    subprocess.run(command, check=True, capture_output=True, text=True)
    try:
        run = subprocess.run([str(binary)], capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    finally:
        binary.unlink()
    return run.stdout if run.returncode >= 0 else None


def checked_output(
    source: Path, include_dirs: Sequence[str] = (), no_check: Sequence[str] = ("all",), frontend: str = "auto"
) -> str:
    """What the program prints on the one path that cudabmc finds through it, which breaks no property."""
    options = Options(include_dirs=tuple(include_dirs), no_check=tuple(no_check), frontend=frontend)
    program = load([str(source)], options)
    run = Verification(program, options, settings_of(options))
    run.final_states = []
    result = run.run()
    assert not result.violations, [f"{v.prop}: {v.message} at {v.places[0].loc}" for v in result.violations]
    assert not result.reason, result.reason
    assert len(run.final_states) == 1
    return console_text(run.final_states[0].console)
