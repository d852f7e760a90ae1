"""What a proof rests on, in the words of the source."""

import re
from functools import cache

import pytest

from cudabmc import terms
from cudabmc.options.table import Options
from cudabmc.prover.by_launches import prove_kernel
from cudabmc.prover.proof import KernelProof, ProofScope
from cudabmc.prover.questions import Solving
from cudabmc.result import ExplainedInterval, ExplainedLoop, ProofExplanation
from cudabmc.source.text import SourceText
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load

HALVES = """__global__ void sum(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
"""
STRIDE = """__global__ void stride(float *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i;
}
"""
SWAP = """__global__ void swap(int *data, int rounds) {
    __shared__ int a[64], b[64];
    int *from = a, *to = b;
    a[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        to[threadIdx.x] = from[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        int *old = from; from = to; to = old;
    }
}
"""


@cache
def proof_of(source: str, *, explained: bool = True) -> KernelProof:
    program = load([SourceText(source, "k.cu")], Options())
    (kernel,) = (function for function in program.functions.values() if function.is_kernel)
    with terms.terms_of_a_run():
        scope = ProofScope(explained=explained)
        return prove_kernel(program, kernel, model_calls.find, scope, Solving())


def explained(source: str) -> ProofExplanation:
    (found,) = proof_of(source).explanations
    return found


def loop(source: str) -> ExplainedLoop:
    (found,) = explained(source).loops
    return found


def accesses(interval: ExplainedInterval) -> list[str]:
    return [f"{a.loc.line} {a.action} {a.place}" + f" if {a.condition}" * bool(a.condition) for a in interval.accesses]


def lines(interval: ExplainedInterval) -> tuple[int | None, list[int | None]]:
    """The barriers before and behind it."""
    return interval.begin and interval.begin.line, [end and end.line for end in interval.ends]


def test_nothing_is_noted_if_nobody_asks() -> None:
    assert proof_of(HALVES, explained=False).explanations == ()


@pytest.mark.parametrize(
    "source", [HALVES, SWAP, pytest.param(STRIDE, marks=pytest.mark.long)], ids=["halves", "swap", "stride"]
)
def test_the_answer_is_the_same_with_notes_and_without(source: str) -> None:
    with_notes, without = proof_of(source), proof_of(source, explained=False)
    assert (with_notes.status, [*with_notes.preconditions]) == (without.status, [*without.preconditions])


def test_intervals_have_their_accesses_and_the_conditions_of_these() -> None:
    first, second, third = explained(HALVES).intervals
    assert lines(first) == (None, [5]) and first.condition == ""
    assert accesses(first) == [
        "4 read in[256 * blockIdx.x + threadIdx.x]",
        "4 write part[threadIdx.x]",
    ]
    assert lines(second) == (5, [9, None])
    assert lines(third) == (9, [9, None]) and third.condition == "half != 0"
    assert accesses(third) == [
        "8 read part[threadIdx.x + half / 2] if half / 2 != 0 && threadIdx.x < half / 2",
        "8 read part[threadIdx.x] if half / 2 != 0 && threadIdx.x < half / 2",
        "8 write part[threadIdx.x] if half / 2 != 0 && threadIdx.x < half / 2",
        "11 read part[0] if threadIdx.x == 0 && half / 2 == 0",
        "11 write sums[blockIdx.x] if threadIdx.x == 0 && half / 2 == 0",
    ]
    assert dict(third.names) == {"half": "half at the head of the loop in line 6"}


def test_a_loop_has_its_invariants_and_what_a_round_leaves_for_the_next() -> None:
    found = loop(HALVES)
    assert (found.loc.line, found.together) == (6, True)
    assert found.facts == ("half <= blockDim.x / 2",)
    assert found.later == ("half == half_before / 2", "half_before != 0")
    assert dict(found.names) == {"half_before": "half in the round before"}


@pytest.mark.long
def test_a_counter_has_its_closed_form_and_the_condition_under_which_it_does_not_overflow() -> None:
    found = loop(STRIDE)
    assert found.facts == ("i == blockIdx.x * blockDim.x + threadIdx.x + round * gridDim.x * blockDim.x",)
    ((condition, fact),) = found.conditional
    assert "n + " in condition and "<= 2147483647" in condition and fact == "i does not overflow"
    assert not found.together


