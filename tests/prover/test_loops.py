"""What is said of loops holds of every run: no kernel is proved of which a run shows that it is faulty."""

from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cudabmc import terms
from cudabmc.options.table import Options
from cudabmc.prover.kernel_proof import KernelProver
from cudabmc.prover.proof import KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load
from tests.prover.random_loops import THREADS, NotUsable, RandomLoops, is_faulty, refuted_check

pytestmark = pytest.mark.one_in(2)

ASSERTION = frozenset({"assertion"})
MEETING = frozenset({"data-race", "barrier-divergence"})


WORK = 2_000_000
"""Of the solver in a random kernel: it gives up then, as it may."""


def proof(text: str, folder: Path, properties: frozenset[str], solving: Solving) -> KernelProof:
    source = folder / "kernel.cu"
    source.write_text(f"#include <assert.h>\n{text}")
    program = load([str(source)], Options())
    with terms.terms_of_a_run():
        (kernel,) = (function for function in program.functions.values() if function.is_kernel)
        found = KernelProver(program, kernel, model_calls.find, ProofScope(properties=properties), solving).run()
        return KernelProof(found.kernel, found.preconditions, found.candidates, found.reasons)


def holds(precondition: str, loops: RandomLoops, n: int, m: int) -> bool:
    """Does a precondition hold of the run?"""
    if " && " in precondition:
        return all(holds(one, loops, n, m) for one in precondition.split(" && "))
    if precondition.startswith("no integer overflow"):
        return loops.type == "int"
    if precondition.startswith("no access in front of"):
        return False  # it is what a run breaks
    sizes = {name: SimpleNamespace(x=x, y=1, z=1) for name, x in (("gridDim", 1), ("blockDim", THREADS))}
    return bool(eval(precondition, {**sizes, "n": n, "m": m}))


def arguments(random: Random) -> tuple[int, int]:
    """Of a run: n and m."""
    return random.choice([0, 1, 2, 3, 5, 8]), random.choice([0, 1, 2, 3, 4])


def wrongly_proved(text: str, folder: Path, properties: frozenset[str], loops: RandomLoops, n: int, m: int) -> bool:
    """Is something proved of a faulty kernel, whose preconditions hold?"""
    found = proof(text, folder, properties, Solving(left=WORK))
    return found.status is ProofStatus.PROVED and all(holds(one, loops, n, m) for one in found.preconditions)


@pytest.mark.one_in(24)
@pytest.mark.parametrize("number", range(48))
def test_no_assertion_is_proved_that_a_run_breaks(number: int, tmp_path: Path) -> None:
    random, check = Random(), ""
    n, m = arguments(random)
    while not check:
        loops = RandomLoops(random, checks=True, pointers=random.random() < 0.5)
        with suppress(NotUsable):
            check = refuted_check(random, loops, n, m)
    text = loops.kernel("checked", check)
    assert not wrongly_proved(text, tmp_path, ASSERTION, loops, n, m), text


@pytest.mark.one_in(24)
@pytest.mark.parametrize("number", range(48))
def test_no_kernel_is_proved_whose_threads_race_or_part_in_a_run(number: int, tmp_path: Path) -> None:
    random, faulty = Random(), False
    n, m = arguments(random)
    while not faulty:
        loops = RandomLoops(random, checks=False)
        with suppress(NotUsable):
            faulty = is_faulty(loops, n, m)
    text = loops.kernel("faulty")
    properties = MEETING | {"bounds"}
    assert not wrongly_proved(text, tmp_path, properties, loops, n, m), (text, n, m)


# ---------------------------------------------------------------- by hand

