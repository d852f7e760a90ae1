"""Runs in several threads and processes at once answer what they answer alone."""

import gc
import multiprocessing
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from cudabmc import Result, Verdict, terms, verify, verify_kernel
from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.goto.types import I32
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from opmodels import registry

RACE = """__global__ void k(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }
int main() { int *d; cudaMalloc(&d, 64); k<<<1, 4>>>(d); cudaDeviceSynchronize(); }"""
SYMBOLIC = """int main() { int x = nondet_int(), y = nondet_int();
  __ESBMC_assume(x > %d && y > x && y < 100000);
  int a[8]; a[y %% 8] = x; assert(a[y %% 8] == x);
  assert(x * 7 + y != %d); }"""
FLOATS = """__global__ void k(float *a, int n) { float s = 0; for (int i = 0; i < n; i++) s = s * 1.1f + a[i] / 3;
  assert(s == s); a[threadIdx.x] = s; }"""
LOOP = "unsigned s; int main() { for (unsigned i = 0; ; i++) s += i + 1; }"
SYNTAX = "int main() {\n  int x = ;\n}"
UNKNOWN = "int main() { for (unsigned i = nondet_uint(); i; i--) if (nondet_int() == 3) i++; }"
PROGRAMS = [RACE, SYNTAX, UNKNOWN, *(SYMBOLIC % (n, 1000 + 7 * n) for n in range(5))]


def told(program: str) -> object:
    """What a run says of a program, without times."""
    try:
        result = verify(program, frontend="c", unwind=4)
    except CudabmcError as error:
        return str(error)
    return summary(result)


def summary(result: Result) -> object:
    violations = [(v.prop, v.message, tuple(p.loc for p in v.places), v.schedule) for v in result.violations]
    return result.verdict, sorted(violations, key=str), result.reason, result.assumptions, result.kernels


@pytest.fixture(scope="module")
def alone() -> list[object]:
    return [told(program) for program in PROGRAMS]


@pytest.mark.long
def test_many_threads_answer_as_one_does(alone: list[object]) -> None:
    order = list(range(len(PROGRAMS))) * 3
    random.Random(5).shuffle(order)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda number: told(PROGRAMS[number]), order))
    finally:
        sys.setswitchinterval(before)
    assert answers == [alone[number] for number in order]


def test_floats_of_threads_do_not_mix() -> None:
    values = [[0.1 * n + k for n in range(40)] for k in range(8)]

    def final(numbers: list[float]) -> object:
        result = verify_kernel(FLOATS + "//\n", grid=1, block=1, args=[numbers, 40], check="nan", frontend="c")
        return summary(result)

    one_by_one = [final(v) for v in values]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(final, values)) == one_by_one


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_answer_as_one_does(method: str, alone: list[object]) -> None:
    some = slice(0, 4) if method == "spawn" else slice(None)
    with multiprocessing.get_context(method).Pool(1 if method == "spawn" else 2) as pool:
        assert pool.map(told, PROGRAMS[some]) == alone[some]


def test_models_of_one_thread_are_not_those_of_another(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"m{number}.py").write_text(
            f"from opmodels.registry import model\n@model('int answer(void)')\ndef answer(ctx):\n    return {number}\n"
        )
    text = "int answer(void);\nint main() { int x = answer(); assert(x != %d); }"

    def broken(number: int) -> bool:
        models = () if number == 4 else (str(tmp_path / f"m{number}.py"),)
        results = {n: verify(text % n, models=models, frontend="c").verdict is Verdict.FAILED for n in (0, 3)}
        return results == {n: number in (n, 4) for n in (0, 3)}

    with ThreadPoolExecutor(5) as pool:
        assert all(pool.map(broken, [0, 1, 2, 3, 4] * 4))
    assert registry.lookup("answer") == ()


