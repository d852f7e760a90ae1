"""Defects in C++ programs are found, with the property, line and text that a comment there expects.

delete p;  // expect invalid-free
// option: memory-leak         turns a check on
"""

import re
from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify

FOLDER = Path(__file__).parent / "defects"
_EXPECTED = re.compile(r"// expect ([\w-]+)(?:: (.*))?$")
_OPTION = re.compile(r"^// option: ([\w-]+)$", re.MULTILINE)


def expectation(text: str) -> tuple[int, str, str]:
    """Line, property, and message ("" for any) of the one defect."""
    found = [(n, m[1], m[2] or "") for n, line in enumerate(text.splitlines(), 1) if (m := _EXPECTED.search(line))]
    assert len(found) == 1
    return found[0]


QUICK = ("deleted_through_base",)
"""Of the usual run."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else pytest.mark.long)
        for path in sorted(FOLDER.glob("*.cpp"))
    ],
)
def test_the_defect_is_found_where_it_is(path: Path) -> None:
    text = path.read_text()
    line, prop, message = expectation(text)
    options = Options(frontend="clang", args=(), check=tuple(_OPTION.findall(text)))
    result = verify([str(path)], options)
    found = [(v.places[0].loc.line, v.prop, v.message.replace(f"{FOLDER}/", "")) for v in result.violations]
    assert found == [(line, prop, message or found[0][2])] if found else pytest.fail("no violation")
