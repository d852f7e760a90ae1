"""No access lies in front of an array, however large that is."""

from itertools import product
from random import Random

import pytest

from cudabmc import Verdict, verify
from cudabmc.prover.proof import ProofScope, ProofStatus
from cudabmc.result import ProofOutcome, Result
from cudabmc.source.text import SourceText
from tests.prover.proofs import meets, proof_of

INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
SHIFTED = f"__global__ void k(float *b, const float *a, int n) {{ {INDEX} if (i < n) b[i] = a[i] - a[i - 1]; }}"

FAULTY = {
    "neighbour": "if (i < n) b[i] = a[i] - a[i - 1];",
    "all of them": "b[-1 - i] = 1;",
    "wrong end": "if (i < n) b[i] = a[n - 2 - i];",
    "pointer": "const float *p = a + i; if (i < n) b[i] = p[-1];",
    "counting down": "if (i < n) { float s = 0; for (int k = i; k >= -1; k--) s += a[k]; b[i] = s; }",
    "dynamic shared memory": "extern __shared__ float s[]; s[threadIdx.x] = a[0]; __syncthreads(); "
    "if (i < n) b[i] = s[threadIdx.x - 1];",
    "size_t": "size_t j = threadIdx.x; if (i < n) b[i] = a[j - 1];",
    "unsigned": "if (i < n) b[i] = a[threadIdx.x - 1];",
    "whatever is read": "if (i < n) b[i] = a[-1 - (c[i] & 7)];",
}

RIGHT = {
    "guarded": "if (i > 0 && i < n) b[i] = a[i] - a[i - 1];",
    "mirrored": "if (i < n) b[i] = a[n - 1 - i];",
    "wrapped": "if (i < n) b[i] = a[(i - 1 + n) % n];",
    "clamped": "if (i < n) b[i] = a[i > 0 ? i - 1 : 0];",
    "counting down": "if (i < n) { float s = 0; for (int k = i; k >= 0; k--) s += a[k]; b[i] = s; }",
    "rows of size_t": "size_t j = i; if (i < n) b[i] = a[j * w + n - 1 - j];",
    "unsigned": "if (threadIdx.x && i < n) b[i] = a[threadIdx.x - 1];",
    "unsigned distance": "unsigned m = n; if (i < n && threadIdx.x < m) b[i] = a[m - threadIdx.x];",
    "guarded data": "if (i < n && c[i] >= 0) b[i] = a[c[i]];",
}


def _prove(text: str) -> Result:
    return verify([SourceText(text, "k.cu")], prove=True, frontend="c")


def _kernel(body: str) -> str:
    return f"__global__ void k(float *b, const float *a, const int *c, int n, size_t w) {{ {INDEX} {body} }}"


@pytest.mark.parametrize("body", FAULTY.values(), ids=FAULTY)
def test_an_access_in_front_of_an_array_is_found(body: str) -> None:
    result = _prove(_kernel(body))
    assert [one.outcome for one in result.proofs] == [ProofOutcome.FAULTY]
    assert {one.prop for one in result.violations} == {"bounds"}
    assert all(" of element -" in one.message or " of element 4294967295 " in one.message for one in result.violations)


@pytest.mark.parametrize("body", RIGHT.values(), ids=RIGHT)
def test_none_is_proved_of_what_looks_like_it(body: str) -> None:
    result = _prove(_kernel(body))
    assert [one.outcome for one in result.proofs] == [ProofOutcome.PROVED]
    assert not any("depend on data" in text for text in result.assumptions)


def test_an_offset_that_a_launch_passes_is_not_negative() -> None:
    (proof,) = _prove(_kernel("if (i < n) b[i] = a[i + n];")).proofs
    assert "n > 0" in proof.preconditions or "n >= 0" in proof.preconditions or proof.preconditions == (
        "gridDim.x * blockDim.x <= 2147483647", "no integer overflow in line 1 of k.cu",
    )  # fmt: skip
    (proof,) = _prove(_kernel("if (threadIdx.x < 8) b[i] = a[n];")).proofs
    assert {"n > 0", "n >= 0"} & set(proof.preconditions)


def test_indices_that_depend_on_data_are_assumed_to_be_behind_the_start() -> None:
    result = _prove(_kernel("if (i < n) b[i] = a[c[i]];"))
    assert result.verdict is Verdict.SUCCESSFUL
    assert "accesses to 'a' at places that depend on data do not lie in front of it" in result.assumptions


def test_a_program_may_pass_a_pointer_into_the_middle_of_an_array() -> None:
    host = "int main() {{ float *a, *b; cudaMalloc(&a, 80); cudaMalloc(&b, 80); k<<<1, 8>>>(b, a + {}, 8); }}"
    text = f"#include <cuda_runtime.h>\n{SHIFTED}\n"
    assert _prove(text + host.format(1)).proofs[0].outcome is ProofOutcome.PROVED
    assert _prove(text + host.format(0)).proofs[0].outcome is ProofOutcome.FAULTY


