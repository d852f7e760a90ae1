"""A program that is not looked at, and a stand-in for the verification."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Result
from tests.cli.stand_in import Answer, Install


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "x.cu"
    path.write_text("int main() { return 0; }\n")
    return str(path)


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Replaces `verify` by a function without arguments."""

    def install(answer: Answer) -> None:
        module = ModuleType("cudabmc.verification.pipeline")

        def verify(files: Sequence[str], options: Options, watch: object) -> Result:
            return answer()

        module.verify = verify  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "cudabmc.verification.pipeline", module)

    return install
