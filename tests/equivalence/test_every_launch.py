"""Kernels that are proved to leave the same for every launch do so, as far as the bounded engine sees."""

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from cudabmc import Verdict, equivalent, symbolic
from cudabmc.errors import SourceError
from cudabmc.prover.proof import KernelProof, ProofStatus
from tests.equivalence.every_launch import PAIRS, Pair, mutant, proof_of_pair
from tests.prover.proofs import meets


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_leave_the_same_for_every_launch(name: str) -> None:
    proof = proof_of_pair(PAIRS[name].source())
    assert proof.status is ProofStatus.PROVED, proof.reasons


def holds_in_a_small_launch(pair: Pair, source: str, proof: KernelProof, sizes: tuple[int, int, int, int, int]) -> bool:
    """Does the bounded engine find no difference in a launch, if that is one that the proof is about?"""
    gx, gy, bx, by, n = sizes
    grid, block = ((gx, gy), (bx, by)) if pair.axes == 2 else ((gx,), (bx,))
    if meets(proof, grid, block, {"n": n}) is False:
        return True
    result = equivalent(
        source, kernel=("simple", "fast"), grid=grid, block=block, args=[symbolic(160), symbolic(160), n], frontend="c"
    )
    return result.verdict is not Verdict.FAILED or any(v.prop == "bounds" for v in result.violations)


SIZES = st.tuples(st.integers(1, 3), st.integers(1, 2), st.integers(1, 8), st.integers(1, 4), st.integers(0, 12))


@settings(max_examples=36, deadline=None)
@given(st.sampled_from(sorted(PAIRS)), st.integers(0, 10_000), SIZES)
def test_mutants_that_are_proved_leave_the_same_in_small_launches(
    name: str, seed: int, sizes: tuple[int, int, int, int, int]
) -> None:
    pair = PAIRS[name]
    source = pair.source(mutant(pair.fast, seed))
    try:
        proof = proof_of_pair(source)
    except SourceError:
        reject()
    if proof.status is ProofStatus.PROVED:
        for more in (sizes, (2, 2, 4, 4, 8), (2, 1, 8, 1, 15), (1, 1, 4, 4, 3)):
            assert holds_in_a_small_launch(pair, source, proof, more), (source, proof.preconditions.keys())


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(PAIRS)), SIZES)
@example("transpose", (2, 1, 4, 4, 8))
@example("stencil", (2, 1, 8, 1, 15))
def test_pairs_that_are_proved_leave_the_same_in_small_launches(
    name: str, sizes: tuple[int, int, int, int, int]
) -> None:
    pair = PAIRS[name]
    assert holds_in_a_small_launch(pair, pair.source(), proof_of_pair(pair.source()), sizes)


MAP = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
ROUNDS = "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)"


def sum_of(body: str, start: int = 0, goes_on: str = "k < n") -> str:
    return (
        f"{MAP} if (i >= n) return; int sum = {start}; for (int k = 0; {goes_on}; k++) {{ {body} }} out[i] = sum;"
    )


ADDED = sum_of("sum += in[k];")

OPEN = {
    "a loop may end before": (f"{MAP} if (i < n) out[i] = 1;", f"{ROUNDS} {{ if (in[i] == 0) break; out[i] = 1; }}"),
    "a sum may end before": (ADDED, sum_of("if (in[k] == 7) break; sum += in[k];")),
    "one more round": (ADDED, sum_of("sum += in[k];", goes_on="k <= n")),
    "another start": (ADDED, sum_of("sum += in[k];", 1)),
    "sums that depend on others": (ADDED, sum_of("sum += in[k] + (sum > 100);")),
    "what is written last": (
        f"{MAP} if (i < n) {{ out[i] = 1; out[i] = 2; }}", f"{MAP} if (i < n) {{ out[i] = 2; out[i] = 1; }}",
    ),
    "parts of elements": (
        f"{MAP} if (i < n) out[i] = 0;",
        f"{MAP} if (i < n) {{ ((short *)out)[2 * i] = 0; ((short *)out)[2 * i + 1] = 0; }}",
    ),
    "atomic functions": (f"{MAP} if (i < n) out[i] = 1;", f"{MAP} if (i < n) atomicExch(&out[i], 1);"),
    "what nobody has set": (
        f"__shared__ int s[64]; {MAP} if (i < n) out[i] = s[0];",
        f"__shared__ int s[64]; {MAP} if (i < n) out[i] = s[0];",
    ),
    "a part of a tile that nobody has set": (
        f"{MAP} if (i < n) out[i] = threadIdx.x > 0 ? in[i - 1] : 0;",
        f"__shared__ int s[64]; {MAP} if (i < n && threadIdx.x > 2) s[threadIdx.x] = in[i]; __syncthreads();\n"
        "if (i < n) out[i] = threadIdx.x > 0 ? s[threadIdx.x - 1] : 0;",
    ),
    "an array that only one writes": (
        f"{MAP} if (i < n) out[i] = 1;", f"{MAP} if (i < n) {{ out[i] = 1; ((int *)in)[i] = 1; }}",
    ),
    "elements that only one writes": (f"{MAP} if (i < n) out[i] = 1;", f"{MAP} if (i <= n) out[i] = 1;"),
    "a loop without an end": (f"{MAP} if (i < n) out[i] = 1;", f"{MAP} while (n > 5) {{ }} if (i < n) out[i] = 1;"),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN)
