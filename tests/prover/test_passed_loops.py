"""Long loops of the host are passed over, and what they may change is any value behind them."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.verification import program_launches as launches_module
from cudabmc.verification.passed_loops import PassedLoops
from cudabmc.verification.pipeline import load
from cudabmc.verification.program_launches import program_launches
from cudabmc.verification.question import settings_of

pytestmark = pytest.mark.one_in(4)

START = """#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>
__global__ void k(int *a, long long n) { a[threadIdx.x] = n; }
struct Pair { int n; int *to; };
static int total;
static int *anywhere;
static void fill(int *to, int n) { for (int i = 0; i < n; i++) to[i] = i; }
static void count() { total++; }
static void through(int value) { *anywhere = value; }
static void put(Pair *pair, int value) { *pair->to = value; }
static int *at(int *a, int i) { return a + i; }
static float sum(const float *a, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
"""


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where runs have continued behind loops, from here on at once."""
    found: list[int] = []
    pass_over = PassedLoops._pass

    def noting(self: PassedLoops, *args: object, **more: object) -> bool:
        is_over: bool = pass_over(self, *args, **more)  # type: ignore[arg-type]
        found.extend([1] * is_over)
        return is_over

    monkeypatch.setattr(PassedLoops, "_pass", noting)
    monkeypatch.setattr(launches_module, "EXACT", -1.0)
    return found


def _launches(folder: Path, body: str, *, patient: bool = False) -> list[ProgramLaunch]:
    """The launches of k in their order, with 0 for sizes that are not known; a patient run runs all loops."""
    file = folder / "k.cu"
    file.write_text(f"{START}int main() {{ int *a, n = 5; cudaMalloc(&a, 4096); {body} }}\n")
    options = Options(prove=True)
    program = load([str(file)], options)
    found = program_launches(program, options, settings_of(options), frozenset(), patient=patient)
    return [one for of in (found.known, found.of_any_size) for launches in of.values() for one in launches]


def _numbers(folder: Path, body: str) -> list[object]:
    return [one.arguments[1] for one in _launches(folder, body)]


ARRAY = "static int h[1000];"
FLOATS = "static float h[1000], g[1000];"


@pytest.mark.one_in(12)
@pytest.mark.parametrize(
    "loop",
    [
        f"{ARRAY} for (int i = 0; i < 1000; i++) h[i] = i;",
        f"{ARRAY} for (int i = 0; i < 1000; i++) h[i] = rand() % 10;",
        f"{ARRAY} for (int j = 0; j < 10; j++) for (int i = 0; i < 100; i++) h[10 * i + j] = i;",
        f"{ARRAY} fill(h, 1000);",
        f"{ARRAY} for (int i = 0; i < 1000; i++) *at(h, i) = i;",
        f"{FLOATS} for (int i = 0; i < 1000; i++) {{ h[i] = i; g[i] = sum(h, i); }}",
        "std::vector<int> h(1000); for (int i = 0; i < 1000; i++) h[i] = i;",
        "std::vector<float> h(1000); std::mt19937 gen(1); std::uniform_real_distribution<float> dist(0, 1);"
        " for (int i = 0; i < 1000; i++) h[i] = dist(gen);",
        f"{FLOATS} bool ok = true; for (int i = 0; i < 1000; i++) if (h[i] != g[i]) {{ ok = false; break; }}"
        ' puts(ok ? "PASS" : "FAIL");',
        f'{FLOATS} for (int i = 0; i < 1000; i++) if (h[i] > 1) {{ fprintf(stderr, "%d", i); goto end; }} end:;',
    ],
)
def test_loops_that_launches_do_not_depend_on_are_passed_over(tmp_path: Path, passed: list[int], loop: str) -> None:
    assert _numbers(tmp_path, f"{loop} k<<<1, 8>>>(a, n);") == [5]
    assert passed


@pytest.mark.one_in(12)
@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < 100; i++) n += i;",
        "for (int i = 0; i < 100; i++) { n += i; if (n > 50) break; }",
        "int *p = &n; for (int i = 0; i < 100; i++) *p = i;",
        "int *p[2] = {a, &n}; for (int i = 0; i < 100; i++) *p[1] = i;",
        "int **p = (int **)malloc(16); p[1] = &n; for (int i = 0; i < 100; i++) *p[1] = i;",
        "for (int i = 0; i < 100; i++) count(); n = total;",
        "anywhere = &n; for (int i = 0; i < 100; i++) through(i);",
        "Pair pair = {0, &n}; for (int i = 0; i < 100; i++) put(&pair, i);",
        "Pair pair = {0, &n}; Pair *p = &pair; for (int i = 0; i < 100; i++) { Pair own = *p; *own.to = i; }",
        "Pair pair = {0, &n}, other; for (int i = 0; i < 100; i++) { memcpy(&other, &pair, 16); put(&other, i); }",
        "for (int i = 0; i < 100; i++) memset(&n, i, 4);",
        "int m = 7; for (int i = 0; i < 100; i++) { memcpy(&n, &m, 4); m++; }",
        "uintptr_t p = (uintptr_t)&n; for (int i = 0; i < 100; i++) *(int *)p = i;",
        "for (int i = 0; i < 100; i++) rand(); n = rand();",
        "for (int i = 0; i < 100; i++) drand48(); n = lrand48();",
        "unsigned s = 1; for (int i = 0; i < 100; i++) rand_r(&s); n = s;",
        "int h[100]; for (int i = 0; i < 100; i++) h[i] = i; n = h[3];",
        "int h[100]; for (int i = 0; i < 100; i++) h[i] = i; for (int i = 0; i < 3; i++) n += h[i];",
        "static int h[100]; fill(h, 100); n = h[3];",
        "std::vector<int> h(100); for (int i = 0; i < 100; i++) h[i] = i; n = h[3];",
        "int *p = &n; for (int i = 0; i < 100; i++) { int *q = p; for (int j = 0; j < 9; j++) q[0] += j; }",
    ],
)
def test_what_a_loop_may_change_is_any_value(tmp_path: Path, passed: list[int], loop: str) -> None:
    (number,) = _numbers(tmp_path, f"{loop} k<<<1, 8>>>(a, n);")
    assert number is None
    assert passed


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    ("loop", "numbers"),
    [
        ("for (int i = 0; i < 9; i++) k<<<1, 8>>>(a, i);", list(range(9))),
        ("int h[99], *p = h; for (int i = 0; i < 9; i++) p++; n = p - h;", [9]),
        ("Pair pair = {0, &n}; for (int i = 0; i < 9; i++) pair.n++; n = pair.n; *pair.to += 0;", [9]),
        ("int m = 1, *p = &m; for (int i = 0; i < 9; i++) { int *q = p; p = &n; *q = i; } *p += 0;", [8]),
        ("void (*f)() = count; for (int i = 0; i < 9; i++) f(); n = total;", [9]),
        ("int *p[9]; for (int i = 0; i < 9; i++) p[i] = (int *)malloc(4); *p[8] = 6; n = *p[8];", [6]),
        ('FILE *f = fopen("x", "w+"); for (int i = 0; i < 9; i++) fprintf(f, "%d", i); n = ftell(f);', [9]),
        ("volatile int zero = 0; for (int i = 0; i < 9; i++) if (zero) exit(3); n = 4;", [4]),
    ],
)
def test_other_loops_are_run(tmp_path: Path, passed: list[int], loop: str, numbers: list[int]) -> None:
    assert _numbers(tmp_path, f"{loop} if (n) k<<<1, 8>>>(a, n);") == numbers
    assert not passed


