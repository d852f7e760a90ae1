"""docs/write-a-model.md: every example runs, and there is one for each function of the interface."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from cudabmc import Options, verify
from cudabmc.modelapi.context import ASKED

PAGE = (Path(__file__).parents[2] / "docs" / "write-a-model.md").read_text()
MODELS = "from cudabmc.modelapi import *\nfrom opmodels.registry import model\n"
PROGRAM = "#include <assert.h>\n#include <stdlib.h>\n"


class Example(NamedTuple):
    name: str
    models: str
    program: str


_EXAMPLE = re.compile(r"^#### ctx\.(\w+)\n.*?```python\n(.*?)```\n```c\n(.*?)```", re.MULTILINE | re.DOTALL)
EXAMPLES = [Example(*match.groups()) for match in _EXAMPLE.finditer(PAGE)]


def test_there_is_an_example_for_each_function_of_the_interface() -> None:
    named = [e.name for e in EXAMPLES]
    assert sorted(named) == sorted(ASKED)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_an_example_does_what_it_says(example: Example, tmp_path: Path) -> None:
    assert f"ctx.{example.name}" in example.models
    models, program = tmp_path / "models.py", tmp_path / "program.cu"
    models.write_text(MODELS + example.models)
    program.write_text(PROGRAM + example.program)
    asked = ("memory-leak",) if "memory-leak" in example.models else ()
    result = verify([str(program)], Options(models=(str(models),), check=asked))
    lines = program.read_text().splitlines()
    marked = {(i, line.split("// violation: ")[1]) for i, line in enumerate(lines, 1) if "// violation" in line}
    found = {(place.loc.line, v.prop) for v in result.violations for place in v.places}
    assert found == marked
    assert result.verdict.name == ("FAILED" if marked else "SUCCESSFUL"), result.reason
    assert any(f"model from {models}" in note for note in result.assumptions)
