"""A case runs in another place as it does at home, and tells of the files at home."""

from pathlib import Path

import pytest
from suite_samples import write_suite

from cudabmc.process.groups import Groups
from cudabmc.suite.answer import Ending
from cudabmc.suite.reading import read_suite
from cudabmc.suite.shipment import packed, run_shipped

PROGRAM = """\
#include "half.h"
#include <deep/er.h>
int main() { return half(TWO) == 3; }
"""


def test_a_shipped_case_finds_its_headers_and_names_its_files_as_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own" / "deep").mkdir(parents=True)
    (tmp_path / "own" / "deep" / "er.h").write_text('#include "../value.h"\n')
    (tmp_path / "own" / "value.h").write_text("#define TWO 2\n")
    (tmp_path / "half.h").write_text("#include <assert.h>\nint half(int x) {\n    assert(x == 3);\n    return x;\n}\n")
    text = "name: s\ncases: [{file: a.cu, expect: FAILED, line: 'half.h:3', options: {include-dirs: own}}]\n"
    (case,) = read_suite(str(write_suite(tmp_path, text, a=PROGRAM))).cases
    shipment = packed(case, "digest")
    assert {Path(place).name for place in shipment.sources} == {"a.cu", "half.h", "er.h", "value.h"}

    for path in tmp_path.rglob("*.*"):  # nothing of it is read again
        path.unlink()
    outcome = run_shipped(shipment, Groups())

    assert outcome.answer.ending is Ending.FAILED, outcome.report
    (found,) = outcome.answer.violations
    assert found.places == ((str(tmp_path / "half.h"), 3),)
    assert f"{tmp_path / 'half.h'}:3" in outcome.report and "cudabmc-sources" not in outcome.report


def test_a_case_for_another_version_is_not_run(tmp_path: Path) -> None:
    from dataclasses import replace

    (case,) = read_suite(str(write_suite(tmp_path, "name: s\ncases: [{file: a.cu, expect: FAILED}]", a="x"))).cases
    outcome = run_shipped(replace(packed(case, "d"), version="0"), Groups())
    assert outcome.answer.ending is Ending.CRASHED and "comes from 0" in outcome.answer.reason
