"""A result is true, false, or neither."""

import json
from pathlib import Path

import pytest

import cudabmc
from cudabmc import CudabmcError, Verdict, verify
from cudabmc.command.main import main
from cudabmc.errors import UndecidedError, VerificationError

pytest_plugins = ["pytester"]

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


def test_check_passes_a_successful_result_on() -> None:
    result = verify("int main(void) { return 0; }")
    assert result.check() is result


@pytest.mark.parametrize(
    ("program", "settings", "last"),
    [(PROGRAM % 7, {}, "VERIFICATION FAILED"), (ENDLESS, {"unwind": 2}, "VERIFICATION UNKNOWN")],
)
def test_check_raises_the_report(program: str, settings: dict[str, object], last: str) -> None:
    result = verify(program, **settings)
    with pytest.raises(AssertionError) as caught:
        result.check()
    assert isinstance(caught.value, VerificationError) and caught.value.result is result
    assert str(caught.value) == f"\n{result}"
    assert str(result).splitlines()[-1] == last


def test_a_failing_test_of_pytest_shows_its_own_line_and_the_report(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from cudabmc import assert_kernel, verify

        def test_kernel():
            assert_kernel("__global__ void k(int *a) { a[1] = 0; }", "k", 1, 1, ([0],))

        def test_program():
            verify("int main() { assert(0); }").check()
        """
    )
    # Without the short summary: where CI is set, pytest prints each report there again, in full.
    shown = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:xdist", "-rN").stdout.str()
    assert shown.count("VERIFICATION FAILED") == 2 and "result.py" not in shown and "api.py" not in shown


def test_the_text_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "main.cu"
    file.write_text(PROGRAM % 7)
    assert main([str(file)]) == 1
    assert f"{verify(file)}\n" == capsys.readouterr().out


def test_a_result_is_told_in_a_line() -> None:
    assert repr(verify(PROGRAM % 7, name="main.cu")) == "<Result FAILED: assertion at main.cu:1:40>"
    assert repr(verify("int main(void) { return 0; }")) == "<Result SUCCESSFUL: holds for this run>"
    unknown = repr(verify(ENDLESS, unwind=2))
    assert unknown.startswith("<Result UNKNOWN: ") and "\n" not in unknown


def test_a_kernel_is_asserted_in_a_line() -> None:
    kernel = "__global__ void k(int *a) { a[threadIdx.x] = 1; }"
    assert cudabmc.assert_kernel(kernel, grid=1, block=4, args=[cudabmc.symbolic(4)])
    with pytest.raises(AssertionError, match="VERIFICATION FAILED"):
        cudabmc.assert_kernel(kernel, grid=1, block=4, args=[cudabmc.symbolic(3)])


def test_a_misspelt_setting_is_told_with_the_right_one() -> None:
    with pytest.raises(CudabmcError) as caught:
        verify("int main(void) { return 0; }", unwnd=3)
    assert caught.value.__notes__ == ["hint: did you mean unwind?"]
    for misspelt in ("contxt_bound", "contextbound"):
        with pytest.raises(CudabmcError, match="unknown option") as caught:
            verify(PROGRAM % 7, **{misspelt: 3})
        assert caught.value.__notes__ == ["hint: did you mean context_bound?"]


def test_the_package_shows_its_public_names_alone() -> None:
    assert dir(cudabmc) == sorted(cudabmc.__all__)
    assert all(getattr(cudabmc, name) is not None for name in dir(cudabmc))


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
