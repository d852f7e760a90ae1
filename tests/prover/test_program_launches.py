"""Proofs of kernels whose launches host code tells."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

import pytest

from cudabmc import verify
from cudabmc.errors import ResourceError, UsageError
from cudabmc.frontend.clang.link.on_demand import OnDemand
from cudabmc.goto.program import Function, Program
from cudabmc.options.table import Options
from cudabmc.process.limits import MemoryLimitError
from cudabmc.prover import by_launches
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import KernelProof, ProofScope
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.verification import placed_launches
from cudabmc.verification.pipeline import load
from cudabmc.verification.program_launches import program_launches
from cudabmc.verification.proving import Proving
from cudabmc.verification.question import settings_of

ROWS = """__global__ void rows(int *a, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    a[y * width + x] = 1;
}
"""
A = "int *a; cudaMalloc(&a, 4096);"
NEXT = "__global__ void next(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x + 1]; }\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "k.cu"


def _proof(file: Path, text: str) -> ProvedKernel:
    file.write_text(text)
    (proof,) = verify(str(file), prove=True).proofs
    return proof


def _launches(file: Path, text: str) -> dict[str, tuple[ProgramLaunch, ...]]:
    file.write_text(text)
    options = Options(prove=True)
    program = load([str(file)], options)
    found = program_launches(program, options, settings_of(options), frozenset())
    return {program.functions[kernel].display: launches for kernel, launches in found.known.items()}


def test_launches_are_those_of_the_run_with_kernels_that_write_nothing(file: Path) -> None:
    found = _launches(
        file,
        """__global__ void k(int *a, int *b, int n, float f) { a[threadIdx.x] = n; }
    int main() {
        int *a, *b, result;
        cudaMalloc(&a, 4096);
        cudaMalloc(&b, 4096);
        for (int n = 1; n <= 4; n *= 2)
            for (int again = 0; again < 2; again++) {
                k<<<dim3(n, 2), 32>>>(a + 1, n > 2 ? a : b, -n, 0.5f);
                cudaMemcpy(&result, a, 4, cudaMemcpyDeviceToHost);
                if (result) return 1;
            }
    }
    """,
    )
    assert [(one.grid, one.block, one.arguments[2:]) for one in found["k"]] == [
        ((n, 2, 1), (32, 1, 1), (2**32 - n, 0.5)) for n in (1, 2, 4)
    ]
    assert [one.aliases() for one in found["k"]] == [{}, {}, {0: (1, 4)}]


def test_launches_before_the_host_code_fails_are_told(file: Path) -> None:
    found = _launches(file, NEXT + "int main() { next<<<1, 2>>>(0, 0); *(volatile int *)0 = 1; next<<<1, 3>>>(0, 0); }")
    assert found["next"][0].block == (2, 1, 1)


def test_what_launches_have_in_common_is_a_precondition(file: Path) -> None:
    launch = "int main() { int *a; cudaMalloc(&a, 1 << 20); rows<<<dim3(4, 8), dim3(16, 16)>>>(a, 64, 128); }\n"
    proof = _proof(file, ROWS + launch)
    assert proof.outcome is ProofOutcome.PROVED
    assert any("<= width" in text or "width ==" in text for text in proof.preconditions)


def test_a_launch_of_the_program_that_races_is_not_proved(file: Path) -> None:
    launch = "int main() { int *a; cudaMalloc(&a, 1 << 20); rows<<<dim3(4, 8), dim3(16, 16)>>>(a, 63, 128); }\n"
    assert _proof(file, ROWS + launch).outcome is ProofOutcome.FAULTY


def test_of_several_launches_each_counts(file: Path) -> None:
    launch = "rows<<<dim3(4, 8), dim3(16, 16)>>>(a, {}, 128);"
    launches = " ".join(launch.format(width) for width in (64, 65, 80))
    assert _proof(file, f"{ROWS}int main() {{ {A} {launches} }}").outcome is ProofOutcome.PROVED
    launches += launch.format(63)
    assert _proof(file, f"{ROWS}int main() {{ {A} {launches} }}").outcome is not ProofOutcome.PROVED


@pytest.mark.parametrize(
    ("pointers", "proved"),
    [("a, b", True), ("a, a", False), ("a, a + 1", False), ("a + 1, a", True), ("a, a + 64", True)],
)
def test_pointers_into_one_array_may_meet(file: Path, pointers: str, proved: bool) -> None:
    made = "int *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096);"
    proof = _proof(file, f"{NEXT}int main() {{ {made} next<<<1, 32>>>({pointers}); }}\n")
    assert (proof.outcome is ProofOutcome.PROVED) == proved


def test_that_pointers_lead_into_one_array_is_said(file: Path) -> None:
    file.write_text(f"{NEXT}int main() {{ int *a, *b; cudaMalloc(&a, 1024); next<<<1, 8>>>(a, a + 64); }}\n")
    assert "to and from of next lead into one array in the program" in verify(str(file), prove=True).assumptions


def test_all_ways_in_which_pointers_meet_are_looked_at(file: Path) -> None:
    made = "int *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096);"
    last = "next<<<1, 32>>>(b, b);"
    for launches, proved in (("next<<<1, 32>>>(a, b); next<<<1, 32>>>(b + 1, b);", True), (last, False)):
        proof = _proof(file, f"{NEXT}int main() {{ {made} {launches} }}\n")
        assert (proof.outcome is ProofOutcome.PROVED) == proved


def test_threads_along_an_axis_that_the_kernel_does_not_read_are_there(file: Path) -> None:
    text = f"__global__ void k(int *a) {{{{ a[threadIdx.x] = 1; }}}} int main() {{{{ {A} k<<<{{}}>>>(a); }}}}\n"
    assert _proof(file, text.format("1, 32")).outcome is ProofOutcome.PROVED
    for launch in ("1, dim3(32, 2)", "2, 32", "dim3(1, 2), 32"):
        assert _proof(file, text.format(launch)).outcome is ProofOutcome.FAULTY


def test_sizes_that_the_user_gives_are_meant_instead(file: Path) -> None:
    file.write_text(ROWS + "int main() { int *a; rows<<<dim3(4, 8), dim3(16, 16)>>>(a, 63, 128); }\n")
    given = {"grid": (1, 1), "block": (8, 8), "arg": "width=8"}
    (proof,) = verify(str(file), prove=True, **given).proofs
    assert proof.outcome is ProofOutcome.PROVED


RACE = "__global__ void k(int *a, const int *at, int n) {{ __shared__ int s[64]; {} a[threadIdx.x] = s[n]; }}\n"
LAUNCH = "int main() {{ int *a, *b; cudaMalloc(&a, 1024); cudaMalloc(&b, 1024); k<<<1, {}>>>(a, b, {}); }}\n"


@pytest.mark.parametrize(
    ("body", "launch", "outcome"),
    [
        ("s[threadIdx.x] = 1;", "64, 3", ProofOutcome.FAULTY),
        ("s[threadIdx.x] = 1;", "1, 3", ProofOutcome.PROVED),
        ("s[at[threadIdx.x] & 63] = 1; __syncthreads();", "64, 3", ProofOutcome.FAULTY),  # nobody has set them
        ("if (at[0] == 0) s[threadIdx.x] = 1;", "64, 3", ProofOutcome.FAULTY),
        ("assert(n == 3);", "1, 3", ProofOutcome.PROVED),
        ("assert(n == 3);", "1, -4", ProofOutcome.FAULTY),
    ],
)
def test_what_a_launch_of_the_program_breaks_is_a_fault(
    file: Path, body: str, launch: str, outcome: ProofOutcome
) -> None:  # fmt: skip
    block, n = launch.split(", ")
    proof = _proof(file, "#include <cassert>\n" + RACE.format(body) + LAUNCH.format(block, n))
    assert proof.outcome is outcome, proof
    if outcome is ProofOutcome.FAULTY:
        assert proof.launch.startswith(f"<<<1, {block}>>> with") and f"n = {n}" in proof.launch


def test_a_fault_is_one_of_a_launch_with_its_arguments(file: Path) -> None:
    """The program has an argument of its own, which the launch of the kernel alone has not."""
    file.write_text("#include <cstdlib>\n" + ROWS + """int main(int argc, char **argv) {
        int *a; cudaMalloc(&a, 1 << 16); rows<<<2, 64>>>(a, atoi(argv[1]), 1);
    }
    """)
    (proof,) = verify(str(file), prove=True, args="-1").proofs
    assert proof.outcome is ProofOutcome.PROVED  # y is 0
    file.write_text(file.read_text().replace("2, 64", "dim3(1, 2), 64"))
    (proof,) = verify(str(file), prove=True, args="-1").proofs
    assert proof.outcome is ProofOutcome.FAULTY and "width = -1" in proof.launch


def test_no_way_in_which_pointers_meet_is_left_out(file: Path) -> None:
    body = "for (int s = 64; s < 104; s++) k<<<1, 64>>>(d, d + s);"
    kernel = "__global__ void k(int *a, const int *b) { a[threadIdx.x] += b[threadIdx.x]; }\n"
    proof = _proof(file, f"{kernel}int main() {{ int *d; cudaMalloc(&d, 16384); {body} }}\n")
    assert proof.outcome is ProofOutcome.UNKNOWN and "40 ways" in proof.reasons[0]


@pytest.mark.parametrize(
    ("parameters", "body", "passed", "proved"),
    [
        ("int *e", "e[-1 - t / 2] = t;", "d + 512", False),
        ("int *e", "e[t - 64] = t; if (t < 40) e[t - 60] = 1;", "d + 512", False),
        ("int *e", "e[t - 64] = t;", "d + 512", True),
        ("int *p", "g[t] = 1; p[t] = 2;", "(int *)place + 1", False),
        ("int *p", "g[t] = 1; p[t] = 2;", "(int *)place + 64", True),
        ("int *p", "g[t] = 1; p[t] = 2;", "d", True),
        ("int *a, int *b", "if (b == 0) a[0] = t; else a[t] = b[t];", "d, 0", False),
        ("int *a, int *b", "if (b == 0) a[0] = t; else a[t] = b[t];", "d, d + 256", True),
    ],
)
def test_pointers_lead_where_the_program_has_them(
    file: Path, parameters: str, body: str, passed: str, proved: bool
) -> None:
    head = f"__device__ int g[256];\n__global__ void k({parameters}) {{ int t = threadIdx.x; {body} }}\n"
    made = "int *d; void *place; cudaMalloc(&d, 8192); cudaGetSymbolAddress(&place, g);"
    proof = _proof(file, f"{head}int main() {{ {made} k<<<1, 64>>>({passed}); }}\n")
    assert (proof.outcome is ProofOutcome.PROVED) == proved


@pytest.mark.parametrize(
    ("passed", "outcome"),
    [("0, 64", ProofOutcome.FAULTY), ("1, 64", ProofOutcome.PROVED), ("64, 1", ProofOutcome.PROVED),
     ("64, 0", ProofOutcome.PROVED), ("0, 2", ProofOutcome.FAULTY)],
)  # fmt: skip
def test_each_member_of_a_record_has_its_own_number(file: Path, passed: str, outcome: ProofOutcome) -> None:
    text = """struct Rows { int stride, count; };
    __global__ void k(int *a, Rows r) { if (threadIdx.x < r.count) a[threadIdx.x * r.stride % 4096] = threadIdx.x; }
    int main() { int *a; cudaMalloc(&a, 1 << 20); k<<<1, 64>>>(a, {PASSED}); }
    """
    proof = _proof(file, text.replace("PASSED", passed))
    assert proof.outcome is outcome, proof
    stride, count = passed.split(", ")
    if outcome is ProofOutcome.FAULTY:
        assert proof.launch == f"<<<1, 64>>> with r.stride = {stride}, r.count = {count}"
    else:
        assert any(f"r.stride == {stride} && r.count == {count}" in text for text in proof.preconditions)


def test_a_record_is_no_whole_number(file: Path) -> None:
    file.write_text("struct S { int n, m; }; __global__ void k(int *a, S s) { a[threadIdx.x * s.n] = s.m; }\n"
                    "int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a, {1, 2}); }\n")  # fmt: skip
    with pytest.raises(UsageError, match="no whole number"):
        verify(str(file), prove=True, arg="s=1")


def test_what_depends_on_results_of_kernels_is_no_fault(file: Path) -> None:
    text = """__global__ void count(int *c) { c[0] = 7; }
    __global__ void k(int *a, int n) { a[threadIdx.x * n] = 1; }
    int main() {
        int *d, n = 0;
        cudaMalloc(&d, 4096);
        BEFORE
        count<<<1, 1>>>(d);
        cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost);
        k<<<1, 4>>>(d, N);
    }
    """
    for before in ("", "cudaMemset(d, 0, 4096);"):
        file.write_text(text.replace("BEFORE", before).replace("N)", "n)"))
        proofs = {proof.name: proof.outcome for proof in verify(str(file), prove=True).proofs}
        assert proofs == {"count": ProofOutcome.PROVED, "k": ProofOutcome.UNKNOWN}
    file.write_text(text.replace("BEFORE", "").replace("N)", "0)"))
    assert ProofOutcome.FAULTY in {proof.outcome for proof in verify(str(file), prove=True).proofs}


def test_a_launch_of_the_program_that_is_open_is_told(file: Path) -> None:
    kernel = "__global__ void k(int *a, const int *at, int n, float f) { a[at[threadIdx.x] + n] = threadIdx.x; }\n"
    made = "int *a, *b, h[64]; for (int i = 0; i < 64; i++) h[i] = i + 3; cudaMalloc(&a, 1024); cudaMalloc(&b, 1024);"
    made += "cudaMemcpy(b, h, 256, cudaMemcpyHostToDevice);"
    proof = _proof(file, f"{kernel}int main() {{ {made} k<<<1, 64>>>(a, b, -3, 0.5f); }}\n")
    assert proof.reasons[0] == "open in a launch of the program: <<<1, 64>>> with n = -3, f = 0.5"


@pytest.mark.parametrize(("numbers", "outcome"), [("2, 3, 0, 1", "UNKNOWN"), ("2, 3, 0, 3", "FAULTY")])
def test_a_place_where_contents_matter_shows_a_fault_of_these_contents(
    file: Path, numbers: str, outcome: str
) -> None:
    text = """__device__ void put(int *a, int i) { a[i] = 1; }
    __global__ void k(int *a, const int *b) { int t = threadIdx.x; put(a, b[t]); put(a, 1000 + (t ^ (t >> 1))); }
    int main() {
        int *a, *b, h[] = {NUMBERS};
        cudaMalloc(&a, 8192);
        cudaMalloc(&b, 16);
        cudaMemcpy(b, h, 16, cudaMemcpyHostToDevice);
        k<<<1, 4>>>(a, b);
    }
    """
    assert _proof(file, text.replace("NUMBERS", numbers)).outcome is ProofOutcome[outcome]


def test_kernels_that_are_launched_come_first(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    prove = Proving._prove

    def noting(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        seen.append(kernel.display)
        return prove(self, kernel, scope, turn)

    monkeypatch.setattr(Proving, "_prove", noting)
    kernels = "".join(f"__global__ void k{n}(int *a) {{ a[threadIdx.x] = {n}; }}\n" for n in range(4))
    file.write_text(kernels + "int main() { int *a; k2<<<1, 8>>>(a); }\n")
    assert [proof.name for proof in verify(str(file), prove=True).proofs] == ["k0", "k1", "k2", "k3"]
    assert seen[:4] == ["k2", "k0", "k1", "k3"]


def test_proofs_for_other_launches_wait_until_each_kernel_has_an_answer(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    seen: list[tuple[str, bool]] = []
    of_launches, in_general = by_launches.prove_launches, by_launches.prove_in_general

    def launches(program: Program, kernel: Function, *how: Any) -> list[KernelProof]:
        seen.append((kernel.display, False))
        return of_launches(program, kernel, *how)

    def general(program: Program, kernel: Function, *how: Any) -> KernelProof:
        seen.append((kernel.display, True))
        return in_general(program, kernel, *how)

    monkeypatch.setattr("cudabmc.verification.proving.prove_launches", launches)
    monkeypatch.setattr("cudabmc.verification.proving.prove_in_general", general)
    kernels = "".join(f"__global__ void k{n}(int *a, int m) {{ a[threadIdx.x % m + {n}] = 1; }}\n" for n in range(2))
    file.write_text(kernels + f"int main() {{ {A} k1<<<1, 8>>>(a, 8); k0<<<1, 4>>>(a, 4); }}\n")
    first, second = verify(str(file), prove=True).proofs
    assert seen == [("k0", False), ("k1", False), ("k0", True), ("k1", True)]
    assert first.outcome is second.outcome is ProofOutcome.PROVED
    assert "m == 4" not in " ".join(first.preconditions)  # the later proof is the better one


def test_kernels_that_take_much_work_come_behind_others_and_their_siblings_last(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    seen: list[tuple[str, bool]] = []
    prove = Proving._prove

    def noting(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        seen.append((kernel.display, turn.is_last))
        return prove(self, kernel, scope, turn)

    monkeypatch.setattr(Proving, "_prove", noting)
    monkeypatch.setattr("cudabmc.verification.proving._first_work", lambda kernels: 100)
    file.write_text("""