def test_a_run_leaves_the_process_as_it_was() -> None:
    def state() -> object:
        return gc.get_threshold(), sys.getrecursionlimit(), len(terms.term._terms), threading.active_count()

    x = terms.var("mine", I32)
    before = state()
    for program in PROGRAMS[:3]:
        told(program)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(told, PROGRAMS[:5]))
    assert state() == before
    assert terms.var("mine", I32) is x


def test_a_run_numbers_its_terms_as_if_it_were_alone(tmp_path: Path) -> None:
    def queries() -> tuple[str, ...]:
        return verify(SYMBOLIC % (3, 5000), frontend="c", smt_dir=str(tmp_path)).queries

    first = queries()
    told(SYMBOLIC % (9, 77))
    assert first
    assert queries() == first


# ---------------------------------------------------------------- time


def in_thread(work):  # type: ignore[no-untyped-def]
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result(timeout=60)


@pytest.mark.parametrize("main_thread", [True, False])
def test_a_timeout_ends_a_run_in_any_thread(main_thread: bool) -> None:
    def run() -> Result:
        return verify(LOOP + "\n", timeout=0.4, frontend="c")

    start = time.monotonic()
    result = run() if main_thread else in_thread(run)
    assert result.verdict is Verdict.UNKNOWN
    assert "time ran out after 0.4 s" in result.reason
    assert time.monotonic() - start < 10


def test_a_timeout_ends_one_run_and_not_the_others() -> None:
    jobs = [(LOOP, 0.3), (PROGRAMS[-1], None), (LOOP, 0.6), (RACE, 60.0)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda job: verify(job[0] + "\n", timeout=job[1], frontend="c").verdict, jobs))
    assert results == [Verdict.UNKNOWN, Verdict.FAILED, Verdict.UNKNOWN, Verdict.FAILED]


@pytest.mark.long
def test_a_query_does_not_outlive_the_time() -> None:
    hard = """int main() { unsigned long long a = nondet_ulonglong(), b = nondet_ulonglong();
      __ESBMC_assume(a > 1 && b > 1 && a < 4294967296 && b < 4294967296);
      assert(a * b != 13493480938476473521ull); }"""
    start = time.monotonic()
    result = in_thread(lambda: verify(hard, timeout=1, frontend="c"))
    assert result.verdict is Verdict.UNKNOWN
    assert time.monotonic() - start < 8


def test_a_swallowed_deadline_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.process.deadline._AGAIN", 0.05)
    swallowed = 0
    with pytest.raises(ResourceError, match="time ran out"), deadline(0.05):
        while True:
            try:
                while True:
                    pass
            except ResourceError:
                swallowed += 1
                if swallowed == 3:
                    raise
    assert swallowed == 3


def test_nothing_comes_after_the_body_of_a_deadline() -> None:
    for number in range(100):
        with suppress(ResourceError), deadline(0.002):
            left = remaining()
            assert left is not None and left <= 0.002
            time.sleep(0.0001 * (number % 30))
        assert remaining() is None
    time.sleep(0.05)


SWALLOWED = """
from cudabmc.errors import ResourceError
from cudabmc.process.deadline import deadline

class Late:
    def __del__(self):
        while late:
            pass

late = True
try:
    with deadline(0.05):
        Late()
        late = False
except ResourceError:
    print("no time")
"""


def test_nothing_is_said_of_a_deadline_that_comes_where_nothing_can_be_raised() -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWED], capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("", "")


TRACED = """
import sys
from cudabmc.errors import ResourceError
from cudabmc.process.deadline import deadline

for _ in range(20):
    try:
        with deadline(0.001):
            while True:
                pass
    except ResourceError:
        pass
with deadline(60.0):
    pass
sys.settrace(lambda frame, event, arg: None)
(lambda: print("traced"))()
"""


def test_calls_can_be_traced_behind_a_deadline() -> None:
    """Nothing is left for the interpreter to look for: a debugger, or what measures coverage, would hang at it."""
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "traced\n"
