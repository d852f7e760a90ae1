"""Conditions about all indices of a range, and sums over them, in contracts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import terms, verify
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.prover.definitions import BoundIndex, ForAll, sum_between
from cudabmc.prover.instances import instances
from cudabmc.prover.monotony import of_pairs
from cudabmc.prover.proof import ProofStatus
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.result import Verdict
from cudabmc.terms import ModelValue, Term, TermValue
from tests.prover.proofs import proof_of

pytestmark = pytest.mark.one_in(4)

HEADER = "#include <cudabmc.h>\n"

KERNEL = """__global__ void k(int *out, const int *in, const int *p, int n) {
    cudabmc_requires(%s);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    %s
}"""

SCATTER = "if (i < n) out[p[i]] = i;"
ROWS = "if (i < n) for (int j = p[i]; j < p[i + 1]; j++) out[j] = i;"


def _is_proved(text: str) -> bool:
    return proof_of(HEADER + text).status is ProofStatus.PROVED


# ---------------------------------------------------------------- arrays that nobody writes

RIGHT = {
    "a permutation": ("cudabmc_injective(p, n)", SCATTER),
    "spread": ("cudabmc_injective(p, n)", "if (i < n && p[i] >= 0 && p[i] < 1000000) out[2 * p[i]] = i;"),
    "or nothing": ("cudabmc_injective(p, n) || n <= 0", SCATTER),
    "one behind another": (
        "cudabmc_injective(p, n) && cudabmc_injective(in, n) && cudabmc_forall(j, 0, n, 0 <= in[j] && in[j] < n)",
        "if (i < n) out[p[in[i]]] = i;",
    ),
    "rising": ("cudabmc_forall(j, 0, n - 1, p[j] < p[j + 1])", SCATTER),
    "rows": ("cudabmc_sorted(p, n + 1)", ROWS),
    "rows by neighbours": ("cudabmc_forall(j, 0, n, p[j] <= p[j + 1])", ROWS),
    "rows by sums": ("cudabmc_forall(j, 0, n + 1, p[j] == cudabmc_sum(r, 0, j, in[r] & 7))", ROWS),
    "a claim": ("cudabmc_sorted(p, n)", "cudabmc_assert(cudabmc_forall(j, 1, n, p[j - 1] <= p[j]));"),
    "a weaker claim": ("cudabmc_forall(j, 0, n, p[j] > 5)", "cudabmc_assert(cudabmc_forall(j, 0, n, p[j] > 3));"),
}

NOT_ENOUGH = {
    "another array": ("cudabmc_injective(in, n)", SCATTER),
    "halves": ("cudabmc_injective(p, n)", "if (i < n) out[p[i] / 2] = i;"),
    "two of them": ("cudabmc_injective(p, n)", "if (i + 1 < n) out[p[i] ^ p[i + 1]] = i;"),
    "the contrary": ("!cudabmc_injective(p, n)", SCATTER),
    "perhaps": ("cudabmc_injective(p, n) || n > 5", SCATTER),
    "what the kernel writes": ("cudabmc_injective(out, n)", "if (i < n) out[out[i]] = i;"),
    "what each thread says": ("cudabmc_forall(j, 0, n, in[j] == (int)threadIdx.x)", SCATTER),
    "a contradiction": ("n == 2 && cudabmc_injective(p, n) && cudabmc_forall(j, 0, n, p[j] == 3)", "out[0] = i;"),
    "sorted": ("cudabmc_sorted(p, n)", SCATTER),
    "other neighbours": ("cudabmc_forall(j, 0, n - 1, p[j] != p[j + 1])", SCATTER),
    "every second one": ("cudabmc_forall(j, 0, n, p[j] <= p[j + 2])", ROWS),
    "rows that end too late": ("cudabmc_sorted(p, n + 1)", ROWS.replace("j < p", "j <= p")),
    "a range that ends too early": ("cudabmc_forall(j, 0, n - 2, p[j] <= p[j + 1])", ROWS),
    "sums of what may be negative": ("cudabmc_forall(j, 0, n + 1, p[j] == cudabmc_sum(r, 0, j, in[r] % 8))", ROWS),
    "fractions": ("cudabmc_forall(j, 0, n, (float)p[j] > 0.5f)", "if (i < n && p[i] <= 0) out[0] = i;"),
    "an index that is too large": (
        "cudabmc_injective(p, n) && cudabmc_injective(in, n) && cudabmc_forall(j, 0, n, 0 <= in[j] && in[j] <= n)",
        "if (i < n) out[p[in[i]]] = i;",
    ),
    "a claim for one more": (
        "cudabmc_forall(j, 0, n, p[j] > 5)", "cudabmc_assert(cudabmc_forall(j, 0, n + 1, p[j] > 3));"
    ),
    "a stronger claim": ("cudabmc_forall(j, 0, n, p[j] > 3)", "cudabmc_assert(cudabmc_forall(j, 0, n, p[j] > 5));"),
    "a claim about neighbours": (
        "n > 0 && cudabmc_sorted(p, n)", "cudabmc_assert(cudabmc_forall(j, 0, n, p[j] <= p[j + 1]));"
    ),
    "nothing": ("cudabmc_forall(j, 0, 0, p[j] == j)", SCATTER),
    "numbers beyond all elements": ("n > 0", "cudabmc_assert(cudabmc_forall(j, 0, n * 4294967296, j < 1LL << 50));"),
    "a sum of one more": ("n > 0", "cudabmc_assert(cudabmc_sum(j, 0, n, 1) == n + 1);"),
    "a sum of nothing": ("n < 0", "cudabmc_assert(cudabmc_sum(j, 0, n, 1) == n);"),
}  # fmt: skip
"""What is required, and a kernel that is wrong all the same."""


@pytest.mark.parametrize("required, body", RIGHT.values(), ids=RIGHT.keys())
def test_arrays_that_nobody_writes_keep_threads_apart(required: str, body: str) -> None:
    assert _is_proved(KERNEL % (required, body))


@pytest.mark.parametrize("required, body", NOT_ENOUGH.values(), ids=NOT_ENOUGH.keys())
def test_what_is_required_of_arrays_says_no_more_than_it_does(required: str, body: str) -> None:
    assert not _is_proved(KERNEL % (required, body))


def test_a_condition_about_what_the_kernel_writes_is_refused_with_the_reason() -> None:
    proof = proof_of(HEADER + KERNEL % ("cudabmc_injective(out, n)", "out[i] = 0;"))
    assert any("that the kernel changes" in one for one in proof.reasons)


@pytest.mark.parametrize("condition", ["cudabmc_sum(j, 0, 4, x) == 0", "cudabmc_forall(j, 0, 4, j != 3 || x == 0)"])
def test_a_condition_about_what_a_loop_changes_is_refused(condition: str) -> None:
    text = f"""__global__ void k(int *out, int n) {{
        int x = 0;
        for (int i = 0; i < n; i++) {{
            cudabmc_invariant({condition});
            __syncthreads();
            x = x + 1;
        }}
    }}"""
    proof = proof_of(HEADER + text)
    assert proof.status is not ProofStatus.PROVED
    assert any("that the kernel changes" in one for one in proof.reasons)


# ---------------------------------------------------------------- scans

SCAN = """__global__ void compact(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    long long first = blockIdx.x * 256LL;
    cudabmc_requires(blockDim.x == 256);
    int flag = in[first + t] > 0;
    s[t] = flag;
    for (int d = 1; d < 256; d *= 2) {
        cudabmc_barrier_invariant(s[t] == cudabmc_sum(k, t + 1 > d ? t + 1 - d : 0, t + 1, in[first + k] > 0));
        __syncthreads();
        int left = t >= d ? s[t - d] : 0;
        cudabmc_barrier_invariant(s[t] == cudabmc_sum(k, t + 1 > d ? t + 1 - d : 0, t + 1, in[first + k] > 0));
        __syncthreads();
        s[t] += left;
    }
    cudabmc_barrier_invariant(s[t] == cudabmc_sum(k, 0, t + 1, in[first + k] > 0));
    __syncthreads();
    if (flag) out[first + s[t] - 1] = in[first + t];
}"""


@pytest.mark.long
def test_a_scan_keeps_the_threads_of_a_compaction_apart() -> None:
    assert _is_proved(SCAN)


@pytest.mark.long
@pytest.mark.one_in(10)
@pytest.mark.parametrize(
    "right, wrong",
    [
        ("t + 1 - d : 0, t + 1", "t + 1 - d : 0, t"),
        ("out[first + s[t] - 1]", "out[first + s[t] / 2]"),
        ("if (flag) out", "out"),
        ("if (flag) out", "if (t % 2) out"),
        ("s[t - d] : 0", "s[t - d + 1] : 0"),
        ("t >= d ?", "t > d ?"),
        ("s[t] = flag;", "s[t] = 1;"),
        ("s[t] += left;", "s[t] = left;"),
        ("k, 0, t + 1, in[first + k] > 0", "k, 0, t + 1, in[first + k] >= 0"),
        ("k, 0, t + 1, in[first + k] > 0", "k, 0, t + 2, in[first + k] > 0"),
    ],
)
def test_a_wrong_scan_keeps_nothing_apart(right: str, wrong: str) -> None:
    assert right in SCAN
    assert not _is_proved(SCAN.replace(right, wrong))


# ---------------------------------------------------------------- what all threads have said

TURNED = """__global__ void k(int *out) {
    __shared__ int s[300];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
    s[t] = 255 - t;
    %s
    __syncthreads();
    cudabmc_assert(%s);
}"""


@pytest.mark.parametrize(
    "claim, known, holds",
    [
        ("cudabmc_barrier_invariant(s[t] == 255 - t);", "s[255 - t] == t", True),
        ("cudabmc_barrier_invariant(s[t] == 255 - t);", "s[t ^ 1] == 255 - (t ^ 1)", True),
        ("cudabmc_barrier_invariant(s[t] == 255 - t);", "s[t + 1] == 254 - t", False),  # of the last thread
        ("cudabmc_barrier_invariant(s[t] == 255 - t);", "t == 255 || s[t + 1] == 254 - t", True),
        ("cudabmc_barrier_invariant(t > 9 || s[t] == 255 - t);", "s[255 - t] == t", False),
        ("cudabmc_barrier_invariant(t > 9 || s[t] == 255 - t);", "t < 246 || s[255 - t] == t", True),
        ("cudabmc_barrier_invariant(s[t] == out[0]);", "s[255 - t] == s[0]", False),
        ("if (t < 9) cudabmc_barrier_invariant(s[t] == 255 - t);", "s[255 - t] == t", False),
    ],
)
def test_a_barrier_invariant_is_known_of_all_threads(claim: str, known: str, *, holds: bool) -> None:
    assert _is_proved(TURNED % (claim, known)) is holds


def test_a_barrier_invariant_is_no_reason_for_itself() -> None:
    wrong = "__syncthreads(); cudabmc_barrier_invariant(s[t] == 7);"
    assert not _is_proved(TURNED % (wrong, "s[t] == 7"))
    right = f"cudabmc_barrier_invariant(s[t] == 255 - t); {wrong.replace('7', '255 - t')}"
    assert _is_proved(TURNED % (right, "s[255 - t] == t"))


def test_what_all_threads_have_said_ends_where_somebody_writes_again() -> None:
    text = """__global__ void k(int *out, int n) {
        __shared__ int s[256];
        int t = threadIdx.x;
        cudabmc_requires(blockDim.x == 256);
        s[t] = 1;
        cudabmc_barrier_invariant(s[t] == 1);
        __syncthreads();
        for (int i = 0; i < n; i++) {
            %s
            __syncthreads();
        }
        cudabmc_barrier_invariant(s[t] >= 0);
        __syncthreads();
        cudabmc_assert(s[255 - t] == 1);
    }"""
    assert not _is_proved(text % "s[t] = 2;")
    assert not _is_proved(text % "if (i == 7) s[255 - t] = 2;")


# ---------------------------------------------------------------- executions


def test_a_wrong_claim_about_all_indices_is_shown_by_an_execution() -> None:
    claim = "cudabmc_assert(cudabmc_forall(j, 0, n, p[j] != 7));"
    result = verify(HEADER + KERNEL % ("n == 3 && cudabmc_injective(p, n)", claim), prove=True)
    assert result.verdict is Verdict.FAILED


def test_a_wrong_sum_is_shown_by_an_execution() -> None:
    text = """__global__ void k(int *out, const int *in) {
        __shared__ int s[4];
        int t = threadIdx.x;
        cudabmc_requires(blockDim.x == 4 && gridDim.x == 1);
        s[t] = in[t] > 0;
        cudabmc_barrier_invariant(s[t] == cudabmc_sum(k, t, t + 2, in[k] > 0));
        __syncthreads();
    }"""
    result = verify(HEADER + text, prove=True)
    assert result.verdict is Verdict.FAILED
    assert result.violations[0].message == "the contract does not hold"


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("last, verdict", [(3, Verdict.SUCCESSFUL), (2, Verdict.FAILED)])
def test_a_run_checks_what_is_required_of_all_indices(frontend: str, last: int, verdict: Verdict) -> None:
    text = f"""__global__ void k(int *out, const int *p, int n) {{
        cudabmc_requires(cudabmc_injective(p, n) && cudabmc_sorted(p, n));
        cudabmc_requires(cudabmc_forall(i, 0, n, p[i] == cudabmc_sum(j, 0, i, 1)));
        out[p[threadIdx.x]] = 1;
    }}
    int main(void) {{
        int *out, *p, order[] = {{0, 1, 2, {last}}};
        cudaMalloc(&out, 16);
        cudaMalloc(&p, 16);
        cudaMemcpy(p, order, 16, cudaMemcpyHostToDevice);
        k<<<1, 4>>>(out, p, 4);
        cudaDeviceSynchronize();
    }}"""
    assert verify(HEADER + text, frontend=frontend).verdict is verdict


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_the_ends_of_a_range_are_signed_and_may_have_the_name_of_its_index(frontend: str) -> None:
    text = """__global__ void k(const int *p, size_t n, int i) {
        cudabmc_requires(!cudabmc_forall(j, -1, n, j >= 0) && !cudabmc_forall(i, 0, i, p[i] == 0));
        cudabmc_requires(cudabmc_sum(i, 0, i, 1) == 4 && cudabmc_sum(j, -2, n, 1) == 6);
    }
    int main(void) {
        int *p, zeros[] = {0, 0, 0, 1};
        cudaMalloc(&p, 16);
        cudaMemcpy(p, zeros, 16, cudaMemcpyHostToDevice);
        k<<<1, 4>>>(p, 4, 4);
        cudaFree(p);
    }"""
    assert verify(HEADER + text, frontend=frontend).verdict is Verdict.SUCCESSFUL
    hidden = "__global__ void k(int i) { cudabmc_requires(i > 0); cudabmc_assert(cudabmc_sum(i, 0, i, 1) == i); }"
    assert verify(HEADER + hidden, frontend=frontend, prove=True).verdict is Verdict.SUCCESSFUL


PUT = "__device__ void put(int *x) { *x = 1; } __device__ int first(const int *x) { return *x; }"

CHECKED = {
    "what is not written": ("b[0] == 7", "a[threadIdx.x] = 1;", True),
    "what is written": ("a[0] == 7", "a[threadIdx.x] = 1;", False),
    "what is written elsewhere": ("b[0] == 7", "put(&a[threadIdx.x]);", True),
    "what a function writes": ("a[0] == 7", "put(&a[threadIdx.x]);", False),
    "what a function reads": ("first(a + 0) == 7", "put(&a[threadIdx.x]);", False),
    "what a function reads elsewhere": ("first(b + 0) == 7", "put(&a[threadIdx.x]);", True),
    "what is updated": ("a[0] == 7", "atomicAdd(a + threadIdx.x, 1);", False),
    "several lines": ("b[1] ==\n0 &&\na[0] == 7", "a[threadIdx.x] = 1;", False),
    "the second one": ("a[0] == 0);\ncudabmc_requires(b[0] == 7", "a[threadIdx.x] = 1;", True),
    "numbers": ("n == 7", "a[threadIdx.x] = 1;", True),
}
"""A precondition that does not hold, what the kernel does, and whether a run can look at it."""


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("required, body, seen", CHECKED.values(), ids=CHECKED.keys())
def test_a_run_checks_what_is_required_of_memory_that_the_kernel_does_not_write(
    frontend: str, required: str, body: str, *, seen: bool
) -> None:
    text = f"""{PUT}
    __global__ void k(int *a, const int *b, int n) {{
        cudabmc_requires({required});
        {body}
    }}
    int main(void) {{
        int *a, *b;
        cudaMalloc(&a, 16);
        cudaMalloc(&b, 16);
        cudaMemset(a, 0, 16);
        cudaMemset(b, 0, 16);
        k<<<1, 4>>>(a, b, 4);
        cudaFree(a);
        cudaFree(b);
    }}"""
    expected = ["the contract does not hold"] if seen else []
    assert [one.message for one in verify(HEADER + text, frontend=frontend).violations] == expected


@pytest.mark.long
def test_front_ends_agree_on_all_indices() -> None:
    for required, body in (RIGHT["a permutation"], RIGHT["rows by neighbours"]):
        text = HEADER + KERNEL % (required, body)
        assert {verify(text, prove=True, frontend=one).verdict for one in ("c", "clang")} == {Verdict.SUCCESSFUL}


# ---------------------------------------------------------------- instances


def _at(array: Term, index: TermValue, more: int = 0) -> TermValue:
    offset = terms.apply(Op.MUL, I64, I64, (index, 4))
    return terms.select(array, terms.apply(Op.ADD, I64, I64, (offset, 4 * more)))


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_instances_hold_of_all_arrays(elements: list[int], places: list[int]) -> None:
    """Whatever is said of unknowns with a definition is so where they are what it says."""
    with terms.terms_of_a_run():
        unknowns = Unknowns()
        array = unknowns.array("a", 32, Shared.GRID)
        index, second = (unknowns.value(f"index {n}", I64, Shared.GRID) for n in range(2))
        x, y = (unknowns.value(name, I64, Shared.THREAD) for name in "xy")
        low, high, *others = places
        at_most = terms.lnot(terms.apply(Op.SLT, BOOL, I32, (_at(array, index, 1), _at(array, index))))
        pairs = of_pairs(BoundIndex(index, low, high), at_most, second)
        assert pairs is not None
        rises = unknowns.for_all(*pairs, Shared.GRID)
        bits = terms.apply(Op.AND, I32, I32, (_at(array, index), 3))
        sums, unbounded = unknowns.partial_sums(index, bits, Shared.GRID)
        between = sum_between(sums, unbounded, x, y)
        values = [rises, _at(array, x), _at(array, y), terms.equal(between, 0, I64)]

        model: dict[Term, ModelValue] = {x: others[0], y: others[1]}
        model[array] = 0, {4 * n: element & (1 << 32) - 1 for n, element in enumerate(elements)}
        partial = [sum(element & 3 for element in elements[:n]) for n in range(len(elements) + 1)]
        model[sums] = partial[-1], dict(enumerate(partial))
        neighbours = [n for n in range(low, high) if not [*elements, 0][n] <= [*elements, 0, 0][n + 1]]
        model[rises] = not neighbours
        (definition,) = [one for unknown, one in unknowns.definitions.items() if unknown is rises]
        assert isinstance(definition, ForAll)
        first = neighbours[0] if neighbours else 0
        model |= dict(zip(definition.witnesses, (first, first + 1), strict=True))
        made = instances(unknowns.definitions, values)
        assert made
        for instance in made:
            assert terms.evaluate(instance, model) is True, instance
        total = sum(element & 3 for element in elements[others[0] : others[1]])
        assert terms.evaluate(between, model) == total
