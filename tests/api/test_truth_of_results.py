"""A result is true, false, or neither."""

import json
from pathlib import Path

import pytest

from cudabmc import CudabmcError, Verdict, verify
from cudabmc.errors import UndecidedError

PROGRAM = "int main(void) { int n = nondet_int(); assert(n != %s); return 0; }"
ENDLESS = "int main(void) { unsigned n = nondet_uint(); while (n > 7u) n = n / 3u * 2u + 1u; return 0; }"


def test_a_successful_result_is_true() -> None:
    assert verify("int main(void) { return 0; }")


def test_a_failed_result_is_false() -> None:
    result = verify(PROGRAM % 7)
    assert result.verdict is Verdict.FAILED
    assert not result


def test_an_unknown_result_is_neither_and_says_why() -> None:
    result = verify(ENDLESS, unwind=2)
    assert result.verdict is Verdict.UNKNOWN
    with pytest.raises(UndecidedError, match=r"UNKNOWN, neither true nor false: .*loop") as caught:
        bool(result)
    assert isinstance(caught.value, CudabmcError)
    assert "result.verdict" in caught.value.hint
    assert caught.value.__notes__ == [f"hint: {caught.value.hint}"]


@pytest.mark.parametrize("program, settings", [(PROGRAM % 7, {}), (ENDLESS, {"unwind": 2})])
def test_all_reports_are_written_without_asking_whether_a_result_is_true(
    tmp_path: Path, program: str, settings: dict[str, object]
) -> None:
    result = verify(program, output_dir=str(tmp_path), **settings)
    assert result.verdict is not Verdict.SUCCESSFUL
    written = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
    assert {".json", ".html", ".xml", ".sarif"} <= written
    (report,) = tmp_path.rglob("*.json")
    assert json.loads(report.read_text())["verdict"] == result.verdict.value
    assert result._repr_html_()
