"""Findings that a file accepts: the same ones, wherever their lines have moved, and no others."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import Options, Result, Verdict, verify
from cudabmc.command.main import main
from cudabmc.errors import UsageError
from cudabmc.result import AcceptedBy, PropertyStatus

LINES = """\
__global__ void count(int *counter) { counter[0] += 1; }
__global__ void off(int *a) {
    int i = threadIdx.x;
    a[i + 1] = i;
}
int main() {
    int *a;
    cudaMalloc(&a, 8 * sizeof(int));
    count<<<1, 2>>>(a);
    off<<<1, 8>>>(a);
    cudaDeviceSynchronize();
}
""".splitlines()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(lines: list[str], name: str = "a.cu") -> None:
    Path(name).write_text("".join(f"{line}\n" for line in lines))


def run(name: str = "a.cu", **options: object) -> Result:
    return verify(name, Options(frontend="c"), baseline="base.yml", **options)


def made(*words: str) -> str:
    """The baseline of the current findings."""
    assert main(["-q", "--frontend=c", "--write-baseline=base.yml", *words]) == 1
    return Path("base.yml").read_text()


def test_all_findings_of_a_run_are_written_and_then_accepted() -> None:
    write(LINES)
    text = made("a.cu")
    assert text.count("property:") == 2 and "property: data-race" in text and "property: bounds" in text
    result = run()
    assert result.verdict is Verdict.SUCCESSFUL and not result.warnings
    assert [(s.violation.prop, s.by) for s in result.suppressed] == [
        ("data-race", AcceptedBy.BASELINE), ("bounds", AcceptedBy.BASELINE),
    ]  # fmt: skip
    assert [Path(s.loc.file).read_text().splitlines()[s.loc.line - 1] for s in result.suppressed] == [
        "- property: data-race", "- property: bounds",
    ]  # fmt: skip


@given(st.dictionaries(st.integers(0, len(LINES) - 1), st.sampled_from(["", "// more", "#define N 1"])), st.booleans())
def test_a_finding_is_found_again_when_lines_move(new: dict[int, str], indent: bool) -> None:
    write(LINES)
    if not Path("base.yml").exists():
        made("a.cu")
    moved = []
    for number, line in enumerate(LINES):
        moved += [new[number]] if number in new else []
        moved.append(line.replace("    ", "\t") if indent else line)
    write(moved)
    result = run()
    assert result.verdict is Verdict.SUCCESSFUL and len(result.suppressed) == 2


@pytest.mark.parametrize(
    ("old", "new", "prop"),
    [
        ("a[i + 1] = i;", "a[i + 2] = i;", "bounds"),  # another line
        ("off", "other", "bounds"),  # another function
        ("int main() {", "int main() { int x[2]; x[2] = 0;", "bounds"),  # one more
        ("i = threadIdx.x;", "i = threadIdx.x; a[i + 1] = i;", "bounds"),
        ("counter[0] += 1;", "counter[0] = threadIdx.x;", "data-race"),
    ],
)
def test_a_new_finding_is_none_of_the_baseline(old: str, new: str, prop: str) -> None:
    write(LINES)
    made("a.cu")
    write([line.replace(old, new) for line in LINES])
    result = run()
    assert result.verdict is Verdict.FAILED and prop in {violation.prop for violation in result.violations}


def test_of_two_like_lines_one_may_be_new() -> None:
    again = LINES.index("    a[i + 1] = i;")
    write(LINES)
    made("a.cu")
    twice = [*LINES[:again], LINES[again], *LINES[again:]]
    write(twice)
    result = run()
    assert result.verdict is Verdict.FAILED and [v.prop for v in result.violations] == ["bounds"]
    assert "count: 2" in made("--baseline=base.yml", "a.cu")
    assert run().verdict is Verdict.SUCCESSFUL


def test_what_is_mended_can_leave_the_baseline_and_reasons_stay() -> None:
    write(LINES)
    text = made("a.cu")
    Path("base.yml").write_text(text.replace("  object: a\n", "  object: a\n  reason: for later\n"))
    mended = [line.replace("a[i + 1]", "a[i]") for line in LINES]
    write(mended)
    result = run()
    assert result.verdict is Verdict.SUCCESSFUL
    (warning,) = result.warnings
    line = next(n for n, text in enumerate(Path("base.yml").read_text().splitlines(), 1) if "bounds" in text)
    assert warning == f"entries of the baseline that no finding of this run needs: base.yml:{line}"
    text = made("a.cu")
    assert "bounds" not in text and "reason: for later" in text
    assert [s.reason for s in run().suppressed] == ["for later"]


def test_a_run_that_has_not_seen_everything_forgets_nothing() -> None:
    write(LINES)
    before = made("a.cu")
    write(["int main() { return }"])
    assert main(["-q", "--frontend=c", "--write-baseline=base.yml", "a.cu"]) == 2
    assert Path("base.yml").read_text() == before
    write(["int main(int argc, char **argv) { while (argc != 7) argc = argc * 2 + 1; }"])
    assert main(["-q", "--frontend=c", "--unwind=2", "--write-baseline=base.yml", "a.cu"]) == 3
    assert Path("base.yml").read_text() == before


def test_one_baseline_for_a_folder_named_by_the_options_of_the_project(folder: Path, capfd) -> None:
    Path("src").mkdir()
    write(LINES, "src/a.cu")
    write([line.replace("count", "count2") for line in LINES], "src/b.cu")
    assert main(["each", "-q", "--frontend=c", "--write-baseline=base.yml", "src"]) == 1
    assert Path("base.yml").read_text().count("property:") == 4
    Path("cudabmc.toml").write_text('baseline = "base.yml"\n')
    os.chdir("src")
    assert main(["each", "-q", "--frontend=c", ".", "--json=all.json", "--sarif=all.sarif"]) == 0
    result = json.loads(Path("all.json").read_text())["result"]
    assert [accepted["by"] for accepted in result["suppressed"]] == ["baseline"] * 4
    (sarif,) = json.loads(Path("all.sarif").read_text())["runs"]
    assert [finding["suppressions"][0]["kind"] for finding in sarif["results"]] == ["external"] * 4


ONE = "__global__ void one(int *a) { a[0] = threadIdx.x; }"


def test_a_kernel_is_proved_but_for_accepted_findings(capfd) -> None:
    write([ONE, "__global__ void two(int *a) { }"])
    assert main(["prove", "-q", "--frontend=c", "--write-baseline=base.yml", "a.cu"]) == 1
    result = run(prove=True)
    assert result.verdict is Verdict.SUCCESSFUL and [s.violation.prop for s in result.suppressed] == ["data-race"]
    one, two = result.proofs
    assert one.accepted == ("data-race at a.cu:1:31",) and not two.accepted
    assert result.statuses["data-race"] is PropertyStatus.BROKEN
    assert "but for findings that are accepted data-race at a.cu:1:31" in " ".join(str(result).split())
    write(["__global__ void three(int *a) { }"], "b.cu")
    capfd.readouterr()
    assert main(["each", "--kernels", "-q", "--frontend=c", "--baseline=base.yml", "a.cu", "b.cu"]) == 0
    assert "3 kernels: 3 proved (1 but for accepted findings)" in capfd.readouterr().out


@pytest.mark.parametrize("more", ["a[1] = threadIdx.x;", "a[threadIdx.x / 2] = threadIdx.x;"])
def test_a_kernel_with_one_more_race_is_faulty_beside_an_accepted_one(more: str, capfd) -> None:
    write([ONE[:-1], "}"])
    assert main(["prove", "-q", "--frontend=c", "--write-baseline=base.yml", "a.cu"]) == 1
    write([ONE[:-1], more, "}"])
    result = run(prove=True)
    assert result.verdict is Verdict.FAILED and not result.proofs[0].accepted
    assert {violation.places[0].loc.line for violation in result.violations} == {2}


def test_a_comment_accepts_what_a_proof_leaves_open() -> None:
    write([f"{ONE[:-1]} // cudabmc-ignore: data-race any of them", "}"])
    result = verify("a.cu", Options(frontend="c"), prove=True)
    assert result.verdict is Verdict.SUCCESSFUL and result.proofs[0].accepted
    assert [(s.by, s.reason) for s in result.suppressed] == [(AcceptedBy.COMMENT, "any of them")]
    write([f"{ONE[:-1]} // cudabmc-ignore: bounds any of them", "}"])
    assert verify("a.cu", Options(frontend="c"), prove=True).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot read the baseline base.yml: No such file or directory"),
        ("version: 2\n", "base.yml is no baseline of version 1"),
        ("- a\n", "base.yml is no baseline of version 1"),
        ("", "base.yml is no baseline of version 1"),
        ("version: 1\nfindings: [\n", "base.yml:3: no YAML"),
        ("version: 1\nfindings: 3\n", "a list is expected"),
        ("version: 1\nfindings:\n- 3\n", "base.yml:3: an entry needs a property"),
        ("version: 1\nfindings:\n- {property: bounds, count: 0}\n", "base.yml:3: count"),
        ("version: 1\nfindings:\n- {property: bounds, line: 3}\n", "base.yml:3: line"),
        ("version: 1\nfindings:\n- {property: bounds, object: 3}\n", "base.yml:3: object"),
        ("version: 1\nfindings:\n- {property: bounds, places: [3]}\n", "base.yml:3: a place is"),
    ],
)
def test_a_file_that_is_no_baseline_is_named(text: str | None, told: str) -> None:
    write(LINES)
    if text is not None:
        Path("base.yml").write_text(text)
    with pytest.raises(UsageError) as raised:
        run()
    assert told in str(raised.value)
