"""The programs of docs/properties do what their pages say."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from cudabmc.command.arguments import parse_arguments
from cudabmc.properties import PROPERTIES
from cudabmc.result import Verdict

DOCS = Path(__file__).parents[2] / "docs" / "properties"

pytestmark = pytest.mark.skipif(importlib.util.find_spec("cudabmc.verification.pipeline") is None, reason="no pipeline")


def run(prop: str, which: int, tmp_path: Path):  # type: ignore[no-untyped-def]
    from cudabmc.verification.pipeline import verify

    text = re.findall(r"```cuda\n(.*?)```", (DOCS / f"{prop}.md").read_text(), re.S)[which]
    first = text.splitlines()[0]
    flags = shlex.split(first.removeprefix("// cudabmc")) if first.startswith("// cudabmc") else []
    path = tmp_path / "page.cu"
    path.write_text(text)
    expected = [n for n, line in enumerate(text.splitlines(), 1) if "// fails here" in line]
    return verify([str(path)], parse_arguments(flags).options), expected


@pytest.mark.parametrize("prop", PROPERTIES)
def test_the_faulty_program_breaks_the_property_at_its_line(prop: str, tmp_path: Path) -> None:
    result, expected = run(prop, 0, tmp_path)
    if prop == "unwinding":
        assert result.verdict is Verdict.UNKNOWN and result.bounds
        return
    assert result.verdict is Verdict.FAILED
    assert {violation.prop for violation in result.violations} == {prop}
    lines = {place.loc.line for violation in result.violations for place in violation.places}
    assert set(expected) <= lines


@pytest.mark.parametrize("prop", PROPERTIES)
def test_the_fixed_program_keeps_all_properties(prop: str, tmp_path: Path) -> None:
    result, _ = run(prop, 1, tmp_path)
    assert result.verdict is Verdict.SUCCESSFUL, [v.message for v in result.violations] or result.reason
