"""Permissions of threads for elements of arrays: they are apart, they are enough, and then nothing races."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from cudabmc import Options, Verdict, verify
from cudabmc.prover.proof import KernelProof, ProofScope, ProofStatus
from cudabmc.source.text import SourceText
from tests.prover.proofs import meets, proof_of

HEADER = "#include <cudabmc.h>\n"
PLACE = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
SHARED = "__shared__ int s[256]; int t = threadIdx.x; cudabmc_requires(blockDim.x <= 256);"
OWN = "cudabmc_may_write(s, k, 0, 256, k == t);"

NO_PERMISSION, BOTH = "no permission for", "may both have a permission"


def _proof(text: str) -> KernelProof:
    return proof_of(HEADER + text)


def _open(proof: KernelProof) -> str:
    return "; ".join([*(candidate.text for candidate in proof.candidates), *proof.reasons])


@pytest.mark.parametrize("body", [
    f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i); cudabmc_may_read(a, k, 0, n, true); if (i < n) c[i] = a[n - 1];",
    f"{PLACE} cudabmc_may_write(c, k, 0, 2 * n, k / 2 == i); if (i < n) {{ c[2 * i] = 1; c[2 * i + 1] = 2; }}",
    f"{PLACE} cudabmc_may_write(c, k, i, i + 1, i < n); if (i < n) c[i]++;",
    f"{PLACE} if (i < n) {{ cudabmc_may_write(c, k, 0, n, k == i); c[i] = 1; }}",
    "cudabmc_may_write(c, k, 0, n, blockIdx.x == 0 && k % 32 == threadIdx.x); cudabmc_requires(blockDim.x == 32);"
    "for (int i = threadIdx.x; blockIdx.x == 0 && i < n; i += 32) c[i] = 1;",
    f"{SHARED} {OWN} s[t] = n; cudabmc_barrier_may_read(s, k, 0, 256, true); __syncthreads();"
    "int x = s[blockDim.x - 1 - t]; (void)x;",
    f"{SHARED} {OWN} s[t] = n; cudabmc_barrier_may_write(s, k, 0, 256, k == (t + 1) % blockDim.x); __syncthreads();"
    "s[(t + 1) % blockDim.x]++;",
    f"{SHARED} {OWN} s[t] = n; __syncthreads(); s[t]++;",  # a barrier that says nothing leaves it as it is
    f"{SHARED} {OWN} for (int r = 0; r < n; r++) {{ s[t] = r;"
    "cudabmc_barrier_may_read(s, k, 0, 256, true); __syncthreads(); int x = s[blockDim.x - 1 - t]; (void)x;"
    f"cudabmc_barrier_may_write(s, k, 0, 256, k == t); __syncthreads(); }}",
    f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i); if (i < n) ((char *)c)[4 * (long long)i + 3] = 1;",
    "float4 *v = (float4 *)c; int i = blockIdx.x * blockDim.x + threadIdx.x;"
    "cudabmc_may_write(c, k, 0, 4 * n, k / 4 == i); cudabmc_requires(n < 100000);"
    "if (i < n) v[i] = make_float4(1, 2, 3, 4);",
])  # fmt: skip
def test_a_kernel_that_keeps_to_its_permissions_is_proved(body: str) -> None:
    proof = _proof(f"__global__ void k(int *c, const int *a, int n) {{ {body} }}")
    assert proof.status is ProofStatus.PROVED, _open(proof)


@pytest.mark.parametrize(("body", "why"), [
    (f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i); if (i < n) c[i + 1] = 0;", NO_PERMISSION),
    (f"{PLACE} cudabmc_may_read(c, k, 0, n, k == i); if (i < n) c[i] = 0;", NO_PERMISSION),
    (f"{PLACE} cudabmc_may_read(a, k, 0, n, k == i); if (i < n) c[i] = a[n - 1 - i];", NO_PERMISSION),
    (f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i); if (i < n) *(int *)((char *)c + 4 * (long long)i + 2) = 1;",
     NO_PERMISSION),
    (f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i && k > 0); if (i < n) c[i] = 0;", NO_PERMISSION),
    (f"{PLACE} cudabmc_may_write(c, k, 0, n, k / 2 == i / 2); if (i < n) c[i] = 0;", BOTH),
    (f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i); cudabmc_may_read(c, k, 0, n, k == i + 1);"
     "if (i < n) c[i] = 0;", BOTH),
    (f"{PLACE} int t = threadIdx.x; cudabmc_may_write(c, k, 0, n, k == t); if (i < n && t < n) c[t] = 0;", BOTH),
    (f"{SHARED} {OWN} s[t] = n; __syncthreads(); int x = s[blockDim.x - 1 - t]; (void)x;", NO_PERMISSION),
    (f"{SHARED} {OWN} s[t] = n; cudabmc_barrier_may_write(s, k, 0, 256, k == t / 2); __syncthreads();", BOTH),
    (f"{SHARED} s[t] = n; cudabmc_barrier_may_write(s, k, 0, 256, k == t); __syncthreads();", NO_PERMISSION),
    (f"{SHARED} {OWN} atomicAdd(&s[0], 1);", NO_PERMISSION),
    (f"{SHARED} s[t] = n; __syncthreads(); {OWN} s[t]++;", "not stand at its start"),
    (f"{SHARED} s[t] = n; cudabmc_barrier_may_write(s, k, 0, 256, k == t); s[t]++;", "in front of a barrier"),
    (f"{SHARED} {OWN} if (n) {{ cudabmc_barrier_may_read(s, k, 0, 256, true); __syncthreads(); }}"
     "__syncthreads();", "is not said in front of it"),
    (f"{SHARED} for (int r = 0; r < n; r++) {{ cudabmc_barrier_may_write(s, k, 0, 256, k == (t + r) % 256);"
     "__syncthreads(); s[(t + r) % 256] = 1; __syncthreads(); s[(t + r) % 256] = 2; }", "is not said in front of it"),
    (f"int own[4]; cudabmc_may_write(own, k, 0, 4, true); own[0] = n; {PLACE} c[i] = own[0];", "no one array holds"),
])  # fmt: skip
def test_a_kernel_whose_permissions_are_wrong_is_not(body: str, why: str) -> None:
    proof = _proof(f"__global__ void k(int *c, const int *a, int n) {{ {body} }}")
    assert why in _open(proof)


def test_of_an_array_with_permissions_no_pair_of_accesses_is_asked_about() -> None:
    body = f"{PLACE} cudabmc_may_write(c, k, 0, n, k == i); if (i < n) {{ c[i] = a[i]; d[i] = 1; }}"
    text = f"{HEADER}__global__ void k(int *c, int *d, const int *a, int n) {{ {body} }}"
    (explanation,) = proof_of(text, scope=ProofScope(explained=True)).explanations
    asked = [one.text for one in explanation.questions]
    races = [one for one in asked if "race" in one]
    assert any("'d'" in one for one in races)
    assert not any("'c'" in one for one in races)


# ---------------------------------------------------------------- what a thread knows of what it may access

KEPT = f"""{SHARED} cudabmc_requires(blockDim.x == 256); {OWN} s[t] = t; cudabmc_barrier_invariant(s[t] == t);
__syncthreads(); if (a[t] > 0) s[t] = %s;"""
AGAIN = "cudabmc_barrier_invariant(s[t] == t); __syncthreads(); int x = s[255 - t]; cudabmc_assert(x == 255 - t);"


@pytest.mark.parametrize(("body", "proved"), [
    (f"{KEPT % 't'} cudabmc_barrier_may_read(s, k, 0, 256, true); {AGAIN}", True),
    (f"{KEPT % 'n'} cudabmc_barrier_may_read(s, k, 0, 256, true); {AGAIN}", False),
    ((KEPT % "t").replace(OWN, "") + AGAIN, False),  # nothing says that nobody else has written it
    (f"{KEPT % 't'} {AGAIN}", False),  # the read is not permitted
])  # fmt: skip
def test_what_a_thread_may_access_stays_what_it_is(body: str, *, proved: bool) -> None:
    proof = _proof(f"__global__ void k(int *c, const int *a, int n) {{ {body} }}")
    assert (proof.status is ProofStatus.PROVED) is proved, _open(proof)


RING = "int t = threadIdx.x, next = (t + 1) % blockDim.x; cudabmc_requires(gridDim.x == 1);"
PASSED = """cudabmc_may_write(a, k, 0, blockDim.x, k == t); cudabmc_barrier_may_read(a, k, 0, blockDim.x, k == next);
cudabmc_barrier_may_write(b, k, 0, blockDim.x, k == t); cudabmc_barrier_invariant(a[t] == t);"""


@pytest.mark.parametrize(("ensures", "write", "proved"), [
    ("(k + 1) % blockDim.x", "b[t] = a[next];", True),
    ("(k + 1) % blockDim.x", "if (n > 0) b[t] = a[next];", False),
    ("k + 1", "b[t] = a[next];", False),
    ("(k + 1) % blockDim.x", "for (int r = 0; r < n; r++) if (a[next] < 0) return; b[t] = a[next];", True),
    ("(k + 1) % blockDim.x", "for (int r = 0; r < n; r++) if (a[next] > 0) return; b[t] = a[next];", False),
])  # fmt: skip
def test_a_kernel_ensures_what_its_threads_hand_on(ensures: str, write: str, *, proved: bool) -> None:
    before, after = PASSED.split("cudabmc_barrier", 1)
    body = f"{RING} cudabmc_kernel_ensures(k, 0, blockDim.x, b[k] == {ensures}); {before} a[t] = t;"
    body += f"cudabmc_barrier{after} __syncthreads(); {write}"
    proof = _proof(f"__global__ void k(int *a, int *b, int n) {{ {body} }}")
    assert (proof.status is ProofStatus.PROVED) is proved, _open(proof)


def test_what_a_barrier_invariant_tells_is_not_known_of_threads_that_do_not_come_there() -> None:
    invariant = "if (n > 0) { s[t] = t; __barrier_invariant_1(s[t] == t && n > 0, t); __syncthreads(); }"
    write = "if (n > 0 && t == 0) c[blockIdx.x] = 1;"
    body = f"{SHARED} cudabmc_kernel_ensures(k, 0, gridDim.x, c[k] == 1); {invariant} {write}"
    assert _proof(f"__global__ void k(int *c, int n) {{ {body} }}").status is not ProofStatus.PROVED


# ---------------------------------------------------------------- compared with what threads do


@dataclass(frozen=True, slots=True)
class Part:
    """Which elements belong to a thread with the number `i`, in C and here, of `n`."""

    text: str
    holds: Callable[[int, int, int], bool]


PARTS = st.sampled_from([
    Part("k == i", lambda k, i, n: k == i),
    Part("k == i + 1", lambda k, i, n: k == i + 1),
    Part("k / 2 == i", lambda k, i, n: k // 2 == i),
    Part("k / 2 == i / 2", lambda k, i, n: k // 2 == i // 2),
    Part("k == n - 1 - i", lambda k, i, n: k == n - 1 - i),
    Part("k == 2 * i || k == 2 * i + 1", lambda k, i, n: k in (2 * i, 2 * i + 1)),
    Part("k == i && i % 2 == 0", lambda k, i, n: k == i and i % 2 == 0),
    Part("k >= i", lambda k, i, n: k >= i),
    Part("true", lambda k, i, n: True),
    Part("i == 0", lambda k, i, n: i == 0),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Access:
    """An access to element `at` of `c`, by the threads for which `cond` holds."""

    writes: bool
    text: str
    at: Callable[[int, int], int]

    @property
    def statement(self) -> str:
        """In C."""
        return f"if (i < n) {'c[' + self.text + '] = 1' if self.writes else 'x += c[' + self.text + ']'};"


PLACES = {
    "i": lambda i, n: i, "n - 1 - i": lambda i, n: n - 1 - i, "2 * i": lambda i, n: 2 * i, "i / 2": lambda i, n: i // 2,
    "0": lambda i, n: 0, "i + 1": lambda i, n: i + 1,
}  # fmt: skip
ACCESSES = st.builds(
    lambda writes, text: Access(writes, text, PLACES[text]), st.booleans(), st.sampled_from(list(PLACES))
)  # fmt: skip


@given(
    st.lists(st.tuples(st.booleans(), PARTS), min_size=1, max_size=2), st.lists(ACCESSES, min_size=1, max_size=2)
)  # fmt: skip
def test_what_is_proved_of_permissions_holds_in_small_launches(
    given_parts: list[tuple[bool, Part]], accesses: list[Access]
) -> None:  # fmt: skip
    said = "".join(
        f"cudabmc_may_{'write' if writes else 'read'}(c, k, 0, 2 * n, {part.text});" for writes, part in given_parts
    )
    body = " ".join(access.statement for access in accesses)
    before = f"cudabmc_requires(0 < n && n < 1000); {PLACE} int x = 0;"
    proof = _proof(f"__global__ void k(int *c, int *d, int n) {{ {before} {said} {body} d[i] = x; }}")
    event(str(proof.status))
    if proof.status is not ProofStatus.PROVED:
        return
    for blocks, threads, n in product(range(1, 4), range(1, 4), range(1, 6)):
        if meets(proof, [blocks], [threads], {"n": n}) is False:
            continue
        everyone = range(blocks * threads)
        may = {
            i: {
                kind: {
                    k for k in range(2 * n) for writes, part in given_parts if writes >= kind and part.holds(k, i, n)
                }
                for kind in (False, True)
            }
            for i in everyone
        }  # fmt: skip
        for i, j in product(everyone, everyone):
            assert i == j or may[i][True].isdisjoint(may[j][False]), (i, j, n)
        for i, access in product(everyone, accesses):
            assert i >= n or access.at(i, n) in may[i][access.writes], (i, n, access.text)


# ---------------------------------------------------------------- what executions show


@pytest.mark.parametrize(("body", "prop", "text"), [
    ("cudabmc_may_write(c, k, 0, n, k / 2 == i / 2); if (i < n) c[i] = 0;", "assertion",
     "thread (0,0,0) of block (0,0,0) and thread (1,0,0) of block (0,0,0) both have a permission for 'c[0]'"),
    ("cudabmc_may_write(c, k, 0, n, k == i); cudabmc_may_read(c, k, 0, n, k == i + 1); if (i < n) c[i] = 0;",
     "assertion", "both have a permission for 'c[1]'"),
    ("cudabmc_may_write(c, k, 0, n, k == i);\nif (i + 1 < n) c[i + 1] = 0;", "assertion",
     "write of 'c[1]' by thread (0,0,0) of block (0,0,0), for which thread (1,0,0) of block (0,0,0) has a permission"),
    ("cudabmc_may_write(c, k, 0, n, k == i); if (i < n) c[i] = c[i + 1];", "data-race", "data race on 'c[1]'"),
])  # fmt: skip
def test_an_execution_shows_permissions_that_are_wrong(body: str, prop: str, text: str) -> None:
    source = f"{HEADER}__global__ void k(int *c, int n) {{ {PLACE}\n{body} }}"
    result = verify([SourceText(source, "k.cu")], Options(prove=True))
    assert result.verdict is Verdict.FAILED
    (violation,) = result.violations
    assert (violation.prop, text in violation.message) == (prop, True)


@pytest.mark.parametrize("body", [
    "cudabmc_may_write(c, k, 0, n, k == i && k > 0); if (i < n) c[i] = 0;",  # nobody has a permission
    "cudabmc_may_write(c, k, 0, n, c[k] < 9 && k == i); if (i < n) c[i] = 0;",  # what conditions read is no access
])  # fmt: skip
def test_permissions_that_no_execution_breaks_are_unknown(body: str) -> None:
    source = f"{HEADER}__global__ void k(int *c, int n) {{ {PLACE}\n{body} }}"
    assert verify([SourceText(source, "k.cu")], Options(prove=True)).verdict is Verdict.UNKNOWN


def test_a_run_says_that_it_does_not_look_at_permissions() -> None:
    main = "int main(void) { int *c; cudaMalloc(&c, 8); k<<<1, 2>>>(c, 2); cudaFree(c); }"
    body = f"{PLACE} cudabmc_may_write(c, j, 0, n, j == i + 1); if (i < n) c[i] = 0;"
    result = verify([SourceText(f"{HEADER}__global__ void k(int *c, int n) {{ {body} }} {main}", "k.cu")])
    assert result.verdict is Verdict.SUCCESSFUL
    assert any("contracts" in one and "not checked" in one for one in result.assumptions)


THREADS = 4  # distances are few, so that permissions are often the right ones
TURNED = st.one_of(st.none(), st.tuples(st.booleans(), st.integers(0, 1)))


@given(
    st.tuples(st.booleans(), st.integers(0, 1)), st.lists(TURNED, min_size=1, max_size=2),
    st.lists(st.tuples(st.booleans(), st.integers(0, 1)), min_size=2, max_size=3),
    st.booleans(),
)  # fmt: skip
def test_permissions_that_change_hands_at_barriers_are_those_of_small_launches(
    first: tuple[bool, int], turns: list[tuple[bool, int] | None], accesses: list[tuple[bool, int]], repeated: bool
) -> None:  # fmt: skip
    """Each permission and each access is of the element so many places behind that of the thread."""
    def place(distance: int) -> str:
        return f"(t + {distance}) % {THREADS}"

    def said(word: str, permission: tuple[bool, int]) -> str:
        writes, distance = permission
        return f"cudabmc_{word}may_{'write' if writes else 'read'}(s, k, 0, {THREADS}, k == {place(distance)});"

    accesses = accesses[: len(turns) + 1]
    turns = turns[: len(accesses) - 1]
    steps = [f"s[{place(at)}] = 1;" if writes else f"x += s[{place(at)}];" for writes, at in accesses]
    turn = ["" if one is None else said("barrier_", one) for one in turns]
    behind = "".join(f"{told} __syncthreads(); {step}" for told, step in zip(turn, steps[1:], strict=True))
    if repeated:  # the loop comes back to its first barrier from the last interval
        behind = f"for (int r = 0; r < n; r++) {{ {behind} }}"
    before = f"__shared__ int s[{THREADS}]; int t = threadIdx.x, x = 0; cudabmc_requires(blockDim.x == {THREADS});"
    body = f"{before} {said('', first)} {steps[0]} {behind} out[blockIdx.x * {THREADS} + t] = x;"
    proof = _proof(f"__global__ void k(int *out, int n) {{ {body} }}")
    held, right = first, True
    for number, access in enumerate(accesses):
        held = (turns[number - 1] or held) if number else held
        right &= (held[0] or not access[0]) and held[1] == access[1]
    event(f"right: {right}, {proof.status}")
    if repeated and turns[0] is None and any(turns):
        right &= turns[-1] == first  # what the first barrier leaves as it is, is not always the same
    assert right or proof.status is not ProofStatus.PROVED


def test_a_question_that_is_open_comes_with_a_launch() -> None:
    body = f"{PLACE}\ncudabmc_may_write(c, k, 1, n, k == i);\nif (i < n) c[i] = 0;"
    (kernel,) = verify(f"{HEADER}__global__ void k(int *c, int n) {{ {body} }}", prove=True).proofs
    (reason,) = kernel.reasons
    assert reason.endswith("one that its thread has no permission for, as it seems in <<<1, 2>>> with n = 1")


@pytest.mark.parametrize(("said", "verdict"), [("j == i", Verdict.SUCCESSFUL), ("j / 2 == i / 2", Verdict.FAILED)])
def test_permissions_in_a_launch_of_the_program_are_looked_at_there(said: str, verdict: Verdict) -> None:
    main = "int main(void) { int *c; cudaMalloc(&c, 256); k<<<1, 64>>>(c, 64); cudaFree(c); }"
    body = f"{PLACE}\ncudabmc_may_write(c, j, 0, n, {said});\nif (i < n) c[i] = 0;"
    result = verify(f"{HEADER}__global__ void k(int *c, int n) {{ {body} }}\n{main}", prove=True)
    assert result.verdict is verdict
    assert [violation.prop for violation in result.violations] == ["assertion"] * (verdict is Verdict.FAILED)