TRUE = {
    "counter": "for (int i = 0; i < n; i++) assert(0 <= i && i < n);",
    "steps": "int a = 5; for (int i = 0; i < 100; i += 3) { assert(a == 5 + 2 * (i / 3)); a += 2; }",
    "two counters": "int a = 0; for (int i = 0; i < n; i++) { assert(a == 4 * i || i > 1000); a += 4; }",
    "halves": "for (unsigned i = 64; i > 0; i >>= 1) assert(i <= 64);",
    "other step": "int a = n & 7; for (int i = 0; i < 9; i++) { assert(a == (n & 7) + i * (m & 3)); a += m & 3; }",
    "unchanged": "int a = n; for (int i = 0; i < m; i++) if (a != n) a++; assert(a == n);",
    "pointers": "int *p = x; for (int i = 0; i < 50; i++) { assert(p - x == 2 * i); p += 2; }",
}

FALSE = {
    "last round": "for (int i = 0; i < n; i++) assert(i < n - 1);",
    "end": "int i = 0; for (; i < n; i++) {} assert(i < n || n > 5);",
    "break": "int i = 0; for (; i < n; i++) if (i == 3) break; assert(i == n || n < 4 || i > 3);",
    "swap": "int a = 1, b = 2; for (int i = 0; i < n; i++) { int c = a; a = b; b = c; } assert(a == 1);",
    "chain": "int a = 0, b = 0, c = 0; for (int i = 0; i < n; i++) { c = b; b = a; a = 1; } assert(c == 0);",
    "sum": "int a = 0; for (int i = 0; i < n; i++) a += i; assert(a <= 3);",
    "wraps": "unsigned a = 0; for (int i = 0; i < n; i++) a += 1u << 30; assert(a >= (1u << 30) || n <= 3);",
    "shift": "unsigned a = n; while (a > 0) a >>= 1; assert(a > 0);",
    "inner": "int a = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a++; assert(a == 0 || a == 1);",
    "inner start": "for (int i = 0; i < n; i++) { int a = 0; for (int j = 0; j < m; j++) a++; assert(a < 2); }",
    "sometimes": "int a = 0; for (int i = 0; i < n; i++) if (i & 1) a += 2; assert(a == 0);",
    "flag": "bool seen = false; for (int i = 0; i < n; i++) { assert(!seen); seen = i == 4; }",
    "pointer": "int *p = x; for (int i = 0; i < n; i++) p += i; assert(p - x <= n);",
    "two objects": "int *p = x; for (int i = 0; i < n; i++) if (i == 2) p = y; assert(p == x);",
}

TOO_EARLY = {
    "distance": "long a = 0; int *p = x; for (int i = 0; i < n; i++) { a += p - x; p += 1; } assert(a == 0);",
    "compared": "int a = 0; int *p = x; for (int i = 0; i < n; i++) { if (p != x) a += 1; p += 1; } assert(a == 0);",
    "swapped": (
        "int a = 0; int *p = x, *q = y;"
        "for (int i = 0; i < n; i++) { if (p != x) a = 7; int *o = p; p = q; q = o; } assert(a == 0);"
    ),
    "nested": (
        "int a = 0; int *p = x;"
        "for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) if (p != x) a += 1; p += 1; } assert(a == 0);"
    ),
}


def by_hand(body: str, folder: Path) -> ProofStatus:
    return proof(f"__global__ void k(int *x, int *y, int n, int m) {{ {body} }}", folder, ASSERTION, Solving()).status


@pytest.mark.parametrize("body", TRUE.values(), ids=TRUE.keys())
def test_what_holds_in_all_rounds_is_proved(body: str, tmp_path: Path) -> None:
    assert by_hand(body, tmp_path) is ProofStatus.PROVED


@pytest.mark.parametrize("body", FALSE.values(), ids=FALSE.keys())
def test_what_does_not_hold_in_all_rounds_is_not_proved(body: str, tmp_path: Path) -> None:
    assert by_hand(body, tmp_path) is not ProofStatus.PROVED


@pytest.mark.parametrize("body", TOO_EARLY.values(), ids=TOO_EARLY.keys())
def test_what_depends_on_a_pointer_that_a_loop_moves_is_not_constant(body: str, tmp_path: Path) -> None:
    assert by_hand(body, tmp_path) is not ProofStatus.PROVED