template <int n> __global__ void sum(int *a, int *out) {
    __shared__ int part[n];
    part[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = part[0] + part[threadIdx.x];
}
__global__ void easy(int *a) {}
__global__ void late(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
template __global__ void sum<64>(int *, int *);
template __global__ void sum<128>(int *, int *);
""")
    found = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert {proof.outcome for proof in found.values()} == {ProofOutcome.PROVED}
    assert "blockDim.x <= 64" in found["sum<64>"].preconditions
    assert "blockDim.x <= 128" in found["sum<128>"].preconditions
    order = [name for name, whole in seen if not whole]
    assert order[-1].startswith("sum")  # one of them is hard already
    again = [name for name, whole in seen if whole]
    assert sorted(again) == ["late", "sum<128>", "sum<64>"]


def test_a_kernel_that_has_an_answer_already_comes_behind_those_that_have_none(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    seen: list[str] = []
    prove = Proving._prove

    def noting(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        seen.append(kernel.display)
        answer, found, _ = prove(self, kernel, scope, turn)
        if kernel.display == "last" or turn.is_last:
            return replace(answer, outcome=ProofOutcome.UNKNOWN), found, turn.is_last
        return answer, found, False

    monkeypatch.setattr(Proving, "_prove", noting)
    first = "__global__ void first(int *a) { a[blockIdx.x] = 0; }\n"
    file.write_text(first + "__global__ void last(int *a) { a[blockIdx.x] = 1; a[blockIdx.x] += 2; }\n")
    found = {proof.name: proof.outcome for proof in verify(str(file), prove=True, block=1).proofs}
    assert seen == ["first", "last", "last", "first"]
    assert found == {"first": ProofOutcome.PROVED, "last": ProofOutcome.UNKNOWN}


@pytest.mark.long
def test_what_one_instance_has_no_time_for_is_not_tried_of_another_before_there_is_more(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    seen = Counter[float]()
    prove = Proving._prove

    def slowly(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        seen[turn.share] += kernel.display != "easy"
        while kernel.display != "easy" and not turn.is_last:
            pass
        return prove(self, kernel, scope, turn)

    monkeypatch.setattr(Proving, "_prove", slowly)
    for share, seconds in (("FIRST_SHARE", 0.1), ("SECOND_SHARE", 1.0), ("LEAST_SHARE", 60.0)):
        monkeypatch.setattr(f"cudabmc.verification.proving.{share}", seconds)
    instances = "".join(f"template __global__ void slow<{n}>(int *);\n" for n in range(100))
    file.write_text(f"""
template <int n> __global__ void slow(int *a) {{ a[threadIdx.x] = n; }}
__global__ void easy(int *a) {{ *a = 1; }}
{instances}""")
    found = verify(str(file), prove=True, timeout=30.0).proofs
    assert (seen[0.1], seen[1.0], seen[60.0]) == (1, 1, 100)
    assert {proof.outcome for proof in found} == {ProofOutcome.PROVED}


def test_what_ends_without_all_that_can_be_said_is_an_answer(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prove = Proving._prove

    def never_whole(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        answer, found, _ = prove(self, kernel, scope, turn)
        return replace(answer, outcome=ProofOutcome.UNKNOWN), found, False

    monkeypatch.setattr(Proving, "_prove", never_whole)
    file.write_text("__global__ void one(int *a) { *a = 0; }\n__global__ void other(int *a) { *a = 1; }\n")
    outcomes = [proof.outcome for proof in verify(str(file), prove=True).proofs]
    assert outcomes == [ProofOutcome.UNKNOWN, ProofOutcome.UNKNOWN]


@pytest.mark.long
def test_only_functions_that_may_launch_are_made_to_find_launches(file: Path) -> None:
    file.write_text("""#include <vector>
__global__ void named(int *a) { a[threadIdx.x] = 1; }
__global__ void taken(int *a) { a[threadIdx.x] = 1; }
__global__ void never(int *a) { a[threadIdx.x] = 1; }
void start(int *a) { named<<<1, 64>>>(a); }
void *address() { return (void *)taken; }
int sum(const std::vector<int> &of) { int found = 0; for (int one : of) found += one; return found; }
int main(int argc, char **argv) {
    int *a;
    cudaMalloc(&a, 4096);
    start(a);
    std::vector<int> v(argc, 1);
    return sum(v);
}
""")
    options = Options(prove=True)
    program = load([str(file)], options)
    outline, functions = program.outline, program.functions
    assert outline is not None
    assert isinstance(functions, OnDemand)
    assert set(outline.kernels) == {"named", "taken", "never"}
    assert not dict.__contains__(functions, "main")

    def never(*_: object) -> NoReturn:
        raise AssertionError

    proving = Proving(never, never, program, options, settings_of(options))
    assert proving._launches.named == {"named", "taken"}
    assert proving._launches.blocks == {"named": ((64, 1, 1),)}
    assert dict.__contains__(functions, "start")
    assert not dict.__contains__(functions, "main")
    assert not dict.__contains__(functions, "sum")


@pytest.mark.long
def test_a_run_ends_behind_a_launch_of_each_template(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("""
template <int n> __global__ void fill(int *a) { a[threadIdx.x] = n; }
static int counter;
int main(int argc, char **argv) {
    int *a;
    cudaMalloc(&a, 4096);
    if (argc < 5) fill<1><<<1, 64>>>(a); else fill<2><<<1, 128>>>(a);
    for (;;) counter++;
}
""")
    ends: list[str] = []

    def noting(*args: object, **named: bool) -> object:
        begun = perf_counter()
        found = program_launches(*args, **named)  # type: ignore[arg-type]
        ends.append("early" if perf_counter() - begun < 50 else "late")
        return found

    monkeypatch.setattr("cudabmc.verification.seen_launches.program_launches", noting)
    monkeypatch.setattr("cudabmc.verification.program_launches.SECONDS", 60.0)
    monkeypatch.setattr("cudabmc.verification.program_launches.PATIENCE", 0.1)
    proofs = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert set(ends) == {"early"}
    assert proofs.keys() == {"fill<1>", "fill<2>"}


@pytest.mark.parametrize("decide", ["int n = h[0] == 7 ? 1 : 0;", "int n = 1; if (h[0] != 7) n = 0;"])
def test_a_result_that_is_compared_decides_too(file: Path, decide: str) -> None:
    text = f"""__global__ void init(int *a) {{ a[threadIdx.x] = 7; }}
    __global__ void k(int *a, int n) {{ a[n * threadIdx.x] = threadIdx.x; }}
    int main() {{
        int *a, h[4];
        cudaMalloc(&a, 4096);
        init<<<1, 4>>>(a);
        cudaMemcpy(h, a, 16, cudaMemcpyDeviceToHost);
        {decide}
        k<<<1, 4>>>(a, n);
    }}
    """
    file.write_text(text)
    proofs = {proof.name: proof.outcome for proof in verify(str(file), prove=True).proofs}
    assert proofs["k"] is ProofOutcome.UNKNOWN


FILLED = """{before}
__global__ void k(int *a, const int *b) {{ int i = threadIdx.x; if (b[i] > 0) a[i / 2] = i; }}
int main() {{
    int *a, *b, *others, **rows, h[8] = {{{numbers}}};
    cudaMalloc(&a, 32);
    cudaMalloc(&b, 32);
    cudaMalloc(&others, 32);
    cudaMalloc(&rows, 16);
    cudaMemcpy(b, h, 32, cudaMemcpyHostToDevice);
    cudaMemcpy(rows, &b, 8, cudaMemcpyHostToDevice);
    cudaMemcpy(rows + 1, &others, 8, cudaMemcpyHostToDevice);
    {launch}
    k<<<1, 8>>>(a, b);
}}
"""
CLEAR = "__global__ void clear(int *b) { b[threadIdx.x] = 0; }"
CLEAR_ROW = "__global__ void clear(int **rows) { rows[0][threadIdx.x] = 0; }"


@pytest.mark.parametrize(
    ("before", "launch", "numbers", "outcome"),
    [
        ("", "", "1, 1", ProofOutcome.FAULTY),
        ("", "", "0, 1, 1", ProofOutcome.UNKNOWN),
        (CLEAR, "clear<<<1, 8>>>(others);", "1, 1", ProofOutcome.FAULTY),
        (CLEAR, "clear<<<1, 8>>>(b);", "1, 1", ProofOutcome.UNKNOWN),
        (CLEAR_ROW, "clear<<<1, 8>>>(rows);", "1, 1", ProofOutcome.UNKNOWN),
    ],
)
def test_a_fault_that_depends_on_contents_is_one_of_those_that_the_program_has_put_there(
    file: Path, before: str, launch: str, numbers: str, outcome: ProofOutcome
) -> None:
    file.write_text(FILLED.format(before=before, launch=launch, numbers=numbers))
    assert {proof.name: proof.outcome for proof in verify(str(file), prove=True).proofs}["k"] is outcome


CLEARED = """__device__ int flag = 1, *where = &flag, *heap;
BEFORE
__global__ void k(int *a) { int i = threadIdx.x; if (WHAT) a[i / 2] = i; }
int main() { int *a, **p; cudaMalloc(&a, 4096); cudaMalloc(&p, 8); LAUNCHES k<<<1, 8>>>(a); }
"""


@pytest.mark.parametrize(
    ("before", "launches", "what", "outcome"),
    [
        ("", "", "flag", "FAULTY"),
        ("__global__ void clear() { flag = 0; }", "clear<<<1, 1>>>();", "flag", "UNKNOWN"),
        ("__device__ int other; __global__ void clear() { other = 0; }", "clear<<<1, 1>>>();", "flag", "FAULTY"),
        ("__global__ void clear() { *where = 0; }", "clear<<<1, 1>>>();", "flag", "UNKNOWN"),
        ("__global__ void put(int **p) { *p = &flag; } __global__ void clear(int **p) { **p = 0; }",
         "put<<<1, 1>>>(p); clear<<<1, 1>>>(p);", "flag", "UNKNOWN"),
        ("__device__ void zero() { flag = 0; } __device__ void (*what[])() = {zero};"
         " __global__ void clear(int i) { what[i](); }", "clear<<<1, 1>>>(0);", "flag", "UNKNOWN"),
        ('__global__ void clear() { asm volatile("{ .reg .u64 p; mov.u64 p, flag; st.global.u32 [p], 0; }"); }',
         "clear<<<1, 1>>>();", "flag", "UNKNOWN"),
        ("__global__ void make() { heap = (int *)malloc(32); for (int i = 0; i < 8; i++) heap[i] = 0; }",
         "make<<<1, 1>>>();", "heap[i]", "UNKNOWN"),
    ],
)  # fmt: skip
def test_a_kernel_that_is_not_run_may_write_variables_that_nobody_has_come_to(
    file: Path, before: str, launches: str, what: str, outcome: str
) -> None:
    text = CLEARED.replace("BEFORE", before).replace("LAUNCHES", launches).replace("WHAT", what)
    file.write_text(text)
    assert {proof.name: proof.outcome for proof in verify(str(file), prove=True).proofs}["k"] is ProofOutcome[outcome]


@pytest.mark.long
def test_a_number_out_of_a_variable_that_a_kernel_writes_depends_on_results(file: Path) -> None:
    file.write_text("""__device__ int n, v[1024];
    __global__ void count() { n = 1000; }
    __global__ void k(int off) { v[threadIdx.x + off] = 1; }
    int main() { int h; count<<<1, 1>>>(); cudaMemcpyFromSymbol(&h, n, 4); k<<<1, 256>>>(h); }
    """)
    proofs = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert not any("off ==" in text for text in proofs["k"].preconditions), proofs["k"]


@pytest.mark.parametrize(("what", "outcome"), [("b[i]", "FAULTY"), ("more", "PROVED"), ("a[i]", "FAULTY")])
def test_what_nobody_has_set_may_be_anything(file: Path, what: str, outcome: str) -> None:
    text = """__device__ int more = 1;
    __global__ void k(int *a, const int *b) { int i = threadIdx.x; if (WHAT > 0) a[i / 2] = i; }
    int main() {
        int *a, *b, none = 0;
        cudaMalloc(&a, 32);
        cudaMalloc(&b, 32);
        cudaMemcpyToSymbol(more, &none, 4);
        k<<<1, 8>>>(a, b);
    }
    """
    assert _proof(file, text.replace("WHAT", what)).outcome is ProofOutcome[outcome]


COUNTED = """__global__ void count(int *c) { c[0] = 7; }
__global__ void k(int *a, int *b, int n) { if (n || blockDim.x > 8) a[threadIdx.x / 2] = b[threadIdx.x]; }
int main() {
    int *a, *b, *c, n = 0;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&c, 4096);
    count<<<1, 1>>>(c);
    cudaMemcpy(&n, c, 4, cudaMemcpyDeviceToHost);
    LAUNCH
}
"""


@pytest.mark.parametrize(
    ("launch", "reason"),
    [
        ("k<<<1, 4>>>(a, b, n);", "open in a launch of the program: <<<1, 4>>>"),
        ("if (n == 0) k<<<1, 4>>>(a, b, 0); else k<<<1, 4>>>(a, b, 1);", "<<<1, 4>>> with n = 1"),
        ("k<<<1, 4 + n>>>(a, b, 0);", "the size of a launch of the program depends on results of kernels, and it is"),
        ("k<<<1, 4>>>(n ? b + 1 : a, b, 0);", "where its pointers lead in a launch of the program depends on results"),
    ],
)
def test_what_depends_on_results_of_kernels_is_no_precondition(file: Path, launch: str, reason: str) -> None:
    file.write_text(COUNTED.replace("LAUNCH", launch))
    (proof,) = (one for one in verify(str(file), prove=True).proofs if one.name == "k")
    assert proof.outcome is ProofOutcome.UNKNOWN
    assert reason in proof.reasons[0]


@pytest.mark.parametrize("launch", ["k<<<1, 4>>>(a, b, 0);", "if (n) return 1; k<<<1, 4>>>(a, b, 0);"])
def test_a_launch_that_is_made_or_not_tells_preconditions_nevertheless(file: Path, launch: str) -> None:
    file.write_text(COUNTED.replace("LAUNCH", launch))
    proofs = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert (proofs["k"].outcome, "n == 0" in " ".join(proofs["k"].preconditions)) == (ProofOutcome.PROVED, True)


DECIDED = """int __VERIFIER_nondet_int(void);
__device__ int v[1024];
__global__ void count(int *c) {{ c[0] = 1000; }}
__global__ void k({parameters}) {{ int t = threadIdx.x; {body} }}
int main() {{
    int *a, *b, *c, *place, n = 0;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&c, 4);
    cudaGetSymbolAddress((void **)&place, v);
    {number}
    {launch}
}}
"""
RESULT = "count<<<1, 1>>>(c); cudaMemcpy(&n, c, 4, cudaMemcpyDeviceToHost);"
INPUT = "n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 1;"


@pytest.mark.parametrize("number", [RESULT, INPUT])
@pytest.mark.parametrize(
    ("parameters", "body", "launch", "proved"),
    [
        ("int *p", "p[t] = 1;", "k<<<1, 256>>>(place + n);", False),  # may lead out of v
        ("int *p", "p[t] = 1;", "k<<<1, 256>>>(place);", True),
        ("int *p", "p[t] = v[t + 1];", "if (n) k<<<1, 256>>>(place); else k<<<1, 256>>>(a);", False),
        ("int *p", "p[t] = v[t + 1];", "if (n) k<<<1, 256>>>(a);", True),
        ("int *p", "if (p) v[t / 2] = t;", "k<<<1, 256>>>(n ? a : nullptr);", False),
        ("int *p", "if (p) v[t / 2] = t;", "k<<<1, 256>>>(nullptr);", True),
        ("int *p, int *q", "p[t] = q[t + 1];", "k<<<1, 256>>>(n ? b : a, b);", False),
        ("int *p, int *q", "p[t] = q[t + 1];", "k<<<1, n / 4 + 1>>>(n ? b : a, b);", False),
        ("int *p, int *q", "p[t] = q[t + 1];", "k<<<1, n / 4 + 1>>>(b, b);", False),
        ("int *p, int *q", "p[t] = q[t + 1];", "if (n) k<<<1, 256>>>(b, b);", False),
        ("int *p, int *q", "p[t] = q[t + 1];", "k<<<1, 256>>>(a, b); k<<<1, n / 4 + 1>>>(b, b);", False),
        ("int *p, int *q", "p[t] = q[t + 1];", "k<<<1, 256>>>(a, b); k<<<1, n / 4 + 1>>>(b, a);", True),
        ("int *p, int *q", "p[t] = q[t + 1];", "k<<<1, n / 4 + 1>>>(a, b);", True),
    ],
)
def test_pointers_that_results_or_inputs_decide_on_may_lead_elsewhere(
    file: Path, number: str, parameters: str, body: str, launch: str, proved: bool
) -> None:
    file.write_text(DECIDED.format(parameters=parameters, body=body, number=number, launch=launch))
    proofs = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert (proofs["k"].outcome is ProofOutcome.PROVED) == proved, proofs["k"].reasons


FETCHING = """#include <cstring>
__global__ void k(cudaTextureObject_t x, int *a) { a[threadIdx.x] = tex1Dfetch<int>(x, threadIdx.x + 1); }
int main() {
    int *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    cudaMemset(a, 0, 1024);
    cudaResourceDesc from;
    memset(&from, 0, sizeof from);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = a;
    from.res.linear.desc = cudaCreateChannelDesc<int>();
    from.res.linear.sizeInBytes = 1024;
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    cudaTextureObject_t x;
    cudaCreateTextureObject(&x, &from, &how, nullptr);
    k<<<1, 64>>>(x, WRITTEN);
}
"""


@pytest.mark.parametrize(("written", "outcome"), [("a", "UNKNOWN"), ("b", "PROVED")])
def test_a_texture_may_show_what_a_kernel_writes(file: Path, written: str, outcome: str) -> None:
    assert _proof(file, FETCHING.replace("WRITTEN", written)).outcome is ProofOutcome[outcome]
    assert "textures lead to memory that the kernel does not write" in verify(str(file), prove=True).assumptions


SHARED = """__global__ void k(int *a) {{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}}
int main() {{ {a} k<<<1, 64, {bytes}>>>(a); }}
"""


@pytest.mark.parametrize(("bytes", "outcome"), [(256, "PROVED"), (252, "FAULTY"), (0, "FAULTY")])
def test_accesses_lie_in_the_shared_memory_that_a_launch_of_the_program_gets(
    file: Path, bytes: int, outcome: str
) -> None:
    assert _proof(file, SHARED.format(a=A, bytes=bytes)).outcome is ProofOutcome[outcome]


def test_indices_by_data_are_taken_to_lie_in_dynamic_shared_memory(file: Path) -> None:
    file.write_text("""__global__ void count(int *bins, const int *in) {
        extern __shared__ int own[];
        own[threadIdx.x] = 0;
        __syncthreads();
        atomicAdd(&own[in[blockIdx.x * 64 + threadIdx.x]], 1);
        __syncthreads();
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
    }
    int main() {
        int *bins, *in;
        cudaMalloc(&bins, 256); cudaMalloc(&in, 4096);
        count<<<16, 64, 256>>>(bins, in);
    }
    """)
    result = verify(str(file), prove=True)
    assert [proof.outcome for proof in result.proofs] == [ProofOutcome.PROVED]
    assert any("accesses to the dynamic shared memory 'own' lie in it" in text for text in result.assumptions)


@pytest.mark.parametrize(("behind", "told"), [("", False), ("for (;;) counter++; k<<<1, 65>>>(a);", True)])
def test_that_host_code_was_not_run_to_its_end_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch, behind: str, told: bool
) -> None:  # fmt: skip
    monkeypatch.setattr("cudabmc.verification.program_launches.PATIENCE", 0.1)
    kernel = "static int counter;\n__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"
    file.write_text(f"{kernel}int main() {{ {A} k<<<1, 64>>>(a); {behind} }}")
    assumptions = verify(str(file), prove=True).assumptions
    assert any("host code was not run to its end" in text for text in assumptions) == told


@pytest.mark.parametrize(("rounds", "told"), [(1, False), (100_000, True)])
def test_that_results_may_decide_behind_what_was_seen_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch, rounds: int, told: bool
) -> None:
    """A loop ends with a result of a kernel, for which a run with any results tries all rounds."""
    monkeypatch.setattr("cudabmc.verification.seen_launches.PATIENCE", 0.5)
    kernels = """__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