def test_pointers_that_change_lead_into_the_arrays_of_the_source() -> None:
    found = loop(SWAP)
    assert {"from points into a or b", "to points into a or b", "from and to point to different objects"} <= {
        *found.facts
    }
    *_, last = explained(SWAP).intervals
    writes = [text for text in accesses(last) if " write " in text]
    assert any(re.match(r"7 write b\[threadIdx.x\] if .*!?(from|to)_in_a", text) for text in writes)
    assert dict(last.names)["from_in_a"] == "from points into a, at the head of the loop in line 6"


def test_names_that_are_made_up_are_none_of_the_source() -> None:
    found = loop(SWAP)
    assert "round == round_" in found.facts  # the variable, and the number of the round


def test_two_values_of_one_name_are_told_apart() -> None:
    source = """__global__ void two(int *a, int n) {
    int i;
    for (i = 0; i < n; i += 1 + a[i]) ;
    for (int k = i; k < n; k += 1 + a[k]) a[n + k + i] = 0;
    for (i = 0; i < n; i += 1 + a[i]) a[n + i] = 1;
}
"""
    names = {name for loop in explained(source).loops for name, _ in loop.names} | {
        name for one in explained(source).intervals for name, _ in one.names
    }
    assert {"i", "i_line3"} <= names


def test_rows_of_arrays_and_members_of_records_are_named() -> None:
    source = """struct Point { float x, y; int weights[2]; };
__global__ void rows(struct Point *points) {
    __shared__ float tile[16][17];
    __shared__ int one;
    tile[threadIdx.y][threadIdx.x] = points[threadIdx.x].y;
    points[threadIdx.x].weights[1] = one;
}
"""
    (whole,) = explained(source).intervals
    assert accesses(whole) == [
        "5 read points[threadIdx.x].y",
        "5 write tile[threadIdx.y][threadIdx.x]",
        "6 read one",
        "6 write points[threadIdx.x].weights[1]",
    ]


def test_questions_have_answers_and_their_preconditions() -> None:
    found = explained(HALVES).questions
    assert all(question.excluded and question.seconds > 0 for question in found)
    bounds = [question for question in found if question.prop == "bounds"]
    assert bounds[0].preconditions == ("blockDim.x <= 256",) and bounds[0].interval is None
    races = [question for question in found if question.prop == "data-race"]
    assert [question.interval for question in races] == [0, 1, 2, None]
    assert "threads of different blocks" in races[-1].text


def test_what_cannot_be_excluded_is_told() -> None:
    source = "__global__ void shift(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }\n"
    questions = explained(source).questions
    assert [(one.text, one.excluded) for one in questions if one.interval == 0] == [
        ("read and write of 'a' by threads of one block may race", False),
        ("write and write of 'a' by threads of one block may race", True),
    ]


@pytest.mark.parametrize("source", [HALVES, STRIDE, SWAP])
def test_no_name_of_the_machinery_is_shown(source: str) -> None:
    text = repr(explained(source))
    assert not re.search(r"kernel\.|interval\d|loop\d|rounds\d|argument\.|:[012]\b(?!\d)", text.replace("k.cu:", ""))


def test_parameters_of_functions_and_variables_with_addresses_have_their_names() -> None:
    called = """__device__ void fill(int *to, int count) { for (; count > 0; count -= 1 + to[0]) to[count] = 1; }
__global__ void k(int *a, int n) { fill(a, n); }
"""
    assert "0 < count_before" in loop(called).later or "1 <= count_before" in loop(called).later
    addressed = """__global__ void k(int *a, int n) {
    int place = 0, *p = &place;
    for (; place < n; *p += 1 + a[0]) a[place] = 1;
}
"""
    assert "place_before < n" in loop(addressed).later


def test_what_holds_if_nothing_overflows_has_that_condition() -> None:
    source = """__global__ void k(int *a) {
    unsigned offset = 1;
    for (unsigned active = blockDim.x; active > 0; active /= 2) {
        __syncthreads();
        offset *= 2;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = offset;
}
"""
    assert ("no integer overflow in line 5 of k.cu", "offset != 0") in loop(source).conditional
