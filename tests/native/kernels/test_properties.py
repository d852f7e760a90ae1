"""Machine code knows a property, or launches are left to the interpreter; and where one breaks, it stops."""

from dataclasses import replace
from pathlib import Path

import pytest

from cudabmc import properties, terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.native.kernels import at_once
from cudabmc.native.kernels.at_once import is_open
from cudabmc.native.kernels.properties import ELSEWHERE, STOPS
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.properties.property import OperatorCheck
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.placed_launches import PlacedLaunches
from cudabmc.verification.question import settings_of
from tests.native.kernels.answers import answer, compare

pytestmark = pytest.mark.one_in(2)

PROGRAM = """#include <assert.h>
#include <string.h>
struct Pair {{ int first, second; }};
__device__ int cell;
__constant__ int table[8] = {{1, 2, 3, 4, 5, 6, 7, 8}};
__global__ void k(int *a, float *f, struct Pair *pairs, int n) {{
    __shared__ int s[8];
    int t = threadIdx.x, local[4] = {{1, 2, 3, 4}};
    s[t] = t;
    __syncthreads();
    {statement}
}}
int main(void) {{
    int *a;
    float *f;
    struct Pair *pairs;
    cudaMalloc((void **)&a, 16 * sizeof(int));
    cudaMalloc((void **)&f, 16 * sizeof(float));
    cudaMalloc((void **)&pairs, 16 * sizeof(struct Pair));
    cudaMemset(a, 0, 16 * sizeof(int));
    cudaMemset(f, 0, 16 * sizeof(float));
    cudaMemset(pairs, 0, 16 * sizeof(struct Pair));
    k<<<2, 8>>>(a, f, pairs, {number});
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(f);
    cudaFree(pairs);
    return 0;
}}
"""

PLACE = "a[blockIdx.x * 8 + t]"
CHARS = "__align__(4) char c[6];"