__global__ void w(int *a) { *a = 1; }
"""
    look = "w<<<1, 1>>>(a); cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost); if (h == 1) break;"
    loop = f"for (; i < {rounds}; i++) {{ {look} }}"
    main = f"int main() {{ int *b, i = 0, h = 0; {A} cudaMalloc(&b, 4096); {loop} k<<<1, 64>>>(a, i ? b : a); }}"
    file.write_text(kernels + main)
    result = verify(str(file), prove=True)
    assert result.proofs[0].outcome is (ProofOutcome.PROVED if told else ProofOutcome.UNKNOWN), result.proofs
    assert any("arbitrary results of kernels, and kernels" in text for text in result.assumptions) == told


def test_a_launch_whose_sizes_depend_on_inputs_is_none_of_known_sizes(file: Path) -> None:
    text = """int __VERIFIER_nondet_int(void);
    __global__ void k(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
    int main() {
        int *a, n = __VERIFIER_nondet_int();
        if (n <= 0 || n > SIZE) return 0;
        cudaMalloc(&a, 4 * n);
        k<<<(n + 255) / 256, 256>>>(a, n);
    }
    """
    for size in ("1 << 10", "1 << 28"):
        assert list(_proof(file, text.replace("SIZE", size)).preconditions) == ["gridDim.x * blockDim.x <= 2147483647"]


PARTS = """template <class T> struct Rows { T *out; const int pitch; const int count; };
__global__ void clear(Rows<int> rows) {
    if (threadIdx.x < rows.count)
        rows.out[threadIdx.x * rows.pitch] = 0;
}
int main() {
    int *a;
    cudaMalloc(&a, 16384);
    Rows<int> rows{a, PITCH, 64};
    clear<<<1, 64>>>(rows);
}
"""


@pytest.mark.parametrize(("pitch", "outcome"), [(0, ProofOutcome.FAULTY), (1, ProofOutcome.PROVED)])
def test_parts_of_a_structure_are_told_apart(file: Path, pitch: int, outcome: ProofOutcome) -> None:
    assert _proof(file, PARTS.replace("PITCH", str(pitch))).outcome is outcome


@pytest.mark.long
def test_what_threads_break_first_is_found_before_one_of_them_has_gone_many_rounds(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(placed_launches, "MOST_ROUNDS", 1000)
    text = """__global__ void k(int *a, const int *b, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
        a[b[i]] = i;
        for (int j = 0; j < n; j++)
            sum += b[j & 1023] * sum + 1;
        a[1024 + i] = sum;
    }
    int main() {
        int *a, *b, h[2048];
        for (int i = 0; i < 2048; i++) h[i] = i / 2;
        cudaMalloc(&a, 16384);
        cudaMalloc(&b, 8192);
        cudaMemcpy(b, h, 8192, cudaMemcpyHostToDevice);
        k<<<16, 128>>>(a, b, 100000);
    }
    """
    assert _proof(file, text).outcome is ProofOutcome.FAULTY


FIVES = """template <class T> __global__ void k(int *a, int *b, T n) { a[blockIdx.x * 5 + threadIdx.x] = b[0]; }
template __global__ void k<OTHER>(int *, int *, OTHER);
int main() {
    int *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    k<<<4, BLOCK>>>(a, POINTER, 1.0f);
}
"""


@pytest.mark.parametrize(
    ("block", "other", "pointer", "outcome"),
    [
        ("5", "double", "b", ProofOutcome.PROVED),
        ("6", "double", "b", ProofOutcome.UNKNOWN),
        ("5", "int", "b", ProofOutcome.UNKNOWN),  # its launches have a number that is not that of the other one
        ("5", "double", "a + 64", ProofOutcome.UNKNOWN),
    ],
)
def test_an_instance_that_is_not_launched_is_proved_for_launches_of_a_sibling(
    file: Path, monkeypatch: pytest.MonkeyPatch, block: str, other: str, pointer: str, outcome: ProofOutcome
) -> None:  # fmt: skip
    monkeypatch.setattr("cudabmc.verification.breaking.confirmed", lambda *arguments: None)
    file.write_text(FIVES.replace("BLOCK", block).replace("OTHER", other).replace("POINTER", pointer))
    found = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert (found["k<float>"].outcome is ProofOutcome.PROVED) is (block == "5")
    assert found[f"k<{other}>"].outcome is outcome
    if outcome is ProofOutcome.PROVED:
        assert found["k<double>"].preconditions == ("gridDim.x == 4 && blockDim.x == 5",)


@pytest.mark.long
@pytest.mark.parametrize(
    ("block", "preconditions"),
    [
        (16, "gridDim.x == 4 && blockDim.x == 16 && rows == 4"),  # one of its siblings has that, too
        (64, "gridDim.x == ROWS && blockDim.x == 64 && rows == ROWS"),
    ],
)
def test_an_instance_that_is_not_launched_has_the_block_that_its_launch_has(
    file: Path, block: int, preconditions: str
) -> None:
    file.write_text("""
template <int N, int M> __global__ void k(int *a, int rows) {
    __shared__ int s[N];
    s[threadIdx.x] = a[blockIdx.x * N + threadIdx.x];
    if (threadIdx.x < rows % 2 * N / 2) s[threadIdx.x + N / 2] = M;
    a[blockIdx.x * N + threadIdx.x] = s[threadIdx.x];
}
template <int N, int M> void start(int *a, int rows) { k<N, M><<<rows, N>>>(a, rows); }
int main(int argc, char **argv) {
    int *a;
    cudaMalloc(&a, 1 << 16);
    start<8, 0>(a, 2);
    start<16, 1>(a, 4);
    start<32, 2>(a, 6);
    if (argc == 7) start<BLOCK, 3>(a, 8);
}
""".replace("BLOCK", str(block)))
    found = {proof.name: proof for proof in verify(str(file), prove=True).proofs}[f"k<{block}, 3>"]
    assert found.outcome is ProofOutcome.PROVED
    assert found.preconditions in {(preconditions.replace("ROWS", rows),) for rows in "246"}


@pytest.mark.long
def test_an_instance_that_is_not_launched_and_breaks_in_some_launch_is_faulty(file: Path) -> None:
    file.write_text(FIVES.replace("BLOCK", "5").replace("OTHER", "double").replace("POINTER", "b"))
    found = {proof.name: proof.outcome for proof in verify(str(file), prove=True).proofs}
    assert found == {"k<float>": ProofOutcome.PROVED, "k<double>": ProofOutcome.FAULTY}


def test_a_proof_for_the_launches_of_the_program_is_an_answer_if_no_time_is_left_for_others(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def late(*arguments: object) -> NoReturn:
        raise ResourceError("time ran out")

    monkeypatch.setattr("cudabmc.verification.proving.prove_in_general", late)
    main = "int main() { int *a; cudaMalloc(&a, 4096); rows<<<dim3(2, 2), dim3(8, 8)>>>(a, 16, 16); }\n"
    proof = _proof(file, ROWS + main)
    assert proof.outcome is ProofOutcome.PROVED
    assert proof.preconditions == (
        "gridDim.x == 2 && gridDim.y == 2 && blockDim.x == 8 && blockDim.y == 8 && width == 16 && height == 16",
    )


def test_an_instance_that_results_may_launch_is_unknown_if_no_time_is_left(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def late(*arguments: object) -> NoReturn:
        raise ResourceError("time ran out")

    monkeypatch.setattr("cudabmc.verification.proving.prove_in_general", late)
    text = FIVES.replace("BLOCK", "5").replace("OTHER", "double").replace("POINTER", "b")
    launch = "int h; cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost); if (h == 1) k<<<4, 5>>>(a, a, 1.0); }"
    file.write_text(text.rstrip().removesuffix("}") + launch)
    found = {proof.name: proof.outcome for proof in verify(str(file), prove=True, timeout=60).proofs}
    assert found == {"k<float>": ProofOutcome.PROVED, "k<double>": ProofOutcome.UNKNOWN}


def test_short_kernels_come_before_long_ones(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    prove = Proving._prove

    def noting(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        seen.append(kernel.display)
        return prove(self, kernel, scope, turn)

    monkeypatch.setattr(Proving, "_prove", noting)
    file.write_text("""
__device__ int far(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i * i; return sum; }
__global__ void calls(int *a, int n) { a[threadIdx.x] = far(n); }
__global__ void longer(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = n * n; }
__global__ void shorter(int *a) { a[threadIdx.x] = 1; }
""")
    verify(str(file), prove=True)
    assert seen[:3] == ["shorter", "longer", "calls"]


@pytest.mark.parametrize("error", [MemoryError(), MemoryLimitError("memory ran out: the limit is 64 MiB (--memlimit)")])
def test_a_kernel_that_there_is_no_memory_for_is_no_end_of_others(
    file: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:  # fmt: skip
    prove = Proving._prove

    def fails_once(self: Proving, kernel: Function, scope: ProofScope, turn: Any) -> object:
        if kernel.display == "second":
            raise error
        return prove(self, kernel, scope, turn)

    monkeypatch.setattr(Proving, "_prove", fails_once)
    file.write_text("".join(
        f"__global__ void {name}(int *a) {{ a[threadIdx.x] = 1; }}\n" for name in ("first", "second", "third")
    ))  # fmt: skip
    found = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert [found[name].outcome for name in ("first", "third")] == [ProofOutcome.PROVED] * 2
    assert found["second"].reasons == ("memory ran out (--memlimit)",)


def test_answers_are_kept_when_memory_runs_out_behind_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*arguments: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(Proving, "_look_again", no_memory)
    file.write_text("__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n")
    assert [proof.outcome for proof in verify(str(file), prove=True).proofs] == [ProofOutcome.PROVED]


@pytest.mark.parametrize("chosen", [None, "k"])
def test_the_launch_of_a_kernel_that_is_asked_for_is_that_of_the_whole_program(file: Path, chosen: str | None) -> None:
    file.write_text("""#include <assert.h>
__global__ void k(int *a, int n) {
    if (threadIdx.x >= 300 && blockIdx.x >= 40) a[threadIdx.x / 2 + blockIdx.x * n] = threadIdx.x;
}
int main() {
    int *a;
    assert(!cudaMalloc(&a, 64 * 256 * 4));
    k<<<64, 512>>>(a, 256);
    cudaFree(a);
}
""")
    (proof,) = verify(str(file), prove=True, kernel=chosen, frontend="clang").proofs
    assert proof.outcome is ProofOutcome.FAULTY and proof.launch.startswith("<<<64, 512>>>")
