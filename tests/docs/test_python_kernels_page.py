"""The programs of the page about CuPy and numba print what it shows, where these packages are installed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from page_blocks import ROOT

PAGE = (ROOT / "docs" / "cupy-and-numba.md").read_text()
SHOWN = re.findall(r'```python title="(\w+\.py)"\n(.*?)```\n\n```text\n(.*?)```', PAGE, re.DOTALL)


def test_there_are_programs() -> None:
    assert [name for name, _, _ in SHOWN] == ["saxpy.py", "shift.py"]


@pytest.mark.parametrize(("name", "program", "printed"), SHOWN, ids=[name for name, _, _ in SHOWN])
def test_a_program_prints_what_the_page_shows(name: str, program: str, printed: str, tmp_path: Path) -> None:
    for package in ("cupy", "numba_cuda"):
        if re.search(rf"(?m)^(?:import|from) {package.partition('_')[0]}\b", program):
            pytest.importorskip(package, reason=f"{package} is not installed")
    (tmp_path / name).write_text(program)
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", name]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout == printed, run.stderr