def test_what_may_differ_is_not_proved(name: str) -> None:
    simple, fast = (f"{body}\n" for body in OPEN[name])
    for pair in (Pair(simple, fast), Pair(fast, simple)):
        proof = proof_of_pair(pair.source())
        assert proof.status is ProofStatus.UNKNOWN and proof.reasons, proof.preconditions.keys()


FAULTY_TILES = (
    ("k = 0; k < n / 4", "k = 1; k <= n / 4"), ("k < n / 4", "k < n / 8"), ("a[t][s] =", "a[s][t] ="),
    ("b[j][s]", "b[s][j]"), ("k < n / 4", "k < n / 4 - 1"),
)  # fmt: skip


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("old", "new"), FAULTY_TILES)
def test_sizes_that_contradict_those_of_a_kernel_by_itself_show_nothing(old: str, new: str) -> None:
    """The rows of one tile have five elements, and both tiles take blocks of four."""
    pair = PAIRS["product of tiles"]
    assert old in pair.fast
    proof = proof_of_pair(pair.source(pair.fast.replace(old, new)))
    assert proof.status is ProofStatus.UNKNOWN, proof.preconditions.keys()


def test_a_hash_that_overflows_in_each_thread_may_differ_from_one_of_64_bits() -> None:
    """Where it does not overflow they are the same, but it does everywhere."""
    narrow, wide = (
        f"{MAP} {type} x = ({type})(i + 7) * 2654435761u; if (i < n) out[i] = (int)(x / 8);"
        for type in ("unsigned", "unsigned long long")
    )
    proof = proof_of_pair(Pair(f"{narrow}\n", f"{wide}\n").source())
    assert proof.status is ProofStatus.UNKNOWN, proof.preconditions.keys()


def test_sizes_are_those_that_both_kernels_take() -> None:
    preconditions = proof_of_pair(PAIRS["product of tiles"].source()).preconditions
    assert "blockDim.x == 4" in preconditions and not any(" 5" in text for text in preconditions)


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("1.0f / sqrtf(in[i])", "rsqrtf(in[i])", "mathematical functions are rounded to nearest"),
        ("in[i] * in[i]", "powf(in[i], 2.0f)", "mathematical functions are rounded to nearest"),
        ("__sinf(3.0f)", "sinf(3.0f)", "fast intrinsics such as __sinf are computed accurately"),
        ("in[i] + in[0]", "in[0] + in[i]", ""),
    ],
)
def test_a_proof_says_which_functions_it_takes_for_exact(one: str, other: str, told: str) -> None:
    simple, fast = (f"{MAP} if (i < n) out[i] = {value};\n" for value in (one, other))
    proof = proof_of_pair(Pair(simple, fast, type="float").source())
    assert proof.status is ProofStatus.PROVED, proof.reasons
    assert any(told in note for note in proof.notes) if told else not proof.notes


def test_an_answer_comes_with_its_conditions_or_with_a_run_that_shows_a_difference() -> None:
    pair = PAIRS["strided"]
    same = equivalent(pair.source(), kernel=("simple", "fast"), prove=True)
    assert same.verdict is Verdict.SUCCESSFUL
    assert "n <= gridDim.x * blockDim.x" in same.proofs[0].preconditions
    other = equivalent(pair.source(pair.fast.replace("1 + ", "3 + ")), kernel=("simple", "fast"), prove=True)
    assert other.verdict is Verdict.FAILED and other.violations[0].replayed
    assert "after simple, and" in other.violations[0].message and other.proofs[0].launch
    name = "a sum may end before"
    simple, fast = (f"{body}\n" for body in OPEN[name])
    source = Pair(simple, fast.replace("== 7", "== 123456789")).source()
    unknown = equivalent(source, kernel=("simple", "fast"), prove=True, block=1)
    assert unknown.verdict is not Verdict.SUCCESSFUL
    assert unknown.verdict is Verdict.FAILED or "what is written here may differ" in unknown.proofs[0].reasons[0]


def test_a_comparison_is_limited_to_the_launches_that_are_meant() -> None:
    pair = PAIRS["transpose"]
    result = equivalent(pair.source(), kernel=("simple", "fast"), prove=True, block=(4, 4), grid=(2, 2))
    assert result.verdict is Verdict.SUCCESSFUL
    assert not any("blockDim" in text for text in result.proofs[0].preconditions)


def test_what_threads_would_set_that_are_not_there_is_not_set() -> None:
    sums = "if (threadIdx.x == 0) out[blockIdx.x] = in[4 * blockIdx.x] + in[4 * blockIdx.x + 2];"
    staged = (
        "__shared__ int part[4]; part[threadIdx.x] = in[4 * blockIdx.x + threadIdx.x]; __syncthreads();\n"
        "if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[2];"
    )
    source = Pair(f"{sums}\n", f"{staged}\n").source()
    for block, is_set in ((2, False), (3, True)):
        result = equivalent(source, kernel=("simple", "fast"), prove=True, block=block, frontend="c")
        assert result.verdict is (Verdict.SUCCESSFUL if is_set else Verdict.FAILED), result


def test_the_report_says_that_what_kernels_print_is_not_compared() -> None:
    talks = '#include <cstdio>\n__global__ void k(int *a) { if (threadIdx.x == 0) { printf("%d", 1); *a = 1; } }'
    silent = "__global__ void k(int *a) { if (threadIdx.x == 0) *a = 1; }"
    assert any("print" in text for text in equivalent(talks, silent, prove=True).assumptions)
    assert not any("print" in text for text in equivalent(silent, silent, prove=True).assumptions)
