"""The run that the user knows comes first: random numbers, clocks and arguments; then what is called arbitrary."""

from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify
from cudabmc.options.surroundings import SURROUNDINGS
from cudabmc.result import Guarantee, PropertyStatus, Result
from cudabmc.verification.ladder import ONE_RUN

NUMBERS = """#include <assert.h>
#include <stdlib.h>
int main(void) { srand(1); int x = rand() % 100; assert(%s); }
"""
ARGUMENTS = """#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) { %s }
"""


def answer(tmp_path: Path, text: str, **options: object) -> Result:
    path = tmp_path / "program.cu"
    path.write_text(text)
    return verify([str(path)], Options(frontend="c", **options))  # type: ignore[arg-type]


def lines_of(result: Result) -> list[int]:
    return [violation.places[0].loc.line for violation in result.violations]


def test_numbers_are_known_unless_they_shall_be_arbitrary(tmp_path: Path) -> None:
    text = NUMBERS.replace("%s", "x == 83")
    known = answer(tmp_path, text)
    assert known.verdict is Verdict.SUCCESSFUL and known.holds_for is Guarantee.THIS_RUN and known.known == ("rand",)
    assert any("--arbitrary rand" in note for note in known.assumptions)
    any_number = answer(tmp_path, text, arbitrary=("rand",))
    assert lines_of(any_number) == [3] and any_number.violations[0].inputs


def test_an_answer_for_arbitrary_numbers_holds_for_all(tmp_path: Path) -> None:
    result = answer(tmp_path, NUMBERS.replace("%s", "x >= 0 && x < 100"), arbitrary=("rand",))
    assert result.verdict is Verdict.SUCCESSFUL and result.holds_for is Guarantee.ALL_INPUTS
    assert not any("glibc" in note for note in result.assumptions)


def test_a_violation_of_the_known_run_ends_the_matter(tmp_path: Path) -> None:
    result = answer(tmp_path, NUMBERS.replace("%s", "x == 7"), arbitrary=("rand",))
    assert lines_of(result) == [3] and result.violations[0].inputs == ()


def test_what_is_not_asked_for_is_not_run_twice(tmp_path: Path) -> None:
    result = answer(tmp_path, "int main(void) { return 0; }", arbitrary=tuple(SURROUNDINGS))
    assert result.verdict is Verdict.SUCCESSFUL and result.holds_for is Guarantee.THIS_RUN and result.known == ()


def test_without_arguments_first_and_then_with_any(tmp_path: Path) -> None:
    text = ARGUMENTS.replace("%s", "assert(argc != 2 || atoi(argv[1]) != 7);")
    result = answer(tmp_path, text)
    assert lines_of(result) == [3] and ("argc", "2") in result.violations[0].inputs
    result = answer(tmp_path, ARGUMENTS.replace("%s", "assert(argc != 1);"))
    assert lines_of(result) == [3] and not result.violations[0].inputs
    assert "main is called without arguments" in result.assumptions
    result = answer(tmp_path, text, args=("8",))
    assert result.verdict is Verdict.SUCCESSFUL and result.holds_for is Guarantee.THIS_RUN
    assert lines_of(answer(tmp_path, text, args=("8",), arbitrary=("args",))) == [3]


def test_an_unknown_answer_says_what_the_known_run_has_shown(tmp_path: Path) -> None:
    text = ARGUMENTS.replace("%s", "for (int i = 0; argc == 2 && i < 1000 * argv[1][0]; i++) rand();")
    result = answer(tmp_path, text)
    assert result.verdict is Verdict.UNKNOWN and result.holds_for is Guarantee.THIS_RUN
    assert result.known == ("args",)
    assert set(result.statuses.values()) == {PropertyStatus.UNKNOWN, PropertyStatus.NOT_CHECKED}
    assert result.reason.endswith(ONE_RUN)
    alone = answer(tmp_path, text, args=())
    assert alone.verdict is Verdict.SUCCESSFUL and ONE_RUN not in alone.reason


def test_a_schedule_is_one_of_either_run(tmp_path: Path) -> None:
    text = """#include <assert.h>
__global__ void k(int *p, int n) { if (threadIdx.x < n) atomicExch(p, threadIdx.x); }
int main(int argc, char **argv) {
    int *p, x;
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    k<<<1, 2>>>(p, argc);
    cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
    assert(argc != 2 || x == 1);
}
"""
    found = answer(tmp_path, text)
    schedule = found.violations[0].schedule
    assert schedule
    again = answer(tmp_path, text, replay=",".join(map(str, schedule)))
    assert lines_of(again) == lines_of(found)


def test_a_generator_whose_seed_is_an_input_is_approximated(tmp_path: Path) -> None:
    text = """#include <assert.h>
#include <stdlib.h>
int main(void) { srand(nondet_uint()); int x = rand(); assert(x >= 0); assert(x % 100 != 83); }
"""
    result = answer(tmp_path, text)
    assert result.verdict is Verdict.UNKNOWN or lines_of(result) == [3]
    fixed = answer(tmp_path, text.replace("assert(x % 100 != 83);", ""))
    assert fixed.verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_waiting_for_a_clock_ends(tmp_path: Path, frontend: str) -> None:
    path = tmp_path / "wait.cu"
    path.write_text("""#include <assert.h>
#include <time.h>
__global__ void wait(long *t) { long start = clock64(); while (clock64() - start < 5000000) ; *t = clock64() - start; }
int main(void) {
    clock_t start = clock();
    while (clock() - start < CLOCKS_PER_SEC / 100) ;
    long *d, t;
    cudaMalloc(&d, sizeof t);
    wait<<<1, 1>>>(d);
    cudaMemcpy(&t, d, sizeof t, cudaMemcpyDeviceToHost);
    assert(t >= 5000000);
}
""")
    result = verify([str(path)], Options(frontend=frontend))
    assert result.verdict is Verdict.SUCCESSFUL and result.holds_for is Guarantee.THIS_RUN, result.reason


def test_unwritten_memory_that_is_copied_makes_no_answer_for_all_inputs(tmp_path: Path) -> None:
    text = "int main(void) { int a[2], b; b = a[1]; a[0] = b + 1; return 0; }"
    assert answer(tmp_path, text).holds_for is Guarantee.THIS_RUN