# Property, a statement that breaks it, one that does not, and what the kernel gets as n.
BREAKS: list[tuple[str, str, str, int]] = [
    ("assertion", "assert(t < n);", f"{PLACE} = n;", 7),
    ("assertion", "if (t == n) __trap();", f"if (t == n) {PLACE} = 1;", 5),
    ("api-misuse", f"{PLACE} = __shfl_down_sync(0xffffffff, t, 1, n);", f"{PLACE} = __brev(n);", 5),
    ("api-misuse", f"memcpy(local, local + n, 8); {PLACE} = 1;", f"memcpy(local, local + n + 1, 8); {PLACE} = n;", 1),
    ("api-misuse", f"memcpy(&{PLACE}, &a[8 * blockIdx.x + t * n], 4);", f"memcpy(&{PLACE}, &s[t], 4);", 1),
    ("barrier-divergence", "if (t < n) __syncthreads();", "if (n < 5) __syncthreads();", 4),
    ("barrier-divergence", "if (t < n) __syncthreads(); else __syncthreads();", "if (n < 5) __syncthreads();", 4),
    ("bounds", "a[blockIdx.x * 8 + t + n] = 1;", f"{PLACE} = 1;", 1),
    ("bounds", "if (t == n) a[8 * blockIdx.x + t - 4] = 1;", "if (t == n) a[8 * blockIdx.x + t - 3] = 1;", 3),
    ("bounds", f"{PLACE} = s[t + n];", f"{PLACE} = s[t + n - 1];", 1),
    ("bounds", "s[t + n] = 1;", "s[t + n - 1] = 1;", 1),
    ("bounds", f"{PLACE} = local[(t & 3) + n];", f"{PLACE} = local[(t & 3) + n - 1];", 1),
    ("bounds", f"{PLACE} = local[(t & 3) - n];", f"{PLACE} = local[(t & 3) + 1 - n];", 1),
    ("bounds", f"{CHARS} ((int *)c)[n] = t; {PLACE} = 1;", f"{CHARS} ((int *)c)[n - 1] = t; {PLACE} = 1;", 1),
    ("bounds", f"{PLACE} = table[(t & 7) + n];", f"{PLACE} = table[(t & 7) + n - 1];", 1),
    ("bounds", "pairs[blockIdx.x * 8 + t] = pairs[t + 9 + n];", "pairs[blockIdx.x * 8 + t].first = n;", 0),
    ("bounds", "atomicAdd(&a[t * n], 1);", "atomicAdd(&a[t], 1);", 3),
    ("bounds", f"memcpy(&{PLACE}, local + n, 4);", f"memcpy(&{PLACE}, local + n - 1, 4);", 4),
    ("data-race", "memcpy(&a[n], &t, 4);", f"memcpy(&{PLACE}, &t, 4);", 3),
    ("data-race", "if (t == n) cell = blockIdx.x;", "if (blockIdx.x * 8 + t == n) cell = t;", 1),
    ("deadlock", "if (t == n) while (atomicAdd(&cell, 0) == 0);", f"if (t == n) {PLACE} = 0;", 3),
    ("division-by-zero", f"{PLACE} = n / (t - 7);", f"{PLACE} = n / (t + 7);", 4),
    ("division-by-zero", f"{PLACE} = n % (t - 7);", f"{PLACE} = n % (t + 7);", 4),
    ("division-by-zero", f"{PLACE} = (unsigned)n / (unsigned)(7 - t);", f"{PLACE} = (unsigned)n / (t + 1u);", 4),
    ("division-by-zero", f"int q = n / (t - 7); {PLACE} = 1;", f"int q = n / (t + 7); {PLACE} = 1;", 4),
    ("division-by-zero", f"int q = n / t; {PLACE} = t ? q : 0;", f"{PLACE} = t ? n / t : 0;", 4),
    ("division-by-zero", f"unsigned q = (unsigned)n / t; {PLACE} = q < 9u;", f"{PLACE} = n / 2 < 9;", 4),
    ("division-by-zero", f"{PLACE} = n / t;", f"{PLACE} = n / (t + 1);", 0),
    ("division-by-zero", f"{PLACE} = n % t;", f"{PLACE} = n % (t + 1);", 0),
    ("null-dereference", "int *p = t == n ? 0 : a; p[blockIdx.x * 8 + t] = 1;", f"{PLACE} = 1;", 4),
    ("uninitialised-read", f"int u[4]; u[0] = 1; {PLACE} = u[n];", f"int u[4]; u[1] = 1; {PLACE} = u[n];", 1),
    ("uninitialised-read", f"int u; if (n > 3) u = 1; {PLACE} = u;", f"int u; if (n < 3) u = 1; {PLACE} = u;", 1),
    ("uninitialised-use", f"int u[4]; u[0] = 1; if (u[n]) {PLACE} = 1;", f"int u[4]; u[1] = 1; {PLACE} = u[n];", 1),
    ("uninitialised-use", f"__shared__ int z[8]; if (z[t]) {PLACE} = 1;", f"{PLACE} = n;", 1),
    ("misaligned-access", "*(int *)((char *)(a + t) + n) = 1;", f"{PLACE} = n;", 2),
    ("misaligned-access", "if (t + 8 * blockIdx.x == 1) *(int2 *)(a + t + n) = make_int2(1, 2);", f"{PLACE} = n;", 2),
    ("nan", "f[blockIdx.x * 8 + t] = sqrtf((float)(t - n));", f"{PLACE} = n;", 4),
    ("nan", "f[blockIdx.x * 8 + t] = sqrtf(n - 4.5f);", f"{PLACE} = n;", 4),
    ("nan", "f[blockIdx.x * 8 + t] = fmodf(t, n);", f"{PLACE} = n;", 0),
    ("nan", "f[blockIdx.x * 8 + t] = f[blockIdx.x * 8 + t] / n;", f"{PLACE} = n;", 0),
    ("shift", f"{PLACE} = t << n;", f"{PLACE} = t;", 33),
    ("signed-overflow", f"{PLACE} = t + n;", f"{PLACE} = t - n;", 2147483645),
    ("signed-overflow", f"{PLACE} = t * n;", f"{PLACE} = (t & 1) * n;", 2147483640),
    ("unsigned-overflow", f"{PLACE} = (unsigned)t - (unsigned)n;", f"{PLACE} = (unsigned)t + (unsigned)n;", 1),
]