@pytest.mark.long
def test_a_patient_run_runs_all_loops(tmp_path: Path, passed: list[int]) -> None:
    (launch,) = _launches(tmp_path, "for (int i = 0; i < 100; i++) n += i; k<<<1, 8>>>(a, n);", patient=True)
    assert launch.arguments[1] == 4955
    assert not passed


@pytest.mark.long
def test_loops_are_run_as_long_as_that_is_no_burden(tmp_path: Path, passed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip  # noqa: E501
    monkeypatch.setattr(launches_module, "EXACT", 60.0)
    assert _numbers(tmp_path, "for (int i = 0; i < 100; i++) n += i; k<<<1, 8>>>(a, n);") == [4955]
    assert not passed


@pytest.mark.long
def test_each_time_a_loop_leaves_other_values(tmp_path: Path, passed: list[int]) -> None:
    body = """int h[100], before = -1;
    for (int r = 0; r < 2; r++) {
        fill(h, 100);
        if (r == 1 && h[3] != before) k<<<1, 8>>>(a, 1);
        before = h[3];
    }"""
    assert _numbers(tmp_path, body) == [1]
    assert len(passed) == 2


@pytest.mark.long
def test_a_size_that_a_loop_makes_is_not_known(tmp_path: Path, passed: list[int]) -> None:
    (launch,) = _launches(tmp_path, "for (int i = 0; i < 100; i++) n += i; k<<<n, 8>>>(a, 1);")
    assert launch.grid == (0, 1, 1)
    assert passed


@pytest.mark.long
def test_what_is_found_so_is_not_all_that_there_may_be(tmp_path: Path, passed: list[int]) -> None:
    file = tmp_path / "k.cu"
    file.write_text(f"{START}int main() {{ int n = 0; for (int i = 0; i < 100; i++) n += i; k<<<1, 8>>>(0, 1); }}\n")
    options = Options(prove=True)
    program = load([str(file)], options)
    assert program_launches(program, options, settings_of(options), frozenset()).is_cut
    assert passed
