"""Findings that comments in the source accept."""

from pathlib import Path

import pytest

from cudabmc import Options, Result, Verdict, verify
from cudabmc.report.text import text_report
from cudabmc.source.files import SourceFiles

RACE = """
__global__ void k(int *a) {{
    {above}
    a[0] = threadIdx.x; {beside}
}}
int main() {{
    int *a;
    cudaMalloc(&a, sizeof(int));
    k<<<1, 2>>>(a);
    cudaDeviceSynchronize();
    {behind}
}}
"""


def run(tmp_path: Path, **parts: str) -> Result:
    path = tmp_path / "race.cu"
    path.write_text("#include <assert.h>" + RACE.format(**{"above": "", "beside": "", "behind": "", **parts}))
    return verify([str(path)])


def test_without_a_comment_the_race_is_found(tmp_path: Path) -> None:
    assert run(tmp_path).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "parts",
    [
        {"beside": "// cudabmc-ignore: data-race the last one wins"},
        {"beside": "/* cudabmc-ignore: bounds, data-race the last one wins */"},
        {"above": "// cudabmc-ignore: data-race: the last one wins"},
        {"above": "// cudabmc-ignore: data-race - the last one wins\n    // More about it."},
    ],
)
def test_a_comment_accepts_a_finding_with_its_reason(parts: dict[str, str], tmp_path: Path) -> None:
    result = run(tmp_path, **parts)
    assert result.verdict is Verdict.SUCCESSFUL and not result.violations and not result.warnings
    [suppressed] = result.suppressed
    assert suppressed.violation.prop == "data-race" and suppressed.reason == "the last one wins"
    text = text_report(result, Options(), SourceFiles().line)
    assert "Suppressed (1 finding accepted by comments in the source):" in text
    assert f"{suppressed.violation.places[0].loc}: data-race: the last one wins" in " ".join(text.split())


@pytest.mark.parametrize(
    "parts",
    [
        {"beside": "// cudabmc-ignore: bounds it is large enough"},
        {"above": "// cudabmc-ignore: data-race too far away\n    int b = 0;"},
        {"behind": "// cudabmc-ignore: data-race elsewhere"},
        {"beside": "// cudabmc-ignored: data-race no such word"},
    ],
)
def test_a_comment_for_something_else_accepts_nothing(parts: dict[str, str], tmp_path: Path) -> None:
    result = run(tmp_path, **parts)
    assert result.verdict is Verdict.FAILED and not result.suppressed


def test_a_misprint_is_told(tmp_path: Path) -> None:
    result = run(tmp_path, beside="// cudabmc-ignore: datarace the last one wins")
    assert result.verdict is Verdict.FAILED
    [warning] = result.warnings
    assert "race.cu:4: cudabmc-ignore names no property 'datarace'; did you mean data-race?" in warning


def test_other_findings_behind_an_accepted_one_are_still_found(tmp_path: Path) -> None:
    behind = "int h; cudaMemcpy(&h, a, sizeof(int), cudaMemcpyDeviceToHost); assert(h == 1);"
    result = run(tmp_path, beside="// cudabmc-ignore: data-race the last one wins", behind=behind)
    assert [v.prop for v in result.violations] == ["assertion"] and len(result.suppressed) == 1
    assert result.verdict is Verdict.FAILED


def test_an_accepted_finding_hides_nothing_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "bounds.cu"
    path.write_text("int main() { int a[2];\n    a[2] = 0; // cudabmc-ignore: bounds known\n    return a[5]; }\n")
    result = verify([str(path)])
    assert [v.places[0].loc.line for v in result.violations] == [3] and len(result.suppressed) == 1
    assert any(note.startswith("bounds is accepted: ") for note in result.assumptions)


def test_where_executions_end_at_an_accepted_finding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "left.cu"
    path.write_text(
        "__device__ int flag;\n__global__ void k() {\n"
        "    while (atomicAdd(&flag, 0) == 0); // cudabmc-ignore: deadlock known\n"
        "}\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); return 0; }\n"
    )
    result = verify([str(path)])
    assert result.verdict is Verdict.UNKNOWN and len(result.suppressed) == 1
    assert f"executions end at {path}:3:5, where deadlock: " in result.reason


def test_threads_meet_behind_an_accepted_divergence(tmp_path: Path) -> None:
    path = tmp_path / "apart.cu"
    path.write_text(
        "__global__ void k() { if (threadIdx.x == 0)\n"
        "    __syncthreads(); // cudabmc-ignore: barrier-divergence known\n"
        "    assert(threadIdx.x != 0);\n"
        "}\nint main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); return 0; }\n"
    )
    result = verify([str(path)])
    assert [v.places[0].loc.line for v in result.violations] == [3] and len(result.suppressed) == 1