def test_what_neither_a_proof_nor_a_run_tells_is_a_precondition() -> None:
    total = "int s = 0; for (int k = 0; k < n; k++) s += k;"
    (proof,) = _prove(_kernel(f"if (i < n) {{ {total} b[i] = a[s - n * (n - 1) / 2]; }}")).proofs
    assert proof.outcome is ProofOutcome.PROVED
    assert "no access in front of 'a' in line 1 of k.cu" in proof.preconditions


def test_a_counter_with_an_end_that_is_no_parameter_does_not_overflow_where_its_line_does_not() -> None:
    loops = "for (int p = 0; p < n; p++) { int e = p * n + n; for (int j = p * n; j < e; j += 8) s += a[j]; }"
    (proof,) = _prove(_kernel(f"float s = 0; {loops} if (i < n) b[i] = s;")).proofs
    assert proof.outcome is ProofOutcome.PROVED
    assert "no integer overflow in line 1 of k.cu" in proof.preconditions
    assert not any(text.startswith("no access in front") for text in proof.preconditions)


def test_whoever_does_not_look_for_bounds_does_not_hear_of_them() -> None:
    assert verify(SourceText(SHIFTED, "k.cu"), prove=True, no_check="bounds").verdict is Verdict.SUCCESSFUL


# ---------------------------------------------------------------- random indices


class RandomIndex:
    """A kernel whose threads read an element, if conditions hold."""

    def __init__(self, random: Random) -> None:
        self.index = self._sum(random, ("t", "b", "n", "d"))
        self.guards = [self._guard(random) for _ in range(random.randrange(4))]
        if random.random() < 0.3:
            self.index = f"({self.index} > {random.randrange(3)} ? {self.index} - {random.randrange(3)} : 1)"

    @staticmethod
    def _sum(random: Random, names: tuple[str, ...]) -> str:
        parts = [f"{random.choice((-2, -1, 1, 1, 2, 3))} * {name}" for name in names if random.random() < 0.5]
        return " + ".join([*parts, str(random.randrange(-3, 5))])

    def _guard(self, random: Random) -> str:
        return f"({self._sum(random, ('t', 'b', 'n'))} {random.choice(('<', '>=', '>', '!='))} {self.index})" if (
            random.random() < 0.3
        ) else f"({self._sum(random, ('t', 'n'))} {random.choice(('<', '>', '>=', '<='))} {random.randrange(-1, 6)})"

    @property
    def text(self) -> str:
        """The kernel."""
        guards = " && ".join(["1", *self.guards])
        return (
            "__global__ void k(const int *a, int *sum, int n) { int t = threadIdx.x, b = blockIdx.x, d = blockDim.x; "
            f"if ({guards}) if (a[{self.index}] > 0) atomicAdd(sum, 1); }}"
        )

    def is_faulty(self, grid: int, block: int, n: int) -> bool:
        """Does a thread read in front of the array?"""
        index = self.index.replace("?", "if_").replace(":", "else_")
        if "if_" in index:
            inner = self.index.strip("()")
            cond, rest = inner.split("?")
            then, other = rest.split(":")
            index = f"(({then}) if ({cond}) else ({other}))"
        guards = [guard.replace(self.index, index) for guard in self.guards]
        code = compile(" and ".join(["True", *guards, f"{index} < 0"]), "index", "eval")
        threads = product(range(block), range(grid))
        return any(eval(code, {"t": t, "b": b, "n": n, "d": block}) for t, b in threads)


def _check(random: Random) -> tuple[int, int, int]:
    """How many kernels were proved, of those that some launch shows to be faulty, and of all that are right; how many
    there are of these."""
    wrong = proved = right = 0
    for _ in range(12):
        made = RandomIndex(random)
        found = proof_of(made.text, scope=ProofScope(properties=frozenset({"bounds"})))
        launches = list(product((1, 2, 3), (1, 2, 4), range(-2, 7)))
        broken = [one for one in launches if made.is_faulty(*one)]
        if not broken:
            right += 1
            proved += found.status is ProofStatus.PROVED and not found.suspected
        elif found.status is ProofStatus.PROVED:
            for grid, block, n in broken:
                if meets(found, (grid,), (block,), {"n": n}) is not False:
                    wrong += 1
                    print(made.text, (grid, block, n), list(found.preconditions))
                    break
    return wrong, proved, right


@pytest.mark.parametrize("seed", range(3))
def test_no_random_index_is_proved_that_is_negative_in_a_launch(seed: int) -> None:
    wrong, proved, right = _check(Random(seed))
    assert wrong == 0
    assert proved >= right // 2


@pytest.mark.long
@pytest.mark.parametrize("number", range(20))
def test_none_of_many_is_proved(number: int) -> None:
    assert _check(Random())[0] == 0
