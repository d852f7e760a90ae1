"""The memory of a case is its own, whatever the process that started it has had."""

import subprocess
import sys
from pathlib import Path

import pytest
from suite_samples import GOOD

LARGE = 400 << 20
RUN = """
import sys
from suite_samples import case
from cudabmc.process.groups import Groups
from cudabmc.suite.run_case import run_case
held = bytearray(int(sys.argv[1])) and None
print(run_case(case("good.cu"), "0", Groups()).memory)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count the memory of a program alone")
def test_what_the_starter_had_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "good.cu").write_text(GOOD)
    path = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {path}\n{RUN}", str(LARGE)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert 5 << 20 < int(done.stdout) < LARGE // 2