BEFORE_A_LOOP = """__global__ void k(int *a, int s) {{
    {barrier}
    s *= 2;
    for (int i = 0; i < 3; i++)
        if (s == 2)
            a[0] = threadIdx.x;
}}
"""


@pytest.mark.parametrize("barrier", ["", "__syncthreads();"])
def test_what_stands_before_a_loop_is_done_once_however_often_the_loop_is_looked_at(
    barrier: str, tmp_path: Path
) -> None:
    found = proof(BEFORE_A_LOOP.format(barrier=barrier), tmp_path, MEETING, Solving())
    assert found.status is ProofStatus.CANDIDATE  # all threads write a[0] if s is 1


TILES = """__global__ void k(const float *x, const float *y, float *out, int n) {{
    extern __shared__ float tile[];
    int t = threadIdx.x, step = blockDim.x;
    float sum = 0;
    for (int first = 0; first < n; first += step) {{
        {last}
        if ({inside}) {{
            tile[t] = x[first + t];
            tile[t + step] = y[first + t];
        }}
        __syncthreads();
        for (int i = 0; i < step; i++)
            sum += tile[i] * tile[i + step];
        __syncthreads();
    }}
    out[blockIdx.x * blockDim.x + t] = sum;
}}"""


@pytest.mark.parametrize(("last", "inside", "is_right"), [
    ("if (first + step > n) step = n - first;", "first + t < n", True),
    ("if (first + step > n) step = n - first;", "first + t <= n", False),
    ("if (first + step > n) step = n - first - 1;", "first + t < n", False),
    ("if (first + step >= n) step--;", "first + t < n", False),
])  # fmt: skip
def test_what_the_last_round_alone_changes_is_the_first_value_before(
    last: str, inside: str, is_right: bool, tmp_path: Path
) -> None:  # fmt: skip
    found = proof(TILES.format(last=last, inside=inside), tmp_path, MEETING, Solving())
    assert (found.status is ProofStatus.PROVED) is is_right


POWERS = """__global__ void k(int *a) {{
    {type} distance = {first};
    for (int j = 0; j < {rounds}; j++) {{
        assert({inside});
        {next}
    }}
    assert({after});
}}"""


@pytest.mark.parametrize(("type", "first", "next", "rounds", "inside", "after"), [
    ("int", "1", "distance *= 2;", "6", "distance <= 32", "distance == 64"),
    ("unsigned", "3", "distance <<= 1;", "5", "distance == 3 << j", "distance == 96"),
    ("unsigned", "96", "distance /= 2;", "4", "distance >= 12", "distance == 6"),
    ("unsigned", "1", "distance += distance;", "40", "j < 32 || distance == 0", "distance == 0"),
])  # fmt: skip
def test_powers_of_two_are_known_in_each_round(
    type: str, first: str, next: str, rounds: str, inside: str, after: str, tmp_path: Path
) -> None:  # fmt: skip
    def is_proved(inside: str, after: str) -> bool:
        text = POWERS.format(type=type, first=first, next=next, rounds=rounds, inside=inside, after=after)
        found = proof(text, tmp_path, ASSERTION, Solving())
        return found.status is ProofStatus.PROVED and not found.preconditions

    assert is_proved("true" if "<<" in inside else inside, after)
    assert not is_proved("true", f"{after} - 1")
    assert not is_proved(f"!({inside})", "true")


@pytest.mark.parametrize(
    "next", ["distance *= 2; if (j == 4) distance++;", "if (j != 3) distance *= 2;", "distance *= 3;"]
)
def test_what_is_not_doubled_in_each_round_is_no_power(next: str, tmp_path: Path) -> None:
    text = POWERS.format(type="int", first="1", next=next, rounds="6", inside="true", after="distance == 64")
    assert proof(text, tmp_path, ASSERTION, Solving()).status is not ProofStatus.PROVED