OF_OPERATORS = [prop for prop in PROPERTIES.values() if prop.operator is not None]

UNREACHED = {"double-free", "invalid-free", "invalid-pointer", "memory-space", "use-after-free"}
"""Broken by calls that machine code does not take, or by pointers that it does not follow: tests/checks has them."""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def written(tmp_path: Path, statement: str, number: int) -> Path:
    source = tmp_path / "k.cu"
    source.write_text(PROGRAM.format(statement=statement, number=number))
    return source


def test_machine_code_has_words_for_each_property_once() -> None:
    assert not STOPS.keys() & ELSEWHERE.keys()
    assert {*STOPS, *ELSEWHERE, *OF_OPERATORS} == set(PROPERTIES.values())


def test_what_is_on_by_default_has_words() -> None:
    assert is_open(settings_of(Options()))


def test_every_property_of_machine_code_has_a_program_that_breaks_it() -> None:
    assert {prop for prop, *_ in BREAKS} | UNREACHED == {prop.id for prop in (*STOPS, *OF_OPERATORS)}


def test_a_property_that_is_not_known_is_left_to_the_interpreter(tmp_path: Path) -> None:
    options = Options()
    settings = settings_of(options)
    program = load([str(written(tmp_path, f"{PLACE} = 1;", 1))], options)
    run = Verification(program, options, settings)
    run.run()
    assert run.machine.at_once is not None and run.machine.at_once.taken == 1
    invented = replace(settings, enabled=settings.enabled | {replace(API_MISUSE, id="invented")})
    assert not is_open(invented)
    run = Verification(program, options, invented)
    run.run()
    assert isinstance(run.machine.at_once, PlacedLaunches) and run.machine.at_once.first is None


@pytest.mark.parametrize("op, operand", [(Op.ADD, 7), (Op.XOR, 9), (Op.SLT, 20), (Op.PTRADD, 40)], ids=lambda x: str(x))
def test_machine_code_stops_where_a_property_that_it_has_no_words_for_looks_at_an_operator(
    op: Op, operand: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A property as a newcomer writes it: no operand may be this number."""
    check = OperatorCheck(
        lambda i: i.op is op,
        lambda i, values: terms.lnot(terms.equal(values[1], operand, I64 if op is Op.PTRADD else i.of)),
        lambda i: f"the operand is {operand}",
    )
    invented = replace(API_MISUSE, id="invented", operator=check)
    monkeypatch.setitem(PROPERTIES, "invented", invented)
    monkeypatch.setattr(properties, "_OF_OPERATORS", [(invented, check)])
    for statement, verdict in ((f"{PLACE} = t + 7 + (t ^ 9) + (t < 20); a[10] = 1;", "FAILED"), ("", "SUCCESSFUL")):
        options = Options()
        program = load([str(written(tmp_path, statement, 1))], options)
        settings = replace(settings_of(options), enabled=frozenset({invented}))
        run = Verification(program, options, settings)
        result = run.run()
        assert result.verdict.value == verdict
        goes_through = verdict == "SUCCESSFUL" and op is not Op.PTRADD  # all programs of these tests add to pointers
        assert run.machine.at_once is not None and run.machine.at_once.taken == goes_through


@pytest.mark.one_in(6)
@pytest.mark.parametrize("prop, faulty, fixed, number", BREAKS, ids=[f"{b[0]}-{n}" for n, b in enumerate(BREAKS)])
def test_where_a_property_breaks_machine_code_stops_whether_it_is_on_or_off(
    prop: str, faulty: str, fixed: str, number: int, tmp_path: Path
) -> None:
    on = Options(check=(prop,), context_bound=0)
    off = replace(on, check=(), no_check=(prop,))
    program = load([str(written(tmp_path, faulty, number))], on)
    assert prop in compare(program, on)[0].properties
    compare(program, off)
    correct, taken = answer(load([str(written(tmp_path, fixed, number))], on), on)
    assert (correct.verdict, taken) == ("SUCCESSFUL", 1)
