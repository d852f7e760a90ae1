"""Steps are recorded as values, and told in words when somebody reads them; large launches before the one in question
are one step."""

import pickle
from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.schedule import format_schedule
from cudabmc.options.table import Options
from cudabmc.result import Account, Result, Step, ThreadId, Violation, Words
from cudabmc.source.location import NOWHERE
from cudabmc.verification.pipeline import verify

TWO_LAUNCHES = """\
#include <assert.h>
#include <cuda_runtime.h>
__global__ void fill(int *a, int first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i;
}
__global__ void shift(int *a) {
    a[threadIdx.x] = a[threadIdx.x + 1];
}
__global__ void turn(int *a) {
    int before = atomicExch(&a[0], threadIdx.x);
    assert(threadIdx.x != 0 || before != 2);
}
int main(void) {
    int *a, h[64];
    cudaMalloc((void **)&a, 65 * sizeof(int));
    cudaMemset(a, 0, 65 * sizeof(int));
    fill<<<2, 32>>>(a, 5);
    FOLLOWING
}
"""
RACE = "shift<<<1, 64>>>(a); cudaDeviceSynchronize();"
TURNS = "turn<<<1, 3>>>(a); cudaDeviceSynchronize();"
WRONG_VALUE = "cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost); cudaFree(a); assert(h[3] == 9);"


@pytest.fixture(autouse=True)
def everything_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    monkeypatch.setattr(at_once, "RECORDED", 0)


def run(folder: Path, following: str, options: Options) -> Result:
    source = folder / "two_launches.cu"
    source.write_text(TWO_LAUNCHES.replace("FOLLOWING", following))
    return verify([str(source)], options)


def first(result: Result) -> Violation:
    assert result.violations, result.reason
    return result.violations[0]


@pytest.mark.parametrize(("following", "prop"), [(RACE, "data-race"), (WRONG_VALUE, "assertion")])
def test_a_launch_before_the_one_in_question_is_one_step(following: str, prop: str, tmp_path: Path) -> None:
    short, full = (first(run(tmp_path, following, Options(full_trace=full))) for full in (False, True))
    assert (short.prop, short.message, short.places) == (full.prop, full.message, full.places)
    assert short.prop == prop and short.schedule == full.schedule
    (ran,) = [step for step in short.steps if "ran, " in step.text]
    assert ran.text == "fill ran, 64 threads (--full-trace shows their steps)"
    assert ran.loc.line == 18 and ran.function == "main"
    assert [(a.kind, a.object, a.offset, a.size) for a in ran.accesses] == [("write", "a", 0, 260)]
    filled = [step for step in full.steps if step.thread.kernel == "fill"]
    assert len(filled) > 100 and not any(step.thread.kernel == "fill" for step in short.steps)
    rest = [step for step in full.steps if step.thread.kernel != "fill"]
    assert [(s.thread, s.loc, s.text) for s in short.steps if s is not ran] == [(s.thread, s.loc, s.text) for s in rest]


def test_the_schedule_of_a_shortened_run_can_be_replayed_in_full(tmp_path: Path) -> None:
    found = first(run(tmp_path, TURNS, Options()))
    assert found.schedule and any("ran, " in step.text for step in found.steps)
    again = run(tmp_path, TURNS, Options(native=False, replay=format_schedule(found.schedule)))
    assert first(again).places == found.places and first(again).schedule == found.schedule


def test_steps_are_equal_to_what_they_say_and_can_be_pickled(tmp_path: Path) -> None:
    violation = first(run(tmp_path, WRONG_VALUE, Options(native=False)))
    copied = pickle.loads(pickle.dumps(violation))
    assert copied == violation and violation == copied
    assert hash(copied.steps[5]) == hash(violation.steps[5])
    assert copied.steps[4] != violation.steps[5]


CHANGING = """\
#include <assert.h>
#include <stdlib.h>
struct pair { int one; double other; };
int main(void) {
    struct pair *pairs = (struct pair *)malloc(2 * sizeof(struct pair));
    int *numbers = (int *)malloc(3 * sizeof(int)), k = 0;
    for (k = 0; k < 3; k++)
        numbers[k] = 10 * k;
    pairs[0].one = 1;
    pairs[0].other = 0.0;
    pairs[1].one = 2;
    numbers[0] = numbers[2] + k;
    free(numbers);
    assert(pairs[1].one == 1);
}
"""


def test_the_words_of_a_step_are_made_once_and_when_they_are_read() -> None:
    made: list[Words] = []

    def make() -> Words:
        made.append(Words("x = 1", (("x", "1"),)))
        return made[-1]

    step = Step(ThreadId(), NOWHERE, "main", Account(make))
    assert step.function == "main" and not made
    assert (step.text, step.changes, step.accesses) == ("x = 1", (("x", "1"),), ()) and len(made) == 1


def test_a_step_tells_the_values_of_its_own_moment(tmp_path: Path) -> None:
    source = tmp_path / "changing.cu"
    source.write_text(CHANGING)
    violation = first(verify([str(source)], Options()))
    told = [step.text for step in violation.steps]
    assert [text for text in told if text.startswith(("k = ", "numbers["))] == [
        "k = 0", "k = 0", "numbers[0] = 0", "k = 1", "numbers[1] = 10", "k = 2", "numbers[2] = 20", "k = 3",
        "numbers[0] = 23",
    ]  # fmt: skip
    assert [text for text in told if text.startswith("pairs")] == [
        "pairs[0].one = 1", "pairs[0].other = 0.0", "pairs[1].one = 2",
    ]  # fmt: skip


def test_a_failing_assertion_tells_what_it_has_read(tmp_path: Path) -> None:
    source = tmp_path / "sum.cu"
    source.write_text("""\
#include <assert.h>
int total(const int *v, int n) { int sum = 0; for (int i = 0; i < n; i++) sum += v[i]; return sum; }
int main(void) {
    int v[6] = {4, 5, 6}, w[6] = {1, 2, 3}, k = 1;
    w[0] = v[2];
    assert(v[k] + w[2] == total(v, 2));
}
""")
    (place,) = first(verify([str(source)], Options())).places
    assert place.values == (("v[1]", "5"), ("w[2]", "3"), ("k", "1"))
