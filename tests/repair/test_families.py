"""Each family of edits repairs a faulty program, and the patched text is verified by a run of its own."""

import pytest

import cudabmc
from cudabmc.result import Result, Verdict
from cudabmc.suggestion import Suggestion
from tests.repair.programs import IN_A_LOOP, PROGRAMS


def suggested(text: str, **settings: object) -> tuple[Result, Suggestion]:
    result = cudabmc.verify(source=text, suggest=True, **settings)  # type: ignore[arg-type]
    assert result.verdict is Verdict.FAILED and result.suggestion is not None
    return result, result.suggestion


def patched(text: str, suggestion: Suggestion) -> str:
    lines = text.splitlines(keepends=True)
    for piece in reversed(suggestion.lines):
        lines[piece.first - 1 : piece.last] = [piece.text]
    return "".join(lines)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_defect_of_its_kind_is_repaired(name: str) -> None:
    text, sentence, price = PROGRAMS[name]
    _, suggestion = suggested(text)
    assert [sentence in edit.sentence for edit in suggestion.edits] == [True], suggestion
    assert price in suggestion.edits[0].price
    assert cudabmc.verify(source=patched(text, suggestion), context_bound=3).verdict is Verdict.SUCCESSFUL


def test_the_edited_text_reads_as_the_rest_of_the_program() -> None:
    _, suggestion = suggested(IN_A_LOOP)
    assert [line for line in suggestion.patch.splitlines() if line[:1] in "+-"] == [
        "--- a/<source>", "+++ b/<source>",
        "-    for (int i = 1; i < 64; i *= 2)",
        "+    for (int i = 1; i < 64; i *= 2) {",
        "+        __syncthreads();",
        "+    }",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a barrier in a loop", "a comparison", "a wait of the host"])
def test_the_front_end_for_cxx_leads_to_the_same_repair(name: str) -> None:
    text, sentence, _ = PROGRAMS[name]
    _, suggestion = suggested(text, frontend="clang")
    assert [sentence in edit.sentence for edit in suggestion.edits] == [True], suggestion


UPDATES = [
    ("int", "*a = *a - b + c;", "atomicAdd(a, - b + c);"),
    ("int", "*a = *a + b - c;", "atomicAdd(a, b - c);"),
    ("int", "*a = *a + b * c;", "atomicAdd(a, b * c);"),
    ("int", "*a = *a & b + c;", "atomicAnd(a, b + c);"),
    ("int", "*a = *a | b & c;", "atomicOr(a, b & c);"),
    ("int", "*a = max(*a, b + c);", "atomicMax(a, b + c);"),
    ("float", "*a -= 2.5f;", "atomicAdd(a, -2.5f);"),
    ("float", "*a -= b + c;", "atomicAdd(a, -(float)(b + c));"),
    ("int", "*a -= b + c;", "atomicSub(a, b + c);"),
    ("int", "*a = *a + b & c;", ""),
    ("int", "*a = *a + b == c;", ""),
    ("int", "*a = *a + b < c;", ""),
    ("int", "*a = *a + b << 1;", ""),
    ("int", "*a = *a & b | c;", ""),
    ("int", "*a = *a - b ? c : b;", ""),
    ("int", "*a = max(*a, b) + (c);", ""),
    ("unsigned long long", "*a = *a - b + c;", ""),  # -b would be 32 bits wide
    ("unsigned long long", "*a -= b;", ""),  # atomicSub does not take it
]


@pytest.mark.parametrize(("type", "statement", "atomic"), UPDATES)
def test_an_atomic_operation_computes_what_the_statement_did(type: str, statement: str, atomic: str) -> None:
    text = f"""
__global__ void k({type} *a, unsigned b, unsigned c)
{{
    {statement}
}}

int main(void)
{{
    {type} *d;
    cudaMalloc((void **)&d, sizeof({type}));
    cudaMemset(d, 0, sizeof({type}));
    k<<<1, 2>>>(d, 1, 2);
    cudaFree(d);
    return 0;
}}
"""
    _, suggestion = suggested(text)
    added = [line[1:].strip() for line in suggestion.patch.splitlines() if line.startswith("+ ")]
    if atomic:
        assert added == [atomic]
    else:
        assert not any("atomic" in line for line in added)


@pytest.mark.long  # no edit verifies, and each is tried
def test_what_each_thread_adds_is_not_left_to_one_thread() -> None:
    text = """
__global__ void k(unsigned char *x) { x[threadIdx.x & 1]++; }
int main(void)
{
    unsigned char *d;
    cudaMalloc((void **)&d, 2);
    cudaMemset(d, 0, 2);
    k<<<1, 4>>>(d);
    cudaFree(d);
    return 0;
}
"""
    _, suggestion = suggested(text)
    assert not suggestion.edits, suggestion


def test_a_launch_whose_sizes_are_one_macro_is_left_alone() -> None:
    text = """
#define SIZES 1, 8
__global__ void k(int *a)
{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    a[threadIdx.x] = s[7 - threadIdx.x];
}
int main(void)
{
    int *d;
    cudaMalloc((void **)&d, 8 * sizeof(int));
    k<<<SIZES>>>(d);
    cudaFree(d);
    return 0;
}
"""
    _, suggestion = suggested(text)
    assert not any("shared memory" in edit.sentence for edit in suggestion.edits), suggestion
